"""The shapes of the schema: a section of a file, its fields, its parts; plain tables."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from negotiations.exchange.kinds import Reader


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One key of a section: how it is read, whether it must be there, and which column it fills.

    *to* is the kind of row that the text names; *column* is the key itself unless it says more.
    """

    read: Reader
    required: bool = False
    column: str = ""
    to: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A list of ids, each of which makes a row of its own between its owner and what it names."""

    kind: str
    owner: str
    column: str
    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One list or table of a file, whose entries are rows of one *kind*.

    *owner* is the column that names the row it stands in; *code* the columns that make the code
    of a row without an id, behind its owner's; *once* the columns that no two rows share, with
    the sentence. *date* and *source* are `required`, `owner` (the owner's when left out),
    `optional`, or empty for what has none.
    *own* are keys that another module reads; *numbered* is the column that holds the place in the
    list, unless the table says it.
    """

    kind: str
    fields: Mapping[str, Field]
    parts: Mapping[str, "Section"] = field(default_factory=dict)
    links: Mapping[str, Link] = field(default_factory=dict)
    owner: str = ""
    code: tuple[str, ...] = ()
    needs_id: bool = True
    date: str = ""
    source: str = ""
    fact: bool = False
    level: str = ""
    own: tuple[str, ...] = ()
    numbered: str = ""
    once: tuple[tuple[tuple[str, ...], str], ...] = ()
