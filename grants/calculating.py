"""Runs a programme's formula on what is on record and gives a frozen value; stores nothing.

Knows the models and the engine; no request and no page. Use: `calculate("canada-job-grant")`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.core.exceptions import ObjectDoesNotExist

from grants import engine
from grants.models import IndicatorRelease, Programme, ProgrammeVersion

Values = Mapping[str, object]


class NoCurrentVersion(ObjectDoesNotExist):
    """The programme has no current version, so there is nothing to run."""


@dataclass(frozen=True)
class Ground:
    """A version of a formula ready to be run, and the releases on record that it may read."""

    version: ProgrammeVersion
    document: engine.Document
    releases: tuple[engine.Release, ...]

    def run(
        self,
        values: Values | None = None,
        *,
        scenarios: Sequence[str] = (),
        base: Values | None = None,
        pins: Mapping[str, str] | None = None,
    ) -> engine.Results:
        """The results, worked out when asked for.

        Laid over each other: status quo, *base* (the base offer), *scenarios*, *values*.
        *pins* names the release a driver must read; otherwise it reads the latest one.
        Raises engine.Refused with every fault.
        """
        laid = {**(base or {}), **self.document.laid(*scenarios), **(values or {})}
        return engine.evaluate(self.document, laid, self.releases, base=base, pins=pins)


def calculate(
    programme: ProgrammeVersion | Programme | str,
    values: Values | None = None,
    *,
    scenarios: Sequence[str] = (),
    base: Values | None = None,
    pins: Mapping[str, str] | None = None,
    names: Iterable[str] = (),
) -> engine.Calculation:
    """A frozen calculation of all measures and checks, or of *names*: 2 queries, 3 from a code.

    *programme* is a version, or a programme or its code (then the current version counts).
    *values* by parameter in the notation of the formula language, as for `Ground.run`.
    Raises engine.Refused, NoCurrentVersion, Programme.DoesNotExist.
    """
    ground = ground_of(version_of(programme))
    results = ground.run(values, scenarios=scenarios, base=base, pins=pins)
    return engine.calculation(results, names)


def version_of(programme: ProgrammeVersion | Programme | str) -> ProgrammeVersion:
    """The version itself, or the current one of a programme: 1 query from a code."""
    if isinstance(programme, ProgrammeVersion):
        return programme
    if isinstance(programme, str):
        programme = Programme.objects.with_current().get(code=programme)
    if programme.current is None:
        raise NoCurrentVersion(programme.code)
    return programme.current


def ground_of(version: ProgrammeVersion, moment: datetime | None = None) -> Ground:
    """The version's formula, compiled, with the releases of its indicators known at *moment*: 2 queries.

    Raises engine.Refused when the text is no formula.
    """
    document = engine.compile_document(version.text)
    return Ground(version, document, releases_for(document, moment))


def releases_for(document: engine.Document, moment: datetime | None = None) -> tuple[engine.Release, ...]:
    """The releases on record, or entered before *moment*, of what drives a formula: 2 queries."""
    wanted = {driver.indicator for driver in document.drivers.values()}
    rows = IndicatorRelease.objects.known(moment).filter(indicator__in=wanted).with_values().order_by("code")
    return tuple(release_of(row) for row in rows)


def release_of(row: IndicatorRelease) -> engine.Release:
    """A stored release as the engine takes it; its figures are exact."""
    values = sorted(row.values.all(), key=lambda one: one.government_id)
    return engine.Release(
        release=row.code,
        indicator=row.indicator,
        date=row.reference_date.isoformat(),
        released=row.released_on.isoformat() if row.released_on else "",
        title=row.title,
        publisher=row.publisher,
        url=row.url,
        values=tuple((one.government_id, _exact(one.value)) for one in values),
        unconfirmed=tuple(one.government_id for one in values if not one.confirmed),
    )


def _exact(value) -> int | Fraction:
    number = Fraction(value)
    return number.numerator if number.denominator == 1 else number
