"""Who may import whom, and how large things may grow: read from the source, with ast.

Every rule is shown to bite on a planted violation, in a tree of its own.
"""

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("config", "grants", "negotiations", "benchmarks", "tests")
OURS = ("config", "grants", "negotiations", "tests")
LOADED_LATE = {"babel", "numpy", "docx", "xlsxwriter", "typst", "pikepdf", "yaml"}
SHAPELESS = {"utils", "util", "helpers", "helper", "services", "service", "common", "misc"}
ENGINE_BESIDE_STANDARD = {"reading": {"yaml"}, "sweep": {"numpy"}}
SCREEN = {"admin", "forms", "views", "reports"}
REQUEST = ("django.http", "django.views", "django.shortcuts", "django.core.handlers",
           "django.contrib.admin", "negotiations.views", "negotiations.admin", "grants.views")  # fmt: skip
LOCAL_ZONE = re.compile(r"AT TIME ZONE|__date\b(?!_)|\bTrunc(Date|Day|Week|Month|Quarter|Year|Time)?\b", re.I)
LONGEST_FILE, LONGEST_FUNCTION = 400, 50


@dataclass(frozen=True)
class Source:
    """One Python file below *root*."""

    root: Path
    path: Path

    @cached_property
    def text(self) -> str:
        return (self.root / self.path).read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @property
    def module(self) -> str:
        return ".".join(self.path.with_suffix("").parts).removesuffix(".__init__")

    @property
    def is_migration(self) -> bool:
        return "migrations" in self.path.parts

    @cached_property
    def imports(self) -> list[str]:
        return [name for node in ast.walk(self.tree) for name in imported(node)]

    @cached_property
    def functions(self) -> list[ast.FunctionDef]:
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
        return [node for node in ast.walk(self.tree) if isinstance(node, kinds)]

    def is_in(self, *packages: str) -> bool:
        return any(self.module == package or self.module.startswith(f"{package}.")
                   for package in packages)  # fmt: skip


def imported(node: ast.AST) -> list[str]:
    """The dotted names that a node imports; `from a import b` gives a and a.b."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and not node.level:
        return [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return []


def sources(root: Path) -> Iterator[Source]:
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.py")):
            yield Source(root, path.relative_to(root))


def under(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def engine_imports(source: Source) -> list[str]:
    """The arithmetic stands alone: the standard library, and one package in two modules."""
    if not source.is_in("grants.engine"):
        return []
    allowed = ENGINE_BESIDE_STANDARD.get(source.path.stem, set()) | set(sys.stdlib_module_names)
    return [name for name in source.imports
            if not under(name, "grants.engine") and name.split(".")[0] not in allowed]  # fmt: skip


def upward_imports(source: Source) -> list[str]:
    """The ground floor never knows the upper one."""
    if not source.is_in("grants"):
        return []
    return [name for name in source.imports if under(name, "negotiations")]


def model_imports(source: Source) -> list[str]:
    """Models know no screen, and of config the rules alone."""
    if not source.is_in("grants.models", "negotiations.models"):
        return []
    return [name for name in source.imports if SCREEN & set(name.split("."))
            or under(name, "config") and not under(name, "config.rules")]  # fmt: skip


def report_imports(source: Source) -> list[str]:
    """A report is made of values, for a reader; it knows no request."""
    if not source.is_in("negotiations.reports", "negotiations.standing"):
        return []
    return [name for name in source.imports if under(name, *REQUEST)]


def private_imports(source: Source) -> list[str]:
    """Settings are read through django.conf; tests are nobody's library."""
    if source.is_in("tests"):
        return []
    return [name for name in source.imports if under(name, "config.settings", "tests")]


def late_imports(source: Source) -> list[str]:
    """Only what is slow to load is imported inside a function."""
    inner = [name for function in source.functions for node in ast.walk(function)
             for name in imported(node)]  # fmt: skip
    return [name for name in inner if name.split(".")[0] not in LOADED_LATE]


def shapeless_names(source: Source) -> list[str]:
    return sorted(SHAPELESS & set(source.module.split(".")))


def signals(source: Source) -> list[str]:
    """A signal sees half of the writes and is seen by nobody."""
    return [name for name in source.imports
            if "signals" in name.split(".") or under(name, "django.dispatch")]  # fmt: skip


def long_files(source: Source) -> list[str]:
    lines = len(source.text.splitlines())
    return [f"{lines} lines"] if lines >= LONGEST_FILE and not source.is_migration else []


def long_functions(source: Source) -> list[str]:
    if source.is_migration:
        return []
    return [f"{node.name}: {node.end_lineno - node.lineno + 1} lines" for node in source.functions
            if node.end_lineno - node.lineno + 1 > LONGEST_FUNCTION]  # fmt: skip


def local_zones(source: Source) -> list[str]:
    """Three time zone tables disagree: no date is taken from a moment by the database."""
    if source.is_in("tests"):
        return []
    return [hit[0] for hit in LOCAL_ZONE.finditer(source.text)]


RULES = (engine_imports, upward_imports, model_imports, report_imports, private_imports,
         late_imports, shapeless_names, signals, long_files, long_functions, local_zones)  # fmt: skip


def faults(rule, root: Path) -> list[str]:
    return [f"{source.path}: {fault}" for source in sources(root) for fault in rule(source)]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_house_stands(rule):
    assert faults(rule, ROOT) == []


def test_the_house_was_looked_at():
    """A check of nothing would pass for ever."""
    seen = [source.module for source in sources(ROOT)]
    assert {"config.rules", "grants.models", "negotiations.models.position"} <= set(seen)
    assert sum(len(source.imports) for source in sources(ROOT)) > 300


PLANTED = [
    (engine_imports, "grants/engine/sharing.py", "import yaml", "yaml"),
    (engine_imports, "grants/engine/sharing.py", "import django.db", "django.db"),
    (engine_imports, "grants/engine/reading.py", "from grants import models", "grants"),
    (upward_imports, "grants/models/programme.py", "import negotiations.models",
     "negotiations.models"),
    (model_imports, "negotiations/models/offer.py", "from django import forms", "django.forms"),
    (model_imports, "negotiations/models/offer.py", "import negotiations.reports.home",
     "negotiations.reports.home"),
    (model_imports, "negotiations/models/offer.py", "import config.identity", "config.identity"),
    (report_imports, "negotiations/reports/home.py", "import django.http", "django.http"),
    (private_imports, "negotiations/views/home.py", "import config.settings", "config.settings"),
    (private_imports, "negotiations/views/home.py", "import tests.builders", "tests.builders"),
    (late_imports, "config/urls.py", "def f():\n    import json", "json"),
    (shapeless_names, "negotiations/utils.py", "", "utils"),
    (shapeless_names, "negotiations/services/offers.py", "", "services"),
    (signals, "negotiations/apps.py", "import django.db.models.signals",
     "django.db.models.signals"),
    (signals, "negotiations/apps.py", "import django.dispatch", "django.dispatch"),
    (long_files, "config/urls.py", "\n" * 400, "400 lines"),
    (long_functions, "config/urls.py", "def f():\n" + "    pass\n" * 50, "f: 51 lines"),
    (local_zones, "config/urls.py", "rows.filter(recorded_at__date=day)", "__date"),
    (local_zones, "config/urls.py", "SQL = 'x at time zone y'", "at time zone"),
    (local_zones, "config/urls.py", "TruncDate('at')", "TruncDate"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "path", "code", "fault"), PLANTED)
def test_a_planted_violation_is_found(tmp_path, rule, path, code, fault):
    file = tmp_path / path
    file.parent.mkdir(parents=True)
    file.write_text(code, encoding="utf-8")
    assert f"{path}: {fault}" in faults(rule, tmp_path)


HARMLESS = [
    ("grants/engine/reading.py", "import yaml\nimport grants.engine.fault"),
    ("grants/engine/sweep.py", "import numpy"),
    ("negotiations/models/offer.py", "from config.rules import Wall\nimport negotiations.scales"),
    ("negotiations/reports/word.py", "def render():\n    import docx"),
    ("tests/test_it.py", "import config.settings"),
    ("config/urls.py", "def f():\n" + "    pass\n" * 49),
]  # fmt: skip


@pytest.mark.parametrize(("path", "code"), HARMLESS)
def test_what_is_allowed_is_let_through(tmp_path, path, code):
    file = tmp_path / path
    file.parent.mkdir(parents=True)
    file.write_text(code, encoding="utf-8")
    assert [fault for rule in RULES for fault in faults(rule, tmp_path)] == []
