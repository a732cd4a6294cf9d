"""The state of the whole, computed: a label with its counts, never a single word."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from negotiations.standing.offers import standing
from negotiations.standing.tracks import Counts


@dataclass(frozen=True, slots=True)
class Headline:
    """`state` is the code (F0 to F6), `words` its sentence, `offer` the live one on the table."""

    state: str
    words: str
    offer: Any
    counter: Any
    counts: Counts

    @property
    def on_the_table(self) -> Any:
        """The offer that the sentence names, if it names one."""
        return {"F2": self.offer, "F3": self.counter}.get(self.state)


def headline(offers: Iterable[Any], counts: Counts, talks: bool, begun: bool = True) -> Headline:
    """From the offers on the table, oldest first, and the counts of the tracks.

    *talks* says that at least one government is in talks, *begun* that an event was on record by then,
    or else nothing was announced. Only written offers move the headline.
    """
    offer, counter = live(offers)
    state = state_of(offer, counter, counts, talks)
    words = words_of(state, offer, counter, counts)
    if state == "F0" and not begun:
        words = _("Not begun: no event on record yet.")
    return Headline(state, words, offer, counter, counts)


def live(offers: Iterable[Any]) -> tuple[Any, Any]:
    """The latest offer of Canada, and the latest of the other side when it is the newer one."""
    tabled = [offer for offer in standing(offers) if offer.kind == "offer"]
    federal = [offer for offer in tabled if offer.author_government_id == "CA"]
    counter = tabled[-1] if tabled and tabled[-1].author_government_id != "CA" else None
    return (federal[-1] if federal else None), counter


def state_of(offer: Any, counter: Any, counts: Counts, talks: bool) -> str:
    if counts.finished and not counts.awaited:
        return "F6"
    if counts.signed or counts.asymmetric > counts.pending:
        return "F5"
    if counts.in_principle or counts.pending:
        return "F4"
    if counter:
        return "F3"
    if offer:
        return "F2"
    return "F1" if talks else "F0"


def words_of(state: str, offer: Any, counter: Any, counts: Counts) -> str:
    """The sentence of the headline; the counts are printed beside it."""
    if state == "F2":
        return _("Under negotiation: “%(offer)s” on the table, no counter-offer.") % {"offer": offer.title}
    if state == "F3":
        return _("Under negotiation: counter-offer “%(offer)s” on the table.") % {"offer": counter.title}
    return {
        "F0": _("Announced: no offer with terms on the table."),
        "F1": _("Under negotiation: no offer on the table."),
        "F4": _("Agreement in principle with some governments."),
        "F5": _("Agreements are being signed."),
        "F6": _("Complete: every government has signed, stands apart or has withdrawn.") if counts.withdrawn
        else _("Complete: every government has signed or stands apart."),
    }[state]
