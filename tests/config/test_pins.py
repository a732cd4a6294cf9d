"""Every package is pinned to a version and to the hashes of its wheels, the transitive ones too."""

import re
from importlib import metadata

import pytest

from config import pins

ENVIRONMENT = (pins.ROOT / "bin" / "_environment.sh").read_text()


def texts() -> list[str]:
    return [(pins.ROOT / name).read_text() for name in pins.FILES]


@pytest.mark.parametrize("name", pins.FILES)
def test_every_line_is_a_pin_with_hashes(name):
    text = (pins.ROOT / name).read_text()
    wanted = re.findall(r"^[\w.\[\]-]+==\S+ \\\n(?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+", text, re.M)
    rest = re.sub(r"^(#.*|-r requirements\.txt)\n", "", text, flags=re.M)
    assert "".join(wanted) == rest
    assert len(wanted) == len(pins.pins(text)) > 10


def test_what_is_installed_is_what_is_pinned():
    pinned = {re.sub(r"[-_.]+", "-", hit[1]).lower(): hit[3] for text in texts() for pin in pins.pins(text)
              if (hit := pins.PIN.match(pin))}  # fmt: skip
    installed = {
        re.sub(r"[-_.]+", "-", found.name).lower(): found.version for found in metadata.distributions()
    }
    assert {name: installed.get(name) for name in pinned} == pinned


def test_nothing_is_brought_that_is_not_pinned():
    """Whatever a pinned package needs on this machine is pinned as well."""
    pinned = {re.sub(r"[-_.]+", "-", hit[1]).lower() for text in texts() for pin in pins.pins(text)
              if (hit := pins.PIN.match(pin))}  # fmt: skip
    needed = set()
    for name in pinned:
        for line in metadata.requires(name) or ():
            if ";" not in line:
                needed.add(re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", line)[0]).lower())
    assert needed - pinned == set()


def test_packages_are_installed_by_hash_only():
    assert "--require-hashes --no-deps --only-binary :all:" in ENVIRONMENT


def test_hashes_are_written_anew(tmp_path, monkeypatch):
    monkeypatch.setattr(pins, "WHEELS", tmp_path)
    for tag in ("cp311-cp311-manylinux_2_28_x86_64", "cp311-cp311-manylinux_2_28_aarch64"):
        (tmp_path / f"a_b-1.0-{tag}.whl").write_bytes(tag.encode())
    text = "# chosen\nA.b[x]==1.0 \\\n    --hash=sha256:0000\n"
    first = pins.pinned(text, pins.hashes())
    assert re.fullmatch(r"# chosen\nA\.b\[x\]==1\.0( \\\n    --hash=sha256:[0-9a-f]{64}){2}\n", first)
    assert pins.pinned(first, pins.hashes()) == first
    with pytest.raises(KeyError):
        pins.pinned("other==2.0\n", pins.hashes())
