"""What `check_cases` does with a text: a formula document's own cases, or a file of cases.

Takes text, gives plain values; knows no files, no settings, no language.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grants.engine.case_file import MOST_CHARACTERS, read_case_file, run_case_file
from grants.engine.cases import Outcome, run_cases
from grants.engine.fault import Fault, Refused
from grants.engine.programme import compile_document
from grants.engine.reading import read

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grants.engine.releases import Release


@dataclass(frozen=True)
class Report:
    """The outcome of each case; or, when the text cannot be used, all its faults and no case."""

    outcomes: tuple[Outcome, ...] = ()
    faults: tuple[Fault, ...] = ()

    @property
    def passed(self) -> int:
        """How many cases passed."""
        return sum(1 for outcome in self.outcomes if outcome.passed)

    @property
    def failed(self) -> int:
        """How many did not."""
        return len(self.outcomes) - self.passed

    @property
    def exit_code(self) -> int:
        """0: all passed; 1: a case failed; 2: the text is malformed."""
        return 2 if self.faults else 1 if self.failed else 0


def check_cases(text: str, releases: Iterable[Release] = ()) -> Report:
    """Runs a formula document's own cases, or a file of golden cases. Never raises."""
    try:
        root = read(text, MOST_CHARACTERS)
        if root.get("language"):
            return Report(run_cases(compile_document(text), releases))
        return Report(run_case_file(read_case_file(text)))
    except Refused as refused:
        return Report(faults=refused.faults)
