"""The forms of the programmes: a calculator made from a formula's parameters, a new version.

Knows the engine's documents and its faults; an address holds all that a form holds.
"""

from collections.abc import Iterator
from typing import Any

from crispy_forms.helper import FormHelper
from crispy_forms.layout import HTML, Div, Layout, Submit
from django import forms
from django.utils.html import escape
from django.utils.translation import gettext as _

from grants import engine, telling
from grants.calculating import Ground
from grants.engine.frame import YEAR, write_unit
from grants.engine.reading import Node, node_of, read
from grants.naming import KINDS, axis_name, name_of, scenario_name

MOST = 2000
VALUE, RELEASE, SECOND = "p-", "r-", "s-"


def written(text: str) -> Node:
    """What was typed as the engine reads it: a table or a quoted text, or one plain value."""
    return read(text) if text[:1] in "{[\"'" else node_of(text)


class ValueField(forms.CharField):
    """One parameter's value in the notation of the formula language; empty leaves it as it is."""

    def __init__(self, document: engine.Document, name: str, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=MOST, **kwargs)
        self.widget.attrs |= {"autocomplete": "off", "spellcheck": "false", "class": "notation"}
        self.document, self.name = document, name

    def clean(self, value: Any) -> Any:
        """The engine's value, or None; refuses with every fault it finds."""
        text = super().clean(value)
        if not text:
            return None
        try:
            return self.document.read_values({self.name: written(text)})[self.name]
        except engine.Refused as refused:
            raise forms.ValidationError([telling.fault_sentence(one) for one in refused.faults]) from None


def scenario_field(document: engine.Document, label: str, empty: str) -> forms.ChoiceField:
    named = [(name, scenario_name(document, name)) for name in document.scenarios]
    return forms.ChoiceField(label=label, choices=[("", empty), *named], required=False)


def hint(document: engine.Document, parameter: engine.Parameter, scenarios: list[str]) -> str:
    """Kind, unit, range, axes, and the value that holds when nothing is typed."""
    unit = write_unit(parameter.unit)
    parts = [str(KINDS[parameter.kind]) + (f" ({unit})" if unit else "")]
    if bounds := telling.bounds(parameter):
        parts.append(bounds)
    if parameter.over:
        labels = " : ".join(document.frame.axes[parameter.over])
        parts.append(_("of %(labels)s") % {"labels": labels})
    if parameter.by:
        axes = ", ".join(axis_name(axis).lower() for axis in parameter.by)
        parts.append(_("may vary by %(axes)s") % {"axes": axes})
    return _("%(name)s: %(kind)s. Now: %(now)s") % {
        "kind": ", ".join(parts), "name": parameter.name,
        "now": telling.bare(now(document, parameter, scenarios))}


def now(document: engine.Document, parameter: engine.Parameter, scenarios: list[str]) -> Node:
    """The value as written that scenarios, or else the status quo, give a parameter."""
    laid = document.laid(*(name for name in scenarios if name in document.scenarios))
    return laid.get(parameter.name, parameter.status_quo)


class GroundForm(forms.Form):
    """A form over a formula: a scenario, and releases and values that the address may hold."""

    def __init__(self, ground: Ground, data: Any) -> None:
        super().__init__(data)
        self.ground, self.document = ground, ground.document
        self.fields["scenario"] = scenario_field(self.document, _("Scenario"), _("Status quo"))
        self.fields["over"] = scenario_field(self.document, _("And laid over it"), _("None"))
        for name, parameter in self.document.parameters.items():
            self.fields[VALUE + name] = ValueField(
                self.document, name, label=name_of(self.document, name), help_text=self.hint(parameter))
        for name, driver in self.document.drivers.items():
            self.fields[RELEASE + name] = self.releases(driver, _("Release of %(name)s"), _("Latest known"))
            self.fields[SECOND + name] = self.releases(driver, _("Second release of %(name)s"), _("None"))

    def hint(self, parameter: engine.Parameter) -> str:
        """Escaped here, because the form's template takes it as it is."""
        told = hint(self.document, parameter, [self.data.get(name, "") for name in ("scenario", "over")])
        return escape(f"{parameter.note} {told}" if parameter.note else told)

    def releases(self, driver: Any, label: str, empty: str) -> forms.ChoiceField:
        found = [one for one in self.ground.releases if one.indicator == driver.indicator]
        choices = [("", empty), *((one.release, _release_name(one)) for one in found)]
        return forms.ChoiceField(label=label % {"name": driver.name}, choices=choices, required=False)

    @property
    def values(self) -> dict[str, Any]:
        """The values typed, by parameter."""
        return self._chosen(VALUE)

    @property
    def pins(self) -> dict[str, str]:
        """The releases chosen, by driver."""
        return self._chosen(RELEASE)

    @property
    def second_pins(self) -> dict[str, str]:
        """The releases to set beside them; empty when none is chosen."""
        return self._chosen(SECOND)

    def _chosen(self, prefix: str) -> dict[str, Any]:
        cleaned = getattr(self, "cleaned_data", {})
        return {key.removeprefix(prefix): value for key, value in cleaned.items()
                if key.startswith(prefix) and value}

    @property
    def scenarios(self) -> list[str]:
        """The scenarios chosen, each laid over the one before."""
        chosen = (self.cleaned_data.get(name) for name in ("scenario", "over"))
        return [name for name in chosen if name]

    def run(self, pins: dict[str, str] | None = None, **values: Any) -> engine.Results:
        """The results of what was typed; *values* and *pins* lie over it."""
        return self.ground.run({**self.values, **values}, scenarios=self.scenarios, pins=pins or self.pins)

    def kept(self, *left_out: str) -> list[tuple[str, str]]:
        """What was typed and is not empty, as an address holds it."""
        pairs = [("version", self.data.get("version", "")),
                 *((name, self.data.get(name, "")) for name in self.fields)]
        return [(name, value) for name, value in pairs if value and name not in left_out]

    def faults(self) -> Iterator[tuple[str, str, str]]:
        """Every error: the id of its field, the field's label, the sentence."""
        for name, errors in self.errors.items():
            field = self[name]
            yield from ((field.id_for_label, str(field.label), error) for error in errors)


class CalculatorForm(GroundForm):
    """The calculator: which figures are shown, and how they are rounded."""

    def __init__(self, ground: Ground, data: Any) -> None:
        super().__init__(ground, data)
        measures = [(name, name_of(self.document, name)) for name in self.document.measures]
        years = [("", _("The last")), *((year, year) for year in self.document.frame.axes[YEAR])]
        steps = [("", _("Dollars")), ("cent", _("Cents"))]
        for name, label, choices in (("measure", _("Measure"), measures), ("year", _("Year drawn"), years),
                                     ("step", _("Rounded to"), steps)):
            self.fields[name] = forms.ChoiceField(label=label, choices=choices, required=False)

    @property
    def measure(self) -> str:
        """The measure shown: the one chosen, else the first; empty when the formula has none."""
        return self.cleaned_data.get("measure") or next(iter(self.document.measures), "")

    @property
    def year(self) -> str:
        return self.cleaned_data.get("year") or self.document.frame.axes[YEAR][-1]

    @property
    def step(self) -> str:
        return self.cleaned_data.get("step") or "dollar"

    @property
    def helper(self) -> FormHelper:
        helper = FormHelper()
        helper.form_method, helper.form_id, helper.disable_csrf = "get", "calculator", True
        helper.attrs = {"novalidate": ""}
        helper.layout = Layout(
            Div("scenario", "over", "measure", "year", "step", css_class="field-grid"),
            *self._fold(VALUE, _("Values that differ from the scenario")),
            *self._fold((RELEASE, SECOND), _("Releases of population and other drivers")),
            *([HTML('<input type="hidden" name="version" value="{{ page.version.number }}">')]
              if self.data.get("version") else []),
            Submit("", _("Calculate")))
        return helper

    def _fold(self, prefixes: Any, title: str) -> list[Any]:
        """Fields behind a summary, unfolded when one of them holds something."""
        names = [name for name in self.fields if name.startswith(prefixes)]
        is_open = any(self.data.get(name) or name in self.errors for name in names)
        if not names:
            return []
        return [HTML(f"<details{' open' if is_open else ''}><summary>{title}</summary>"),
                Div(*names, css_class="field-grid"), HTML("</details>")]


class OneGrantForm(GroundForm):
    """One worker's training: its cost, who pays what share, and the size of the firm."""

    def __init__(self, ground: Ground, data: Any, split: Any, firms: list[tuple[str, str]]) -> None:
        super().__init__(ground, data)
        self.cost, axis = VALUE + split.cost, split.axis
        self.shares = VALUE + split.shares if split.shares else ""
        self.fields[self.cost].label = _("Cost of the training")
        self.axis = axis
        if axis:
            self.fields["of"] = forms.ChoiceField(
                label=axis_name(axis), choices=[("", _("All")), *firms], required=False)

    @property
    def shown_fields(self) -> list[str]:
        own = [self.cost, *([self.shares] if self.shares else []), *(["of"] if self.axis else [])]
        return ["scenario", "over", *own]

    def unseen(self) -> list[tuple[str, str]]:
        """Values that the address holds beside the form's own fields: the name and the value of each."""
        return [(str(self.fields[name].label), value) for name, value in self.kept(*self.shown_fields)
                if name in self.fields]

    @property
    def helper(self) -> FormHelper:
        helper = FormHelper()
        helper.form_method, helper.disable_csrf = "get", True
        hidden = [HTML('{% include "_kept.html" with kept=page.kept only %}')]
        helper.layout = Layout(
            Div(*self.shown_fields, css_class="field-grid"), *hidden, Submit("", _("Calculate")))
        return helper


def _release_name(release: engine.Release) -> str:
    return f"{release.release} ({release.released or '?'})"


class NewVersion:
    """For a form of a new version: the text is checked whole, and is of the programme it is put to."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "text" in self.fields:
            self.fields["text"].strip = False
            self.fields["text"].widget = forms.Textarea(attrs={
                "rows": 40, "cols": 110, "wrap": "off", "spellcheck": "false",
                "class": "notation vLargeTextField"})

    def clean_text(self) -> str:
        """The text with the line ends of a file; refuses with every fault, each with its place."""
        text = self.cleaned_data["text"].replace("\r\n", "\n")
        faults = engine.check(text)
        if faults:
            raise forms.ValidationError([telling.placed_fault(one) for one in faults])
        return text

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        text, programme = self.cleaned_data.get("text"), self.cleaned_data.get("programme")
        if text and programme and engine.compile_document(text).programme != programme.code:
            self.add_error("text", _("The formula is of the programme “%(met)s”, not of “%(code)s”.") % {
                "met": engine.compile_document(text).programme, "code": programme.code})
        return cleaned
