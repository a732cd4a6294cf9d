"""`manage.py check_cases FILE`: proves formulas on their cases. A shell around the engine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.management.base import BaseCommand

from grants import engine
from grants.faults import difference_sentence, placed_sentence, sentence

if TYPE_CHECKING:
    from argparse import ArgumentParser

MOST_BYTES = 10_000_000


class Command(BaseCommand):
    """One line per case, the count last. Exit 1 when a case fails, 2 when a file is malformed."""

    help = "Run a formula document's own cases, or a file of golden cases."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """FILE, where releases are kept, and the language of the sentences."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--releases", type=Path, help="folder of releases (YAML)")
        parser.add_argument("--language", choices=["en", "fr"], default="en")

    def handle(self, *args: Any, **options: Any) -> None:
        """Reads the file and tells what the engine found."""
        language = options["language"]
        folder = options["releases"] or Path(settings.BASE_DIR) / "data" / "releases"
        try:
            text = self._read(options["file"])
            releases = [engine.read_release(self._read(p)) for p in sorted(folder.glob("*.yaml"))]
        except (OSError, UnicodeDecodeError) as error:
            self._stop(str(error))
        except engine.Refused as refused:
            self._stop(*(placed_sentence(fault, language) for fault in refused.faults))
        report = engine.check_cases(text, releases)
        if report.faults:
            self._stop(*(placed_sentence(fault, language) for fault in report.faults))
        for outcome in report.outcomes:
            self.stdout.write(outcome_line(outcome, language))
        self.stdout.write(f"{report.passed} passed, {report.failed} failed")
        if report.exit_code:
            raise SystemExit(report.exit_code)

    def _read(self, path: Path) -> str:
        if path.stat().st_size > MOST_BYTES:
            raise OSError(f"{path}: over {MOST_BYTES} bytes")
        return path.read_text(encoding="utf-8")

    def _stop(self, *lines: str) -> None:
        for line in lines:
            self.stderr.write(line)
        raise SystemExit(2)


def outcome_line(outcome: engine.Outcome, language: str) -> str:
    """One case on one line: passed or failed, its id and title, what differs."""
    head = f"{'ok  ' if outcome.passed else 'FAIL'} {outcome.id}"
    told = [difference_sentence(difference, language) for difference in outcome.differences]
    told += [sentence(fault, language) for fault in (*outcome.faults, *outcome.notes)]
    return "  ".join(part for part in (head, outcome.title, " ".join(told)) if part)
