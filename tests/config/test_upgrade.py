"""Data of an older PostgreSQL is carried over, and nothing else happens to it."""

import tempfile
from pathlib import Path

import psycopg
import pytest

from config import embedded, upgrade
from tests.config.test_embedded import ask, erase

OLD = "16"


def fill(server: embedded.Server, programs: Path) -> None:
    """Through a server: pg_upgrade skips the low numbers that `postgres --single` gives tables."""
    old = embedded.Server(server.folder)
    old.programs = programs
    old._launch()
    with psycopg.connect(
        dbname="entente", user="entente_owner", host=str(old.socket), autocommit=True
    ) as owner:
        owner.execute("CREATE TABLE kept (word text)")
        owner.execute("INSERT INTO kept VALUES ('seen'), ('hidden')")
        owner.execute("GRANT SELECT ON kept TO entente_web")
        owner.execute("ALTER TABLE kept ENABLE ROW LEVEL SECURITY")
        owner.execute("CREATE POLICY wall ON kept TO entente_web USING (word = 'seen')")
    old.stop()


@pytest.fixture
def folder():
    """Data as PostgreSQL 16 makes it, with a table, a row and a policy."""
    base = Path(tempfile.mkdtemp(prefix="entente-test-"))
    base.chmod(0o755)
    server = embedded.Server(base / "postgres")
    for path in (server.home, server.socket):
        server._closed_folder(path)
    programs = upgrade.programs_of(server, OLD)
    server.run(programs / "initdb", "-D", server.data, "-U", "postgres", "-E", "UTF8", "--locale=C")
    single = (programs / "postgres", "--single", "-D", server.data)
    server.run(*single, "postgres", text=embedded.ROLES.lstrip())
    server.run(*single, "entente", text=embedded.RIGHTS.lstrip())
    fill(server, programs)
    yield server.folder
    erase(base)


@pytest.mark.drill
def test_rows_and_policies_are_carried_over_and_the_old_data_kept(folder):
    with pytest.raises(embedded.Unstartable, match="run bin/upgrade"):
        embedded.start(folder)
    assert "PostgreSQL 16 -> 18; the old data is kept in" in upgrade.upgrade(folder)
    embedded.start(folder)
    assert ask(folder, "SHOW server_version_num")[0].startswith("18")
    assert ask(folder, "SELECT count(*) FROM kept", user="entente_owner") == (2,)
    assert ask(folder, "SELECT string_agg(word, ' ') FROM kept") == ("seen",)
    assert (embedded.Server(folder).home / "data.16" / "PG_VERSION").read_text() == "16\n"
    assert upgrade.upgrade(folder) == "The data is of PostgreSQL 18 already; nothing to do."


@pytest.mark.drill
def test_version_that_no_program_reads_is_refused(folder):
    (embedded.Server(folder).data / "PG_VERSION").write_text("12\n")
    with pytest.raises(embedded.Unstartable, match="no PostgreSQL 12"):
        upgrade.upgrade(folder)


def test_missing_data_is_a_sentence(tmp_path):
    assert "No such file" in upgrade.main([str(tmp_path / "postgres")])
