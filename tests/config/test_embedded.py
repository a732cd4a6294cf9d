"""The embedded server, for real: started, stopped, killed, mistaken for another."""

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import psycopg
import pytest

from config import embedded

ROOT = Path(__file__).resolve().parents[2]
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="another account is made by root only")


def erase(folder: Path) -> None:
    """Stop what runs there and leave nothing behind, wherever it lives."""
    server = embedded.Server(folder / "postgres")
    embedded.stop(server.folder)
    for path in {server.home, server.socket, folder}:
        shutil.rmtree(path, ignore_errors=True)


@pytest.fixture
def base():
    """A folder that all may pass through, as a checkout usually is."""
    folder = Path(tempfile.mkdtemp(prefix="entente-test-"))
    folder.chmod(0o755)
    yield folder
    erase(folder)


@pytest.fixture(scope="module")
def made():
    """Data made once and copied, for what makes a server fail or die."""
    folder = Path(tempfile.mkdtemp(prefix="entente-test-"))
    folder.chmod(0o755)
    embedded.start(folder / "postgres")
    embedded.stop(folder / "postgres")
    yield folder / "postgres"
    erase(folder)


@pytest.fixture
def folder(base, made):
    """The folder of a server that was made and stopped."""
    subprocess.run(["cp", "-a", made, base / "postgres"], check=True)
    return base / "postgres"


def ask(folder: Path, statement: str, user: str = "entente_web") -> tuple:
    settings = embedded.connection(folder, user)
    with psycopg.connect(
        dbname=settings["NAME"], user=user, host=settings["HOST"], port=settings["PORT"]
    ) as asked:
        return asked.execute(statement).fetchone()


def pid_of(folder: Path) -> int:
    return embedded.Server(folder).postmaster().pid


def test_first_start_makes_two_roles_and_a_closed_database(base):
    folder = base / "postgres"
    embedded.start(folder)
    assert ask(folder, "SELECT current_user, rolsuper FROM pg_roles WHERE rolname = current_user") \
        == ("entente_web", False)  # fmt: skip
    assert ask(folder, "SELECT has_database_privilege('entente', 'TEMP')") == (False,)
    assert ask(folder, "SELECT has_schema_privilege('public', 'CREATE')") == (False,)
    locale = "SELECT datlocprovider, datlocale FROM pg_database WHERE datname = 'entente'"
    assert ask(folder, locale) == ("b", "C.UTF-8")


def test_second_start_keeps_the_server(folder):
    embedded.start(folder)
    pid = pid_of(folder)
    embedded.start(folder)
    assert pid_of(folder) == pid


def test_stop_and_start_lose_nothing(folder):
    embedded.start(folder)
    settings = embedded.connection(folder, "entente_owner")
    with psycopg.connect(
        dbname="entente", user="entente_owner", host=settings["HOST"], autocommit=True
    ) as owner:
        owner.execute("CREATE TABLE kept (word text)")
        owner.execute("INSERT INTO kept VALUES ('here')")
    assert embedded.stop(folder)
    assert not embedded.stop(folder)
    embedded.start(folder)
    assert ask(folder, "SELECT word FROM kept", user="entente_owner") == ("here",)


def test_only_a_local_socket_listens(folder):
    embedded.start(folder)
    server = embedded.Server(folder)
    assert ask(folder, "SHOW listen_addresses") == ("",)
    assert server.socket.stat().st_mode & 0o777 == 0o700
    assert server.data.stat().st_mode & 0o777 == 0o700
    assert psutil.Process(pid_of(folder)).net_connections(kind="inet") == []


def test_killed_server_heals_at_the_next_start(folder):
    embedded.start(folder)
    os.kill(pid_of(folder), signal.SIGKILL)
    embedded.start(folder)
    assert ask(folder, "SELECT 1") == (1,)


def test_pid_file_that_names_another_program_is_not_believed(folder):
    embedded.start(folder)
    file = embedded.Server(folder).data / "postmaster.pid"
    lines = file.read_text().split("\n")
    embedded.stop(folder)
    file.write_text("\n".join([str(os.getpid()), *lines[1:]]))
    embedded.start(folder)
    assert pid_of(folder) != os.getpid()
    assert ask(folder, "SELECT 1") == (1,)


def test_swept_socket_is_made_again(folder):
    embedded.start(folder)
    for path in embedded.Server(folder).socket.glob(".s.PGSQL.*"):
        path.unlink()
    embedded.start(folder)
    assert ask(folder, "SELECT 1") == (1,)


def test_half_made_data_never_counts(base):
    server = embedded.Server(base / "postgres")
    server._closed_folder(server.home)
    (server.home / "data.new").mkdir()
    (server.home / "data.new" / "PG_VERSION").write_text("18\n")
    embedded.start(server.folder)
    assert ask(server.folder, "SELECT 1") == (1,)


def test_long_path_gets_a_short_closed_socket_folder(base):
    folder = base / ("long" * 20) / ("longer" * 10) / "postgres"
    embedded.start(folder)
    server = embedded.Server(folder)
    try:
        assert server.socket.parent != server.home
        assert server.socket.stat().st_mode & 0o777 == 0o700
        assert ask(folder, "SELECT 1") == (1,)
    finally:
        embedded.stop(folder)
        shutil.rmtree(server.socket)


def test_many_starts_at_once_make_one_server(base):
    command = [sys.executable, "-m", "config.embedded", "start", str(base / "postgres")]
    with ThreadPoolExecutor(4) as pool:
        runs = list(
            pool.map(
                lambda _: subprocess.run(command, cwd=ROOT, capture_output=True, text=True),
                range(4),
            )
        )
    assert [run.returncode for run in runs] == [0] * 4, runs
    assert len({run.stdout for run in runs}) == 1


def test_lock_of_another_folder_holds_up_nobody(folder):
    with embedded.locked(folder.with_name("another")):
        embedded.start(folder)
    assert ask(folder, "SELECT 1") == (1,)


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO pg_class (relname) VALUES ('our red line')",
        ("CREATE TEMPORARY TABLE kept (word text CHECK (word = 'no'));"
        "INSERT INTO kept VALUES ('our red line')"),
        "SELECT 'our red line'::date",
    ],
    ids=["statement", "row", "value"],
)
def test_typed_text_stays_out_of_the_log(folder, statement):
    embedded.start(folder)
    with pytest.raises(psycopg.Error):
        ask(folder, statement, user="entente_owner")
    lines = embedded.Server(folder).log.read_text()
    assert "ready to accept connections" in lines
    assert "our red line" not in lines


def test_older_data_is_refused_with_the_command_to_run(folder):
    server = embedded.Server(folder)
    (server.data / "PG_VERSION").write_text("16\n")
    with pytest.raises(embedded.Unstartable, match="made by PostgreSQL 16.*run bin/upgrade"):
        embedded.start(folder)


def test_failed_start_shows_the_end_of_the_log(folder):
    server = embedded.Server(folder)
    with (server.data / "postgresql.conf").open("a") as file:
        file.write("\nshared_buffers = 'plenty'\n")
    with pytest.raises(embedded.Unstartable, match='(?s)The last lines of .*"plenty"'):
        embedded.start(folder)


@needs_root
def test_folder_laid_by_another_account_is_refused(folder):
    server = embedded.Server(folder)
    shutil.rmtree(server.socket)
    server.socket.mkdir()
    os.chown(server.socket, pwd.getpwnam("nobody").pw_uid, 0)
    with pytest.raises(embedded.Unstartable, match="belongs to another account"):
        embedded.start(folder)


@needs_root
def test_root_runs_it_under_another_account(folder):
    embedded.start(folder)
    assert psutil.Process(pid_of(folder)).uids().effective != 0


@needs_root
def test_closed_folders_above_stay_closed(base):
    base.chmod(0o700)
    folder = base / "postgres"
    embedded.start(folder)
    assert ask(folder, "SELECT 1") == (1,)
    assert base.stat().st_mode & 0o777 == 0o700
    assert embedded.Server(folder).home.parent == embedded.ELSEWHERE
    assert embedded.Server(folder).home == embedded.Server(folder).home


def test_backend_starts_it_only_when_refused(folder):
    """Django's own way in, in a process of its own."""
    program = (
        "import os, sys; from pathlib import Path; from config import embedded\n"
        "os.environ['ENTENTE_VAR'] = sys.argv[1]\n"
        "import django; os.environ['DJANGO_SETTINGS_MODULE'] = 'config.settings'; django.setup()\n"
        "from django.db import connection\n"
        "server = embedded.Server(Path(sys.argv[1]) / 'postgres')\n"
        "assert server.postmaster() is None\n"
        "connection.ensure_connection(); assert server.postmaster()\n"
        "connection.close(); os.kill(server.postmaster().pid, 9)\n"
        "connection.ensure_connection(); assert server.postmaster()\n"
    )
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("DATABASE", "ENTENTE"))}
    done = subprocess.run(
        [sys.executable, "-c", program, str(folder.parent)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("arguments", [[], ["start"], ["dance", "var/postgres"]])
def test_command_explains_itself(arguments):
    assert embedded.main(arguments).startswith("Usage:")
