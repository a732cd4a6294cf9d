"""The value of a negotiation's home: where it stands, how long there is, what needs a look."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from grants import formats
from grants.models import Jurisdiction
from negotiations.models import Event, Negotiation, Offer, Term
from negotiations.reports import board, labels, lines, watch
from negotiations.reports.board import AlertLine, Board, TrackLine
from negotiations.reports.early import Early, early
from negotiations.reports.level import level_of
from negotiations.reports.meeting import talks
from negotiations.reports.sections import TrackCell, tabled_when, titled
from negotiations.standing.alerts import DEADLINE
from negotiations.standing.clock import AsOf, language
from negotiations.standing.deadlines import Countdown, countdowns
from negotiations.standing.headline import Headline, headline
from negotiations.standing.offers import by_version
from negotiations.standing.tracks import count

OTHERWISE = ("otherwise", "sinon")


@dataclass(frozen=True, slots=True)
class EventLine:
    event: Any
    when: str
    outcomes: tuple[str, ...]
    gathering: bool


@dataclass(frozen=True, slots=True)
class OfferRow:
    """`when` is the day on which it was put on the table; the title says when it was withdrawn."""

    code: str
    title: str
    kind: str
    author: str
    when: str


@dataclass(frozen=True, slots=True)
class Home:
    """What the home prints as of a day. `alerts` leave out the deadlines, which have their own place."""

    negotiation: Negotiation
    as_of: AsOf
    headline: Headline
    contested: tuple[TrackLine, ...]
    alerts: tuple[AlertLine, ...]
    unless: tuple[str, ...]
    countdowns: tuple[Countdown, ...]
    strip: tuple[TrackCell, ...]
    events: tuple[EventLine, ...]
    main: tuple[EventLine, ...]
    offers: tuple[OfferRow, ...]
    last_meeting: EventLine | None
    next_meeting: EventLine | None
    next_event: EventLine | None
    numbers: watch.Numbers
    promises: tuple[watch.Promise, ...]
    governments: tuple[Jurisdiction, ...]
    terms: tuple[Term, ...]
    early: Early | None
    level: int

    @property
    def talks_continue(self) -> bool:
        """Nothing is agreed yet, and the last meeting ended with the will to go on."""
        last = self.last_meeting
        return (self.headline.state in ("F1", "F2", "F3") and last is not None
                and "keep_talking" in last.event.outcomes)

    @property
    def overdue(self) -> int:
        return sum(one.overdue for one in self.promises)


def home(negotiation: Negotiation, as_of: AsOf) -> Home:
    """The home as of a day: 15 queries."""
    on, moment = as_of.on, as_of.moment
    standing = board.load(negotiation, as_of)
    known = labels.known_events(negotiation, moment)
    events = [row for row in known if row.effective_on <= on]
    offers = list(Offer.objects.of(negotiation).on_the_table(on, moment))
    counted = tuple(countdowns(standing.deadlines, on))
    head = headline(offers, count(standing.tracks.values()), talks(standing.tracks), begun=bool(events))
    numbers = watch.numbers(negotiation, as_of, head.offer, by_version(offers))
    promises = watch.promises(negotiation, as_of)
    told = [event_line(row) for row in events]
    to_come = [event_line(row) for row in known[len(events):]]
    next_meeting = next((line for line in to_come if line.gathering), None)
    terms = tuple(Term.objects.of(negotiation).known(moment).order_by("number"))
    return Home(
        negotiation=negotiation, as_of=as_of, headline=head, contested=contested(standing),
        alerts=tuple(one for one in standing.alerts if one.open and one.kind != DEADLINE),
        unless=tuple(unless(counted, head)), countdowns=counted, strip=cells(standing),
        events=tuple(told[::-1]), main=tuple(event_line(row) for row in known if row.main),
        offers=tuple(offer_row(row) for row in reversed(offers)),
        last_meeting=next((line for line in reversed(told) if line.gathering), None),
        next_meeting=next_meeting,
        next_event=next(iter(to_come), None), numbers=numbers, promises=promises,
        governments=standing.governments,
        terms=terms,
        early=early(known, as_of),
        level=max(standing.level, level_of(known, offers, terms, numbers.shown, promises)))


def contested(standing: Board) -> tuple[TrackLine, ...]:
    """Each government whose state somebody describes otherwise."""
    found = (standing.line(one) for one in standing.parties)
    return tuple(one for one in found if one.contested)


def cells(standing: Board) -> tuple[TrackCell, ...]:
    """The strip of governments, in protocol order."""
    found = (standing.line(one) for one in standing.parties)
    return tuple(TrackCell(one.government, one.told, one.contested) for one in found)


def unless(counted: Iterable[Countdown], head: Headline) -> Iterable[str]:
    """What follows from each hard deadline to come, while not everybody has signed."""
    if head.state == "F6":
        return
    for one in counted:
        if one.row.hard and not one.passed:
            yield answer_due(one.row) if one.row.kind == "response" else nothing_signed(one.row)


def answer_due(row: Any) -> str:
    """What is to be answered by when, and what comes otherwise: said once, where the record says it too."""
    told = _("%(title)s: by %(day)s.") % {
        "title": row.title.rstrip("."), "day": formats.date_long(row.due_on, language())}
    if not row.consequence:
        return told
    says_so = row.consequence.casefold().startswith(OTHERWISE)
    words = _("%(words)s %(consequence)s.") if says_so else _("%(words)s Otherwise: %(consequence)s.")
    return words % {"words": told, "consequence": row.consequence.rstrip(".")}


def nothing_signed(row: Any) -> str:
    what = ". ".join(text.rstrip(".") for text in (row.title, row.consequence) if text)
    return _("If nothing is signed by %(day)s: %(what)s.") % {
        "day": formats.date_long(row.due_on, language()), "what": what}


def event_line(row: Event) -> EventLine:
    return EventLine(row, lines.when(row), tuple(str(lines.OUTCOMES[code].word) for code in row.outcomes),
                     row.is_gathering)


def offer_row(row: Offer) -> OfferRow:
    return OfferRow(row.name_in_addresses, titled(row), row.get_kind_display(), row.authors, tabled_when(row))
