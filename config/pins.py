"""Writes the hashes of every pinned package into requirements.txt and requirements-dev.txt.

    python -m config.pins    after a version was changed; it downloads each wheel once, into var/wheels

A wheel is pinned for every Python, processor and C library that Entente is for. Knows pip only.
"""

import hashlib
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WHEELS = ROOT / "var" / "wheels"
FILES = ("requirements.txt", "requirements-dev.txt")
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
PROCESSORS = ("x86_64", "aarch64")
# Newer C libraries are offered newer wheels, where a package has both.
LIBRARIES = (
    ("2_39", "2_36", "2_35", "2_34", "2_31", "2_28", "2_27", "2_24", "2_17", "2_12", "2_5"),
    ("2_28", "2_27", "2_24", "2_17", "2_12", "2_5"),
)
PIN = re.compile(r"^([\w.-]+)(\[[\w,]+\])?==(\S+)")


def bare(text: str) -> str:
    """The requirements without the hashes of before."""
    lines = text.replace(" \\\n", "\n").splitlines()
    return "\n".join(line for line in lines if not line.startswith("    --hash=")) + "\n"


def pins(text: str) -> list[str]:
    return [hit[0] for line in bare(text).splitlines() if (hit := PIN.match(line))]


def key(name: str, version: str) -> tuple[str, str]:
    """How a wheel's file name begins."""
    return re.sub(r"[-_.]+", "_", name).lower(), version


def fetch(wanted: list[str]) -> None:
    """The wheels of *wanted* for every machine."""
    WHEELS.mkdir(parents=True, exist_ok=True)
    for python in PYTHONS:
        for processor in PROCESSORS:
            for libraries in LIBRARIES:
                tags = [f"manylinux_{library}_{processor}" for library in libraries]
                tags += [f"manylinux2014_{processor}", f"manylinux1_{processor}"]
                download(wanted, python, tags)


def download(wanted: list[str], python: str, tags: list[str]) -> None:
    options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary", ":all:"]
    machine = ["--python-version", python, *(word for tag in tags for word in ("--platform", tag))]
    words = [sys.executable, "-m", "pip", "download", *options, *machine, "--dest", str(WHEELS)]
    subprocess.run([*words, *wanted], check=True)


def hashes() -> dict[tuple[str, str], list[str]]:
    """The hashes of the wheels that lie there, by package and version."""
    found: dict[tuple[str, str], list[str]] = {}
    for wheel in sorted(WHEELS.glob("*.whl")):
        name, version, _rest = wheel.name.split("-", 2)
        found.setdefault(key(name, version), []).append(hashlib.sha256(wheel.read_bytes()).hexdigest())
    return found


def pinned(text: str, known: dict[tuple[str, str], list[str]]) -> str:
    """*text* with the hashes below each pin; a pin without a wheel is a fault."""
    lines = []
    for line in bare(text).splitlines():
        hit = PIN.match(line)
        sums = sorted(set(known[key(hit[1], hit[3])])) if hit else []
        lines.append(" \\\n".join([line, *(f"    --hash=sha256:{one}" for one in sums)]))
    return "\n".join(lines) + "\n"


def main() -> None:
    texts = {name: (ROOT / name).read_text() for name in FILES}
    fetch([pin for text in texts.values() for pin in pins(text)])
    known = hashes()
    for name, text in texts.items():
        (ROOT / name).write_text(pinned(text, known))


if __name__ == "__main__":
    main()
