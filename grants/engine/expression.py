"""The expression grammar: a text into a tree of terms; knows words, not what they name.

Source: formula_language.md, section 3. Nothing is evaluated here, and nothing calls itself
deeper than the limits below allow.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from grants.engine.fault import NOWHERE, Place, Refused, fault, refuse
from grants.engine.notation import read_number

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

MOST_WORDS = 250
MOST_NESTED = 30
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
KEYWORDS = frozenset({"and", "or", "not", "over"})
_WORD = re.compile(
    r"(?P<space>\s+)|(?P<number>\d[\d_]*(?:\.\d[\d_]*)?%?)|(?P<name>[^\W\d]\w*)"
    r"|(?P<before>@status_quo\b)|(?P<sign>\*\*|<=|>=|==|!=|[-+*/<>(),])|(?P<other>.)",
    re.DOTALL,
)
_LABEL = re.compile(r"\.(\d{4}-\d{2}(?!\w)|\w+)")
_YEAR = re.compile(r"\d{4}-\d{2}(?![\w.])")
_POWERS = {"or": 1, "and": 2, **dict.fromkeys(COMPARISONS, 4), "+": 5, "-": 5, "*": 6, "/": 6}


class Word(NamedTuple):
    """A word of an expression: its kind, text and place (characters from the start)."""

    kind: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Term:
    """A node of an expression: operator, operands, the number, name or label it holds, its span."""

    op: str
    args: tuple[Term, ...] = ()
    text: str = ""
    number: int | Fraction = 0
    over: tuple[str, ...] = ()
    start: int = 0
    end: int = 0

    def walk(self) -> Iterator[Term]:
        """This term and every term under it."""
        waiting = [self]
        while waiting:
            term = waiting.pop()
            yield term
            waiting.extend(reversed(term.args))

    def names(self) -> set[str]:
        """The names the expression rests on, `@status_quo` ones included."""
        return {t.text for t in self.walk() if t.op in {"name", "status_quo"}}


def parse(text: str, place: Place = NOWHERE, flow: bool = False) -> Term:
    """The tree of an expression, or a fault with its place.

    `flow`: the text stood unquoted inside { }, where a comma would have ended it.
    """
    parser = _Parser(split_words(text, place), place, flow)
    term = parser.parse(0, 0)
    if parser.word.kind != "end":
        raise parser.unexpected()
    return term


def split_words(text: str, place: Place = NOWHERE) -> list[Word]:
    """The words of an expression and a last one of kind `end`; at most 250."""
    words: list[Word] = []
    position = 0
    while position < len(text):
        word = _next_word(text, position, words, place)
        position = word.end
        if word.kind != "space":
            words.append(word)
        if len(words) > MOST_WORDS:
            raise refuse("too_many_words", place, most=MOST_WORDS)
    return [*words, Word("end", "", len(text), len(text))]


def _next_word(text: str, position: int, words: list[Word], place: Place) -> Word:
    label = _LABEL.match(text, position)
    if label and words and words[-1].end == position and _takes_label(words[-1]):
        return Word("label", label[1], position, label.end())
    year = _YEAR.match(text, position)
    if year:
        raise refuse("year_as_subtraction", place.shifted(position), met=year[0])
    match = _WORD.match(text, position)
    if match.lastgroup == "other":
        raise refuse("bad_character", place.shifted(position), met=match[0])
    return Word(match.lastgroup, match[0], position, match.end())


def _takes_label(word: Word) -> bool:
    return word.kind in {"name", "label", "before"} or word.text == ")"


class _Parser:
    """Precedence climbing over a list of words."""

    def __init__(self, words: list[Word], place: Place, flow: bool) -> None:
        self.words, self.place, self.flow = words, place, flow
        self.at = 0

    @property
    def word(self) -> Word:
        return self.words[self.at]

    def next(self) -> Word:
        self.at += 1
        return self.words[self.at - 1]

    def is_next(self, *texts: str) -> bool:
        return self.word.text in texts and self.word.kind in {"sign", "name"}

    def expect(self, text: str) -> Word:
        if not self.is_next(text):
            raise self.unexpected(text)
        return self.next()

    def unexpected(self, wanted: str = "") -> Refused:
        """The fault for the word the parser stands on."""
        here = self.place.shifted(self.word.start)
        if self.word.kind != "end":
            return Refused(fault("unexpected_word", here, met=self.word.text, wanted=wanted))
        code = "stops_in_braces" if self.flow and wanted == ")" else "stops_early"
        return Refused(fault(code, self.place, wanted=wanted or "value"))

    def parse(self, power: int, depth: int) -> Term:
        """An expression whose operators all bind tighter than `power`."""
        if depth > MOST_NESTED:
            raise refuse("too_nested", self.place.shifted(self.word.start), most=MOST_NESTED)
        left = self.first(power, depth)
        while self.word.kind in {"sign", "name"} and _POWERS.get(self.word.text, 0) > power:
            word = self.next()
            strength = _POWERS[word.text]
            right = self.parse(strength, depth + 1)
            left = Term(word.text, (left, right), start=left.start, end=right.end)
            if word.text in COMPARISONS and self.is_next(*COMPARISONS):
                raise self.unexpected()
        return left

    def first(self, power: int, depth: int) -> Term:
        word = self.word
        if self.is_next("-"):
            self.next()
            term = self.first_signed(depth + 1)
            return Term("negative", (term,), start=word.start, end=term.end)
        if self.is_next("not") and power < 3:
            self.next()
            term = self.parse(2, depth + 1)
            return Term("not", (term,), start=word.start, end=term.end)
        return self.raised(depth)

    def first_signed(self, depth: int) -> Term:
        if depth > MOST_NESTED:
            raise refuse("too_nested", self.place.shifted(self.word.start), most=MOST_NESTED)
        return self.first(7, depth)

    def raised(self, depth: int) -> Term:
        base = self.taken(depth)
        if not self.is_next("**"):
            return base
        self.next()
        exponent = self.first_signed(depth + 1)
        return Term("**", (base, exponent), start=base.start, end=exponent.end)

    def taken(self, depth: int) -> Term:
        term = self.atom(depth)
        while self.word.kind == "label":
            word = self.next()
            term = Term("take", (term,), word.text, start=term.start, end=word.end)
        return term

    def atom(self, depth: int) -> Term:
        word = self.word
        if word.kind == "number":
            self.next()
            number = read_number(word.text, self.place.shifted(word.start))
            return Term("number", (), word.text, number, start=word.start, end=word.end)
        if self.is_next("("):
            self.next()
            inside = self.parse(0, depth + 1)
            end = self.expect(")").end
            return Term("group", (inside,), start=word.start, end=end)
        if word.kind == "name" and word.text not in KEYWORDS:
            self.next()
            return self.call(word, depth) if self.is_next("(") else self.named(word)
        raise self.unexpected()

    def named(self, word: Word) -> Term:
        if self.word.kind == "before":
            return Term("status_quo", (), word.text, start=word.start, end=self.next().end)
        return Term("name", (), word.text, start=word.start, end=word.end)

    def call(self, word: Word, depth: int) -> Term:
        self.expect("(")
        args = [self.parse(0, depth + 1)]
        while self.is_next(","):
            self.next()
            args.append(self.parse(0, depth + 1))
        over: list[str] = []
        if self.is_next("over"):
            self.next()
            while self.word.kind == "name":
                over.append(self.next().text)
            if not over:
                raise self.unexpected("axis")
        end = self.expect(")").end
        return Term("call", tuple(args), word.text, 0, tuple(over), word.start, end)
