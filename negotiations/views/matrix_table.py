"""The cells of the matrix as HTML, by one small escaped join: templates would cost seven times as much.

Knows the matrix and how an address is written. Whatever comes from the record is escaped here.
"""

from urllib.parse import quote

from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from negotiations.reports.matrix import Cell, Line, Matrix, words
from negotiations.views.asking import Asked


def matrix_cells(page: Matrix, asked: Asked, address: str) -> SafeString:
    """All rows of the table's body; *address* leads to the page of a term, after its `/CODE/`.

    Cells that look alike are written once.
    """
    stem = escape(f"{asked.address()}&cell=".replace("?&", "?"))
    looks: dict[tuple, SafeString] = {}
    return mark_safe("\n".join(row(line, stem, looks, asked.cell, address) for line in page.lines))


def row(line: Line, stem: str, looks: dict[tuple, SafeString], opened: str, address: str) -> str:
    """One term: its head, a link for each government, and the counts."""
    cells = []
    for cell in line.cells:
        key = look_of(cell)
        if key not in looks:
            looks[key] = look(cell)
        here = ' aria-current="true"' if cell.code == opened else ""
        code = escape(quote(cell.code))
        cells.append(f'<td class="{css(cell)}"><a id="{code}" href="{stem}{code}#pane"{here}>'
                     f"{looks[key]}</a></td>")
    head = format_html('<a href="{}">{}</a> <span class="term-name">{}</span>',
                       address.replace("TERM", quote(line.code)), line.code, line.term.name)
    return (f'<tr><th scope="row">{head}</th>{"".join(cells)}'
            f'<td class="counts">{escape(line.counts.words)}</td></tr>')


def css(cell: Cell) -> str:
    colour = "stance-settled" if cell.settled else cell.stance.css_class
    return f"{colour} hollow" if cell.collective and not cell.settled else colour


def look_of(cell: Cell) -> tuple:
    """What two cells that look alike share."""
    if cell.stand is None:
        return ()
    one, signal = cell.stand, cell.stand.signal
    return (one.row.stance, one.row.firmness, one.row.origin, one.row.grade, one.whole_package, cell.settled,
            cell.outdated, signal and signal.stance, cell.change and cell.change.way, len(cell.conditions))


def look(cell: Cell) -> SafeString:
    """Symbol and marks for the eye, the words for the ear."""
    marks = []
    if cell.stand and not cell.settled:
        marks.append(cell.stand.row.grade)
    if cell.outdated:
        marks.append("⟲")
    if cell.stand and cell.stand.signal:
        marks.append("↗")
    if cell.conditions:
        marks.append(f"{len(cell.conditions)}c")
    return format_html(
        '<span aria-hidden="true"><b>{}</b>{}{}</span><span class="visually-hidden">{}</span>',
        cell.symbol, format_html('<i class="arrow">{}</i>', cell.arrow) if cell.arrow else "",
        format_html("<small>{}</small>", " ".join(marks)) if marks else "", words(cell))


def matrix_heads(page: Matrix, address: str) -> SafeString:
    """The heads of the columns: the government, its footnote, whether its state is contested."""
    return format_html_join("", '<th scope="col"><a href="{}"><abbr title="{}">{}</abbr></a>{}</th>', (
        (address.replace("GOVERNMENT", one.government.code.lower()), one.name,
         one.government.told("short"), marks(one)) for one in page.columns))


def marks(column) -> SafeString:
    told = [(mark, word) for mark, word in (
        ("†", ", ".join(column.footnotes)), ("!", column.contested)) if word]
    return format_html_join("", ' <abbr class="note-mark" title="{1}">{0}</abbr>', told)


def matrix_feet(page: Matrix) -> SafeString:
    """The counts of each column, over the terms."""
    return format_html_join("", '<td class="counts">{}</td>', ((one.counts.words,) for one in page.columns))
