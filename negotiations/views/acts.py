"""The acts on a negotiation: open, withdraw, give and end access, break the glass."""

from collections.abc import Callable

from django.core.exceptions import PermissionDenied, ValidationError
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from config import events
from negotiations import memberships, opening
from negotiations.forms import BreakGlassForm, GiveMembershipForm, NewNegotiationForm, ReasonForm
from negotiations.models import Membership
from negotiations.standing.clock import today
from negotiations.views.reading import read


def done(form: Form, act: Callable[[], object]) -> bool:
    """Whether a valid form's act went through; a refusal is told on the form, what was typed kept.

    A right that is missing stands in the event log as well.
    """
    if not form.is_valid():
        return False
    try:
        act()
    except ValidationError as refusal:
        form.add_error(None, refusal)
    except PermissionDenied as refusal:
        form.add_error(None, str(refusal))
        events.write_at_once("refused", status=403)
    return not form.errors


def new_negotiation(request: HttpRequest) -> HttpResponse:
    """Open a negotiation; its opener is its first approver. Needs the site's right to open one."""
    if not request.user.has_perm("negotiations.open_negotiation"):
        raise PermissionDenied
    form = NewNegotiationForm(request.POST or None)
    if request.method == "POST" and done(form, lambda: opening.open_negotiation(**form.cleaned_data)):
        return redirect("negotiation-home", form.cleaned_data["slug"])
    context = {"form": form, "heading": _("New negotiation")}
    return render(request, "act.html", context, status=400 if form.errors else 200)


def members(request: HttpRequest, slug: str) -> HttpResponse:
    """Who may read the negotiation, and the form that lets somebody in."""
    reading = read(request, slug)
    form = GiveMembershipForm(request.POST or None, giver=request.user)
    if request.method == "POST" and done(
            form, lambda: memberships.give_membership(reading.negotiation, **form.cleaned_data)):
        return redirect("members", slug)
    rows = Membership.objects.filter(negotiation=reading.negotiation).select_related("user", "given_by")
    context = {
        **reading.context(1, (_("Members"), "")),
        "members": rows.order_by("user__username", "-starts_on"),
        "form": form,
        "may_give": approves(request, reading.negotiation),
        "today": today(),
    }
    return render(request, "members.html", context, status=400 if form.errors else 200)


def approves(request: HttpRequest, negotiation) -> bool:
    """Whether the user is an approver there today: 1 query."""
    return Membership.objects.held_by(request.user).filter(
        negotiation=negotiation, role=Membership.Role.APPROVER).exists()


def end_membership(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """End somebody's access at once, with a reason."""
    reading = read(request, slug)
    member = get_object_or_404(
        Membership.objects.select_related("user"), pk=pk, negotiation=reading.negotiation)
    form = ReasonForm(request.POST or None, button=_("End the access"))
    if request.method == "POST" and done(
            form, lambda: memberships.end_membership(member, **form.cleaned_data)):
        return redirect("members", slug)
    context = {
        **reading.context(1, (_("Members"), ""), (_("End access"), "")),
        "form": form,
        "heading": _("End the access of %(person)s") % {"person": member.user},
    }
    return render(request, "negotiation_act.html", context, status=400 if form.errors else 200)


def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a negotiation that was opened by mistake out of the lists. It is never deleted."""
    reading = read(request, slug)
    form = ReasonForm(request.POST or None, button=_("Withdraw the negotiation"))
    if request.method == "POST" and done(form, lambda: opening.withdraw_negotiation(
            reading.negotiation, on=today(), **form.cleaned_data)):
        return redirect("negotiation-list")
    context = {
        **reading.context(1, (_("Withdraw"), "")),
        "form": form,
        "heading": _("Withdraw a negotiation opened by mistake"),
    }
    return render(request, "negotiation_act.html", context, status=400 if form.errors else 200)


def break_glass(request: HttpRequest) -> HttpResponse:
    """Four hours of reading for who says why; the membership and its reason stay on record."""
    form = BreakGlassForm(request.POST or None, button=_("Read for four hours"))
    if request.method == "POST" and done(form, lambda: memberships.break_glass(**form.cleaned_data)):
        return redirect("negotiation-home", form.cleaned_data["slug"])
    context = {"form": form, "heading": _("Emergency access")}
    return render(request, "act.html", context, status=400 if form.errors else 200)
