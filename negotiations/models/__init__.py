"""The record: one module per aggregate, named after it."""

from negotiations.models.agreement import Agreement, Clause, Signature, SignatureBlock
from negotiations.models.approval import Approval
from negotiations.models.calculation import Calculation
from negotiations.models.claim import Claim, ClaimStatement, ClaimVerdict
from negotiations.models.event import (
    Account,
    AgendaItem,
    AgendaItemTerm,
    Attendance,
    Difference,
    Event,
    Meeting,
)
from negotiations.models.mandate import Mandate, MandateLimit
from negotiations.models.negotiation import HistoryEntry, Membership, Negotiation
from negotiations.models.offer import Offer, OfferAddressee, OfferTerm
from negotiations.models.people import Front, FrontMember, OfficeHolder, OpenQuestion
from negotiations.models.position import Condition, Position, PositionStatement
from negotiations.models.promise import Deadline, FollowUp
from negotiations.models.report import IssuedFile, IssuedReport, ReportText
from negotiations.models.source import Citation, Document, Source
from negotiations.models.statement import Statement, StatementTerm
from negotiations.models.term import Term, TermDependency
from negotiations.models.track import Contest, TrackStep

__all__ = [
    "Account", "AgendaItem", "AgendaItemTerm", "Agreement", "Approval", "Attendance",
    "Calculation", "Citation", "Claim", "ClaimStatement", "ClaimVerdict", "Clause", "Condition",
    "Contest", "Deadline", "Difference", "Document", "Event", "FollowUp", "Front", "FrontMember",
    "HistoryEntry", "IssuedFile", "IssuedReport", "Mandate", "MandateLimit", "Meeting",
    "Membership", "Negotiation", "Offer", "OfferAddressee", "OfferTerm", "OfficeHolder",
    "OpenQuestion", "Position", "PositionStatement", "ReportText", "Signature", "SignatureBlock",
    "Source", "Statement", "StatementTerm", "Term", "TermDependency", "TrackStep",
]
