"""The administrator's pages: make, deactivate, reactivate and reset accounts. No mail is sent.

An account gives no access to any negotiation, and these pages show none. Knows Django's accounts.
"""

from django import forms
from django.contrib.auth.decorators import permission_required
from django.contrib.auth.forms import BaseUserCreationForm
from django.contrib.auth.models import Group, User
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config import events
from config.signin import factors, links, sessions, throttle

administrator = permission_required("auth.change_user", raise_exception=True)


class GroupChoice(forms.ModelMultipleChoiceField):
    """Groups in the reader's language."""

    def label_from_instance(self, group: Group) -> str:
        return gettext(group.name)


class RightsForm(forms.ModelForm):
    """The person's name, and what the account may open in the admin."""

    groups = GroupChoice(
        Group.objects.order_by("name"),
        required=False,
        label=_("May open in the admin"),
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Which negotiations a person reads is decided by their approvers, not here."),
    )

    class Meta:
        model = User
        fields = ["first_name", "last_name", "email", "groups"]


class NewAccountForm(RightsForm):
    """A name to sign in with that no other account resembles; the person sets the password."""

    class Meta(RightsForm.Meta):
        fields = ["username", *RightsForm.Meta.fields]
        field_classes = BaseUserCreationForm.Meta.field_classes

    def clean_username(self) -> str:
        name = self.cleaned_data["username"]
        alike = {throttle.fold(other) for other in User.objects.values_list("username", flat=True)}
        if throttle.fold(name) in alike:
            raise forms.ValidationError(_("An account has this name already, or one that looks like it."))
        return name

    def save(self, commit: bool = True) -> User:
        links.shut(self.instance)
        self.instance.is_staff = True
        return super().save(commit)


@require_safe
@administrator
def account_list(request: HttpRequest) -> HttpResponse:
    """Every account, those that are closed last."""
    accounts = User.objects.order_by("-is_active", "username").prefetch_related("groups")
    rows = [(account, [gettext(group.name) for group in account.groups.all()]) for account in accounts]
    return render(request, "accounts.html", {"rows": rows})


@require_http_methods(["GET", "HEAD", "POST"])
@administrator
def new_account(request: HttpRequest) -> HttpResponse:
    form = NewAccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with transaction.atomic():
            account = form.save()
        events.write("account made", account=account.username, groups=held(account))
        return show_link(request, account)
    return render(request, "account_new.html", {"form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@administrator
def account_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The account's name and rights, and what may be done with it."""
    account = get_object_or_404(User, pk=pk)
    before = held(account)
    form = RightsForm(request.POST or None, instance=account)
    if request.method == "POST" and form.is_valid():
        with transaction.atomic():
            form.save()
        events.write("rights changed", account=account.username, before=before, after=held(account))
        return redirect("accounts")
    context = {"account": account, "form": form, "own": account.pk == request.user.pk}
    return render(request, "account.html", context)


def held(account: User) -> list[str]:
    return sorted(account.groups.values_list("name", flat=True))


@require_POST
@administrator
def account_act(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """One of ACTS, never on oneself: an administrator always stays. All sessions end at once."""
    account = get_object_or_404(User, pk=pk)
    if act not in ACTS or account.pk == request.user.pk:
        raise Http404
    with transaction.atomic():
        ACTS[act](account)
        sessions.end_sessions(account.pk)
    events.write(f"account {act}", account=account.username)
    return show_link(request, account) if act in ("reactivate", "reset") else redirect("accounts")


def deactivate(account: User) -> None:
    """No password, no session and no link of before opens it, not even after reactivation."""
    links.shut(account)
    account.is_active = False
    account.save(update_fields=["password", "is_active"])


def reactivate(account: User) -> None:
    links.shut(account)
    account.is_active = True
    account.save(update_fields=["password", "is_active"])


def reset(account: User) -> None:
    """The password of before is void from now on, and not only once the link is used."""
    links.shut(account)
    account.save(update_fields=["password"])


ACTS = {"deactivate": deactivate, "reactivate": reactivate, "reset": reset,
        "forget-factor": factors.forget}  # fmt: skip


def show_link(request: HttpRequest, account: User) -> HttpResponse:
    """The one time that the link is seen: it is kept nowhere. An account that is closed gets none."""
    if not account.is_active:
        return redirect("accounts")
    link = request.build_absolute_uri(links.one_time_path(account))
    return render(request, "account_link.html", {"account": account, "link": link})


@require_safe
def own_account(request: HttpRequest) -> HttpResponse:
    """What everybody may do with his own account."""
    administers = reverse("accounts") if request.user.has_perm("auth.change_user") else ""
    return render(
        request, "account_own.html", {"administers": administers, "verified": request.user.is_verified()}
    )
