"""The grants engine: programmes as formulas, exact to the cent. Its public names are these.

Pure Python: the standard library, and PyYAML in `reading` only. No Django, no clock, no files.
The language is described in docs/formulas.md.
"""

from grants.engine.calculation import ENGINE_VERSION, Calculation, calculation
from grants.engine.cases import Condition, Difference, Outcome, read_condition, run_cases
from grants.engine.checking import Report, check_cases
from grants.engine.evaluation import Figure, Results, Shown, evaluate
from grants.engine.exact import Exact, Range, largest_remainder, round_half_away
from grants.engine.fault import Fault, Place, Refused
from grants.engine.frame import write_unit
from grants.engine.notation import read_number, write_decimal, write_exact, write_number
from grants.engine.programme import Document, check, compile_document
from grants.engine.reading import plain
from grants.engine.releases import Release, read_release
from grants.engine.values import Parameter
from grants.engine.working import working

__all__ = [
    "ENGINE_VERSION",
    "Calculation",
    "Condition",
    "Difference",
    "Document",
    "Exact",
    "Fault",
    "Figure",
    "Outcome",
    "Parameter",
    "Place",
    "Range",
    "Refused",
    "Release",
    "Report",
    "Results",
    "Shown",
    "calculation",
    "check",
    "check_cases",
    "compile_document",
    "evaluate",
    "largest_remainder",
    "plain",
    "read_condition",
    "read_number",
    "read_release",
    "round_half_away",
    "run_cases",
    "working",
    "write_decimal",
    "write_exact",
    "write_number",
    "write_unit",
]
