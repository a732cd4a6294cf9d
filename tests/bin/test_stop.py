"""bin/stop ends what runs in one folder, and leaves all else alone."""

import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from config import embedded

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def folder():
    """A folder beside the checkout, as ENTENTE_VAR names it; its name has a space."""
    base = Path(tempfile.mkdtemp(prefix="entente stop "))
    base.chmod(0o755)
    yield base
    for server in map(embedded.Server, (base / "postgres", base / "other/postgres")):
        embedded.stop(server.folder)
        for path in (server.home, server.socket):
            shutil.rmtree(path, ignore_errors=True)
    shutil.rmtree(base, ignore_errors=True)


def stop(folder: Path) -> subprocess.CompletedProcess:
    return subprocess.run(["bin/stop"], cwd=ROOT, env={"PATH": "/usr/bin:/bin", "ENTENTE_VAR": str(folder)},
                          capture_output=True, text=True, check=False)


def runs(folder: Path) -> bool:
    return embedded.Server(folder / "postgres").postmaster() is not None


@pytest.mark.drill
def test_only_the_named_folder_is_stopped(folder):
    for one in (folder, folder / "other"):
        one.mkdir(exist_ok=True)
        embedded.start(one / "postgres")
    done = stop(folder / "other")
    assert (done.returncode, done.stderr) == (0, "")
    assert "The site was not running." in done.stdout
    assert (runs(folder / "other"), runs(folder)) == (False, True)
    assert stop(folder).returncode == 0
    assert not runs(folder)


def test_process_that_is_no_site_is_left_alone(folder):
    """The number in server.pid may be another program's by now."""
    with subprocess.Popen(["sleep", "60"]) as other:
        (folder / "server.pid").write_text(str(other.pid))
        assert "The site was not running." in stop(folder).stdout
        assert other.poll() is None
        other.kill()
