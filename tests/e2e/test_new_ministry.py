"""As a new ministry: an empty site, its first administrator, two persons, a meeting recorded and read."""

import re
import subprocess
import sys

import pytest

from tests.e2e import conftest as stage

VAR = stage.ROOT / "var" / "e2e-empty"
PHRASES = {name: f"a long pass phrase of {name}" for name in ("root", "ana", "bea")}


def environment() -> dict[str, str]:
    return {**stage.environment(), "ENTENTE_VAR": str(VAR)}


def manage(*words: str) -> str:
    done = subprocess.run([sys.executable, "manage.py", *words], cwd=stage.ROOT, env=environment(),
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"manage.py {' '.join(words)}:\n{done.stdout}\n{done.stderr}"
    return done.stdout


def begin_empty() -> None:
    """What `bin/run --empty` does: tables and reference data; no record, no account."""
    if (VAR / "postgres").exists():
        subprocess.run([sys.executable, "-m", "config.embedded", "stop", str(VAR / "postgres")],
                       cwd=stage.ROOT, env=environment(), capture_output=True, check=False)
    if VAR.exists():
        stage.shutil.rmtree(VAR)
    manage("migrate", "--verbosity", "0")
    manage("load_reference")
    manage("collectstatic", "--noinput", "--verbosity", "0")


@pytest.fixture(scope="module")
def site():
    begin_empty()
    port = stage.free_port()
    server = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", "--config", "config/gunicorn.py",
         "--bind", f"127.0.0.1:{port}", "--pid", str(VAR / "server.pid")],
        cwd=stage.ROOT, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        stage.wait_for(f"http://127.0.0.1:{port}/en/accounts/login/", server)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(timeout=30)
        subprocess.run([sys.executable, "-m", "config.embedded", "stop", str(VAR / "postgres")],
                       cwd=stage.ROOT, env=environment(), capture_output=True, check=False)


def set_password(page, link: str, name: str) -> None:
    page.goto(re.sub(r"^https?://[^/]+", "", link))
    for field in ("new_password1", "new_password2"):
        page.fill(f"[name={field}]", PHRASES[name])
    page.locator("main form").get_by_role("button").click()


def sign_in(page, name: str) -> None:
    page.context.clear_cookies()
    page.goto("/en/accounts/login/")
    page.fill("#id_username", name)
    page.fill("#id_password", PHRASES[name])
    page.keyboard.press("Enter")
    page.wait_for_url("**/en/negotiations/")


def first_administrator(page) -> None:
    said = manage("create_administrator", "root", "--address", "http://127.0.0.1")
    set_password(page, re.search(r"\S+/set-password/\S+", said)[0], "root")


def make_account(page, name: str, *groups: str) -> str:
    """The one-time link that stands on the screen."""
    page.goto("/en/accounts/new/")
    page.fill("[name=username]", name)
    for group in groups:
        page.get_by_label(group, exact=True).check()
    page.locator("main form").get_by_role("button").click()
    return page.locator("#link").inner_text().strip()


def open_negotiation(page) -> None:
    page.goto("/en/negotiations/new/")
    for field, text in {"title_en": "Early learning", "title_fr": "Apprentissage", "slug": "early-learning",
                        "opened_on": "2026-01-05", "reason": "Mandated by the deputy"}.items():
        page.fill(f"[name={field}]", text)
    page.select_option("[name=home]", "CA")
    page.locator("main form input[type=submit]").click()
    page.wait_for_url("**/en/negotiations/early-learning/")


def let_in(page, name: str) -> None:
    page.goto("/en/negotiations/early-learning/members/")
    page.select_option("[name=user]", label=name)
    page.select_option("[name=role]", "viewer")
    page.select_option("[name=clearance]", "2")
    page.fill("[name=reason]", "Reads the reports")
    page.locator("main form input[type=submit]").click()
    page.locator("main tbody tr", has_text=name).wait_for()


def choose(page, field: str, text: str) -> None:
    """In a menu that searches while one types."""
    page.locator(f"#id_{field} + .select2").click()
    page.locator(".select2-search__field").last.fill(text)
    page.locator(".select2-results__option", has_text=text).first.click()


def save(page) -> None:
    page.locator("[name=_save]").first.click()
    page.locator(".messagelist .success").wait_for()


def record_source(page) -> None:
    page.goto("/en/admin/negotiations/source/add/")
    page.fill("[name=title]", "Minutes of the secretariat")
    page.fill("[name=publisher]", "The secretariat")
    page.select_option("[name=kind]", "note")
    save(page)


def record_meeting(page) -> None:
    """With who was there, in the same form."""
    page.goto("/en/admin/negotiations/meeting/add/")
    page.fill("[name=title_en]", "Deputies meet in Ottawa")
    page.fill("[name=title_fr]", "Les sous-ministres à Ottawa")
    page.select_option("[name=kind]", "meeting")
    page.select_option("[name=level]", "deputies")
    page.fill("[name=slug]", "2026-02-03-ottawa")
    page.fill("[name=effective_on]", "2026-02-03")
    choose(page, "source", "Minutes")
    page.locator("#attendances-group .add-row a").click()
    choose(page, "attendances-0-government", "Ontario")
    page.select_option("[name=attendances-0-status]", "present")
    save(page)


def record_statement(page) -> None:
    page.goto("/en/admin/negotiations/statement/add/")
    choose(page, "event", "Deputies meet")
    choose(page, "government", "Ontario")
    choose(page, "source", "Minutes")
    for field, text in {"speaker_note_en": "The deputy", "speaker_note_fr": "La sous-ministre",
                        "text": "Ontario needs five years.", "effective_on": "2026-02-03"}.items():
        page.fill(f"[name={field}]", text)
    for field, value in {"kind": "position", "manner": "verbatim", "language": "en", "channel": "room",
                         "grade": "E1", "state": "in_review"}.items():
        page.select_option(f"[name={field}]", value)
    save(page)


@pytest.mark.usefixtures("site")
def test_from_an_empty_site_to_a_report_read_by_the_second_person(page):
    first_administrator(page)
    sign_in(page, "root")
    assert "No negotiation is open to you yet." in page.locator("main").inner_text()
    links = {"ana": make_account(page, "ana", "Record keepers", "Openers of negotiations"),
             "bea": make_account(page, "bea", "Readers")}
    page.context.clear_cookies()
    for name, link in links.items():
        set_password(page, link, name)
    sign_in(page, "ana")
    open_negotiation(page)
    let_in(page, "bea")
    record_source(page)
    record_meeting(page)
    record_statement(page)
    sign_in(page, "bea")
    page.get_by_role("link", name="Early learning").first.click()
    page.locator("#events").locator("..").get_by_role("link", name="Deputies meet").first.click()
    page.get_by_role("link", name="Read the report").click()
    report = page.locator("main").inner_text()
    assert "Ontario needs five years." in report
    assert "Present" in report or "present" in report
    assert page.request.get("/en/admin/negotiations/statement/add/").status == 403
