"""Steps with all the evidence that a state may demand; knows the builders."""

import datetime

from negotiations.models import TrackStep
from tests import builders
from tests.conftest import as_user

DAY = datetime.date(2014, 3, 1)


def day(number: int) -> datetime.date:
    return DAY + datetime.timedelta(number)


def make_talks(code="ON", signed=1, **changes) -> dict:
    """What a step of *code* names when it names everything; *signed* of two blocks are signed on DAY."""
    negotiation = changes.get("negotiation") or builders.make_negotiation()
    here = {"negotiation": negotiation, "source": builders.make_source(negotiation=negotiation)}
    government = builders.make_government(code)
    agreement = builders.make_agreement(**here, government=government)
    blocks = [builders.make_block(agreement=agreement, government=government, order=n) for n in (1, 2)]
    for block in blocks[:signed]:
        builders.make_signature(block=block, source=here["source"], effective_on=DAY)
    return {**here, "government": government, "agreement": agreement, "grade": "E1",
            "event": builders.make_event(**here),
            "offer": builders.make_offer(**here, author_government=government),
            "statement": builders.make_statement(**here), "reference": "1234-2014",
            "effective_on": DAY}  # fmt: skip


def lay(talks, state, on=0, **changes) -> TrackStep:
    """By the owner, as the loader would."""
    return builders.lay(TrackStep, **{**talks, "state": state, "effective_on": day(on), **changes})


def write(talks, state, on=0, **changes) -> TrackStep:
    """By whoever is signed in."""
    return TrackStep.objects.create(**{**talks, "state": state, "effective_on": day(on), **changes})


def sign_in(talks, role="records_officer", clearance=4):
    person = builders.make_member(talks["negotiation"], role, clearance)
    as_user(person)
    return person
