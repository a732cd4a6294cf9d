"""The scales of the record: kinds, channels, outcomes, levels, verdicts; knows only translation."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from negotiations.scales.values import Sensitivity, Value

STATEMENT_KINDS = (
    Value(
        code="position",
        word=pgettext_lazy("statement", "position"),
        definition=_("Says what the government wants, accepts or refuses on a term."),
    ),
    Value(
        code="offer",
        word=pgettext_lazy("statement", "offer"),
        definition=_("Puts an offer, or a change to one, on the table."),
    ),
    Value(
        code="question",
        word=pgettext_lazy("statement", "question"),
        definition=_("Asks another government something."),
    ),
    Value(
        code="fact_claim",
        word=pgettext_lazy("statement", "claim of fact"),
        definition=_("Asserts a figure or a fact that can be checked."),
    ),
    Value(
        code="commitment",
        word=pgettext_lazy("statement", "commitment"),
        definition=_("Promises to do something."),
    ),
    Value(
        code="process",
        word=pgettext_lazy("statement", "process or tone"),
        definition=_("Speaks of the talks themselves; takes no position on any term."),
    ),
    Value(
        code="threat",
        word=pgettext_lazy("statement", "threat or deadline"),
        definition=_("Says what will happen, or by when, if nothing is agreed."),
    ),
)

CHANNELS = (
    Value(
        code="room",
        word=pgettext_lazy("channel", "in the room"),
        definition=_("Said at the meeting itself."),
    ),
    Value(
        code="scrum",
        word=pgettext_lazy("channel", "press scrum"),
        definition=_("Said to reporters on the spot."),
    ),
    Value(
        code="release",
        word=pgettext_lazy("channel", "news release"),
        definition=_("Published by a government or a group, joint communiqués included."),
    ),
    Value(
        code="interview",
        word=pgettext_lazy("channel", "interview"),
        definition=_("Said to one outlet."),
    ),
    Value(
        code="letter",
        word=pgettext_lazy("channel", "letter"),
        definition=_("Written from one government to another."),
    ),
    Value(
        code="legislature",
        word=pgettext_lazy("channel", "legislature"),
        definition=_("Said in a house or before a committee."),
    ),
    Value(
        code="second_hand",
        word=pgettext_lazy("channel", "second-hand"),
        definition=_("Told by somebody else."),
    ),
    Value(
        code="document",
        word=pgettext_lazy("channel", "document"),
        definition=_("Written in a paper, a budget or a text of law."),
    ),
)

OUTCOMES = (
    Value(
        code="agreed",
        word=pgettext_lazy("outcome", "agreed"),
        definition=_("All those concerned agreed."),
    ),
    Value(
        code="agreed_in_principle",
        word=pgettext_lazy("outcome", "agreed in principle"),
        definition=_("The main terms were accepted; detail and text remain, nothing binds yet."),
    ),
    Value(
        code="direction",
        word=pgettext_lazy("outcome", "direction to officials"),
        definition=_("Officials were told what to work on."),
    ),
    Value(
        code="noted",
        word=pgettext_lazy("outcome", "noted"),
        definition=_("The item was heard, and nothing was decided."),
    ),
    Value(
        code="keep_talking",
        word=pgettext_lazy("outcome", "keep talking"),
        definition=_("No agreement, and the talks go on."),
    ),
    Value(
        code="deferred",
        word=pgettext_lazy("outcome", "deferred"),
        definition=_("The item was put off to a later meeting."),
    ),
    Value(
        code="broke_off",
        word=pgettext_lazy("outcome", "broke off"),
        definition=_("The talks stopped without a next date."),
    ),
)

OFFER_KINDS = (
    Value(
        code="offer",
        word=pgettext_lazy("offer kind", "offer"),
        definition=_(
            "Made in writing. It is the only kind that replaces an earlier offer and moves the"
            " state of the talks."
        ),
    ),
    Value(
        code="demand",
        word=pgettext_lazy("offer kind", "demand"),
        definition=_("What a government or a group asks for, in writing or orally."),
    ),
    Value(
        code="signal",
        word=pgettext_lazy("offer kind", "signal"),
        definition=_("An oral sign that an offer could change; it is attached to that offer."),
    ),
    Value(
        code="outcome",
        word=pgettext_lazy("offer kind", "outcome"),
        definition=_("The terms both sides settled on; both are its authors."),
    ),
    Value(
        code="base",
        word=pgettext_lazy("offer kind", "status quo"),
        definition=_("The terms in force before the talks, with which offers are compared."),
    ),
)

VERDICTS = (
    Value(
        code="confirmed",
        word=pgettext_lazy("verdict", "confirmed"),
        definition=_("The evidence on file shows it, as it was said."),
    ),
    Value(
        code="consistent",
        word=pgettext_lazy("verdict", "consistent"),
        definition=_("The figure is found again under the assumptions stated beside it."),
    ),
    Value(
        code="imprecise",
        word=pgettext_lazy("verdict", "imprecise"),
        definition=_("The right order of size, but another scope, rounding or base."),
    ),
    Value(
        code="unsupported",
        word=pgettext_lazy("verdict", "unsupported"),
        definition=_("No evidence was found."),
    ),
    Value(
        code="wrong",
        word=pgettext_lazy("verdict", "wrong"),
        definition=_("The evidence on file contradicts it."),
    ),
    Value(
        code="contested",
        word=pgettext_lazy("verdict", "contested"),
        definition=_("The parties say different things."),
    ),
    Value(
        code="overtaken",
        word=pgettext_lazy("verdict", "overtaken"),
        definition=_("True of an earlier offer, no longer of the present one."),
    ),
)

PRECISIONS = (
    Value(
        code="day",
        word=pgettext_lazy("precision", "day"),
        definition=_("The day is known."),
    ),
    Value(
        code="month",
        word=pgettext_lazy("precision", "month"),
        definition=_("Only the month is known; it takes effect on the last day of the month."),
    ),
    Value(
        code="range",
        word=pgettext_lazy("precision", "range"),
        definition=_("It lies between two days; it takes effect on the second."),
    ),
    Value(
        code="about",
        word=pgettext_lazy("precision", "about"),
        definition=_("The sources give the day only roughly; the day written is the best one."),
    ),
)

SENSITIVITIES = (
    Sensitivity(
        code="S0",
        level=1,
        css_class="level-public",
        word=pgettext_lazy("level", "Public"),
        definition=_("Published texts and words quoted in the media."),
    ),
    Sensitivity(
        code="S1",
        level=2,
        css_class="level-internal",
        word=pgettext_lazy("level", "Internal"),
        definition=_("Our own neutral record of the talks, and drafts."),
    ),
    Sensitivity(
        code="S2",
        level=3,
        css_class="level-in-confidence",
        word=pgettext_lazy("level", "In confidence"),
        definition=_("What another government gave us in confidence: who, when, with what notice."),
    ),
    Sensitivity(
        code="S3",
        level=4,
        css_class="level-strategy",
        word=pgettext_lazy("level", "Strategy"),
        definition=_(
            "Our interests, our limits, our mandate and our assessment of others. Named persons"
            " only. Cabinet papers are never stored: only their reference is."
        ),
    ),
)
