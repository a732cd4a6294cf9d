"""The French catalogue: collects the messages of code and templates, and compiles the answers.

    python -m config.messages extract    brings locale/fr/LC_MESSAGES/django.po up to date
    python -m config.messages compile    writes the .mo the site reads

Knows the source tree and Babel; needs no gettext on the machine, no settings, no database.
"""

import ast
import sys
from collections.abc import Container, Iterator
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir, extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / "locale" / "fr" / "LC_MESSAGES" / "django.po"
FOLDERS = ("config", "grants", "negotiations", "templates")
METHODS = [
    ("**.py", "config.messages:extract_code"),
    ("**.html", "config.messages:extract_template"),
    ("**.txt", "config.messages:extract_template"),
]
KEYWORDS = {
    "_": None,
    "_lazy": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
# Django's own sentences that its French joins to a noun ("Ajout de offre"): ours stand beside it.
SAID_AGAIN = (
    " By %(filter_title)s ",
    "Add %s",
    "Add another %(verbose_name)s",
    "Change %s",
    "Select %s to change",
    "Select %s to view",
    "View %s",
)
UNTOLD = (
    b'"Report-Msgid',
    b'"POT-Creation',
    b'"PO-Revision',
    b'"Last-Trans',
    b'"Language-Team',
    b'"Generated-By',
)
HEADER = """\
# French of Entente: Canadian ministry usage.
# Kept up to date by: python -m config.messages extract
"""


def extract_code(
    fileobj: BinaryIO, keywords: Container[str], comment_tags: object, options: object
) -> Iterator[tuple]:
    """A Babel method: the messages of one Python file, in order, those inside an f-string too."""
    calls = [node for node in ast.walk(ast.parse(fileobj.read())) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        if name in keywords:
            yield call.lineno, name, tuple(_literal(argument) for argument in call.args), []


def _literal(argument: ast.expr) -> str | None:
    """The text of an argument; None when it is no text that stands in the file."""
    return getattr(argument, "value", None) if isinstance(argument, ast.Constant) else None


def extract_template(
    fileobj: BinaryIO, keywords: object, comment_tags: object, options: object
) -> Iterator[tuple]:
    """A Babel method: the messages of one Django template, read as Django's own tags read it."""
    _settle()
    told = templatize(fileobj.read().decode("utf-8"))
    source = "\n".join(line.lstrip() for line in told.splitlines())  # or it reads as bad Python
    yield from extract_python(BytesIO(source.encode("utf-8")), keywords, comment_tags, options)


def empty() -> Catalog:
    """A French catalogue without messages. Two forms of plural: 0 and 1 are singular."""
    catalog = Catalog(locale="fr", project="Entente", fuzzy=False)
    catalog.mime_headers = [("Plural-Forms", "nplurals=2; plural=(n > 1);")]
    return catalog


def extracted() -> Catalog:
    """Every message now used, and Django's that are said again, with the files they stand in."""
    catalog = empty()
    for folder in FOLDERS:
        for name, _line, message, _comments, context in extract_from_dir(
            ROOT / folder, METHODS, keywords=KEYWORDS
        ):
            catalog.add(message, locations=[(f"{folder}/{name}", 0)], context=context)
    for message in SAID_AGAIN:
        catalog.add(message, locations=[("config/messages.py", 0)])
    return catalog


def stored() -> Catalog:
    """The catalogue as it stands in the tree; empty before the first extraction."""
    if not CATALOGUE.exists():
        return empty()
    with CATALOGUE.open("rb") as file:
        return read_po(file, locale="fr")


def extract() -> None:
    """Adds what is new (untranslated) and drops what is gone; never guesses a translation."""
    catalog = stored()
    catalog.update(extracted(), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    catalog.header_comment = HEADER
    CATALOGUE.parent.mkdir(parents=True, exist_ok=True)
    CATALOGUE.write_bytes(_printed(catalog))


def _printed(catalog: Catalog) -> bytes:
    """The .po as text, without the header lines that name nobody or change at every run."""
    file = BytesIO()
    write_po(file, catalog, width=100, include_lineno=False, sort_by_file=True)
    lines = file.getvalue().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(UNTOLD))


def compile_catalogue() -> None:
    """Writes the .mo beside the .po."""
    with CATALOGUE.with_suffix(".mo").open("wb") as file:
        write_mo(file, stored())


def _settle() -> None:
    """templatize() reads one setting; an empty set of settings is enough for it."""
    if not settings.configured:
        settings.configure()


ACTS = {"extract": extract, "compile": compile_catalogue}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in ACTS:
        sys.exit("Say one of: " + ", ".join(ACTS))
    ACTS[sys.argv[1]]()
