"""How far each term has come, in the reader's words: the status, what is agreed, and who is missing.

Knows the rows of `term_rows` and the status as a plain value; no request.
"""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from grants import formats
from negotiations import scales, typed_values
from negotiations.models import Term
from negotiations.reports.early import Early
from negotiations.reports.term_rows import TermRows
from negotiations.standing.clock import language
from negotiations.standing.status import CLOSED, PROVISIONAL, SUBJECT, Status

STATUSES = scales.by_code(scales.TERM_STATUSES)
NAMED = 6  # governments that a line of the list names; of more it gives the number


@dataclass(frozen=True, slots=True)
class StatusLine:
    """The status of one term. `version` is in words; governments come in protocol order.

    `missing` keep the term from its next status, `without` do not stand behind what is agreed.
    """

    status: Any
    agreed_on: datetime.date | None
    version: str
    behind: int
    concerned: int
    missing: tuple[Any, ...]
    without: tuple[Any, ...]

    @property
    def since(self) -> str:
        return formats.date_long(self.agreed_on, language()) if self.agreed_on else ""

    @property
    def dated(self) -> str:
        """The day in brackets behind the word: (28 February 2014)."""
        if not self.since:
            return ""
        told = _("agreed %(day)s") % {"day": self.since} if self.status.code == CLOSED else self.since
        return f"({told})"

    @property
    def missing_words(self) -> str:
        """What those who are missing have not done, or what the record lacks of them."""
        if self.status.code == PROVISIONAL:
            return _("Not signed yet")
        if self.status.code == SUBJECT:
            return _("Neither signed nor apart yet")
        if self.version:
            return _("Not on record yet as standing behind it")
        return _("Not on record yet as standing behind any version")

    @property
    def missing_short(self) -> str:
        return in_few_words(self.missing)

    @property
    def without_short(self) -> str:
        return in_few_words(self.without)


def in_few_words(governments: Sequence[Any]) -> str:
    """The short names, or how many where they are many."""
    count = len(governments)
    if count <= NAMED:
        return ", ".join(one.told("short") for one in governments)
    return ngettext("%(n)s government", "%(n)s governments", count) % {"n": count}


@dataclass(frozen=True, slots=True)
class TermLine:
    """One term of the list."""

    term: Term
    standing: StatusLine
    subject_to: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class TermList:
    lines: tuple[TermLine, ...]
    single_package: bool
    early: Early | None
    level: int

    @property
    def statuses(self) -> list[Any]:
        """Those that occur, from the first to the last."""
        seen = {one.standing.status.code for one in self.lines}
        return [one for one in scales.TERM_STATUSES if one.code in seen]


def term_list(rows: TermRows) -> TermList:
    """Every term in order, with its status: 1 query beside the rows."""
    terms = {row.pk: row for row in Term.objects.of(rows.negotiation).known(rows.as_of.moment)
             .order_by("number")}
    statuses = rows.statuses()
    found = tuple(
        TermLine(term, status_line(rows, term, statuses[term.pk]),
                 tuple(terms[other] for other in rows.subject_to.get(term.pk, ()) if other in terms))
        for term in terms.values())
    return TermList(found, rows.negotiation.single_package, rows.early, rows.level(terms.values()))


def status_line(rows: TermRows, term: Any, found: Status) -> StatusLine:
    named = {row.code: row for row in rows.governments}
    absent = found.without if found.agreed else found.missing
    return StatusLine(
        status=STATUSES[found.code], agreed_on=found.since,
        version=version_words(found, term), behind=len(found.concerned) - len(absent),
        concerned=len(found.concerned), missing=tuple(named[code] for code in found.missing),
        without=tuple(named[code] for code in found.without))


def version_words(found: Status, term: Any) -> str:
    """The value in words, or the wording of the version that counts."""
    row = found.version.row if found.version else None
    if row is None:
        return ""
    unit = term.told("unit")
    value = row.value if row.value != "unknown" else None
    return typed_values.told(value, term.value_kind, unit) or row.told("wording")
