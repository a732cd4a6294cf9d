"""The cells of the matrix as HTML, by one small escaped join: templates would cost seven times as much.

Knows the matrix and how an address is written. Whatever comes from the record is escaped here.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar
from urllib.parse import quote

from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from negotiations.reports.matrix import STANDS_IN, Cell, Column, Line, Matrix, way_words, words
from negotiations.reports.matrix_answers import name
from negotiations.views.asking import Asked

One = TypeVar("One")


def pinned_first(row: Sequence[One], pinned: int | None) -> list[One]:
    """The *row* with its pinned place in front, the others in protocol order."""
    if pinned is None:
        return list(row)
    return [row[pinned], *row[:pinned], *row[pinned + 1:]]


def place_of(page: Matrix, pin: str) -> int | None:
    return next((place for place, one in enumerate(page.columns) if one.government.code == pin), None)


@dataclass(frozen=True)
class Shared:
    """What the rows of a table's body share: addresses, the cell that is open, the column kept in view.

    `stem` is the address of a cell up to its name, `term` leads to the page of a term; `codes` are those of
    the governments, ready for HTML. Cells that look alike are written once, and kept in `looks`.
    """

    stem: str
    term: str
    opened: str
    pinned: int | None
    codes: dict[str, str]
    looks: dict[tuple, tuple[str, str]] = field(default_factory=dict)

    def look(self, cell: Cell) -> tuple[str, str]:
        """Its class, and what is seen and heard."""
        key = look_of(cell)
        if key not in self.looks:
            self.looks[key] = css(cell), look(cell)
        return self.looks[key]


def matrix_cells(page: Matrix, asked: Asked, address: str) -> SafeString:
    """All rows of the table's body; *address* leads to the page of a term, after its `/CODE/`."""
    stem = escape(f"{asked.address()}&cell=".replace("?&", "?"))
    codes = {one.government.code: escape(quote(one.government.code)) for one in page.columns}
    shared = Shared(stem, address, asked.cell, place_of(page, asked.pin), codes)
    return mark_safe("\n".join(row(line, shared) for line in page.lines))


def row(line: Line, shared: Shared) -> str:
    """One term: its head, a link for each government, and the counts."""
    cells, kept, code = [], "" if shared.pinned is None else " pinned", escape(quote(line.code))
    for cell in pinned_first(line.cells, shared.pinned):
        colour, seen = shared.look(cell)
        name = f"{code}-{shared.codes[cell.government.code]}"
        here = ' aria-current="true"' if cell.code == shared.opened else ""
        cells.append(f'<td class="{colour}{kept}"><a id="{name}" href="{shared.stem}{name}#pane"{here}>'
                     f"{seen}</a></td>")
        kept = ""
    head = format_html('<a href="{}">{}</a> <span class="term-name">{}</span>',
                       shared.term.replace("TERM", quote(line.code)), line.code, line.term.name)
    return (f'<tr><th scope="row">{head}</th>{"".join(cells)}'
            f'<td class="counts">{escape(line.counts.words)}</td></tr>')


def css(cell: Cell) -> str:
    if cell.left_out:
        return "left-out"
    colour = "stance-settled" if cell.settled else cell.stance.css_class
    return f"{colour} hollow" if cell.collective and not cell.settled else colour


def look_of(cell: Cell) -> tuple:
    """What two cells that look alike share."""
    if cell.left_out:
        return (cell.left_out,)
    if cell.stand is None:
        return ()
    one, signal = cell.stand, cell.stand.signal
    return (one.row.stance, one.row.firmness, one.row.origin, one.row.grade, one.whole_package, cell.settled,
            cell.outdated, signal and signal.stance, cell.arrow, cell.change and way_words(cell.change),
            len(cell.conditions), cell.stands_in)


def look(cell: Cell) -> SafeString:
    """Symbol and marks for the eye, the words for the ear."""
    told = " ".join(marks_of(cell)) if cell.stand and not cell.left_out else ""
    return format_html(
        '<span aria-hidden="true"><b>{}</b>{}{}</span><span class="visually-hidden">{}</span>',
        cell.symbol, format_html('<i class="arrow">{}</i>', cell.arrow) if cell.arrow else "",
        format_html("<small>{}</small>", told) if told else "", words(cell))


def marks_of(cell: Cell) -> list[str]:
    found = [(not cell.settled, cell.stand.row.grade), (cell.outdated, "⟲"), (cell.stand.signal, "↗"),
             (cell.conditions, f"{len(cell.conditions)}c"), (cell.stands_in, STANDS_IN)]
    return [mark for told, mark in found if told]


def matrix_heads(page: Matrix, asked: Asked, address: str) -> SafeString:
    """The heads of the columns: the government, its footnote, whether its state is contested."""
    pinned = place_of(page, asked.pin)
    return format_html_join("", '<th scope="col"{}><a href="{}"><abbr title="{}">{}</abbr></a>{}</th>', (
        (kept(place, pinned), address.replace("GOVERNMENT", one.government.code.lower()), one.name,
         one.government.told("short"), marks(one))
        for place, one in enumerate(pinned_first(page.columns, pinned))))


def kept(place: int, pinned: int | None, css: str = "") -> SafeString:
    """The class of a cell; the pinned one stands first."""
    told = f"{css} pinned".strip() if pinned is not None and not place else css
    return format_html(' class="{}"', told) if told else SafeString()


def marks(column: Column) -> SafeString:
    told = [(mark, word) for mark, word in (
        ("†", ", ".join(column.footnotes)), ("!", column.contested)) if word]
    return format_html_join("", ' <abbr class="note-mark" title="{1}">{0}</abbr>', told)


def matrix_feet(page: Matrix, asked: Asked) -> SafeString:
    """The counts of each column, over the terms."""
    pinned = place_of(page, asked.pin)
    return format_html_join("", "<td{}>{}</td>", (
        (kept(place, pinned, "counts"), one.counts.words)
        for place, one in enumerate(pinned_first(page.columns, pinned))))


def matrix_answers(page: Matrix, asked: Asked) -> SafeString:
    """Whether each government has answered the offer addressed to it; one that is not the first is named."""
    pinned = place_of(page, asked.pin)
    first = page.answers[0].offer if page.answers else None
    return format_html_join("", "<td{}>{}</td>", (
        (kept(place, pinned, "counts"), answer(one, first))
        for place, one in enumerate(pinned_first(page.columns, pinned))))


def answer(column: Column, first: object) -> SafeString:
    found = column.answer
    if found is None:
        return SafeString()
    other = f"{name(found.row.offer)} " if found.row.offer is not first else ""
    return format_html('<b aria-hidden="true">{}</b> {}{} {}', found.symbol, other, found.word, found.told)
