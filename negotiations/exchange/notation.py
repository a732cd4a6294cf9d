"""The values of terms as record files write them, kept as JSON strings; knows the engine's numbers.

The notation is that of formula documents: 500_000_000, 15%, 1/3, 15%.., unknown, "1 : 1 : 1",
tables by year, by government or by share. What a kind of term may hold is checked here; how a
programme reads it is the engine's affair.
"""

import re
from collections.abc import Callable
from fractions import Fraction

from grants.engine.fault import Refused
from grants.engine.notation import read_number, read_range
from negotiations.exchange.faults import Faults, Place, shown
from negotiations.exchange.kinds import GOVERNMENTS, calendar_day, last_day_of, text
from negotiations.exchange.reading import Node

YEAR = re.compile(r"(\d{4})-(\d{2})", re.ASCII)
LABEL = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)
DURATION = re.compile(r"(?P<number>.+?)(?: (?:day|week|month|year)s?)?", re.ASCII)
NOTES = ("is", "sure", "source", "note")
SURE = ("agreed", "offered", "assumed")
UNITS = {"money": (0, None), "ratio": (0, 1), "weights": (0, None), "number": (None, None),
         "schedule": (None, None), "duration": (0, None)}  # fmt: skip
FAULTS = {
    "not_a_number": "{met} is not a number; write 500_000_000, -0.5, 15% or 1/3, "
                    "a range as 15%.., or unknown.",
    "exponent_notation": "{met} has an exponent: write the number out.",
    "not_finite": "{met} is not a number.",
    "too_many_digits": "{met} has more than 30 digits.",
    "zero_below_the_line": "{met} divides by zero.",
    "range_upside_down": "The range {met} ends before it starts.",
}  # fmt: skip


def value_of(node: Node, kind: str, faults: Faults) -> object:
    """The value as JSON strings, or None after a fault; *kind* is the term's kind of value."""
    told = len(faults.found)
    found = part_of(node, kind, faults)
    return found if len(faults.found) == told else None


def part_of(node: Node, kind: str, faults: Faults) -> object:
    if node.kind == "text":
        return leaf(node, kind, faults)
    if node.kind == "list":
        if kind == "choice" and node.items:
            return [leaf(item, kind, faults) for item in node.items]
        faults.tell(node.place, "Only a choice has a list of values; write a text or a table.")
        return None
    if node.get("is"):
        return with_notes(node, kind, faults)
    return table_of(node, kind, faults)


def leaf(node: Node, kind: str, faults: Faults) -> str | None:
    """One figure, or words, for a term of that kind."""
    word = text(node, faults)
    if word is None or word in ("unknown", "yes", "no") or kind in ("choice", "text"):
        return word
    sentence = LEAVES[kind](word) if kind in LEAVES else number_fault(word, kind)
    if sentence:
        faults.tell(node.place, sentence)
    return word


def number_fault(word: str, kind: str) -> str:
    """Why a text is no figure of that kind; empty when it is one."""
    if word in ("unlimited", "rest"):
        return ""
    try:
        ends = read_ends(word)
    except Refused as refused:
        fault = refused.faults[0]
        return FAULTS[fault.code].format(met=shown(fault.value("met")))
    low, high = UNITS[kind]
    if any(low is not None and end < low for end in ends):
        return f"{shown(word)} is negative; a {kind} is not."
    if any(high is not None and end > high for end in ends):
        return f"{shown(word)} is more than 1; a ratio lies between 0 and 1, as in 15% or 1/3."
    return ""


def read_ends(word: str) -> list[Fraction]:
    """The number, or the ends of the range that are written."""
    if ".." not in word:
        return [Fraction(read_number(word))]
    read_range(word)
    return [Fraction(read_number(end)) for end in word.split("..") if end.strip()]


def weights_fault(word: str) -> str:
    """Proportions as 1 : 1 : 1, or one part of a table of shares."""
    parts = [part.strip() for part in word.split(":")]
    sentences = (number_fault(part, "weights") for part in parts)
    found = next((sentence for sentence in sentences if sentence), "")
    if not found and len(parts) > 1 and not any(read_ends(part)[0] for part in parts):
        return f"The proportions {shown(word)} add to zero."
    return found


def date_fault(word: str) -> str:
    """A day or a month, or a range between two, either end open."""
    first, dots, last = (part.strip() for part in word.partition(".."))
    ends = [calendar_day(end) or last_day_of(end) for end in (first, last) if end]
    if not ends or None in ends:
        return f"{shown(word)} is not a date; write 2014-04-01, 2014-04 or a range as 2014-04-01.."
    if dots and len(ends) == 2 and ends[0] > ends[1]:
        return f"The range {shown(word)} ends before it starts."
    return ""


def duration_fault(word: str) -> str:
    """A number, alone or with days, weeks, months or years."""
    return number_fault(DURATION.fullmatch(word)["number"], "duration")


LEAVES: dict[str, Callable[[str], str]] = {
    "weights": weights_fault,
    "date": date_fault,
    "duration": duration_fault,
}


def with_notes(node: Node, kind: str, faults: Faults) -> dict[str, object]:
    """{is: 45%, sure: assumed, source: x, note: ...}."""
    kept = {}
    for key, value in node.items:
        if key.text not in NOTES:
            faults.tell(key.place, f"{shown(key.text)} is not known here; only {', '.join(NOTES)}.")
        elif key.text == "is":
            kept["is"] = part_of(value, kind, faults)
        else:
            kept[key.text] = text(value, faults)
    if "sure" in kept and kept["sure"] not in (*SURE, None):
        faults.tell(node.get("sure").place,
                    f"{shown(kept['sure'])} is not known. Allowed: {', '.join(SURE)}.")  # fmt: skip
    return kept


def table_of(node: Node, kind: str, faults: Faults) -> dict[str, object]:
    """Values by year, by government, or the shares of weights; each label once, one axis."""
    seen: set[str] = set()
    axes = set()
    for key, _value in node.items:
        labels = [] if key.text == "others" else labels_of(key.text, key.place, faults)
        for label in labels:
            if label in seen:
                faults.tell(key.place, f"{shown(label)} has a value already.")
            seen.add(label)
            axes.add(axis_of(label))
    if len(axes) > 1:
        faults.tell(node.place, f"One table speaks of one axis; here are "
                                f"{' and '.join(sorted(axes))}. Nest them.")  # fmt: skip
    if "share" in axes and kind != "weights":
        faults.tell(node.place, "Only weights have shares; here a table is by year or government.")
    if not node.items:
        faults.tell(node.place, "The table is empty.")
    found = {key.text: part_of(value, kind, faults) for key, value in node.items}
    if axes == {"share"}:
        check_shares(found, node.place, faults)
    return found


def labels_of(key: str, place: Place, faults: Faults) -> list[str]:
    """The years, governments or parts that a key speaks of."""
    first, dots, last = key.partition("..")
    if dots:
        ends = [end for end in (first, last) if end]
        if not ends or not all(is_year(end) for end in ends) or ends != sorted(ends):
            faults.tell(place, f"{shown(key)} is not a range of fiscal years.")
            return []
        return years_between(first, last)
    known = [word for word in key.split() if is_year(word) or LABEL.fullmatch(word)]
    if len(known) != len(key.split()) or not known:
        faults.tell(place, f"{shown(key)} is not a fiscal year, a government or a part.")
        return []
    return known


def is_year(word: str) -> bool:
    """2014-15: the second year follows the first."""
    match = YEAR.fullmatch(word)
    return bool(match) and (int(match[1]) + 1) % 100 == int(match[2])


def years_between(first: str, last: str) -> list[str]:
    """The years of a range; of an open one only its end."""
    if not (first and last):
        return [first or last]
    years = range(int(first[:4]), min(int(last[:4]), int(first[:4]) + 100) + 1)
    return [f"{year}-{(year + 1) % 100:02}" for year in years]


def axis_of(label: str) -> str:
    if is_year(label):
        return "year"
    return "government" if label in GOVERNMENTS else "share"


def check_shares(shares: dict[str, object], place: Place, faults: Faults) -> None:
    """Shares that are all plain numbers add to 1."""
    words = [word for word in shares.values() if isinstance(word, str)]
    if len(words) < len(shares) or any(".." in w or w in ("unknown", "rest") for w in words):
        return
    if any(number_fault(word, "ratio") for word in words):
        return
    total = sum(read_ends(word)[0] for word in words)
    if total != 1:
        faults.tell(place, f"These shares add to {total}, not to 1.")
