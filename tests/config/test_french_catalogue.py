"""The French catalogue is complete, current, and set as French is."""

import re

import pytest
from babel.messages.catalog import Catalog, Message

from config.messages import extracted, stored

USED: Catalog = extracted()
KEPT: Catalog = stored()
NBSP = "\N{NO-BREAK SPACE}"
CODE = re.compile(r'\{.*?\}|\[.*?\]|"\d+"')
HOLES = re.compile(r"%\(\w+\)[sd]|%[sd]|%%|\{\w*\}")


def key(message: Message) -> tuple:
    return (message.context, message.id)


def messages(catalog: Catalog) -> list[Message]:
    return [message for message in catalog if message.id]


def texts(message: Message) -> list[str]:
    """The French of a message: one text, or one for each form of its plural."""
    return [message.string] if isinstance(message.string, str) else list(message.string)


def holes(text: str) -> list[str]:
    return sorted(HOLES.findall(text))


def french() -> list[str]:
    """Every French text, without what is written for a machine ({"2014-15": "0"}, "500")."""
    return [CODE.sub("", text) for message in messages(KEPT) for text in texts(message)]


def test_every_message_in_use_is_in_the_catalogue():
    used = {key(message) for message in messages(USED)}
    kept = {key(message) for message in messages(KEPT)}
    assert sorted(map(str, used - kept)) == []
    assert sorted(map(str, kept - used)) == []


def test_every_message_is_translated():
    assert [message.id for message in messages(KEPT) if not all(texts(message))] == []


def test_no_translation_is_a_guess():
    assert [message.id for message in messages(KEPT) if message.fuzzy] == []


def test_translations_have_the_same_holes():
    def differs(message: Message) -> bool:
        source = message.id if isinstance(message.id, str) else message.id[-1]
        return any(holes(text) != holes(source) for text in texts(message) if text)

    assert [message.id for message in messages(KEPT) if differs(message)] == []


@pytest.mark.parametrize(
    ("fault", "pattern"),
    [
        ("no space that holds before : ; ! ? » %", rf"[^{NBSP}][:;!?»%](?=\s|$)"),
        ("no space that holds after «", rf"«(?!{NBSP})"),
        ("straight apostrophe", r"\w'\w"),
        ("straight or English quotes", r"[\"“”]"),
        ("three dots", r"\.\.\."),
    ],
)
def test_french_is_set_as_french(fault, pattern):
    assert [text for text in french() if re.search(pattern, text)] == [], fault


def test_governments_are_never_called_jurisdictions():
    assert [text for text in french() if re.search("juridiction", text, re.IGNORECASE)] == []
