"""The form that records where a front stands: lines by term, members, sensitivity, a footnote.

Knows the record and the notation of values. What is typed is checked here; what it would add is a plan.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.choices import BlankChoiceIterator
from django.utils.functional import cached_property
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from negotiations import scales
from negotiations.binding import TOO_LOW
from negotiations.binding_plan import Filling, Footnote, Line, least, memberships
from negotiations.exchange.notation import LEAVES, number_fault
from negotiations.models import Condition, FrontMember, Offer, Position, Statement, Term
from negotiations.models.record import levels
from negotiations.standing.fronts import Roll, bound, has_footnote, roll

PACKAGE = "package"
MOST_LINES = 40
TALL = {"rows": 3}
WHOLE_PACKAGE = pgettext_lazy("term", "the whole package")
AS_TYPED = ("unknown", "yes", "no")
WRITTEN = ("value", "summary_en", "summary_fr", "offer", "conditions_en", "conditions_fr")
AS_CHOSEN = ("stance", "firmness", "summary_en", "summary_fr", "kind", "combine")
VALUES = {
    "ratio": _("“%(typed)s” is no share. Write 1/3 or 0.15, a range as 0.15.., or unknown."),
    "weights": _("“%(typed)s” is no proportion. Write 1:1:1, one part as 0.15 or 0.15.., or unknown."),
    "date": _("“%(typed)s” is no date. Write 2014-04-01, 2014-04, a range as 2014-04-01.., or unknown."),
    "duration": _("“%(typed)s” is no duration. Write a number and days, weeks, months or years: 6 months."),
}
FIGURE = _("“%(typed)s” is no figure. Write 300_000_000, a range as 100.. or 100..200, or unknown.")
PAIRED = _("Write one condition a line, the same ones in both languages: %(english)s in English and"
           " %(french)s in French were found.")
LONG = _("A condition has at most 400 characters; one of these has %(length)s.")


@dataclass(frozen=True)
class Offered:
    """What may be chosen for *statement*: terms, offers, members, and levels from `least` to `most`."""

    statement: Statement
    terms: Mapping[str, Term]
    offers: Mapping[str, Offer]
    touched: tuple[str, ...]
    roll: Roll
    most: int

    @classmethod
    def of(cls, statement: Statement, most: int) -> "Offered":
        """4 queries."""
        on = statement.effective_on
        terms = Term.objects.filter(negotiation=statement.negotiation_id).order_by("number")
        offers = Offer.objects.of(statement.negotiation_id).on_the_table(on).exclude(kind="base")
        touched = statement.term_links.order_by("term__number").values_list("term", flat=True)
        return cls(statement, {str(row.pk): row for row in terms}, {str(row.pk): row for row in offers},
                   tuple(str(key) for key in touched), roll(memberships(statement), on), most)

    @cached_property
    def term_choices(self) -> BlankChoiceIterator:
        """One for all lines: a list would be copied for each of them."""
        named = [(key, f"{row.code} {row.name}" if row.code else row.name) for key, row in self.terms.items()]
        return BlankChoiceIterator([(PACKAGE, WHOLE_PACKAGE), *named], [("", _("choose a term"))])

    @cached_property
    def offer_choices(self) -> list[tuple[str, Any]]:
        newest_first = reversed(self.offers.items())
        return [("", _("none")), *((key, f"{row.title} ({row.effective_on})") for key, row in newest_first)]

    @property
    def level_choices(self) -> list[tuple[int, Any]]:
        return [(level, word) for level, word in levels() if least(self.statement) <= level <= self.most]

    @property
    def level(self) -> int:
        """The highest sensitivity among what the form shows."""
        shown = (*self.terms.values(), *self.offers.values(), *self.roll.present)
        return max([least(self.statement), *(row.sensitivity for row in shown)])

    @property
    def without_footnote(self) -> list[FrontMember]:
        return [row for row in self.roll.present if not has_footnote(row)]


class LineForm(forms.Form):
    """Where the front stands on one term; a line without a stance is no line."""

    term = forms.ChoiceField(label=capfirst(_("term")), required=False)
    stance = forms.ChoiceField(label=capfirst(_("stance")), required=False, choices=lambda: [
        ("", _("no line")), *((code, word) for code, word in scales.choices(scales.STANCES))])
    firmness = forms.ChoiceField(label=capfirst(_("firmness")), initial="unspecified",
                                 choices=lambda: scales.choices(scales.FIRMNESS))
    value = forms.CharField(
        label=capfirst(_("value asked for")), required=False, max_length=200,
        help_text=_("As in record files: 300_000_000, 15%.., 1/3, 2014-07-01. Empty: none was named."))
    summary_en = forms.CharField(label=capfirst(_("in one line (English)")), required=False, max_length=400)
    summary_fr = forms.CharField(label=capfirst(_("in one line (French)")), required=False, max_length=400)
    offer = forms.ChoiceField(label=capfirst(_("offer answered")), required=False)
    conditions_en = forms.CharField(
        label=_("Conditions (English)"), required=False, widget=forms.Textarea(TALL),
        help_text=_("In plain words, one a line. Empty: none."))
    conditions_fr = forms.CharField(
        label=_("Conditions (French)"), required=False, widget=forms.Textarea(TALL),
        help_text=_("The same ones, in the same order."))
    kind = forms.ChoiceField(label=_("These are"), choices=Condition.Kind, initial=Condition.Kind.CONDITION)
    combine = forms.ChoiceField(label=_("Of these"), choices=Position.Combine, initial=Position.Combine.ALL)

    def __init__(self, *args, offered: Offered, **options) -> None:
        super().__init__(*args, **options)
        self.offered = offered
        self.fields["term"].choices = offered.term_choices
        self.fields["offer"].choices = offered.offer_choices

    @cached_property
    def legend(self) -> str:
        """The term, as far as it is chosen."""
        chosen = self["term"].value() or ""
        return dict(self.offered.term_choices[1:]).get(chosen) or _("A further term")

    @property
    def opened(self) -> bool:
        """Something was written beyond the stance, or is wrong there."""
        return any(self[name].value() or self[name].errors for name in WRITTEN)

    def clean(self):
        cleaned = super().clean()
        if not cleaned.get("stance"):
            if any(cleaned.get(name) for name in WRITTEN):
                self.add_error("stance", _("Choose the stance, or empty the line."))
        elif not cleaned.get("term"):
            if "term" not in self.errors:
                self.add_error("term", _("Choose the term, or the whole package."))
        else:
            self._check_value(cleaned)
            self._check_conditions(cleaned)
        return cleaned

    def _check_value(self, cleaned) -> None:
        typed, term = cleaned.get("value"), self.offered.terms.get(cleaned["term"])
        if not typed:
            return
        if term is None:
            self.add_error("value", _("The whole package has no value: name it on its term."))
        elif not_a_value(typed, term.value_kind):
            sentence = VALUES.get(term.value_kind, FIGURE)
            self.add_error("value", ValidationError(sentence, params={"typed": typed}))

    def _check_conditions(self, cleaned) -> None:
        english, french = (in_lines(cleaned.get(name)) for name in ("conditions_en", "conditions_fr"))
        if len(english) != len(french):
            counts = {"english": len(english), "french": len(french)}
            self.add_error("conditions_fr", ValidationError(PAIRED, params=counts))
        for name, texts in (("conditions_en", english), ("conditions_fr", french)):
            longest = max(map(len, texts), default=0)
            if longest > 400:
                self.add_error(name, ValidationError(LONG, params={"length": longest}))
        cleaned["conditions"] = tuple(zip(english, french, strict=False))

    def line(self) -> Line | None:
        """What was typed; None where no stance was chosen."""
        typed = self.cleaned_data
        if not typed.get("stance"):
            return None
        return Line(
            term=self.offered.terms.get(typed["term"]), offer=self.offered.offers.get(typed["offer"]),
            value=typed["value"] or None, conditions=typed["conditions"],
            **{name: typed[name] for name in AS_CHOSEN})


def not_a_value(typed: str, kind: str) -> bool:
    """The text says nothing that a term of that *kind* may hold."""
    if kind in ("choice", "text") or typed in AS_TYPED:
        return False
    return bool(LEAVES[kind](typed) if kind in LEAVES else number_fault(typed, kind))


def in_lines(typed: str | None) -> list[str]:
    return [line.strip() for line in (typed or "").splitlines() if line.strip()]


class Lines(forms.BaseFormSet):
    """Each term once, and one at least."""

    def clean(self) -> None:
        taken: set[str] = set()
        for form in self.forms:
            if not (form.is_valid() and form.cleaned_data.get("stance")):
                continue
            if form.cleaned_data["term"] in taken:
                form.add_error("term", _("This term has a line above."))
            else:
                taken.add(form.cleaned_data["term"])
        if not taken and all(form.is_valid() for form in self.forms):
            raise ValidationError(_("Say on one term at least where the front stands."))


LineSet = forms.formset_factory(LineForm, formset=Lines, extra=0, max_num=MOST_LINES, absolute_max=MOST_LINES,
                                validate_max=True)


class BindingForm(forms.Form):
    """Whom the words bind and at which sensitivity; its `lines` say where the front stands."""

    members = forms.MultipleChoiceField(
        label=_("Members that these words bind"), widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Tick one member at least.")},
        help_text=_("A member with a footnote is not ticked: tick it if the words bind it all the same."))
    sensitivity = forms.TypedChoiceField(
        label=_("Sensitivity"), coerce=int,
        help_text=_("Who may read the rows; never more people than may read what they name."))
    reasoning = forms.CharField(
        label=_("Reasoning"), widget=forms.Textarea(TALL), help_text=_("Required, because this is inferred."))
    footnote_government = forms.ChoiceField(label=_("Member"), required=False)
    footnote_en = forms.CharField(label=_("Its footnote (English)"), required=False, max_length=300)
    footnote_fr = forms.CharField(label=_("Its footnote (French)"), required=False, max_length=300)

    def __init__(self, data=None, *, offered: Offered, initial=None, lines=None) -> None:
        """Without *data* it starts from *initial* and *lines*, or from what the statement touches."""
        super().__init__(data, initial=initial)
        self.offered = offered
        if offered.statement.grade != "E5":
            del self.fields["reasoning"]
        self._offer()
        started = lines or [{"term": key} for key in (*offered.touched, "")]
        self.lines = LineSet(data, prefix="lines", form_kwargs={"offered": offered}, initial=started)

    def _offer(self) -> None:
        members = self.fields["members"]
        members.choices = [(row.government_id, member_words(row)) for row in self.offered.roll.present]
        members.initial = bound(self.offered.roll)
        self.fields["sensitivity"].choices = self.offered.level_choices
        self.fields["footnote_government"].choices = [
            ("", _("no footnote to record")),
            *((row.government_id, row.government.name) for row in self.offered.without_footnote)]

    def clean_sensitivity(self) -> int:
        """At least that of the terms and offers named; said here once the lines are read."""
        level: int = self.cleaned_data["sensitivity"]
        if self.lines.is_valid() and level < least(self.offered.statement, self.typed_lines()):
            raise ValidationError(TOO_LOW)
        return level

    def clean(self):
        cleaned = super().clean()
        texts = {name: cleaned.get(name) for name in ("footnote_en", "footnote_fr")}
        if cleaned.get("footnote_government"):
            for name, text in texts.items():
                if not text and name not in self.errors:
                    self.add_error(name, _("Write the footnote in both languages."))
        elif any(texts.values()):
            self.add_error("footnote_government", _("Choose whose footnote it is."))
        return cleaned

    def is_valid(self) -> bool:
        return all([super().is_valid(), self.lines.is_valid()])

    @property
    def faulty(self) -> bool:
        """Something that was typed has to be put right."""
        return self.is_bound and not self.is_valid()

    def typed_lines(self) -> tuple[Line, ...]:
        return tuple(line for line in (form.line() for form in self.lines.forms) if line is not None)

    def filling(self) -> Filling:
        """What a valid form asks to record."""
        typed = self.cleaned_data
        note = {name: typed[name] for name in ("footnote_en", "footnote_fr")}
        return Filling(
            lines=self.typed_lines(), members=frozenset(typed["members"]), sensitivity=typed["sensitivity"],
            reasoning=typed.get("reasoning", ""),
            footnote=Footnote(government=typed["footnote_government"], **note)
            if typed["footnote_government"] else None)


def member_words(member: FrontMember) -> str:
    """The government, and its footnote in its own words."""
    told = {"who": member.government.name, "words": member.footnote}
    return gettext("%(who)s † “%(words)s”") % told if has_footnote(member) else told["who"]


def with_one_more_line(data, offered: Offered) -> BindingForm:
    """The form as it was typed, checked by nobody yet, with a further empty line."""
    total = data.get("lines-TOTAL_FORMS", "")
    number = min(int(total), MOST_LINES - 1) if total.isdecimal() and len(total) < 4 else 0
    lines: list[dict[str, str]] = [
        {name: data.get(f"lines-{at}-{name}", "") for name in LineForm.base_fields} for at in range(number)]
    typed = {name: data.get(name, "") for name in BindingForm.base_fields}
    typed["members"] = data.getlist("members")
    return BindingForm(offered=offered, initial=typed, lines=[*lines, {}])
