"""Who has answered the offer on the table, in words: the foot of the matrix, and a line for the home.

Knows replies and their rows. `Matrix.answers` has it; a page without the matrix calls `load`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from grants import formats
from negotiations.models import Negotiation
from negotiations.reports.lines import STANCES
from negotiations.reports.matrix_frame import frame
from negotiations.standing.answering import STATUSES, OfferReplies, Reply, by_offer, replies
from negotiations.standing.asof import Cells, as_of
from negotiations.standing.clock import AsOf, language

SYMBOLS = {"answered": "↩", "reserved": STANCES["reserved"].symbol, "outdated": "⟲", "silent": "…"}


@dataclass(frozen=True, slots=True)
class Answer:
    """The reply of one government as a symbol and words; `row` is a Reply, `told` the date or the days."""

    row: Reply
    symbol: str
    word: str
    told: str


@dataclass(frozen=True, slots=True)
class OfferAnswers:
    """One offer, what each government that it is addressed to has said of it, and the sum in a sentence."""

    found: OfferReplies
    words: str

    @property
    def offer(self) -> Any:
        return self.found.offer

    @property
    def name(self) -> str:
        return name(self.offer)


def load(negotiation: Negotiation, clock: AsOf) -> tuple[OfferAnswers, ...]:
    """The sums at the day and the knowledge of *clock*, the offer to most governments first: 2 queries."""
    framed = frame(negotiation, clock)
    cells = as_of(negotiation.pk, [clock.on], clock.moment)[clock.on]
    return sums(of_frame(framed, cells, clock), framed["government"])


def of_frame(framed: dict[str, list[Any]], cells: Cells, clock: AsOf) -> dict[str, Reply]:
    """The replies from the rows of the matrix and the cells that count on its day."""
    codes = [row.code for row in sorted(framed["government"], key=lambda row: row.protocol_order)]
    return replies(codes, framed["offer"], framed["offer_term"], framed["addressee"], framed["member"], cells,
                   framed["step"], clock.on)


def sums(found: dict[str, Reply], governments: Iterable[Any]) -> tuple[OfferAnswers, ...]:
    """Each offer with its sentence, the one to most governments first."""
    shorts = {row.code: row.told("short") for row in governments}
    return tuple(OfferAnswers(one, sentence(one, shorts)) for one in by_offer(found))


def sentence(found: OfferReplies, shorts: dict[str, str]) -> str:
    """O4: 12 answered, 1 silent (QC), waited for 7 days; reply due 2014-02-28, today."""
    told = [words for status in STATUSES for words in count_words(status, found, shorts)]
    words = _("%(offer)s: %(counts)s") % {"offer": name(found.offer), "counts": ", ".join(told)}
    if found.waited_for:
        days = formats.days(found.waited_for[0].waiting, language())
        words = _("%(counts)s, waited for %(days)s") % {"counts": words, "days": days}
    if found.waited_for and found.offer.response_due:
        return _("%(words)s; %(due)s") % {"words": words, "due": due_words(found)}
    return words


def count_words(status: str, found: OfferReplies, shorts: dict[str, str]) -> Iterable[str]:
    """12 answered; who has given a signal since is not silent."""
    rows = found.of(status)
    signalled = [row for row in rows if row.signal and status == "silent"]
    others = [row for row in rows if row not in signalled]
    if others:
        yield counted(status, others, found, shorts)
    if signalled:
        yield counted("unanswered", signalled, found, shorts)


def counted(status: str, rows: list[Reply], found: OfferReplies, shorts: dict[str, str]) -> str:
    """Those waited for are named, unless they are all and none has given a signal."""
    n = len(rows)
    told = {
        "answered": ngettext("%(n)s answered", "%(n)s answered", n),
        "reserved": ngettext("%(n)s with a reserved answer", "%(n)s with reserved answers", n),
        "outdated": ngettext("%(n)s with an outdated answer", "%(n)s with outdated answers", n),
        "silent": ngettext("%(n)s silent", "%(n)s silent", n),
        "unanswered": ngettext("%(n)s with no answer on record", "%(n)s with no answer on record", n),
    }[status] % {"n": n}
    all_alike = n == len(found.replies) > 1 and not any(row.signal for row in rows)
    if status == "answered" or all_alike:
        return told
    return f"{told} ({', '.join(who(row, shorts[row.government]) for row in rows)})"


def who(row: Reply, short: str) -> str:
    """QC: a signal on 12 January 2014."""
    return _("%(who)s: %(signal)s") % {"who": short, "signal": signal_words(row)} if row.signal else short


def signal_words(row: Reply) -> str:
    return _("a signal on %(day)s") % {"day": formats.date_long(row.signal, language())}


def due_words(found: OfferReplies) -> str:
    day, left = found.offer.response_due, found.due_in
    if left == 0:
        return _("reply due %(day)s, today") % {"day": day}
    days = {"day": day, "days": formats.days(abs(left), language())}
    if left > 0:
        return _("reply due %(day)s, in %(days)s") % days
    return _("reply was due %(day)s, %(days)s ago") % days


def answer(row: Reply | None) -> Answer | None:
    """One reply as its cell says it; None where no offer waits for one."""
    if row is None:
        return None
    word = {"answered": _("answered"), "reserved": _("answer reserved"), "outdated": _("answer outdated"),
            "silent": _("silent")}[row.status]
    told = str(row.day) if row.waiting is None else formats.days(row.waiting, language())
    return Answer(row, SYMBOLS[row.status], word, told)


def reply_words(row: Reply) -> str:
    """One reply in a sentence of its own: what its cell says, and the signal where there is no answer."""
    told = answer(row)
    words = f"{told.word}, {told.told}"
    if row.signal is None:
        return words
    if row.status == "silent":
        words = _("no answer on record, %(days)s") % {"days": told.told}
    return _("%(words)s; %(signal)s") % {"words": words, "signal": signal_words(row)}


def name(offer: Any) -> str:
    """As the days of the matrix name an offer: by its code, or its title while it has none."""
    return offer.code or offer.told("title")
