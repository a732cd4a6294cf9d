"""bin/run, bin/stop and bin/test in a fresh clone, as somebody who has just found the project."""

import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

import psycopg
import pytest

from config import embedded

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.drill


def command(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess:
    ours = ("DATABASE", "ENTENTE", "DJANGO", "VIRTUAL_ENV")
    clean = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return subprocess.run(words, cwd=folder, env={**clean, **environment}, capture_output=True, text=True)


@pytest.fixture(scope="module")
def clone():
    """A clone that was set up once; what it printed is in `first`. Nothing of it stays behind."""
    base = Path(tempfile.mkdtemp(prefix="entente-clone-"))
    folder = base / "a clone"
    subprocess.run(["git", "clone", "--quiet", ROOT, folder], check=True)
    first = command(folder, "bin/run", "--setup-only")
    yield folder, first
    command(folder, "bin/stop")
    home = embedded.Server(folder / "var/postgres").home
    for path in (home, base):
        shutil.rmtree(path, ignore_errors=True)


@pytest.fixture
def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def seconds(run: subprocess.CompletedProcess) -> float:
    return float(re.search(r"Ready after ([\d.]+) s", run.stdout)[1])


def test_fresh_clone_is_set_up_by_one_command(clone):
    folder, first = clone
    assert first.returncode == 0, first.stdout + first.stderr
    assert "Making the virtual environment" in first.stdout
    assert float(re.search(r"\(([\d.]+) s from installed", first.stdout)[1]) < 60
    password = folder / "var/demo_password"
    assert password.stat().st_mode & 0o777 == 0o600
    assert password.read_text() in first.stdout


def test_second_setup_is_quick_and_leaves_out_what_is_done(clone):
    """The best of three: other programs on the machine are not what is measured."""
    folder, _ = clone
    again = [command(folder, "bin/run", "--setup-only") for _ in range(3)]
    assert [run.returncode for run in again] == [0, 0, 0], again[0].stderr
    assert min(map(seconds, again)) < 5
    done = "virtual environment|Installing|Bringing|Loading|accounts ..."
    assert not re.search(done, again[0].stdout)


def test_database_changed_by_hand_is_refused_with_the_mend(clone):
    folder, _ = clone
    owner = embedded.connection(folder / "var/postgres", "entente_owner")
    with psycopg.connect(
        dbname=owner["NAME"], user=owner["USER"], host=owner["HOST"], port=owner["PORT"]
    ) as changed:
        changed.execute("UPDATE django_migrations SET app = 'aside' WHERE app = 'sessions'")
        changed.commit()
        refused = command(folder, "bin/run", "--setup-only")
        changed.execute("UPDATE django_migrations SET app = 'sessions' WHERE app = 'aside'")
    assert refused.returncode == 1
    assert "sessions.0001_initial is not applied" in refused.stderr
    assert "rm -r var/stamps" in refused.stderr
    assert command(folder, "bin/run", "--setup-only").returncode == 0


def test_site_answers_refuses_a_second_and_stops(clone, free_port):
    folder, _ = clone
    url = f"http://127.0.0.1:{free_port}/"
    with (folder / "var/out").open("w") as out:
        site = subprocess.Popen(["bin/run", "--port", str(free_port)], cwd=folder, stdout=out, stderr=out)
        try:
            page = answer(f"{url}fr/accounts/login/")
            second = command(folder, "bin/run", "--port", str(free_port))
            stopped = command(folder, "bin/stop")
        finally:
            site.terminate()
            site.wait(30)
    assert 'lang="fr' in page
    assert "already runs here" in second.stderr and url in second.stderr
    assert "The site is stopped." in stopped.stdout
    assert "The sign-in page answers after" in (folder / "var/out").read_text()


def answer(url: str, patience: float = 30) -> str:
    end = time.monotonic() + patience
    while True:
        try:
            with urllib.request.urlopen(url, timeout=2) as response:
                return response.read().decode()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


def test_taken_port_is_named_with_another_to_try(clone):
    folder, _ = clone
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        refused = command(folder, "bin/run", "--port", str(port))
    assert refused.returncode == 1
    assert f"port {port} is taken by another program" in refused.stderr
    assert f"bin/run --port {port + 1}" in refused.stderr


@pytest.mark.parametrize("port", ["0", "65536", "http", ""])
def test_nonsense_port_is_refused(clone, port):
    folder, _ = clone
    refused = command(folder, "bin/run", "--port", port)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "--port" in refused.stderr


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("ENTENTE_ALLOWED_HOSTS", "ENTENTE_ALLOWED_HOSTS set without DATABASE_URL"),
        ("DATABASE_URL", "unset it, or follow docs/deployment.md"),
    ],
)
def test_production_settings_are_refused_with_the_mend(clone, name, sentence):
    folder, _ = clone
    refused = command(folder, "bin/run", "--setup-only", **{name: "entente.example"})
    assert refused.returncode == 1
    assert sentence in refused.stderr
    assert "Traceback" not in refused.stderr


def hide(folder: Path, **programs: str) -> str:
    """A PATH whose first folder holds *programs* of ours under the names given."""
    fake = Path(tempfile.mkdtemp(dir=folder / "var"))
    for name, body in programs.items():
        path = fake / name.replace("_", ".")
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)
    return f"{fake}:{os.environ['PATH']}"


@pytest.fixture
def bare(clone):
    """The same clone without its environment, so that it wants to make one."""
    folder, _ = clone
    (folder / ".venv").rename(folder / "venv.aside")
    yield folder
    shutil.rmtree(folder / ".venv", ignore_errors=True)
    (folder / "venv.aside").rename(folder / ".venv")


OLD_PYTHONS = {"python3", "python3_14", "python3_13", "python3_12", "python3_11"}


def test_old_python_is_refused_with_the_package_to_install(bare):
    path = hide(bare, **dict.fromkeys(OLD_PYTHONS, "echo Python 3.9.2; exit 1"))
    refused = command(bare, "bin/run", "--setup-only", PATH=path)
    assert "Python 3.11 or newer is needed and Python 3.9.2 was found" in refused.stderr


def test_missing_venv_module_is_named(bare):
    real = shutil.which("python3")
    body = f"""case "$*" in *ensurepip*) exit 1;; *_base_executable*) echo "$0";; esac
exec {real} "$@" """
    refused = command(bare, "bin/run", "--setup-only", PATH=hide(bare, python3=body))
    assert "sudo apt-get install python3-venv" in refused.stderr


def test_full_disk_is_refused_before_anything_is_made(bare):
    body = "echo head; echo / 1 1 102400 1 /"
    refused = command(bare, "bin/run", "--setup-only", PATH=hide(bare, df=body))
    assert "only 100 MB are free here and 700 are needed" in refused.stderr
    assert not (bare / ".venv").exists()


def test_missing_network_is_named(bare):
    refused = command(
        bare,
        *("bin/run", "--setup-only"),
        PIP_INDEX_URL="http://127.0.0.1:9/simple",
        PIP_CONFIG_FILE="/dev/null",
        PIP_RETRIES="1",
        PIP_NO_CACHE_DIR="1",
    )
    assert "the packages cannot be reached" in refused.stderr


def test_database_that_cannot_start_shows_its_log(clone):
    folder, _ = clone
    command(folder, "bin/stop")
    server = embedded.Server(folder / "var/postgres")
    settings = server.data / "postgresql.conf"
    before = settings.read_text()
    settings.write_text(f"{before}\nshared_buffers = 'plenty'\n")
    try:
        refused = command(folder, "bin/run", "--setup-only")
    finally:
        settings.write_text(before)
    assert "PostgreSQL could not be started" in refused.stderr
    assert "plenty" in refused.stderr


def test_record_and_accounts_survive_a_restart(clone):
    folder, _ = clone
    before = (folder / "var/demo_password").read_text()
    command(folder, "bin/stop")
    again = command(folder, "bin/run", "--setup-only")
    assert again.returncode == 0, again.stderr
    assert before in again.stdout


@pytest.mark.parametrize("name", ["run", "test"])
def test_help_names_the_options(clone, name):
    folder, _ = clone
    shown = command(folder, f"bin/{name}", "--help")
    assert (shown.returncode, shown.stdout[:6]) == (0, "Usage:")


@pytest.fixture(scope="module")
def empty_clone():
    """A second clone, begun empty."""
    base = Path(tempfile.mkdtemp(prefix="entente-empty-"))
    folder = base / "clone"
    subprocess.run(["git", "clone", "--quiet", ROOT, folder], check=True)
    first = command(folder, "bin/run", "--setup-only", "--empty")
    yield folder, first
    command(folder, "bin/stop")
    home = embedded.Server(folder / "var/postgres").home
    for path in (home, base):
        shutil.rmtree(path, ignore_errors=True)


COUNTS = """SELECT (SELECT count(*) FROM auth_user), (SELECT count(*) FROM negotiations_negotiation),
    (SELECT count(*) FROM negotiations_source), (SELECT count(*) FROM grants_jurisdiction)"""


def counts(folder: Path) -> tuple[int, ...]:
    owner = embedded.connection(folder / "var/postgres", "entente_owner")
    with psycopg.connect(
        dbname=owner["NAME"], user=owner["USER"], host=owner["HOST"], port=owner["PORT"]
    ) as asked:
        return asked.execute(COUNTS).fetchone()


def test_empty_site_holds_reference_data_and_nobody(empty_clone):
    folder, first = empty_clone
    assert first.returncode == 0, first.stdout + first.stderr
    assert "manage.py create_administrator" in first.stdout
    assert "Password" not in first.stdout and not (folder / "var/demo_password").exists()
    assert counts(folder) == (0, 0, 0, 14)


def test_what_was_begun_empty_stays_empty(empty_clone):
    folder, _ = empty_clone
    again = command(folder, "bin/run", "--setup-only")
    assert again.returncode == 0, again.stderr
    assert counts(folder) == (0, 0, 0, 14)


def test_first_administrator_is_made_by_the_printed_command(empty_clone):
    folder, first = empty_clone
    words = re.search(r"(\S+ manage.py create_administrator) USERNAME", first.stdout)[1].split()
    made = command(folder, *words, "first")
    assert "/en/accounts/set-password/" in made.stdout, made.stderr
    assert counts(folder)[0] == 1


def test_full_folder_is_not_made_empty(clone):
    folder, _ = clone
    refused = command(folder, "bin/run", "--setup-only", "--empty")
    assert refused.returncode == 1
    assert "--empty is for a new folder" in refused.stderr
    assert not (folder / "var/empty").exists()
