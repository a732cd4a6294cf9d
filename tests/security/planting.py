"""A word of its own in every text column of every table; knows the shape of columns, and makers."""

from collections.abc import Callable

from django.contrib.postgres.fields import ArrayField
from django.db import models as columns

from negotiations import models
from tests.conftest import behind_the_wall
from tests.negotiations.rows import make_row, record_models

DIGESTS = {"sha256", "checksum"}  # their form is fixed
CODES = {"code", "slug", "series"}  # letters and digits only
SHORTEST = 10  # characters in which a word can be told from others
# What a row must say beside for the word to be let in.
BESIDE = {
    "Condition": {"operator": ">="}, "Attendance": {"status": "absent"},
    "Statement": {"language": "fr", "translation_by": "ours"},
}  # fmt: skip
# Owners, in the order in which they are made; and what hangs on an offer, a statement or a claim.
OWNERS = ("Source", "Event", "Term", "Statement", "Offer", "Position", "Claim", "Front", "Agreement",
          "AgendaItem", "TrackStep", "IssuedReport")
PARTS = {"OfferTerm", "OfferAddressee", "StatementTerm", "PositionStatement", "ClaimStatement",
         "ClaimVerdict"}  # fmt: skip
ALWAYS_STRATEGY = (models.Mandate, models.MandateLimit)


def text_columns(model) -> list:
    """Every column of *model* in which somebody may write a word of his own."""
    return [field for field in model._meta.concrete_fields
            if isinstance(field, columns.CharField | columns.TextField | columns.JSONField)
            and not field.choices and not isinstance(field, ArrayField)
            and field.name not in DIGESTS and (field.max_length or SHORTEST) >= SHORTEST]  # fmt: skip


def words_for(model, word: Callable[[str], str]) -> dict:
    """A value for each text column of *model*; *word* makes the one of a column."""
    return {field.name: _fitting(field, word(field.name)) for field in text_columns(model)
            if field.name != "correction_reason"}  # only a correcting row has one


def _fitting(field, word: str):
    if isinstance(field, columns.JSONField):
        return {word: word}
    if isinstance(field, columns.URLField):
        return f"https://example.org/{word}"[: field.max_length]
    if field.name in CODES:
        return "".join(one for one in word if one.isalnum())[: field.max_length]
    return word[: field.max_length]


def plant(model, negotiation, word: Callable[[str], str], **changes):
    """One row of *model* with a word in every text column."""
    fitting = {**words_for(model, word), **BESIDE.get(model.__name__, {})}
    return make_row(model, negotiation, **{**fitting, **changes})


def plant_everywhere(negotiation, word: Callable[[str], str], level: int) -> dict:
    """A row in every table of the record at *level*, one correction, and words that stood before."""
    rows = {}
    for model in sorted(record_models(), key=_owners_first):
        at = 4 if model in ALWAYS_STRATEGY else level
        rows[model] = plant(model, negotiation, word, sensitivity=at, **_owners(model, rows))
    correct(rows[models.Position], word)
    leave_history(rows[models.Source], "title", word)
    leave_history(rows[models.Event], "title_en", word)
    return rows


def _owners_first(model) -> int:
    return OWNERS.index(model.__name__) if model.__name__ in OWNERS else len(OWNERS)


def _owners(model, rows: dict) -> dict:
    """What *model* belongs to, among the rows that are there: one event, one source, one offer."""
    if model in (models.Approval, models.Citation):
        return {}  # each belongs to exactly one row, which its maker chooses
    names = {"issuedreport": "report", "agendaitem": "item", "trackstep": "step"}
    found = {names.get(row._meta.model_name, row._meta.model_name): row for row in rows.values()}
    names = {field.name for field in model._meta.concrete_fields} & set(found)
    if model is models.IssuedReport:
        return {"number": rows[models.Event].pk, "event": found["event"]}
    return {name: found[name] for name in names - {"front"} - (
        set() if model.__name__ in PARTS else {"offer", "statement", "claim"})}


def correct(row, word) -> None:
    """A later row takes the place of *row* and says why."""
    why = _fitting(row._meta.get_field("correction_reason"), word("correction_reason"))
    make_row(type(row), row.negotiation, supersedes=row, sensitivity=row.sensitivity,
             correction_reason=why)  # fmt: skip


def leave_history(row, name: str, word) -> None:
    with behind_the_wall():
        for _turn in range(2):
            text = _fitting(row._meta.get_field(name), word("history"))
            type(row).objects.filter(pk=row.pk).update(**{name: text})
