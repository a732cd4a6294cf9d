"""One evaluation of the Canada Job Grant against a plain Decimal loop, and against LibreOffice.

Run from the root: python -m benchmarks.engine. What counts is the ratios, measured in one run.
Targets: at most 25 times the loop; at least 100 times faster than LibreOffice as a process.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from benchmarks.telling import at_least, at_most
from grants import engine
from grants.engine.programme import _compile

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parent.parent
STEPS = {"2014-15": "0.15", "2015-16": "0.30", "2016-17": "0.45", "2017-18..": "0.60"}
STATED = {"earmark": STEPS, "shares": "1 : 1 : 1", "federal_cap": "5000", "provincial_cap": "5000"}
FIGURES = ("allocation", "grants", "kept", "match", "backfill", "burden", "employers", "training", "trainees")
BY_YEAR = ("0.15", "0.30", "0.45", "0.60", "0.60", "0.60")


def read(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def decimal_loop(people: list[int]) -> list[tuple[Decimal, ...]]:
    """The same nine figures for 13 governments and 6 years, written out once and for all."""
    total, envelope, cost = sum(people), Decimal(500_000_000), Decimal(15_000)
    third = cost / 3
    federal = provincial = min(third, Decimal(5_000))
    employer = cost - federal - provincial
    rows = []
    for step in BY_YEAR:
        earmark = Decimal(step)
        for count in people:
            allocation = envelope * count / total
            grants = allocation * earmark
            kept = allocation - grants
            match = grants * provincial / federal
            backfill = allocation - kept
            trainees = grants / federal
            figures = (allocation, grants, kept, match, backfill, backfill + match)
            rows.append((*figures, grants * employer / federal, trainees * cost, trainees))
    return rows


def best(work: Callable[[], object], times: int) -> float:
    """The quickest of five runs, in seconds for one call: what others do at the time counts least."""
    found = []
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(times):
            work()
        found.append((time.perf_counter() - start) / times)
    return min(found)


def worked(document: engine.Document, stated: dict, releases: list[engine.Release]) -> engine.Results:
    """One evaluation: values read, and the nine figures worked out."""
    results = engine.evaluate(document, stated, releases)
    for name in FIGURES:
        results.column(name)
    return results


def spreadsheet(people: list[int]) -> str:
    """The same table as a flat OpenDocument sheet, one formula a cell."""
    rows = []
    for step in BY_YEAR:
        for count in people:
            row = len(rows) + 1
            allocation = f"500000000*{count}/{sum(people)}"
            formulas = [allocation, f"[.A{row}]*{step}", f"[.A{row}]-[.B{row}]", f"[.B{row}]*5000/5000",
                        f"[.A{row}]-[.C{row}]", f"[.E{row}]+[.D{row}]", f"[.B{row}]*5000/5000",
                        f"[.I{row}]*15000", f"[.B{row}]/5000"]  # fmt: skip
            cells = "".join(f'<table:table-cell table:formula="of:={escape(f)}"/>' for f in formulas)
            rows.append(f"<table:table-row>{cells}</table:table-row>")
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "of")
    )
    mime = "application/vnd.oasis.opendocument.spreadsheet"
    return (
        f'<?xml version="1.0"?><office:document {spaces} office:version="1.3" office:mimetype="{mime}">'
        f'<office:body><office:spreadsheet><table:table table:name="t">{"".join(rows)}'
        "</table:table></office:spreadsheet></office:body></office:document>"
    )


def libreoffice(program: str, people: list[int]) -> float:
    """Seconds to recalculate the sheet in a process of its own (median of three)."""
    with tempfile.TemporaryDirectory() as folder:
        sheet = Path(folder) / "grant.fods"
        sheet.write_text(spreadsheet(people), encoding="utf-8")
        command = [program, f"-env:UserInstallation=file://{folder}/profile", "--headless"]
        command += ["--convert-to", "csv", "--outdir", folder, str(sheet)]
        found = []
        for _ in range(4):
            start = time.perf_counter()
            subprocess.run(command, check=True, capture_output=True)  # noqa: S603
            found.append(time.perf_counter() - start)
        return statistics.median(found[1:])


def check_same(results: engine.Results, people: list[int]) -> None:
    """The engine and the loop agree to a millionth of a dollar."""
    figures = [list(results.figure(name).cells.values()) for name in FIGURES]
    for i, row in enumerate(decimal_loop(people)):
        for name, column, value in zip(FIGURES, figures, row, strict=True):
            gap = abs(Decimal(column[i].numerator) / Decimal(column[i].denominator) - value)
            if gap > Decimal("0.000001"):
                sys.exit(f"{name} differs from the loop by {gap}")


def main() -> None:
    """Measures and prints the ratios."""
    text = read("data/programmes/canada-job-grant.yaml")
    releases = [engine.read_release(read(f"data/releases/{path.name}"))
                for path in sorted((ROOT / "data/releases").glob("*.yaml"))]  # fmt: skip
    document = engine.compile_document(text)
    results = worked(document, STATED, releases)
    people = [int(value) for value in results.column("people").cells]
    check_same(results, people)
    loop = best(lambda: decimal_loop(people), 50)
    stated = best(lambda: worked(document, STATED, releases), 50)
    unknown = best(lambda: worked(document, {**STATED, "shares": "unknown"}, releases), 20)
    compiling = best(lambda: _compile.__wrapped__(text), 3)
    print(f"Decimal loop, 13 governments, 6 years, 9 figures: {loop * 1000:.3f} ms")
    for case, took in (("everything stated", stated), ("shares unknown", unknown)):
        print(f"engine, {case}: {took * 1000:.3f} ms")
        at_most(f"Engine, {case}, against the loop", took / loop, 25)
    changed = {**STATED, "training_cost": "9000"}
    again = best(lambda: worked(engine.compile_document(text), changed, releases), 20)
    print(f"reading and compiling the formula once: {compiling * 1000:.2f} ms")
    print(f"one parameter changed, by its text: {again * 1000:.3f} ms; the parsed formula is reused: "
          f"{engine.compile_document(text) is document}")  # fmt: skip
    program = shutil.which("soffice") or shutil.which("libreoffice")
    if not program:
        print("LibreOffice is not installed here: not compared")
        return
    office = libreoffice(program, people)
    print(f"LibreOffice as a process: {office * 1000:.0f} ms")
    at_least("Engine against LibreOffice as a process", office / stated, 100)


if __name__ == "__main__":
    main()
