"""Steps of each government towards an agreement, and who contests them; mirrors models/track.py."""

import datetime

from django import forms
from django.contrib import admin
from django.template.response import TemplateResponse
from django.utils.dateparse import parse_date
from django.utils.html import format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from grants.models import Jurisdiction
from negotiations import stepping
from negotiations.admin import rights
from negotiations.admin.approving import Approvable, Reviewed
from negotiations.admin.base import RecordAdmin, both
from negotiations.admin.filters import FrenchMissing, Superseded
from negotiations.admin.forms import RecordForm
from negotiations.admin.inlines import BlocksInline
from negotiations.admin.keys import writable
from negotiations.day_field import DayField
from negotiations.models import Contest, TrackStep
from negotiations.scales import moves, words

NEEDED = ("negotiation", "government", "state", "effective_on", "sensitivity", "grade")


class TrackStepForm(RecordForm):
    """A step: what the database would refuse is said at its field, and what it would not is offered.

    The states are narrowed once the government and the day are known, when the page is opened.
    """

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        if not self.is_bound and self.instance._state.adding and "state" in self.fields:
            self._offer_reachable()

    def _offer_reachable(self) -> None:
        government = Jurisdiction.objects.filter(code=self.initial.get("government") or "").first()
        if government is None or not self.negotiation_id or self.initial.get("supersedes"):
            return
        day = as_day(self.initial.get("effective_on")) or datetime.datetime.now(datetime.UTC).date()
        typed = str(self.initial.get("sensitivity"))
        level = int(typed) if typed in ("1", "2", "3", "4") else self.instance.sensitivity
        found = stepping.choice(self.negotiation_id, government.code, day, level)
        self.fields["state"].choices = grouped(found)
        self.fields["state"].help_text = explained(found, government, day)

    def validate_constraints(self):
        """The rules of one row, and then those of the track it joins."""
        super().validate_constraints()
        if set(NEEDED) & set(self.errors) or not self.instance._state.adding:
            return
        found = stepping.faults(self.instance)
        for fault in found:
            self.add_error(fault.field if fault.field in self.fields else None, fault.sentence)
        if found and not self.instance.supersedes_id:
            self._explain(self.instance)

    def _explain(self, step: TrackStep) -> None:
        """Beside what was refused stands what could follow; what was typed stays chosen."""
        found = stepping.choice(step.negotiation_id, step.government_id, step.effective_on, step.sensitivity)
        self.fields["state"].help_text = explained(found, step.government, step.effective_on)


def as_day(value) -> datetime.date | None:
    """A day as the address writes it, or as it is at hand; None when it cannot be read."""
    if isinstance(value, datetime.date):
        return value
    try:
        return parse_date(str(value or ""))
    except ValueError:
        return None


def grouped(found: stepping.Choice) -> list:
    """The states as a select offers them: further evidence, onward, back."""
    groups = [(_("Further evidence of the same state"), [found.here.state] if found.here.step else []),
              (_("Onward"), found.onward), (_("Back, with a reason"), found.backward)]
    return [("", "---------"),
            *((name, [(code, words.state(code)) for code in codes]) for name, codes in groups if codes)]


def explained(found: stepping.Choice, government: Jurisdiction, day: datetime.date) -> str:
    """Where the government stands on that day, and why some states are not offered yet."""
    here = _("%(government)s on %(day)s: %(standing)s. Only what can follow is offered.") % {
        "government": government.name, "day": day, "standing": found.here.told}
    together = {why: [code for code, other in found.withheld.items() if other == why]
                for why in found.withheld.values()}
    withheld = [_("Not yet %(state)s. %(sentence)s") % {"state": words.listed_states(codes), "sentence": why}
                for why, codes in together.items()]
    return format_html_join("", "<p>{}</p>", ([line] for line in (here, *withheld)))


def barred(step: TrackStep, held: rights.Rights) -> str:
    """Why an approver with those rights does not approve the state, as the database has it; else empty."""
    if step.state not in moves.RECORDS_APPROVE or held.may_write(step, ("records_officer",)):
        return ""
    return _("%(state)s is approved by an approver who is a records officer here as well;"
             " others propose it.") % {"state": words.capital(words.state(step.state))}


class DayForm(forms.Form):
    """Whose step, and on which day: asked before the step itself."""

    negotiation = forms.ModelChoiceField(label=gettext_lazy("negotiation"), queryset=None)
    government = forms.ModelChoiceField(
        label=gettext_lazy("government"), queryset=Jurisdiction.objects.in_protocol_order())
    effective_on = DayField(
        label=gettext_lazy("date"),
        help_text=gettext_lazy("YYYY-MM-DD; for a month or a range, its last day."))

    def __init__(self, *args, negotiations, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["negotiation"].queryset = negotiations


class ContestInline(BlocksInline):
    model = Contest
    fk_name = "step"
    copied = True
    fields = [("by_government", "state", "grade"), both("words"),
              ("effective_on", "effective_precision"), ("source", "locator"), "settled"]


@admin.register(TrackStep)
class TrackStepAdmin(Approvable, RecordAdmin):
    form = TrackStepForm
    date_hierarchy = "effective_on"
    inlines = [ContestInline]
    list_display = ["effective_on", "government", "state", "grade", "negotiation"]
    list_filter = ["negotiation", "government", "state", "grade", Reviewed, Superseded,
                   FrenchMissing]
    list_select_related = ["negotiation"]
    ordering = ["-effective_on", "government__protocol_order", "-id"]
    search_fields = ["government__code", "reference", "code"]
    new_parts = [("Contest", "step"), ("Approval", "trackstep")]
    sections = [
        (None, {"fields": [("government", "state", "grade"), both("reason"), "reference"]}),
        (gettext_lazy("Where it comes from"), {"fields": [("event", "offer"), ("agreement", "statement")]}),
    ]

    def barred(self, request, row):
        return barred(row, rights.of(request))

    def add_view(self, request, form_url="", extra_context=None):
        """With `day` in the address, or one that cannot be read, government and day are asked first."""
        given = request.GET.get("effective_on")
        asks = "day" in request.GET or (given and as_day(given) is None)
        if request.method == "GET" and asks and self.has_add_permission(request):
            return self._asked_for_the_day(request)
        return super().add_view(request, form_url, extra_context)

    def _asked_for_the_day(self, request):
        negotiations = writable(request, TrackStep)
        known = {name: request.GET[name] for name in ("negotiation", "government") if name in request.GET}
        typed = request.GET if "effective_on" in request.GET else None
        form = DayForm(typed, initial=known, negotiations=negotiations)
        context = {**self.admin_site.each_context(request), "opts": self.opts, "form": form,
                   "title": _("Record a step: whose, and on which day"), "subtitle": None}
        request.current_app = self.admin_site.name
        return TemplateResponse(request, "admin/negotiations/step_day.html", context)

    def _tools(self, request, obj):
        """A step may be contested, and the next one of its government recorded, from its page."""
        tools = super()._tools(request, obj)
        if obj is not None and self.may_write(request, obj):
            tools["next_step"] = f"negotiation={obj.negotiation_id}&government={obj.government_id}&day="
        return tools

    def _new_parts(self, request, obj):
        """A contest is of this step: it is called so."""
        return [{**part, "text": _("Contest this step")} if part["query"].startswith("step=") else part
                for part in super()._new_parts(request, obj)]


@admin.register(Contest)
class ContestAdmin(RecordAdmin):
    list_display = ["effective_on", "step", "by_government", "state", "settled", "negotiation"]
    list_filter = ["negotiation", "state", "settled", Superseded, FrenchMissing]
    list_select_related = ["by_government", "negotiation"]
    ordering = ["-effective_on", "-id"]
    search_fields = ["words_en", "words_fr", "step__government__code", "code"]
    sections = [(None, {"fields": ["step", ("by_government", "state", "grade"), both("words"),
                                   "settled"]})]
