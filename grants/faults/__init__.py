"""The engine's faults as sentences, in English and French; knows codes and words only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grants.faults import meaning, writing

if TYPE_CHECKING:
    from grants.engine import Difference, Fault

SENTENCES: dict[str, tuple[str, str]] = {**writing.SENTENCES, **meaning.SENTENCES}
_WORDS = {
    "en": {
        "for_cell": " for {}",
        "in_entry": " in '{}'",
        "near": " Did you mean '{}'?",
        "wanted": "; expected: {}",
        "pure": "a pure number",
        "place": "line {}, column {}: ",
        "differs": "{} is {}; expected {}.",
    },
    "fr": {
        "for_cell": " pour {}",
        "in_entry": " dans « {} »",
        "near": " Vouliez-vous dire « {} » ?",
        "wanted": " ; attendu : {}",
        "pure": "un nombre pur",
        "place": "ligne {}, colonne {} : ",
        "differs": "{} vaut {} ; attendu {}.",
    },
}


def sentence(fault: Fault, language: str = "en") -> str:
    """A fault as a sentence without its place; `language` is `en` or `fr`."""
    words = _WORDS[language]
    values = dict(fault.values)
    told = {
        **values,
        "for_cell": _joined(words["for_cell"], values.get("cell", "")),
        "in_entry": _joined(words["in_entry"], values.get("entry", "")),
        "wanted_word": _joined(words["wanted"], values.get("wanted", "")),
        "first_unit": values.get("first") or words["pure"],
        "second_unit": values.get("second") or words["pure"],
    }
    template = SENTENCES[fault.code][language == "fr"]
    return template.format(**told) + _joined(words["near"], values.get("near", ""))


def placed_sentence(fault: Fault, language: str = "en") -> str:
    """A fault as a sentence with its place before it: line and column, or the form's field."""
    words, text = _WORDS[language], sentence(fault, language)
    where = words["place"].format(fault.line, fault.column) if fault.line else ""
    return f"{where}{fault.field}: {text}" if fault.field else where + text


def difference_sentence(difference: Difference, language: str = "en") -> str:
    """What a case expected and what came, as a sentence."""
    figure = difference.figure + (f" ({difference.cell})" if difference.cell else "")
    met = _plain(difference.met)
    return _WORDS[language]["differs"].format(figure, met, difference.expected)


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return f"{value.get('low', '')}..{value.get('high', '')}"
    return str(value)


def _joined(template: str, value: str) -> str:
    return template.format(value) if value else ""
