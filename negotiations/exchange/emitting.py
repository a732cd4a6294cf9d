"""Plain values as the YAML that reading.py reads; the same bytes for the same values, everywhere.

A value is a text, a list, or a dictionary with text keys; knows nothing of ours.
"""

import re

SHORT_LIST = 88
DAY = r"\d{4}-\d{2}(-\d{2})?"
MOMENT = r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z"
PLAIN_NUMBER = re.compile(rf"\d[\d_]*|{DAY}|{DAY}\.\.{DAY}|about {DAY}|{MOMENT}", re.ASCII)
PLAIN_TEXT = re.compile(r"[^\W\d_](?:[\w .,;()/%$’'_+=?!-]*[\w.)%’?!])?")
WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*", re.ASCII)
READ_OTHERWISE = {"yes", "no", "on", "off", "true", "false", "null", "y", "n"}
# What YAML does not print, or takes for the end of a line.
PRINTED = r"\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff"
ESCAPED = re.compile(rf'["\\]|[^{PRINTED}]')
ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
LINE = re.compile(rf"[{PRINTED}]*")


class Flag(str):
    """yes or no, which stand without quotes."""


def document(value: dict | list) -> str:
    """A whole file."""
    return "\n".join(block(value, 0)) + "\n"


def block(value: dict | list, depth: int) -> list[str]:
    lines = []
    if isinstance(value, dict):
        for key, part in value.items():
            lines += entry(f"{scalar(key)}:", part, depth)
        return lines
    for part in value:
        lines += item(part, depth)
    return lines


def entry(key: str, value: object, depth: int) -> list[str]:
    """One key of a table; what is short stands on its line."""
    space = "  " * depth
    if isinstance(value, str):
        return text(f"{space}{key}", value, depth)
    if short := short_list(value):
        return [f"{space}{key} {short}"]
    return [f"{space}{key}", *block(value, depth + 1)]


def item(value: object, depth: int) -> list[str]:
    """One entry of a list: a dash, and the first line beside it."""
    space = "  " * depth
    if isinstance(value, str):
        return text(f"{space}-", value, depth)
    lines = block(value, depth + 1)
    return [f"{space}- {lines[0].lstrip()}", *lines[1:]]


def text(start: str, value: str, depth: int) -> list[str]:
    """A text beside its key; one of several lines stands below it, as it is."""
    lines = value.split("\n")
    if len(lines) == 1 or not all(is_printed(line) for line in lines) or not lines[-1]:
        return [f"{start} {scalar(value)}"]
    space = "  " * (depth + 1)
    return [f"{start} |-", *(f"{space}{line}" if line else "" for line in lines)]


def is_printed(line: str) -> bool:
    """Whether a line comes back from a block as it went in."""
    return bool(LINE.fullmatch(line)) and line == line.strip(" ")


def short_list(value: object) -> str:
    """[T1, T2], for a list of codes that fits a line; empty otherwise."""
    if not isinstance(value, list) or not all(isinstance(one, str) and WORD.fullmatch(one) for one in value):
        return ""
    line = f"[{', '.join(scalar(one) for one in value)}]"
    return line if len(line) <= SHORT_LIST else ""


def scalar(value: str) -> str:
    """A text on one line, in quotes unless YAML reads it as a text without them."""
    if isinstance(value, Flag) or is_plain(value):
        return str(value)
    return f'"{ESCAPED.sub(escaped, value)}"'


def is_plain(value: str) -> bool:
    if PLAIN_NUMBER.fullmatch(value):
        return True
    return bool(PLAIN_TEXT.fullmatch(value)) and value.lower() not in READ_OTHERWISE


def escaped(found: re.Match) -> str:
    character = found[0]
    return ESCAPES.get(character) or f"\\u{ord(character):04x}"
