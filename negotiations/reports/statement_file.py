"""Statements found, as a file of comma-separated values that no spreadsheet runs."""

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _

from grants.exporting import BOM, safe
from negotiations import scales
from negotiations.reports.search import FoundLine
from negotiations.standing.clock import AsOf

LEVELS = scales.by_level(scales.SENSITIVITIES)


def statement_file(found: Iterable[FoundLine], as_of: AsOf, clearance: int) -> str:
    """A line a statement, under a head that names the dates and the clearance."""
    told = io.StringIO()
    writer = csv.writer(told, lineterminator="\r\n")
    writer.writerow([safe(as_of.sentence)])
    writer.writerow([_("Read with clearance: %(level)s") % {"level": LEVELS[clearance].word}])
    writer.writerow(head())
    for line in found:
        writer.writerow([safe(" ".join(cell.split())) for cell in cells(line)])
    return BOM + told.getvalue()


def head() -> list[str]:
    return [_("Date"), _("Government"), _("Speaker"), _("On behalf of"), _("Counts for"), _("Event"),
            _("Terms"), _("Text"), _("Language"), _("Translation"), _("Whose translation"), _("Channel"),
            _("Evidence"), _("Positions"), _("Sources"), _("Sensitivity")]


def cells(line: FoundLine) -> Iterator[str]:
    said = line.said
    yield from (line.when, said.government, said.who, f"{said.behalf} {said.front}", "; ".join(line.members))
    yield from (line.event.title, "; ".join(name for _code, name in said.terms), said.text, said.language)
    yield from (said.translation, said.translation_by if said.translation else "", said.channel, said.grade)
    yield "; ".join(position(one) for one in line.stands)
    yield "; ".join(f"{one.publisher}: {one.title} {one.locator}" for one in said.cites)
    yield str(LEVELS[line.sensitivity].word)


def position(stand: Any) -> str:
    return f"{stand.term or _('whole package')}: {stand.stance.word}, {stand.firmness}"
