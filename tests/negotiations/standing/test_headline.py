"""The state of the whole: a label with its counts."""

from types import SimpleNamespace

import pytest

from negotiations.standing.headline import headline
from negotiations.standing.tracks import Counts


def offer(title, author="CA", kind="offer", state="tabled", replaces=None):
    return SimpleNamespace(title=title, pk=title, author_government_id=author, author_front_id=None,
                           kind=kind, state=state, replaces_id=replaces, earlier_versions=(),
                           addressed_to=(), tabled_on=None, effective_on=None)


def counts(in_principle=0, signed=0, apart=0, contested=0, **more):
    return Counts(13, in_principle, signed, apart, contested, **more)


FIRST, COUNTER = offer("Budget 2013"), offer("Counter-offer", author=None)


@pytest.mark.parametrize(("offers", "reached", "talks", "state", "words"), [
    ([], counts(), False, "F0", "Announced: no offer with terms on the table."),
    ([], counts(), True, "F1", "Under negotiation: no offer on the table."),
    ([FIRST], counts(), True, "F2", "Under negotiation: “Budget 2013” on the table, no counter-offer."),
    ([FIRST, COUNTER], counts(), True, "F3",
     "Under negotiation: counter-offer “Counter-offer” on the table."),
    ([FIRST, COUNTER, offer("Final")], counts(), True, "F2",
     "Under negotiation: “Final” on the table, no counter-offer."),
    ([FIRST], counts(in_principle=12), True, "F4", "Agreement in principle with some governments."),
    ([FIRST], counts(in_principle=11, signed=1), True, "F5", "Agreements are being signed."),
    ([FIRST], counts(signed=12, apart=1), True, "F6",
     "Complete: every government has signed or stands apart."),
    ([FIRST], counts(signed=12, contested=1), True, "F5", "Agreements are being signed."),
    ([FIRST], counts(in_principle=3, apart=1, asymmetric=1), True, "F5", "Agreements are being signed."),
    ([FIRST], counts(apart=1, asymmetric=1, pending=1), True, "F4",
     "Agreement in principle with some governments."),
    ([FIRST], counts(apart=2), True, "F2",
     "Under negotiation: “Budget 2013” on the table, no counter-offer."),
    ([FIRST], counts(signed=11, apart=1, withdrawn=1), True, "F6",
     "Complete: every government has signed, stands apart or has withdrawn."),
    ([FIRST], counts(signed=11, withdrawn=1), True, "F5", "Agreements are being signed."),
    ([FIRST], counts(withdrawn=1), True, "F2",
     "Under negotiation: “Budget 2013” on the table, no counter-offer."),
    ([FIRST], counts(withdrawn=13), True, "F2",
     "Under negotiation: “Budget 2013” on the table, no counter-offer."),
])
def test_headline(offers, reached, talks, state, words):
    found = headline(offers, reached, talks)
    assert (found.state, found.words) == (state, words)


@pytest.mark.parametrize("other", [
    offer("Said aloud", kind="signal"), offer("Renew it", author=None, kind="demand"),
    offer("As it is", kind="base"), offer("Not tabled", state="draft"), offer("Gone", state="withdrawn")])
def test_only_a_tabled_offer_moves_the_headline(other):
    assert headline([FIRST, other], counts(), True).on_the_table == FIRST


def test_before_the_first_event_nothing_is_announced():
    assert headline([], counts(), talks=False, begun=False).words == "Not begun: no event on record yet."
    assert headline([], counts(), talks=True, begun=False).state == "F1"


def test_a_withdrawal_puts_nothing_on_the_table_that_it_had_replaced():
    gone = offer("Letter", state="withdrawn", replaces="Budget 2013")
    found = headline([FIRST, gone], counts(), True)
    assert (found.state, found.offer) == ("F1", None)
