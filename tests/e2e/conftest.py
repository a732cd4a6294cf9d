"""A site of its own for each process, started as a user starts it, and a browser that looks at it."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent.parent
# Each process of a run has a site of its own.
VAR = ROOT / "var" / f"e2e-{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
WIDTHS = (375, 1280)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run",
         "--disable-component-update", "--disable-sync"]


def pytest_collection_modifyitems(items):
    for item in items:
        if "tests/e2e" in str(item.fspath):
            item.add_marker(pytest.mark.e2e)


def environment() -> dict[str, str]:
    """The embedded database, whatever the suite runs on."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("DATABASE_", "ENTENTE_", "DJANGO_"))}
    return {**kept, "ENTENTE_VAR": str(VAR)}


def manage(*words: str) -> None:
    done = subprocess.run([sys.executable, "manage.py", *words], cwd=ROOT, env=environment(),
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"manage.py {' '.join(words)}:\n{done.stdout}\n{done.stderr}"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(url: str, server: subprocess.Popen) -> None:
    for _ in range(300):
        assert server.poll() is None, "the site stopped while starting"
        try:
            urllib.request.urlopen(url, timeout=2).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError(f"{url} does not answer")


@pytest.fixture(scope="session")
def site():
    """The address of a site with the shipped records, the fixtures of the stories, the demo accounts."""
    manage("migrate", "--verbosity", "0")
    manage("load_reference")
    for folder in sorted([*(ROOT / "data").iterdir(), *(ROOT / "tests" / "records").iterdir()]):
        if (folder / "negotiation.yaml").exists():
            manage("load_record", str(folder))
    manage("create_demo_accounts")
    manage("collectstatic", "--noinput", "--verbosity", "0")
    port = free_port()
    server = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", "--config", "config/gunicorn.py",
         "--bind", f"127.0.0.1:{port}", "--pid", str(VAR / "server.pid")],
        cwd=ROOT, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(f"http://127.0.0.1:{port}/en/accounts/login/", server)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(timeout=30)


@pytest.fixture(scope="session")
def browser() -> Browser:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def page(browser, site) -> Page:
    """A fresh visitor; a console error or an outside request fails the test."""
    context = browser.new_context(base_url=site, locale="en-CA", viewport={"width": 1280, "height": 900})
    opened = context.new_page()
    troubles: list[str] = []
    opened.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
    opened.on("pageerror", lambda error: troubles.append(str(error)))
    opened.on("request", lambda asked: troubles.append(f"outside: {asked.url}")
              if not asked.url.startswith((site, "data:")) else None)
    yield opened
    context.close()
    assert troubles == []


def sign_in(page: Page, username: str, language: str = "en") -> None:
    """Through the form, with the keyboard."""
    page.goto(f"/{language}/accounts/login/")
    page.locator("#id_username").focus()
    page.keyboard.type(username)
    page.keyboard.press("Tab")
    page.keyboard.type((VAR / "demo_password").read_text().strip())
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{language}/negotiations/")


def axe_faults(page: Page, *allowed: str) -> list[tuple[str, list[str]]]:
    """What axe finds on the page as it stands, each rule with its first places; *allowed* are rules.

    Without fetching style sheets anew: on the admin's, which import others, that breaks the site's policy.
    """
    found = Axe().run(page, options={"preload": False}).response["violations"]
    return [(one["id"], [node["html"][:200] for node in one["nodes"][:3]])
            for one in found if one["id"] not in allowed]


def page_faults(page: Page, addresses: Iterable[str], widths: Iterable[int] = WIDTHS) -> dict[str, list]:
    """By address and width: what axe finds, and whether the page itself scrolls sideways; {} is well."""
    found = {}
    for address in addresses:
        for width in widths:
            page.set_viewport_size({"width": width, "height": 900})
            assert page.goto(address).status == 200, address
            wider = page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
            found[f"{address} at {width}"] = axe_faults(page) + [("scrolls sideways", [])] * wider
    return {where: faults for where, faults in found.items() if faults}
