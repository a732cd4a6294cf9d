"""What the labels and axes of a formula are called for a reader, and in which order they stand.

Knows the governments; a label that nobody named is printed as it is written.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from grants import engine, telling
from grants.engine.frame import GOVERNMENT
from grants.models import Jurisdiction

LABELS = {
    "federal": _("Federal"),
    "provincial": _("Provincial"),
    "employer": _("Employer"),
    "lma": _("Labour Market Agreement"),
    "lmda": _("Labour Market Development Agreement"),
    "own": _("Own revenue"),
    "small": _("Small employer"),
    "other": _("Other employer"),
}
AXES = {
    "year": _("Fiscal year"),
    "government": _("Government"),
    "party": _("Who pays"),
    "fund": _("Where the money is taken from"),
    "firm": _("Size of firm"),
}
SURE = {"agreed": _("agreed"), "offered": _("offered"), "assumed": _("assumed")}
RESTS_ON = {
    "agreed": _("rests on an agreed value"),
    "offered": _("rests on an offered value"),
    "assumed": _("rests on an assumed value"),
}
KINDS = {
    "money": _("money"),
    "ratio": _("share of one"),
    "rate": _("rate"),
    "count": _("count"),
    "weights": _("shares that add to one"),
    "switch": _("yes or no"),
}


@dataclass(frozen=True)
class Names:
    """The governments as labels, in protocol order."""

    governments: dict[str, Jurisdiction]

    def label(self, label: str) -> str:
        """The name of a government or of another label."""
        found = self.governments.get(label)
        return found.name if found else str(LABELS.get(label, label))

    def labels(self, labels: Iterable[str]) -> str:
        """Several labels, as a heading says them."""
        return ", ".join(self.label(one) for one in labels)

    def ordered(self, axis: str, labels: Iterable[str]) -> list[str]:
        """Labels as they are shown: governments in protocol order, others as declared."""
        if axis != GOVERNMENT:
            return list(labels)
        last = len(self.governments)
        places = {code: place for place, code in enumerate(self.governments)}
        return sorted(labels, key=lambda label: places.get(label, last))


def name_of(document: engine.Document, name: str) -> str:
    """What a measure, parameter or check is called in the reader's language; else the name itself."""
    found = (named.get(name) for named in (document.measures, document.parameters, document.checks))
    return _in_language(next(filter(None, found), None)) or name


def scenario_name(document: engine.Document, name: str) -> str:
    """What a scenario is called in the reader's language; else its name."""
    return _in_language(document.scenarios.get(name)) or name


def _in_language(one: Any) -> str:
    return getattr(one, telling.language(), "")


def axis_name(axis: str) -> str:
    return str(AXES.get(axis, axis))


def names_on_record() -> Names:
    """The names for a page: 1 query."""
    return Names({row.code: row for row in Jurisdiction.objects.in_protocol_order()})
