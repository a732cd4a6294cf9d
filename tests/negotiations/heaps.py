"""Rows of every kind, heaped on one meeting, one letter, one statement, one term; knows the builders."""

import datetime

from negotiations import models
from tests import builders
from tests.conftest import behind_the_wall
from tests.negotiations.rows import MAKERS, record_models
from tests.security.planting import OWNERS

# What the rows of a heap hang on together, by the names of fields; the rest they have of their own.
HEAPS = {
    "meeting": ("source", "event", "item", "offer", "claim", "front", "agreement", "step", "difference",
                "report"),
    "letter": ("source", "event"),
    "statement": ("source", "statement"),
    "term": ("source", "term", "government"),
    "position": ("source", "position"),
}  # fmt: skip
# A model by the names under which others point to it, where they are not its own.
FORMATS = ("pdf", "docx", "xlsx", "json", "html")
LANGUAGES = ("en", "fr")
NAMES = {"agendaitem": ["item"], "trackstep": ["step", "trackstep"], "issuedreport": ["report"],
         "officeholder": ["person", "speaker"]}  # fmt: skip
FIRST = ("Source", "OfficeHolder", "Front", "Event", "AgendaItem", "Term")
SAID = {"Statement": {"state": "approved", "behalf": "front"}, "Offer": {"state": "tabled"}}
# Left empty: a government's own line has no front, an addressee is one of two.
EMPTY = {"Position": {"front"}, "OfferAddressee": {"front"}}
OF_ONE_ROW = (models.Approval, models.Citation)


def pile(negotiation, rounds: int, first: dict[str, dict]) -> None:
    """Further rows of every kind on each heap; *first* keeps what the first round of each laid, by name."""
    for kind, heap in HEAPS.items():
        for _ in range(rounds):
            top = {name: first[kind][name] for name in heap} if kind in first else {}
            own = lay_round(negotiation, "letter" if kind == "letter" else "meeting", top)
            first.setdefault(kind, own)


def lay_round(negotiation, event: str, top: dict) -> dict:
    """One row of every kind, on those of *top* and on each other; by name what others may hang on."""
    government = _next_government(negotiation)
    own = {"government": government, "lead": government, **top}
    for model in sorted(record_models(), key=_owners_first):
        said = {"kind": event} if model is models.Event else {}
        row = _lay(model, negotiation, own, said)
        name = model._meta.model_name
        own.update({one: row for one in NAMES.get(name, [name]) if one not in top})
    _lay_lines(negotiation, own)
    _correct(own, negotiation)
    return own


def _next_government(negotiation):
    """Each round is another province's: a front, a meeting and an offer have each of them once."""
    with behind_the_wall():
        rounds = models.Event.objects.of(negotiation).count()
    codes = [code for code in builders.GOVERNMENTS if code != "CA"]
    return builders.make_government(codes[rounds % len(codes)])


def _owners_first(model) -> int:
    order = [*FIRST, *(name for name in OWNERS if name not in FIRST)]
    return order.index(model.__name__) if model.__name__ in order else len(order)


def _lay(model, negotiation, own: dict, said: dict):
    """A row of *model* on those of *own* to which it may point; of approvals and citations one for each."""
    fields = {field.name for field in model._meta.concrete_fields} - EMPTY.get(model.__name__, set())
    kept = {name: row for name, row in own.items() if name in fields}
    if model not in OF_ONE_ROW:
        values = {**kept, **SAID.get(model.__name__, {}), **_once(model, negotiation), **said}
        return MAKERS[model](negotiation, **values)
    said = {"verdict": "approved"} if model is models.Approval else {"source": kept.pop("source")}
    return [builders.lay(model, negotiation=negotiation, **said, **{name: row})
            for name, row in kept.items()][-1]  # fmt: skip


def _once(model, negotiation) -> dict:
    """Values that a negotiation has once."""
    with behind_the_wall():
        number = model.objects.of(negotiation).count() + 1
    once = {models.Document: {"stored_name": f"file{number}"},
            models.IssuedReport: {"number": number},
            models.IssuedFile: {
                "format": FORMATS[number % 5], "language": LANGUAGES[number // 5 % 2]}}
    return once.get(model, {})


def _lay_lines(negotiation, own: dict) -> None:
    """The line of a front, and a government's own on the whole package."""
    at = {"negotiation": negotiation, **{name: own[name] for name in ("source", "event", "government")}}
    builders.make_position(**at, term=own["term"], front=own["front"], origin="collective")
    builders.make_position(**at, effective_on=builders.DAY + datetime.timedelta(1))


def _correct(own: dict, negotiation) -> None:
    """A later row in the place of the deadline and the step; of the position where it is the round's own."""
    at = {"negotiation": negotiation, "source": own["source"], "correction_reason": "Read wrongly"}
    builders.make_deadline(**at, supersedes=own["deadline"])
    builders.make_track_step(**at, supersedes=own["trackstep"], government=own["government"])
