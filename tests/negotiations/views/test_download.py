"""Download everything: the record folder as a ZIP, for members, up to their clearance."""

import io
import json
import logging
import stat
import zipfile

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from negotiations.exchange.dumping import dump
from negotiations.files import keeping
from negotiations.models import Document
from tests import builders
from tests.conftest import as_user

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_folder(settings, tmp_path):
    settings.VAR = tmp_path / "var"


@pytest.fixture
def talks():
    talks = builders.make_negotiation(slug="talks", invented=True)
    builders.make_statement(negotiation=talks, text="Said in the room", sensitivity=2)
    builders.make_statement(negotiation=talks, text="Said in confidence", sensitivity=3)
    builders.make_mandate(negotiation=talks)
    return talks


@pytest.fixture
def reader(client, talks):
    user = builders.make_member(talks, "viewer", 2, username="rita")
    client.force_login(user)
    return user


def taken(client):
    answer = client.get(reverse("download", args=["talks"]))
    assert answer.status_code == 200
    return answer, zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content)))


def test_it_holds_what_the_command_writes(client, reader):
    _answer, archive = taken(client)
    as_user(reader)
    texts = dump("talks").texts
    assert archive.testzip() is None
    assert archive.namelist() == ["README.txt", *(f"talks/{name}" for name in texts)]
    assert {name: archive.read(f"talks/{name}").decode() for name in texts} == texts


def test_nothing_above_the_clearance_is_inside(client, reader):
    _answer, archive = taken(client)
    told = b"".join(archive.read(name) for name in archive.namelist()).decode()
    assert "Said in the room" in told
    assert "Said in confidence" not in told
    assert "talks/mandates.yaml" not in archive.namelist()


def test_its_name_and_its_readme_say_how_it_is_handled(client, reader):
    answer, archive = taken(client)
    name = answer["Content-Disposition"]
    assert name.startswith('attachment; filename="talks-20')
    assert name.endswith('-internal.zip"')
    assert answer["Content-Type"] == "application/zip"
    readme = archive.read("README.txt").decode("utf-8-sig")
    assert readme.startswith("INTERNAL\r\n")
    assert "invented for training" in readme
    assert "Taken by rita on 20" in readme
    assert "with the clearance Internal." in readme


def test_files_are_inside_with_their_bytes(client, reader, talks):
    kept = keeping.keep([b"%PDF-1.4 ", b"small"])
    source = builders.make_source(negotiation=talks, sensitivity=2)
    builders.lay(Document, negotiation=talks, source=source, name="a.pdf",
                 content_type="application/pdf", **kept._asdict())
    _answer, archive = taken(client)
    assert archive.read(f"talks/files/{kept.sha256}.pdf") == b"%PDF-1.4 small"
    assert {stat.S_IMODE(one.external_attr >> 16) for one in archive.infolist()} == {0o600}


def test_no_path_host_or_stored_name_is_inside(client, reader, talks):
    kept = keeping.keep([b"%PDF-1.4"])
    source = builders.make_source(negotiation=talks, sensitivity=2)
    builders.lay(Document, negotiation=talks, source=source, name="a.pdf",
                 content_type="application/pdf", **kept._asdict())
    _answer, archive = taken(client)
    told = b"".join(archive.read(name) for name in archive.namelist())
    assert kept.stored_name.encode() not in told
    assert str(keeping.folder()).encode() not in told


def test_who_is_no_member_gets_what_the_missing_gets(client, talks):
    client.force_login(builders.make_user())
    foreign, missing = (client.get(reverse("download", args=[slug])) for slug in ("talks", "none"))
    assert (foreign.status_code, missing.status_code) == (404, 404)


def test_nobody_downloads_without_signing_in(client, talks):
    assert client.get(reverse("download", args=["talks"])).status_code == 302


def test_it_is_only_fetched(client, reader):
    assert client.post(reverse("download", args=["talks"])).status_code == 405


def test_the_home_leads_to_it(client, reader):
    page = client.get(reverse("negotiation-home", args=["talks"])).content.decode()
    assert reverse("download", args=["talks"]) in page


def lines_of(caplog):
    return [json.loads(one.message) for one in caplog.records if one.name == "entente.events"]


def test_it_is_logged_as_an_export_and_as_a_reading_of_strategy(client, talks, caplog):
    lead = builders.make_member(talks, "approver", 4)
    client.force_login(lead)
    logger = logging.getLogger("entente.events")
    logger.addHandler(caplog.handler)
    try:
        with caplog.at_level(logging.INFO, "entente.events"):
            taken(client)
    finally:
        logger.removeHandler(caplog.handler)
    told = [(one["event"], one["user"], one["path"]) for one in lines_of(caplog)]
    path = reverse("download", args=["talks"])
    assert told == [("strategy read", lead.pk, path), ("export", lead.pk, path)]
    assert "Said" not in caplog.text


def test_many_rows_take_the_queries_of_one(client, reader, talks):
    counted = []
    for more in (0, 6):
        for _ in range(more):
            builders.make_statement(negotiation=talks, sensitivity=2)
        with CaptureQueriesContext(connection) as queries:
            taken(client)
        counted.append(len(queries))
    assert counted[0] == counted[1] < 55


@pytest.mark.django_db(transaction=True)
def test_it_reads_one_moment_in_a_transaction_of_its_own(client):
    talks = builders.make_negotiation(slug="talks")
    builders.make_statement(negotiation=talks, text="Said in the room", sensitivity=2)
    client.force_login(builders.make_member(talks, "viewer", 2))
    with CaptureQueriesContext(connection) as queries:
        _answer, archive = taken(client)
    assert any("REPEATABLE READ, READ ONLY" in one["sql"] for one in queries)
    assert "Said in the room" in archive.read(
        next(name for name in archive.namelist() if "/events/" in name)).decode()
