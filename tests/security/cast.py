"""Two negotiations, rows of every level in both, and one person of each kind. Knows the builders."""

import datetime
import re
import secrets
from dataclasses import dataclass, field

from django.contrib.auth.models import Permission, User
from django.test import Client

from grants.models import IndicatorRelease, IndicatorValue, Jurisdiction, Programme, ProgrammeVersion
from negotiations import models
from tests import builders
from tests.conftest import as_user, behind_the_wall
from tests.grants.programmes import lay_programme
from tests.security.planting import plant_everywhere

ROLES = ("anonymous", "viewer", "analyst", "approver", "records_officer", "administrator", "stranger")
OWN, CONFIDENTIAL, STRATEGY, FOREIGN = "o", "c", "s", "f"
# What each may not read: words of these kinds.
HIDDEN = {
    "anonymous": "ocsf", "viewer": "csf", "analyst": "sf", "approver": "sf",
    "records_officer": "sf", "administrator": "ocsf", "stranger": "ocs",
}  # fmt: skip


@dataclass
class Words:
    """Random words, each of a kind that tells who may read it."""

    token: str = field(default_factory=lambda: secrets.token_hex(2))
    count: int = 0

    def of(self, kind: str):
        def word(_name: str) -> str:
            self.count += 1
            return f"zq{self.token}{kind}{self.count:04d}"

        return word

    def kinds_in(self, text: str) -> list[str]:
        """The kind of each word in *text*, cut words and capitals included."""
        return [found.lower() for found in re.findall(rf"zq{self.token}([ocsf])", text, re.I)]

    def in_(self, text: str) -> set[str]:
        return {found.lower() for found in re.findall(rf"zq{self.token}[ocsf]\d*", text, re.I)}


@dataclass
class Stage:
    """What a test plays on: *here* is ours, *there* is the other negotiation."""

    here: models.Negotiation
    there: models.Negotiation
    words: Words
    people: dict
    rows: dict
    foreign: dict
    above: dict

    def browser(self, role: str) -> Client:
        """A browser in which that person is signed in."""
        client = Client()
        as_user(self.people[role])
        if self.people[role]:
            client.force_login(self.people[role])
        return client


def make_people(here, there, clearances) -> dict:
    people = {role: builders.make_member(here, role, clearances[role], username=role.replace("_", ""))
              for role in ("viewer", "analyst", "approver", "records_officer")}  # fmt: skip
    people["administrator"] = builders.make_user("administrator")
    people["stranger"] = builders.make_member(there, "analyst", 4, username="stranger")
    with behind_the_wall():
        people["administrator"].user_permissions.set(
            Permission.objects.filter(content_type__app_label="auth"))
    return {"anonymous": None, **people}


def also_opened(negotiation, person) -> dict:
    """One row of each table that is no row of the record, for the pages that open them."""
    with behind_the_wall():
        return {
            models.Negotiation: negotiation,
            models.Membership: models.Membership.objects.filter(negotiation=negotiation).first(),
            models.HistoryEntry: models.HistoryEntry.objects.filter(negotiation=negotiation).first(),
            User: person,
            **{model: model.objects.order_by("pk").first() for model in (
                Jurisdiction, Programme, ProgrammeVersion, IndicatorRelease, IndicatorValue)},
        }  # fmt: skip


def make_stage(clearances=None) -> Stage:
    """Rows in every table: ours at Internal, In confidence and Strategy, and the other's."""
    words = Words()
    lay_programme()
    here = builders.make_negotiation(slug="ours", title_en="Ours", title_fr="La nôtre", ceiling=4)
    foreign = words.of(FOREIGN)
    there = builders.make_negotiation(
        slug="the-other", title_en=foreign("title_en"), title_fr=foreign("title_fr"),
        opened_on=datetime.date(2013, 1, 1), ceiling=4)
    levels = clearances or {"viewer": 2, "analyst": 3, "approver": 3, "records_officer": 3}
    people = make_people(here, there, levels)
    builders.make_membership(there, builders.make_user(), reason=foreign("reason"))
    rows, theirs = plant_everywhere(here, words.of(OWN), 2), plant_everywhere(there, foreign, 2)
    return Stage(
        here=here, there=there, words=words, people=people,
        rows={**rows, **also_opened(here, people["viewer"])},
        above={3: plant_everywhere(here, words.of(CONFIDENTIAL), 3),
               4: plant_everywhere(here, words.of(STRATEGY), 4)},
        foreign={**theirs, **also_opened(there, people["stranger"])})
