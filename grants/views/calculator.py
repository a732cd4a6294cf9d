"""The calculator of a programme: the form, the figures, and the same as CSV and JSON."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from grants import engine, exporting, results, tables
from grants.forms import RELEASE, CalculatorForm
from grants.naming import Names, names_on_record
from grants.views.reading import Place, address, ground, place


@dataclass(frozen=True)
class Shown:
    """What was calculated."""

    measure: str
    tables: list[Any]
    summary: Any
    chart: Any
    split: Any
    split_tables: list[Any]
    split_charts: list[Any]
    beside: Any
    checks: list[results.Check]
    calculation: engine.Calculation
    sources: list[Any]


@dataclass(frozen=True)
class Page:
    """The calculator: its form, its addresses, and what was calculated (None: nothing, for faults)."""

    place: Place
    form: CalculatorForm
    faults: list[tuple[str, str, str]]
    shown: Shown | None
    measures: list[tuple[str, str, str]]
    working: str
    one_grant: str
    csv: str
    json: str

    @property
    def version(self) -> Any:
        return self.place.version


def asked(request: HttpRequest, code: str) -> tuple[Place, CalculatorForm]:
    """The place and the form as the address fills it: 3 or 4 queries."""
    found = place(request, code, (_("Calculator"), ""))
    return found, CalculatorForm(ground(found), request.GET)


def calculator(request: HttpRequest, code: str) -> HttpResponse:
    """The form and, when nothing is wrong with it, the figures. Stores nothing."""
    found, form = asked(request, code)
    names, is_valid = names_on_record(), form.is_valid()
    shown = shown_of(form, names) if is_valid else None
    page = page_of(found, form, shown, code)
    return render(request, "programme_calculator.html", {"page": page, "trail": found.trail},
                  status=200 if is_valid else 400)


def page_of(found: Place, form: CalculatorForm, shown: Shown | None, code: str) -> Page:
    kept = form.kept("measure", "year")
    choices = form.fields["measure"].choices
    links = [(title, address("calculator", code, [*form.kept("measure"), ("measure", name)]), name)
             for name, title in choices]
    return Page(
        found, form, list(form.faults()), shown, links,
        address("working", code, [*kept, ("measure", "")]), address("one-grant", code, kept),
        address("calculator-csv", code, kept), address("calculator-json", code, kept))


def shown_of(form: CalculatorForm, names: Names) -> Shown:
    """The figures of a valid form."""
    run, measure, step = form.run(), form.measure, form.step
    split = results.split_of(form.document)
    return Shown(
        measure=measure,
        tables=tables.tables(run, measure, names, step) if measure else [],
        summary=results.summary(run, step),
        chart=results.allocation_chart(run, measure, names, form.year, step) if measure else None,
        split=split,
        split_tables=tables.tables(run, split.measure, names, step) if split else [],
        split_charts=results.split_charts(run, split, names, "split") if split else [],
        beside=beside(form, run, names) if form.second_pins else None,
        checks=results.checks(run, names),
        calculation=engine.calculation(run),
        sources=results.sources(run))


def beside(form: CalculatorForm, run: engine.Results, names: Names) -> Any:
    """The figures under the releases chosen, and under the second ones."""
    second = {**form.pins, **form.second_pins}
    pins = [urlencode([(f"{RELEASE}{name}", one) for name, one in chosen.items()])
            for chosen in (form.pins, second)]
    return results.side_by_side((run, form.run(pins=second)), form.measure, names, form.year, form.step,
                                (pins[0], pins[1]))


def calculator_csv(request: HttpRequest, code: str) -> HttpResponse:
    """Every figure shown, one a line; what is wrong is told in text."""
    found, form = asked(request, code)
    if not form.is_valid():
        told = "\n".join(f"{label}: {sentence}" for _id, label, sentence in form.faults())
        return HttpResponse(told, content_type="text/plain; charset=utf-8", status=400)
    text = exporting.csv_text(form.run(), names_on_record(), form.step)
    return HttpResponse(text, content_type="text/csv; charset=utf-8", headers={
        "Content-Disposition": f'attachment; filename="{found.programme.code}.csv"'})


def calculator_json(request: HttpRequest, code: str) -> HttpResponse:
    """The calculation, its checksum, and the figures shown; what is wrong by field."""
    _found, form = asked(request, code)
    if not form.is_valid():
        return JsonResponse({"faults": form.errors}, status=400)
    return JsonResponse(exporting.json_value(form.run(), form.step),
                        json_dumps_params={"ensure_ascii": False})
