"""The small lists that frame the matrix, and what rests on its positions. Knows querysets only.

Each comes as one union, a row as a JSON object, so that the page keeps within its eight queries; the
union is written once a process and planned once a connection.
"""

import datetime
import json
from collections.abc import Iterable, Mapping
from types import SimpleNamespace

from django.db.models import QuerySet, TextField, Value
from django.db.models.expressions import RawSQL
from django.db.models.functions import JSONObject

from config.db.prepared import Given, Prepared
from grants.models import Jurisdiction
from negotiations.models import (
    Agreement,
    Approval,
    Condition,
    Contest,
    Event,
    FrontMember,
    Negotiation,
    Offer,
    OfferAddressee,
    OfferTerm,
    Signature,
    SignatureBlock,
    Term,
    TrackStep,
)
from negotiations.models.record import InTwoLanguages
from negotiations.reports import labels
from negotiations.standing.asof import ALL, Filters
from negotiations.standing.clock import AsOf

FRAMED = ("government", "term", "event", "offer", "offer_term", "addressee", "step", "contest", "member",
          "agreement", "block", "signature")
READ_AS = {
    **dict.fromkeys(("effective_on", "effective_from", "starts_on", "ends_on", "response_due", "tabled_on"),
                    datetime.date.fromisoformat),
    "recorded_at": datetime.datetime.fromisoformat,
}
TITLED = ("title_en", "title_fr", "effective_on", "sensitivity")
MOMENT = {"known": "timestamptz", "level": "int"}
ALWAYS = "infinity"


class Row(InTwoLanguages, SimpleNamespace):
    """One row of a list, its fields named as the model names them."""

    @property
    def name(self) -> str:
        """The name in the reader's language, of a government or a term."""
        return self.told("name")


class Parts(list):
    """The rows that belong to another, asked for as the model's are."""

    def all(self) -> "Parts":
        return self


def part(name: str, rows: QuerySet, *fields: str) -> QuerySet:
    """One list of the union: its name, and each row as a JSON object."""
    told = JSONObject(**{field: field for field in fields})
    return rows.order_by().values_list(Value(name, output_field=TextField()), told)


def framed(given: Mapping[str, Given]) -> QuerySet:
    """Governments, and the record's lists as known at a moment, of rows up to a level."""
    negotiation, known, on = given["negotiation"], given["known"], given["on"]
    table = Offer.objects.of(negotiation).on_the_table(on, known).select_related(None).order_by()
    parts = [
        part("term", Term.objects.of(negotiation).known(known),
             "pk", "code", "number", "name_en", "name_fr", "value_kind", "unit_en", "unit_fr", "sensitivity"),
        part("event", Event.objects.of(negotiation).known(known),
             "pk", "slug", "kind", "main", "effective_from", "effective_precision", *TITLED),
        part("offer", table, "pk", "code", "kind", "state", "author_government_id", "author_front_id",
             "attached_to_id", "replaces_id", "event_id", "response_due", "in_place_of",
             "effective_precision", "effective_from", "earlier_versions", "tabled_on", "addressed_to",
             *TITLED),
        part("offer_term", OfferTerm.objects.filter(offer__in=table.values("tabled_as")),
             "offer_id", "term_id", "value", "wording_en", "wording_fr", "sensitivity"),
        part("addressee", OfferAddressee.objects.filter(offer__in=table.values("pk")),
             "offer_id", "government_id", "front_id", "sensitivity"),
        part("member", FrontMember.objects.of(negotiation).known(known), "pk", "front_id", "government_id",
             "footnote_en", "footnote_fr", "starts_on", "ends_on", "sensitivity"),
        *track_parts(negotiation, known, on),
    ]
    governments = part("government", Jurisdiction.objects.all(), "code", "kind", "protocol_order", "name_en",
                       "name_fr", "short_en", "short_fr")
    return governments.union(*(one.filter(sensitivity__lte=given["level"]) for one in parts), all=True)


def track_parts(negotiation: Given, known: Given, on: Given) -> list[QuerySet]:
    """What tells how far each government is: steps, contests, agreements with who must sign and who has."""
    steps, signatures = (model.objects.of(negotiation).unsuperseded(known).filter(effective_on__lte=on)
                         for model in (TrackStep, Signature))
    contests = Contest.objects.of(negotiation).unsuperseded(known, on).filter(effective_on__lte=on)
    return [
        part("step", steps, "pk", "government_id", "state", "effective_on", "offer_id", "event_id",
             "agreement_id", "supersedes_id", "in_place_of", "grade", "recorded_at", "offer__form",
             "sensitivity"),
        part("contest", contests, "pk", "step_id", "state", "settled", "effective_on", "in_place_of",
             "sensitivity"),
        part("agreement", Agreement.objects.of(negotiation).known(known),
             "pk", "government_id", "type", "sensitivity"),
        part("block", SignatureBlock.objects.of(negotiation).known(known),
             "pk", "agreement_id", "government_id", "sensitivity"),
        part("signature", signatures, "pk", "block_id", "effective_on", "recorded_at", "in_place_of",
             "sensitivity"),
    ]


def resting(given: Mapping[str, Given]) -> QuerySet:
    """The conditions of the positions, each version of them, and who approved what."""
    positions = RawSQL(f"SELECT unnest({given['positions'].written})", ())
    conditions = Condition.objects.known(given["known"]).filter(
        position__in=positions, sensitivity__lte=given["level"])
    approvals = Approval.objects.approving("position", given["known"]).filter(position__in=positions)
    return part("condition", conditions, "pk", "position_id", "number", "text_en", "text_fr", "kind",
                "status", "effective_on", "supersedes_id", "sensitivity").union(
        part("approval", approvals, "position_id", "sensitivity"), all=True)


FRAME = Prepared("matrix_frame", {"negotiation": "bigint", "on": "date", **MOMENT}, framed)
DETAILS = Prepared("matrix_details", {"positions": "bigint[]", **MOMENT}, resting)


def frame(negotiation: Negotiation, clock: AsOf, level: int = ALL.level) -> dict[str, list[Row]]:
    """Each list by its name, as known by then, of rows up to *level*: 1 query, 2 with a date known."""
    rows = FRAME.rows(negotiation=negotiation.pk, on=clock.on, known=clock.moment or ALWAYS, level=level)
    found = gathered(rows, FRAMED)
    labels.set_all_back({Event: found["event"], FrontMember: found["member"], Agreement: found["agreement"],
                         SignatureBlock: found["block"]}, clock.moment)
    for step in found["step"]:
        step.offer = Row(form=step.offer__form)
    found["agreement"] = agreements(found)
    return found


def agreements(found: Mapping[str, list[Row]]) -> list[Row]:
    """The agreements in the order of their keys, each with its blocks, and those with their signatures."""
    signatures, blocks = grouped(found["signature"], "block_id"), grouped(found["block"], "agreement_id")
    for block in found["block"]:
        block.signatures = signatures.get(block.pk, Parts())
    for row in found["agreement"]:
        row.blocks = blocks.get(row.pk, Parts())
    return sorted(found["agreement"], key=lambda row: row.pk)


def grouped(rows: Iterable[Row], key: str) -> dict[int, Parts]:
    found: dict[int, Parts] = {}
    for row in rows:
        found.setdefault(getattr(row, key), Parts()).append(row)
    return found


def details(positions: Iterable[int], clock: AsOf, filters: Filters) -> dict[str, list[Row]]:
    """The conditions of the positions, each version of them, and who approved what: 1 query."""
    rows = DETAILS.rows(positions=sorted(positions), known=clock.moment or ALWAYS, level=filters.level)
    return gathered(rows, ("condition", "approval"))


def gathered(rows: Iterable[tuple[str, str]], names: tuple[str, ...]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {name: [] for name in names}
    for name, told in rows:
        fields = json.loads(told)
        for field in fields.keys() & READ_AS.keys():
            if fields[field] is not None:
                fields[field] = READ_AS[field](fields[field])
        found[name].append(Row(**fields))
    return found
