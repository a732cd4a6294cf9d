"""One worker's training: who pays what, at the cost the formula starts from and at any other."""

from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from grants import engine, results, tables, telling
from grants.forms import OneGrantForm
from grants.naming import Names, names_on_record
from grants.results import Split, split_of
from grants.views.reading import Place, address, ground, place


@dataclass(frozen=True)
class Cost:
    """One cost and what each pays of it, by size of firm."""

    title: str
    table: Any
    charts: list[Any]
    working: str


@dataclass(frozen=True)
class Page:
    place: Place
    form: OneGrantForm
    faults: list[tuple[str, str, str]]
    costs: list[Cost]
    kept: list[tuple[str, str]]
    unseen: list[tuple[str, str]]
    is_open: bool
    back: str


def one_grant(request: HttpRequest, code: str) -> HttpResponse:
    """The split of one cost. 404 when the formula splits none."""
    found = place(request, code, (_("One grant"), ""))
    formula, names = ground(found), names_on_record()
    split = split_of(formula.document)
    if split is None:
        raise Http404
    firms = formula.document.frame.axes[split.axis] if split.axis else ()
    form = OneGrantForm(formula, request.GET, split, [(firm, names.label(firm)) for firm in firms])
    is_valid = form.is_valid()
    costs = costs_of(form, split, names, code) if is_valid else []
    page = Page(found, form, list(form.faults()), costs, form.kept(*form.shown_fields),
                form.unseen(), any(map(is_open, costs)), address("calculator", code, form.kept("of")))
    return render(request, "programme_one_grant.html", {"page": page, "trail": found.trail},
                  status=200 if is_valid else 400)


def is_open(cost: Cost) -> bool:
    """Whether nothing at all is said of who pays: every bar is a range from nothing."""
    bars = [bar for chart in cost.charts for bar in chart.bars]
    return bool(bars) and all(bar.open_width and not bar.solid_width for bar in bars)


def costs_of(form: OneGrantForm, split: Split, names: Names, code: str) -> list[Cost]:
    """The cost typed, if any, and the one that holds without it."""
    typed, only = form.values.get(split.cost), form.cleaned_data.get("of") or ""
    others = {name: value for name, value in form.values.items() if name != split.cost}
    usual = form.ground.run(others, scenarios=form.scenarios, pins=form.pins)
    runs = [(usual, form.kept("of", form.cost))]
    if typed is not None and typed != usual.values[split.cost]:
        runs.insert(0, (form.run(), form.kept("of")))
    return [cost_of(run, kept, split, names, code, only) for run, kept in runs]


def cost_of(run: engine.Results, kept: Any, split: Split, names: Names, code: str, only: str) -> Cost:
    cells = engine.calculation(run, [split.cost]).results[split.cost].values()
    unit = run.figure(split.cost).unit
    told = sorted({telling.exact(value, unit) for value in cells})
    table = tables.tables(run, split.measure, names)[0]
    title = _("Training at %(cost)s") % {"cost": ", ".join(told)}
    if not isinstance(table, tables.Broken):
        table = replace(tables.only(table, only and names.label(only)), caption=f"{table.caption} – {title}")
    return Cost(
        title, table,
        results.split_charts(run, split, names, f"cost-{len(kept)}", only),
        address("working", code, [*kept, ("measure", "")]))
