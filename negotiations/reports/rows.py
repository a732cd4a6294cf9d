"""The rows that a meeting's page and report are made of, loaded at once. Knows querysets only."""

from dataclasses import dataclass

from django.db.models import Prefetch

from grants.models import Jurisdiction
from negotiations.models import (
    Account,
    AgendaItem,
    AgendaItemTerm,
    Agreement,
    Approval,
    Attendance,
    Citation,
    Claim,
    ClaimStatement,
    ClaimVerdict,
    Condition,
    Contest,
    Deadline,
    Difference,
    Event,
    FollowUp,
    FrontMember,
    Offer,
    OfferTerm,
    OpenQuestion,
    Position,
    PositionStatement,
    ReportText,
    Signature,
    SignatureBlock,
    Statement,
    StatementTerm,
    TrackStep,
)
from negotiations.reports import labels, parties
from negotiations.standing.before import Line, before
from negotiations.standing.clock import AsOf
from negotiations.standing.fronts import holds, once


@dataclass(frozen=True)
class MeetingRows:
    """Everything on record about one event, and what the state of the talks needs, as of a day.

    `positions` are those taken at the event; `before` are the lines that counted until then.
    """

    event: Event
    as_of: AsOf
    governments: list[Jurisdiction]
    attendances: list[Attendance]
    items: list[AgendaItem]
    statements: list[Statement]
    positions: list[Position]
    before: list[Line]
    differences: list[Difference]
    followups: list[FollowUp]
    offers: list[Offer]
    deadlines: list[Deadline]
    steps: list[TrackStep]
    contests: list[Contest]
    agreements: list[Agreement]
    claims: list[Claim]
    members: list[FrontMember]
    questions: list[OpenQuestion]
    texts: list[ReportText]


def load(event: Event, as_of: AsOf) -> MeetingRows:
    """The rows of *event* as of *as_of*: 33 queries, however many rows there are."""
    moment, on = as_of.moment, as_of.on
    labels.set_back([event], moment)
    of = {"negotiation": event.negotiation_id}
    taken = positions(event, on, moment)
    return MeetingRows(
        event=event,
        as_of=as_of,
        governments=list(parties.marked(event.negotiation, as_of)),
        attendances=attendances(event, moment),
        items=items(event, moment),
        statements=statements(event, moment),
        positions=taken,
        before=before(taken, event, on, moment),
        differences=differences(event, moment),
        followups=followups(event, on, moment),
        offers=offers(of, on, moment),
        deadlines=list(Deadline.objects.unsuperseded(moment, on).filter(**of, effective_on__lte=on)
                       .select_related("set_by", "source", "supersedes")),
        steps=list(TrackStep.objects.unsuperseded(moment).filter(**of, effective_on__lte=on)
                   .select_related("source", "event", "offer")),
        contests=list(Contest.objects.unsuperseded(moment, on).filter(**of, effective_on__lte=on)),
        agreements=agreements(of, on, moment),
        claims=claims(event, on, moment),
        members=members(of, on, moment),
        questions=list(OpenQuestion.objects.known(moment).filter(event=event)
                       .select_related("source")),
        texts=list(ReportText.objects.unsuperseded(moment).filter(event=event)),
    )


def attendances(event: Event, moment) -> list[Attendance]:
    """1 query."""
    rows = Attendance.objects.unsuperseded(moment).filter(event=event)
    return list(rows.select_related("government", "person", "source"))


def items(event: Event, moment) -> list[AgendaItem]:
    """2 queries."""
    links = AgendaItemTerm.objects.known(moment).select_related("term")
    rows = AgendaItem.objects.known(moment).filter(event=event).select_related("lead", "parent")
    return list(rows.prefetch_related(Prefetch("term_links", links)))


def statements(event: Event, moment) -> list[Statement]:
    """3 queries. On a known-on page drafts are left out."""
    rows = Statement.objects.unsuperseded(moment).filter(event=event)
    if moment is not None:
        rows = rows.exclude(state=Statement.State.DRAFT)
    return list(
        rows.select_related("government", "speaker", "front", "source", "item", "event")
        .prefetch_related(
            Prefetch("term_links", StatementTerm.objects.known(moment).select_related("term")),
            Prefetch("citations", Citation.objects.known(moment).select_related("source")))
        .order_by("sequence", "id"))


def positions(event: Event, on, moment) -> list[Position]:
    """4 queries: those taken at the event, with their conditions and approvals."""
    conditions = (Condition.objects.unsuperseded(moment, on).filter(effective_on__lte=on)
                  .select_related("term", "about"))
    return list(
        Position.objects.of(event.negotiation_id).at(on, moment).filter(event=event)
        .prefetch_related(
            Prefetch("conditions", conditions),
            Prefetch("statement_links", PositionStatement.objects.known(moment)),
            Prefetch("approvals", Approval.objects.known(moment))))


def agreements(of: dict, on, moment) -> list[Agreement]:
    """3 queries: what says how far a signed text has come, with the signatures made by then."""
    signatures = Signature.objects.unsuperseded(moment).filter(effective_on__lte=on)
    blocks = SignatureBlock.objects.known(moment).prefetch_related(Prefetch("signatures", signatures))
    found = list(Agreement.objects.known(moment).filter(**of).order_by("id")
                 .prefetch_related(Prefetch("blocks", blocks)))
    labels.set_all_back(
        {Agreement: found, SignatureBlock: [block for row in found for block in row.blocks.all()]}, moment)
    return found


def differences(event: Event, moment) -> list[Difference]:
    """2 queries."""
    accounts = Account.objects.known(moment).select_related(
        "statement__government", "statement__speaker", "statement__source", "statement__front")
    return list(Difference.objects.known(moment).filter(event=event)
                .prefetch_related(Prefetch("accounts", accounts)))


def followups(event: Event, on, moment) -> list[FollowUp]:
    """1 query."""
    rows = FollowUp.objects.unsuperseded(moment, on).filter(event=event)
    return list(rows.select_related("owner_government", "owner_front", "source", "statement"))


def offers(of: dict, on, moment) -> list[Offer]:
    """2 queries: what was on the table by then, with its terms."""
    terms = OfferTerm.objects.known(moment).select_related("term")
    return list(Offer.objects.on_the_table(on, moment).filter(**of)
                .prefetch_related(Prefetch("terms", terms)))


def claims(event: Event, on, moment) -> list[Claim]:
    """3 queries: claims made or repeated at the event, with their verdicts by then."""
    verdicts = ClaimVerdict.objects.unsuperseded(moment).filter(effective_on__lte=on)
    links = ClaimStatement.objects.known(moment).filter(statement__event=event)
    return list(
        Claim.objects.known(moment).filter(pk__in=links.values("claim"))
        .select_related("offer", "source").order_by("id")
        .prefetch_related(
            Prefetch("verdicts", verdicts.select_related("source").in_order()),
            Prefetch("statement_links", links.select_related("statement"))))


def members(of: dict, on, moment) -> list[FrontMember]:
    """1 query: members of the fronts that stood on that day."""
    rows = (FrontMember.objects.known(moment).filter(**of).select_related("front", "government", "source")
            .order_by("front__id", "government__protocol_order"))
    return once(row for row in labels.known_members(rows, moment) if holds(row, on))
