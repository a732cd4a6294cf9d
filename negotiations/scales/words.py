"""Values of the scales as they stand inside a sentence; knows translation and the tables."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from negotiations.scales.positions import GRADES
from negotiations.scales.tracks import TRACK_STATES
from negotiations.scales.values import by_code

STATES = by_code(TRACK_STATES)
BY_GRADE = by_code(GRADES)


def state(code: str) -> str:
    """`agreement in principle` for J6."""
    return str(STATES[code].word)


def quoted_state(code: str) -> str:
    """The state between the quotation marks of the language."""
    return _("“%(word)s”") % {"word": state(code)}


def listed_states(codes: Iterable[str]) -> str:
    """Several states, each between quotation marks."""
    return ", ".join(quoted_state(code) for code in codes)


def grade(code: str) -> str:
    """`stated publicly, formal` for E1."""
    return str(BY_GRADE[code].word)


def evidence(code: str) -> str:
    """What must prove a state, as whole sentences."""
    return str(STATES[code].evidence)


def capital(word: str) -> str:
    """With its first letter raised, and nothing else changed."""
    return word[:1].upper() + word[1:]
