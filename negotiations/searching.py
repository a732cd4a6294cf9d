"""The search form: words, and what narrows them. Its address holds all that it holds.

Knows the choices of the record that the reader may read, the scales, and no row.
"""

import datetime
from typing import Any

from crispy_forms.helper import FormHelper
from crispy_forms.layout import HTML, Div, Field, Layout, Submit
from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from negotiations import scales
from negotiations.models.record import Language, levels
from negotiations.reports.search import Choices, Facets
from negotiations.reports.words import MOST, tidy
from negotiations.standing.clock import read_day

Pairs = list[tuple[str, str]]
NARROWING = ("speaker", "term", "event", "stance", "firmness", "grade", "channel", "language", "level",
             "since", "until")


class Day(forms.CharField):
    """A day as the addresses of this site write it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, help_text=_("Year, month, day: 2013-11-08."), **kwargs)
        self.widget.attrs |= {"autocomplete": "off", "spellcheck": "false"}

    def clean(self, value: Any) -> datetime.date | None:
        try:
            return read_day(super().clean(value))
        except ValueError as fault:
            raise forms.ValidationError(str(fault)) from None


class SearchForm(forms.Form):
    """One box, and the facets. Every value is checked against what the reader may choose.

    `level` is that of the most sensitive name among the choices.
    """

    q = forms.CharField(
        required=False, max_length=MOST, label=gettext_lazy("Words, a name or a number"),
        help_text=gettext_lazy("Accents and capitals do not matter. flexib* finds every word that starts "
                               "so; 116 finds claims and amounts."),
        error_messages={"max_length": gettext_lazy(
            "Search for at most %(limit_value)d characters; these are %(show_value)d. Keep the words that "
            "say what it is about.")})

    def __init__(self, choices: Choices, data: Any) -> None:
        super().__init__(data, auto_id="search-%s")
        self.level = choices.level
        self.terms = {one.name_in_addresses: one.pk for one in choices.terms}
        self.fields["q"].widget.attrs |= {"type": "search", "aria-keyshortcuts": "/", "autocomplete": "off"}
        self.fields["government"] = forms.MultipleChoiceField(
            required=False, label=_("Governments"), widget=forms.CheckboxSelectMultiple,
            choices=[(one.code, one.name) for one in choices.governments],
            help_text=_("What a front said counts for those who were its members that day."))
        for name, label, pairs in facets(choices):
            self.fields[name] = forms.ChoiceField(
                required=False, label=label, choices=[("", _("Any")), *pairs])
        self.fields["since"] = Day(label=_("From"))
        self.fields["until"] = Day(label=_("To"))

    def clean_q(self) -> str:
        return tidy(self.cleaned_data["q"])

    def clean(self) -> dict[str, Any]:
        asked = super().clean()
        since, until = asked.get("since"), asked.get("until")
        if since and until and since > until:
            self.add_error("until", _("This day is before the first one."))
        return asked

    @property
    def facets(self) -> Facets:
        """What narrows, once the form is valid."""
        asked = self.cleaned_data
        plain = {name: asked[name] for name in NARROWING if name not in ("term", "level")}
        return Facets(**plain, government=tuple(asked["government"]), term=self.terms.get(asked["term"]),
                      level=int(asked["level"]) if asked["level"] else None)

    @property
    def helper(self) -> FormHelper:
        helper = FormHelper()
        helper.form_method, helper.disable_csrf, helper.form_class = "get", True, "search"
        helper.attrs = {"role": "search"}
        unfolded = any(self.data.get(name) or name in self.errors for name in NARROWING)
        helper.layout = Layout(
            Field("q"), HTML('{% include "_kept.html" with kept=kept_dates only %}'),
            Div("government", css_class="governments"),
            HTML(f"<details{' open' if unfolded else ''}><summary>{_('More to narrow by')}</summary>"),
            Div(*NARROWING, css_class="field-grid"), HTML("</details>"), Submit("", _("Search")))
        return helper


def facets(choices: Choices) -> list[tuple[str, str, Pairs]]:
    """The choices of every list, each with its name and its label."""
    return [
        ("speaker", _("Speaker"), [(name, name) for name in choices.speakers]),
        ("term", _("Term"), [(one.name_in_addresses, one.name) for one in choices.terms]),
        ("event", _("Event"), [(one.slug, one.title) for one in choices.events]),
        ("stance", _("Stance of a position that rests on it"), large(scales.choices(scales.STANCES))),
        ("firmness", _("Firmness"), large(scales.choices(scales.FIRMNESS))),
        ("grade", _("Evidence"), large(scales.choices(scales.GRADES))),
        ("channel", _("Channel"), large(scales.choices(scales.CHANNELS))),
        ("language", _("Language on file"), large(Language.choices)),
        ("level", _("Sensitivity"), large(levels())),
    ]


def large(pairs: Any) -> Pairs:
    return [(str(code), capfirst(str(word))) for code, word in pairs]
