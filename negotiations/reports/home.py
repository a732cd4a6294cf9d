"""The value of a negotiation's home: headline, deadlines, what happened in order."""

from dataclasses import dataclass
from typing import Any

from grants import formats
from grants.models import Jurisdiction
from negotiations.models import Contest, Deadline, Event, Negotiation, Offer, Term, TrackStep
from negotiations.reports import lines
from negotiations.reports.meeting import talks
from negotiations.reports.sections import TrackCell, strip
from negotiations.standing.clock import AsOf, language
from negotiations.standing.deadlines import Countdown, countdowns
from negotiations.standing.headline import Headline, headline
from negotiations.standing.tracks import count, tracks


@dataclass(frozen=True, slots=True)
class EventLine:
    event: Any
    when: str
    outcomes: tuple[str, ...]
    gathering: bool


@dataclass(frozen=True, slots=True)
class OfferRow:
    code: str
    title: str
    kind: str
    author: str
    when: str


@dataclass(frozen=True, slots=True)
class Home:
    """What the home of a negotiation prints as of a day."""

    negotiation: Negotiation
    as_of: AsOf
    headline: Headline
    countdowns: tuple[Countdown, ...]
    strip: tuple[TrackCell, ...]
    events: tuple[EventLine, ...]
    main: tuple[EventLine, ...]
    offers: tuple[OfferRow, ...]
    last_meeting: EventLine | None
    governments: tuple[Jurisdiction, ...]
    terms: tuple[Term, ...]
    level: int

    @property
    def talks_continue(self) -> bool:
        """Nothing is agreed yet, and the last meeting ended with the will to go on."""
        last = self.last_meeting
        return (self.headline.state in ("F1", "F2", "F3") and last is not None
                and "keep_talking" in last.event.outcomes)


def home(negotiation: Negotiation, as_of: AsOf) -> Home:
    """The home as of a day: 7 queries."""
    on, moment = as_of.on, as_of.moment
    governments = list(Jurisdiction.objects.in_protocol_order())
    known = list(Event.objects.of(negotiation).known(moment).in_order())
    events = [row for row in known if row.effective_on <= on]
    offers = list(Offer.objects.of(negotiation).on_the_table(on, moment))
    deadlines = list(
        Deadline.objects.of(negotiation).unsuperseded(moment, on).filter(effective_on__lte=on))
    steps = list(TrackStep.objects.of(negotiation).unsuperseded(moment).filter(effective_on__lte=on))
    contests = list(Contest.objects.of(negotiation).unsuperseded(moment).filter(effective_on__lte=on))
    found = tracks([one.code for one in governments if one.kind != "federal"], steps, contests)
    told = tuple(event_line(row) for row in events)
    return Home(
        negotiation=negotiation, as_of=as_of,
        headline=headline(offers, count(found.values()), talks(found)),
        countdowns=tuple(countdowns(deadlines, on)), strip=strip(governments, found),
        events=told[::-1], main=tuple(event_line(row) for row in known if row.main),
        offers=tuple(offer_row(row) for row in reversed(offers)),
        last_meeting=next((line for line in reversed(told) if line.gathering), None),
        governments=tuple(governments),
        terms=tuple(Term.objects.of(negotiation).known(moment).order_by("number")),
        level=max((row.sensitivity for row in (*events, *offers, *deadlines, *steps)), default=1))


def event_line(row: Event) -> EventLine:
    return EventLine(row, lines.when(row), tuple(str(lines.OUTCOMES[code].word) for code in row.outcomes),
                     row.is_gathering)


def offer_row(row: Offer) -> OfferRow:
    return OfferRow(
        row.name_in_addresses, row.title, row.get_kind_display(), row.authors,
        formats.dated(row.effective_on, language(), row.effective_precision, row.effective_from))
