"""A visitor who follows every link and menu it is shown; knows HTML, no page."""

import io
import zipfile
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

from tests.security.asking import ask

SKIPPED = ("/static/", "/language/", "logout")
FILTERS = 1  # questions in one address: each filter alone, not every combination


class Links(HTMLParser):
    """Where a page leads: links, and the forms that ask (GET), with each of their choices."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.action = self.select = ""

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "a" and given.get("href"):
            self.found.append(given["href"])
        elif tag == "form":
            self.action = (given.get("action") or "?") if given.get("method", "get").lower() == "get" else ""
        elif tag == "select":
            self.select = given.get("name") or ""
        elif tag == "option" and self.action and self.select and given.get("value"):
            self.found.append(f"{self.action.split('?')[0]}?{urlencode({self.select: given['value']})}")


def links(path: str, page: str) -> Iterator[str]:
    """The site's own addresses in *page*, without fragments, each filter alone."""
    parser = Links()
    parser.feed(page)
    for href in parser.found:
        parts = urlsplit(urljoin(path, href))
        asked = parse_qsl(parts.query)
        if parts.netloc or len(asked) > FILTERS or any(word in parts.path for word in SKIPPED):
            continue
        yield f"{parts.path}?{urlencode(asked)}" if asked else parts.path


@dataclass
class Crawl:
    """What one visitor was shown: address -> everything an answer says."""

    browser: object
    most: int
    seen: dict[str, str] = field(default_factory=dict)
    statuses: dict[str, int] = field(default_factory=dict)

    def start(self, addresses) -> "Crawl":
        """Ask for *addresses*, then for what they lead to, until `most` answers are in."""
        queue = deque(dict.fromkeys(addresses))
        known = set(queue)
        while queue and len(self.seen) < self.most:
            path = queue.popleft()
            page = self.get(path)
            for link in links(path, page):
                if link not in known:
                    known.add(link)
                    queue.append(link)
        return self

    def get(self, path: str, method: str = "get", data=None) -> str:
        answer = ask(self.browser, method, path, data)
        name = path if method == "get" else f"{method} {path}"
        self.statuses[name] = answer.status_code
        self.seen[name] = told(answer)
        return self.seen[name]


def told(answer) -> str:
    """Headers, cookies and body: all that an answer says."""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    headers = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
    body = unpacked(body)
    return f"{headers}\n{answer.cookies.output()}\n{body.decode(answer.charset or 'utf-8', 'replace')}"


def unpacked(body: bytes) -> bytes:
    """A folder that goes out as one file hides its words in compression: names and contents."""
    if not body.startswith(b"PK"):
        return body
    with zipfile.ZipFile(io.BytesIO(body)) as folder:
        return b"\n".join(part for name in folder.namelist() for part in (name.encode(), folder.read(name)))
