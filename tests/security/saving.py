"""Persons who save one meeting with its items again and again over HTTP, whatever happens to the site."""

import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from html.parser import HTMLParser
from http.cookiejar import CookieJar

ITEMS = 10


class Form(HTMLParser):
    """What a browser would send back of the record's form."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.inside = self.area = self.select = ""

    def handle_starttag(self, tag, attrs):
        given = {name: value or "" for name, value in attrs}
        name = given.get("name", "")
        if tag == "form":
            self.inside = given.get("id", "")
        elif not self.inside.endswith("_form"):
            return
        elif tag == "input" and name and given.get("type") not in ("submit", "checkbox", "button"):
            self.fields[name] = given.get("value", "")
        elif tag == "input" and name and "checked" in given:
            self.fields[name] = given.get("value", "on")
        elif tag == "textarea":
            self.area, self.fields[name] = name, ""
        elif tag == "select":
            self.select = name
        elif tag == "option" and "selected" in given and self.select:
            self.fields[self.select] = given.get("value", "")

    def handle_data(self, data):
        if self.area:
            self.fields[self.area] += data.removeprefix("\r\n").removeprefix("\n")

    def handle_endtag(self, tag):
        if tag == "textarea":
            self.area = ""
        elif tag == "select":
            self.select = ""


class Stay(urllib.request.HTTPRedirectHandler):
    """A saved form answers 302: that is the acknowledgement."""

    def redirect_request(self, *asked):
        return None


class Writer(threading.Thread):
    """`acknowledged` is the number of the last save that the site said was done."""

    def __init__(self, url: str, page: str, username: str, password: str) -> None:
        super().__init__(daemon=True)
        self.url, self.page, self.who = url, page, {"username": username, "password": password}
        self.jar = CookieJar()
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar), Stay())
        self.stopped = threading.Event()
        self.number = self.acknowledged = self.saves = self.failures = 0

    def ask(self, path: str, typed: dict | None = None) -> tuple[int, str]:
        if typed is not None:
            token = next((one.value for one in self.jar if one.name == "csrf"), "")
            typed = urllib.parse.urlencode({**typed, "csrfmiddlewaretoken": token}).encode()
        try:
            with self.browser.open(self.url + path, typed, timeout=60) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as answer:
            return answer.code, answer.read().decode()
        except (OSError, ValueError):
            return 0, ""

    def sign_in(self) -> None:
        self.ask("/en/accounts/login/")
        status, page = self.ask("/en/accounts/login/", self.who)
        assert status == 302, page[-2000:]

    def run(self) -> None:
        while not self.stopped.is_set():
            self.save()

    def save(self) -> None:
        """One number into the title of the meeting and of each of its items."""
        status, page = self.ask(self.page)
        if status != 200:
            self.failures += 1
            time.sleep(0.2)
            return
        form = Form()
        form.feed(page)
        self.number += 1
        titles = {"title_en": str(self.number),
                  **{f"items-{at}-title_en": str(self.number) for at in range(ITEMS)}}
        status, _page = self.ask(self.page, {**form.fields, **titles})
        if status == 302:
            self.acknowledged, self.saves = self.number, self.saves + 1
        else:
            self.failures += 1
