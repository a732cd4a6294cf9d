"""While the database is away or busy the site says so, and is back without a restart."""

import http.cookiejar
import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import psycopg
import pytest
from django.test import Client

from config import embedded, failures
from config.headers import HEADERS
from tests.bin.test_commands import ROOT, free_port
from tests.config import failing

__all__ = ["free_port"]
unit = pytest.mark.urls("tests.config.failing")


@pytest.fixture
def visitor(client):
    client.raise_request_exception = False
    return client


@unit
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/away/", 503, "cannot reach its database"),
        ("/closed/", 503, "cannot reach its database"),
        ("/slow/", 503, "the answer took too long"),
        ("/wrong/", 500, "Something went wrong"),
        ("/large/", 413, "save it in parts"),
        ("/many/", 413, "save it in parts"),
    ],
)
def test_failure_is_told_in_both_languages(visitor, path, status, words):
    answer = visitor.get(path)
    page = answer.content.decode()
    assert answer.status_code == status
    assert words in page and '<div lang="fr">' in page
    assert "secret-host" not in page and "Traceback" not in page
    assert (answer.headers.get("Retry-After") == "10") is (status == 503)
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS


@pytest.fixture
def asked():
    failing.asked.clear()
    return failing.asked


@unit
@pytest.mark.django_db
@pytest.mark.parametrize(("times", "status", "tries"), [(0, 200, 1), (1, 200, 2), (2, 503, 2)])
def test_reading_that_crossed_another_is_begun_once_more(visitor, asked, times, status, tries):
    for method in ("get", "head"):
        asked.clear()
        assert getattr(visitor, method)(f"/crossed/{times}/").status_code == status
        assert asked == [method.upper()] * tries


@unit
@pytest.mark.django_db
def test_form_that_crossed_another_is_kept_and_never_sent_by_itself(asked):
    visitor = Client(raise_request_exception=False, enforce_csrf_checks=True)
    visitor.cookies["csrf"] = "n" * 32
    typed = {"note": "Ministers met,\nand <b>agreed</b>.", "kind": "meeting", "csrfmiddlewaretoken": "n" * 32}
    answer = visitor.post("/crossed/1/?next=2", typed)
    page = answer.content.decode()
    assert (answer.status_code, asked) == (503, ["POST"])
    assert "Nothing was saved." in page and "and &lt;b&gt;agreed&lt;/b&gt;." in page
    assert answer.context["hidden"] == [("kind", "meeting")]
    assert answer.context["shown"] == [("note", typed["note"])]
    assert 'action="/crossed/1/?next=2"' in page
    again = {**dict(answer.context["shown"]), "csrfmiddlewaretoken": str(answer.context["csrf_token"])}
    assert visitor.post("/crossed/1/", again).content.decode() == f"done: {typed['note']}"


@unit
@pytest.mark.django_db
def test_password_is_not_shown_again(visitor, asked):
    page = visitor.post("/en/accounts/crossed/1/", {"password": "a long pass phrase here"})
    assert page.status_code == 503
    assert "pass phrase" not in page.content.decode() and "<form" not in page.content.decode()


@pytest.mark.django_db
def test_form_of_another_site_is_not_kept(rf):
    assert failures.sent(rf.post("/crossed/1/", {"note": "forged"})) == {"sent": False}


@pytest.mark.django_db
def test_form_larger_than_the_site_takes_is_told_so(client, settings):
    settings.DATA_UPLOAD_MAX_NUMBER_FIELDS = 20
    typed = {f"field{number}": "x" for number in range(30)}
    assert client.post("/en/accounts/login/", typed).status_code == 413


@pytest.mark.django_db
def test_meeting_of_fourteen_and_thirty_terms_is_no_larger(client):
    """420 rows of ten fields."""
    typed = {f"row-{row}-field-{field}": "x" * 60 for row in range(420) for field in range(10)}
    assert client.post("/en/accounts/login/", typed).status_code == 200


class Site:
    """gunicorn on a PostgreSQL that it does not start itself, as in production."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder, self.url = folder / "postgres", f"http://127.0.0.1:{port}"
        embedded.start(self.folder)
        host = urllib.parse.quote(str(embedded.Server(self.folder).socket), safe="")
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("DATABASE_", "ENTENTE_", "DJANGO_"))}
        self.environment = {
            **kept, "ENTENTE_VAR": str(folder), "ENTENTE_HTTPS": "off", "ENTENTE_TWO_FACTORS": "off",
            "ENTENTE_ALLOWED_HOSTS": "127.0.0.1", "ENTENTE_SECRET_KEY": "abcdefghijkl-" * 5,
            "DATABASE_URL": f"postgres://entente_web@/entente?host={host}&port=5432",
            "DATABASE_OWNER_URL": f"postgres://entente_owner@/entente?host={host}&port=5432",
        }  # fmt: skip
        self.manage("migrate", "--verbosity", "0")
        self.manage("collectstatic", "--noinput", "--verbosity", "0")
        self.link = re.search(r"/en/accounts/set-password/\S+", self.manage("create_administrator", "root"))[
            0
        ]
        bind = ["--bind", f"127.0.0.1:{port}", "--pid", str(folder / "pid")]
        words = [sys.executable, "-m", "gunicorn", "--config", "config/gunicorn.py", *bind]
        self.server = subprocess.Popen(words, cwd=ROOT, env=self.environment, stderr=subprocess.DEVNULL)
        self.jar = http.cookiejar.CookieJar()
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def manage(self, *words: str) -> str:
        done = subprocess.run([sys.executable, "manage.py", *words], cwd=ROOT, env=self.environment,
                              capture_output=True, text=True, check=False)  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    def ask(self, path: str, **typed: str) -> tuple[int, str]:
        if typed:
            typed["csrfmiddlewaretoken"] = next(cookie.value for cookie in self.jar if cookie.name == "csrf")
        data = urllib.parse.urlencode(typed).encode() if typed else None
        try:
            with self.browser.open(self.url + path, data, timeout=30) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refused:
            return refused.code, refused.read().decode()
        except OSError:
            return 0, ""

    def wait(self, path: str, status: int = 200, patience: float = 30) -> float:
        began = time.monotonic()
        while self.ask(path)[0] != status:
            assert time.monotonic() - began < patience
            time.sleep(0.1)
        return time.monotonic() - began

    def sign_in(self, password: str = "a long pass phrase here") -> None:
        self.wait("/en/accounts/login/")
        self.ask(self.link)
        set_here = self.link.rsplit("/", 2)[0] + "/set-password/"
        assert self.ask(set_here, new_password1=password, new_password2=password)[0] == 200
        assert self.ask("/en/accounts/login/")[0] == 200
        self.ask("/en/accounts/login/", username="root", password=password)


@pytest.fixture
def site(tmp_path_factory, free_port):
    running = Site(tmp_path_factory.mktemp("outage"), free_port)
    yield running
    running.server.terminate()
    running.server.wait(30)
    embedded.stop(running.folder)


@pytest.mark.drill
def test_outage_is_503_throughout_and_over_at_once(site):
    """FR-03: a restart, then an outage."""
    site.sign_in()
    own = "/en/accounts/own/"
    assert site.ask(own)[0] == 200
    embedded.stop(site.folder)
    embedded.start(site.folder)
    after_restart = [site.ask(own)[0] for _number in range(200)]
    embedded.stop(site.folder)
    during = [site.ask(own)[0] for _number in range(100)]
    posted = site.ask("/en/accounts/login/", username="root", password="wrong")[0]
    page = site.ask(own)[1]
    embedded.start(site.folder)
    recovered = site.wait(own)
    assert after_restart == [200] * 200
    assert during == [503] * 100 and posted == 503
    assert "cannot reach its database" in page
    assert recovered <= 5


@pytest.mark.drill
def test_lock_that_another_holds_is_waited_for_five_seconds(site):
    """CI-05: then a plain message, and the next save is taken."""
    site.sign_in()
    account = "/en/accounts/1/"
    owner = embedded.connection(site.folder, "entente_owner")
    with psycopg.connect(
        dbname=owner["NAME"], user=owner["USER"], host=owner["HOST"], port=owner["PORT"]
    ) as holder:
        holder.execute("UPDATE auth_user SET email = 'held@example.org'")
        began = time.monotonic()
        status, page = site.ask(account, last_name="Roy")
        waited = time.monotonic() - began
        holder.rollback()
        site.ask(account, last_name="Roy")
        saved = holder.execute("SELECT last_name FROM auth_user").fetchall()
    assert (status, 4.5 < waited < 6) == (503, True)
    assert "Somebody else was changing the same rows" in page
    assert saved == [("Roy",)]


@pytest.mark.drill
def test_site_on_a_postgresql_of_its_own_passes_its_checks(site):
    said = site.manage("check", "--database", "default")
    assert "entente.E" not in said
