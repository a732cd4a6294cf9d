"""Who gets what from which address: the resolver against matrix.yaml, and foreign against missing."""

import re
from pathlib import Path

import pytest
import yaml

from tests.security.addresses import MISSING, Address, addresses, values_for
from tests.security.asking import ask, say
from tests.security.cast import ROLES, make_stage

pytestmark = [pytest.mark.django_db, pytest.mark.ignore_template_errors]
FILE = yaml.safe_load((Path(__file__).parent / "matrix.yaml").read_text(encoding="utf-8"))
EVERYTHING = dict.fromkeys(("viewer", "analyst", "approver", "records_officer"), 4)
UNSPOKEN = ("put", "patch", "delete", "trace")
TABLE = re.compile(r"en/admin/(\w+/\w+)/(<path:object_id>/)?(\w*)")
OPEN_TO_ALL = {"en/accounts/login/", "en/accounts/set-password/done/",
               "en/accounts/set-password/<uidb64>/<token>/"}  # fmt: skip


def page_of(address: Address) -> tuple[str, str] | None:
    """An admin page as its table and what it is of it; None for all else."""
    found = TABLE.match(address.route)
    if found is None or found[1] not in TABLES:
        return None
    return found[1], found[3] or ("object" if found[2] else "list")


TABLES = {f"{app}/{name}": kind for kind in FILE["tables"]
          for app, names in kind["of"].items() for name in names.split()}  # fmt: skip


def expected(address: Address) -> dict[str, list[int]] | None:
    """Method -> the statuses of all roles."""
    place = page_of(address)
    row = TABLES[place[0]].get(place[1]) if place else FILE["addresses"].get(address.route)
    if row is None:
        return None
    get, post = ([int(status) for status in half.split()] for half in row.split("|"))
    return {"get": get, "head": get, "post": post}


def unique() -> list[Address]:
    """The first of each route: the one that answers."""
    return list({one.route: one for one in reversed(addresses())}.values())[::-1]


def test_every_address_is_in_the_file_and_nothing_else():
    known = unique()
    assert [one.route for one in known if expected(one) is None] == []
    routes = {one.route for one in known}
    assert [route for route in FILE["addresses"] if route not in routes] == []
    pages = {page_of(one) for one in known}
    assert [(table, page) for table, kind in TABLES.items() for page in kind
            if page != "of" and (table, page) not in pages] == []


def test_the_file_names_the_roles_and_opens_little_to_everybody():
    assert tuple(FILE["roles"]) == ROLES
    opened = {one.route for one in unique() if expected(one) and expected(one)["get"][0] not in (302, 404)}
    assert opened == OPEN_TO_ALL


def asked(share: int):
    """Role, address and method of each cell; of a table's page one role in *share*, in turn."""
    for at, address in enumerate(one for one in unique() if expected(one)):
        for number, role in enumerate(ROLES):
            if page_of(address) and (at + number) % share:
                continue
            for method in ("get", "post") if share > 1 and number else ("get", "head", "post"):
                yield role, address, method


def wrong_cells(share: int) -> tuple[list, int]:
    stage = make_stage(EVERYTHING)
    browsers = {role: stage.browser(role) for role in ROLES}
    wrong, count = [], 0
    for role, address, method in asked(share):
        path = address.fill(values_for(address, stage.rows))
        status = ask(browsers[role], method, path).status_code
        right = expected(address)[method][ROLES.index(role)]
        count += 1
        if status != right:
            wrong.append((address.route, role, method, status, right))
    return wrong, count


def test_every_cell_answers_as_the_file_says():
    wrong, count = wrong_cells(share=7)
    say(f"{count} cells of {len(unique())} addresses asked, {len(wrong)} wrong")
    assert (wrong, count > 1500) == ([], True)


@pytest.mark.drill
def test_every_cell_answers_as_the_file_says_without_leaving_one_out():
    wrong, count = wrong_cells(share=1)
    say(f"{count} cells of {len(unique())} addresses asked, {len(wrong)} wrong")
    assert wrong == []


def test_methods_that_nobody_speaks_are_refused():
    browser = make_stage(EVERYTHING).browser("approver")
    paths = [one.fill({}) for one in unique()[::9]]
    answers = {ask(browser, method, path).status_code for method in UNSPOKEN for path in paths}
    assert answers == {405}


def alike(answer, path: str, values: dict) -> tuple:
    """An answer without what only repeats the question, and without its token."""
    body = answer.content.decode().replace(path, "PATH").replace(path.replace("/en/", "/fr/", 1), "PATH")
    body = re.sub(r'(?<=csrfmiddlewaretoken" value=")\w+', "", body)
    for value in values.values():
        body = re.sub(rf"(?<![\w-]){re.escape(str(value))}(?![\w-])", "ID", body)
    return answer.status_code, answer.headers.get("Location", "").replace(path, "PATH"), body


def different(role: str, share: int) -> tuple[list, int]:
    """Where a foreign row is answered otherwise than one that is missing; and the pairs tried."""
    stage = make_stage()
    browser, count, found = stage.browser(role), 0, []
    asking = [one for one in unique() if one.asks and "programmes/" not in one.route
              and not one.route.startswith(("en/accounts/", "en/admin/grants", "en/admin/auth"))]  # fmt: skip
    for address in asking[::share]:
        values = values_for(address, stage.foreign)
        ids = {name: values[name] for name in address.asks if name in values}
        for method in ("get", "post"):
            foreign, missing = address.fill(values), address.fill({})
            told = [alike(ask(browser, method, path), path, some)
                    for path, some in ((foreign, ids), (missing, MISSING))]
            count += 1
            if told[0] != told[1]:
                found.append((method, address.route, told[0][:2], told[1][:2]))
    return found, count


@pytest.mark.parametrize("role", ["analyst", "approver"])
def test_foreign_and_missing_are_answered_alike(role):
    found, count = different(role, share=4)
    say(f"{role}: {count} pairs, {len(found)} different")
    assert (found, count >= 100) == ([], True)


@pytest.mark.drill
@pytest.mark.parametrize("role", ROLES[1:6])
def test_foreign_and_missing_are_answered_alike_everywhere(role):
    found, count = different(role, share=1)
    say(f"{role}: {count} pairs, {len(found)} different")
    assert found == []
