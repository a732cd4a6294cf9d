"""Files attached to sources: what comes in, where it lies, who gets it out."""

import hashlib
import io
import stat
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from negotiations.files import keeping
from negotiations.files.types import MOST_BYTES
from negotiations.models import Document
from tests import builders
from tests.conftest import as_user, behind_the_wall

pytestmark = pytest.mark.django_db
PDF = b"%PDF-1.7\n1 0 obj\n<< >>\nendobj\n"
JPEG = b"\xff\xd8\xff\xe0\x00\x10JFIF"
DOCX_PART = "word/document.xml"


def packed(*parts, compression=zipfile.ZIP_DEFLATED):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", compression) as archive:
        for name, content in parts:
            archive.writestr(name, content)
    return made.getvalue()


DOCX = packed(("[Content_Types].xml", "<Types/>"), (DOCX_PART, "<w:document/>"))
XLSX = packed(("xl/workbook.xml", "<workbook/>"))
ODT = packed(("mimetype", "application/vnd.oasis.opendocument.text"), ("content.xml", "<office/>"))


@pytest.fixture(autouse=True)
def own_folder(settings, tmp_path):
    settings.VAR = tmp_path / "var"


@pytest.fixture
def talks():
    return builders.make_negotiation(slug="talks")


@pytest.fixture
def source(talks):
    return builders.make_source(negotiation=talks, code="S1", sensitivity=2)


@pytest.fixture
def analyst(client, talks, source):
    user = builders.make_member(talks, "analyst", 3)
    client.force_login(user)
    return user


def address(code="S1"):
    return reverse("document-add", args=["talks", code])


def send(client, name="letter.pdf", content=PDF, level="2", **changes):
    file = SimpleUploadedFile("x", content, "text/html")
    file._name = name  # as a browser that cleans nothing sends it
    return client.post(address(), {"file": file, "sensitivity": level, **changes})


def documents():
    with behind_the_wall():
        return list(Document.objects.all())


def lying_there():
    return list(keeping.folder().iterdir()) if keeping.folder().exists() else []


def words(answer):
    return [str(one) for one in answer.context["form"].errors["file"]]


@pytest.mark.parametrize(("name", "content", "content_type"), [
    ("letter.pdf", PDF, "application/pdf"),
    ("Lettre Québec.PDF", PDF, "application/pdf"),
    ("word.docx", DOCX, "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    ("table.xlsx", XLSX, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ("text.odt", ODT, "application/vnd.oasis.opendocument.text"),
    ("note.txt", "« Pas de nouvel argent »\r\n".encode(), "text/plain"),
    ("scan.png", b"\x89PNG\r\n\x1a\n...", "image/png"),
    ("scan.jpeg", JPEG, "image/jpeg"),
    ("mail.eml", b"From: a@b.example\r\nSubject: x\r\n y\r\n\r\nHello", "message/rfc822"),
])
def test_a_file_is_attached_and_comes_back_as_it_was(client, analyst, name, content, content_type):
    assert send(client, name, content).status_code == 302
    [row] = documents()
    assert (row.name, row.content_type, row.size) == (name, content_type, len(content))
    assert (row.sha256, row.recorded_by_id) == (hashlib.sha256(content).hexdigest(), analyst.pk)
    answer = client.get(reverse("document", args=["talks", "S1", row.pk]))
    assert b"".join(answer.streaming_content) == content
    assert answer["Content-Type"] == content_type
    assert answer["Content-Disposition"].startswith("attachment;")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "no-store" in answer["Cache-Control"]


def test_it_lies_under_a_random_name_for_the_site_alone(client, analyst):
    send(client)
    [path] = lying_there()
    [row] = documents()
    assert path.name == row.stored_name
    assert "letter" not in path.name
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def bomb():
    return packed((DOCX_PART, "<w:document/>"), ("word/media/a.bin", b"0" * (201 * 1024 * 1024)))


def lying_bomb():
    """A directory that tells 10 bytes for a part of 201 MB."""
    content = bytearray(bomb())
    for start in (content.rfind(b"PK\x01\x02"),):
        content[start + 24:start + 28] = (10).to_bytes(4, "little")
    return bytes(content)


OTHER = "The content of this file is not what its name says."
KIND = "Files of this kind are not taken. Attach one of: PDF, DOCX, XLSX, ODT, TXT, PNG, JPEG, EML."
LARGE = "This file unpacks to more than 200 MB, or to more than 2,000 parts."
HOSTILE = [
    ("a page", "page.html", lambda: b"<script>alert(1)</script>", KIND),
    ("a drawing", "drawing.svg", lambda: b"<svg onload='alert(1)'/>", KIND),
    ("a program", "setup.exe", lambda: b"MZ\x90\x00", KIND),
    ("no end at all", "letter", lambda: PDF, KIND),
    ("an end alone", ".pdf", lambda: PDF, KIND),
    ("two ends", "letter.pdf.html", lambda: PDF, KIND),
    ("an end hidden by a direction mark", "fdp.\u202eexe.pdf\u202c.js", lambda: PDF, KIND),
    ("a program renamed", "setup.pdf", lambda: b"MZ\x90\x00" + PDF, OTHER),
    ("a page renamed", "page.pdf", lambda: b"<html>" + PDF, OTHER),
    ("a zip renamed", "all.docx", lambda: packed(("evil.exe", "MZ")), OTHER),
    ("a table as a text", "table.docx", lambda: XLSX, OTHER),
    ("bytes as a text", "note.txt", lambda: b"\x00\x01\x02", OTHER),
    ("latin as a text", "note.txt", lambda: b"Qu\xe9bec", OTHER),
    ("a page as a mail", "mail.eml", lambda: b"<html></html>", OTHER),
    ("a cut zip", "word.docx", lambda: DOCX[:60], OTHER),
    ("a broken zip", "word.docx", lambda: DOCX.replace(DOCX[60:70], b"\xff" * 10), OTHER),
    ("macros", "word.docx", lambda: packed((DOCX_PART, "x"), ("word/vbaProject.bin", "x")),
     "This file holds macros: save it without them."),
    ("a bomb", "word.docx", bomb, LARGE),
    ("too many parts", "word.docx",
     lambda: packed((DOCX_PART, "x"), *((f"p{number}", "") for number in range(2_001))), LARGE),
    ("nothing", "letter.pdf", lambda: b"", "The submitted file is empty."),
    ("26 MB", "letter.pdf", lambda: PDF + b"0" * (26 * 1024 * 1024), "This file is larger than 25 MB."),
]  # fmt: skip


@pytest.mark.parametrize(("name", "content", "sentence"), [case[1:] for case in HOSTILE],
                         ids=[case[0] for case in HOSTILE])  # fmt: skip
def test_a_hostile_file_is_refused_at_its_field_and_nothing_is_kept(client, analyst, name, content, sentence):
    answer = send(client, name, content())
    assert answer.status_code == 400
    assert words(answer) == [sentence]
    assert (documents(), lying_there()) == ([], [])


def test_a_directory_that_lies_about_its_sizes_unpacks_nothing(client, analyst):
    answer = send(client, "word.docx", lying_bomb())
    assert answer.status_code == 400
    assert words(answer) in ([OTHER], [LARGE])
    assert (documents(), lying_there()) == ([], [])


def test_just_as_much_as_is_taken_is_taken(client, analyst):
    assert send(client, content=PDF + b"0" * (MOST_BYTES - len(PDF) - 1)).status_code == 302


def test_a_refusal_is_told_in_french(client, analyst):
    with translation.override("fr"):
        there = address()
    answer = client.post(there, {"file": SimpleUploadedFile("page.html", b"x"), "sensitivity": "2"})
    assert answer.status_code == 400
    assert there.startswith("/fr/")


@pytest.mark.parametrize(("name", "kept"), [
    ("../../etc/cron.d/letter.pdf", "letter.pdf"),
    ("C:\\Users\\ana\\letter.pdf", "letter.pdf"),
    ("a\x00b\nc\u202ed.pdf", "abcd.pdf"),
    ("Que\u0301bec.pdf", "Qu\u00e9bec.pdf"),
    (f"{'x' * 240}.pdf", f"{'x' * 196}.pdf"),
])
def test_a_name_is_made_clean(name, kept):
    assert keeping.clean_name(name) == kept


@pytest.mark.parametrize("name", ["../../letter.pdf", "a\tb.pdf"])
def test_no_name_leads_out_of_the_folder(client, analyst, name):
    assert send(client, name).status_code == 302
    [path] = lying_there()
    assert path.parent == keeping.folder()
    assert "/" not in documents()[0].name


@pytest.mark.parametrize("stored_name", ["../secret_key", "a/../b", "/etc/passwd", "", "x" * 32])
def test_a_stored_name_that_is_not_ours_serves_nothing(client, analyst, talks, source, stored_name):
    (keeping.folder().parent / "secret_key").parent.mkdir(parents=True, exist_ok=True)
    (keeping.folder().parent / "secret_key").write_text("secret")
    row = builders.lay(Document, negotiation=talks, source=source, name="x.pdf", size=1, sha256="0" * 64,
                       content_type="application/pdf", stored_name=stored_name)  # fmt: skip
    assert client.get(reverse("document", args=["talks", "S1", row.pk])).status_code == 404


def test_the_row_refused_leaves_no_file(client, talks, source, monkeypatch):
    """A membership that ends between the form and the row."""
    client.force_login(builders.make_member(talks, "viewer", 3))
    monkeypatch.setattr("negotiations.views.document.writes_up_to", lambda user, negotiation: 3)
    assert send(client).status_code == 403
    assert (documents(), lying_there()) == ([], [])


def test_who_only_reads_attaches_nothing(client, talks, source):
    client.force_login(builders.make_member(talks, "viewer", 3))
    assert client.get(address()).status_code == 403
    assert send(client).status_code == 403
    page = client.get(reverse("source", args=["talks", "S1"])).content.decode()
    assert address() not in page


def test_a_form_without_its_token_is_refused(talks, source):
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(builders.make_member(talks, "analyst", 3))
    assert send(careful).status_code == 403
    assert (documents(), lying_there()) == ([], [])


def test_a_form_with_its_token_is_taken(talks, source):
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(builders.make_member(talks, "analyst", 3))
    page = careful.get(address())
    token = page.context["csrf_token"]
    answer = careful.post(address(), {
        "csrfmiddlewaretoken": str(token), "file": SimpleUploadedFile("a.pdf", PDF), "sensitivity": "2"})
    assert answer.status_code == 302


@pytest.mark.parametrize("level", ["1", "4", "x", ""])
def test_a_file_is_as_sensitive_as_its_source_and_within_the_own_clearance(client, analyst, level):
    answer = send(client, level=level)
    assert answer.status_code == 400
    assert "sensitivity" in answer.context["form"].errors


def test_a_reader_below_the_level_sees_and_gets_no_file(client, analyst, talks):
    send(client, "secret plan.pdf", level="3")
    [row] = documents()
    client.force_login(builders.make_member(talks, "viewer", 2))
    assert client.get(reverse("document", args=["talks", "S1", row.pk])).status_code == 404
    assert "secret plan" not in client.get(reverse("source", args=["talks", "S1"])).content.decode()


def test_a_foreign_a_missing_and_a_gone_file_answer_alike(client, analyst, talks):
    send(client)
    [row] = documents()
    other = builders.make_source(negotiation=builders.make_negotiation(slug="other"), code="S1")
    foreign = builders.lay(
        Document, negotiation=other.negotiation, source=other, name="x.pdf", size=1, sha256="0" * 64,
        content_type="application/pdf", stored_name=row.stored_name)
    beside = builders.make_source(negotiation=talks, code="S2", sensitivity=2)
    asked = [("other", "S1", foreign.pk), ("talks", "S1", foreign.pk), ("talks", "S1", 999_999),
             ("talks", beside.code, row.pk), ("talks", "S1", "x")]  # fmt: skip
    answers = [client.get(reverse("document", args=args)) for args in asked]
    keeping.drop(row.stored_name)
    answers.append(client.get(reverse("document", args=["talks", "S1", row.pk])))
    assert {one.status_code for one in answers} == {404}
    assert client.post(reverse("document-add", args=["other", "S1"])).status_code == 404
    assert client.post(reverse("document-add", args=["talks", "S9"])).status_code == 404


def test_nobody_gets_a_file_without_signing_in(client, analyst):
    send(client)
    [row] = documents()
    client.logout()
    answer = client.get(reverse("document", args=["talks", "S1", row.pk]))
    assert answer.status_code == 302
    assert "/accounts/login/" in answer.url


@pytest.mark.parametrize("path", [
    "/documents/{}", "/media/{}", "/static/../documents/{}", "/en/documents/{}"])
def test_no_address_maps_the_folder(client, analyst, path):
    send(client)
    [row] = documents()
    assert client.get(path.format(row.stored_name)).status_code in (302, 404)
    assert client.get(path.format(row.stored_name), follow=True).status_code == 404


def test_a_file_is_only_fetched(client, analyst):
    send(client)
    [row] = documents()
    assert client.post(reverse("document", args=["talks", "S1", row.pk])).status_code == 405


def test_the_source_page_takes_the_same_queries_for_one_file_and_for_many(client, analyst, talks, source):
    counted = []
    for more in (1, 5):
        for number in range(more):
            send(client, f"letter {more} {number}.pdf")
        as_user(analyst)
        with CaptureQueriesContext(connection) as queries:
            page = client.get(reverse("source", args=["talks", "S1"])).content.decode()
        counted.append(len(queries))
    assert page.count("SHA-256") == 6
    assert counted[0] == counted[1]


def test_attaching_and_fetching_take_few_queries(client, analyst, django_assert_max_num_queries):
    with django_assert_max_num_queries(12):
        send(client)
    [row] = documents()
    with django_assert_max_num_queries(6):
        client.get(reverse("document", args=["talks", "S1", row.pk])).close()


def test_the_page_of_a_source_is_as_sensitive_as_the_files_it_shows(client, analyst):
    shown = reverse("source", args=["talks", "S1"])
    assert client.get(shown).context["level"].level == 2
    send(client, level="3")
    assert client.get(shown).context["level"].level == 3
