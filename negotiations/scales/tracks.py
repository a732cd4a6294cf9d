"""The states one government passes through towards an agreement; knows only translation."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from negotiations.scales.values import TrackState

TRACK_STATES = (
    TrackState(
        code="J0",
        word=pgettext_lazy("track", "not engaged"),
        definition=_("No contact is on record."),
        evidence=_("None."),
    ),
    TrackState(
        code="J1",
        word=pgettext_lazy("track", "in talks"),
        definition=_("There has been at least one meeting or exchange in this negotiation."),
        evidence=_("A record of the meeting, or a letter."),
    ),
    TrackState(
        code="J2",
        word=pgettext_lazy("track", "offer in hand"),
        definition=_("A live offer is addressed to this government."),
        evidence=_("The offer or a dated letter; an oral offer only if it is marked as oral."),
    ),
    TrackState(
        code="J3",
        word=pgettext_lazy("track", "countered"),
        definition=_("It, or a group it belongs to, put an alternative on the table."),
        evidence=_("The counter-offer, and the list of the members of the group."),
    ),
    TrackState(
        code="J4",
        word=pgettext_lazy("track", "position reserved"),
        definition=_("It says that it cannot take a position yet."),
        evidence=_("A statement, with the reason: mandate, Cabinet or election."),
    ),
    TrackState(
        code="J5",
        word=pgettext_lazy("track", "agreement to negotiate"),
        definition=_("It commits in writing to negotiate; it does not accept the terms."),
        evidence=_("A letter from a person with authority."),
    ),
    TrackState(
        code="J6",
        word=pgettext_lazy("track", "agreement in principle"),
        definition=_("It accepts the main terms; detail and text remain, and nothing binds yet."),
        evidence=_(
            "A signed agreement in principle, a communiqué that names this government, or its own"
            " minister’s written statement. Other public words leave it unconfirmed."
        ),
    ),
    TrackState(
        code="J7",
        word=pgettext_lazy("track", "text settled"),
        definition=_("Officials on both sides have cleared one text."),
        evidence=_("E-mails of both sides, or the initialled text."),
    ),
    TrackState(
        code="J8",
        word=pgettext_lazy("track", "approved internally"),
        definition=_("The authority that must approve has done so."),
        evidence=_(
            "The number of the order in council, or the reference of the Treasury Board or Cabinet"
            " decision: the reference only, never the paper."
        ),
    ),
    TrackState(
        code="J9",
        word=pgettext_lazy("track", "signed in part"),
        definition=_("Some of the required signatures are there."),
        evidence=_("The signed text, with a date for each signature."),
    ),
    TrackState(
        code="J10",
        word=pgettext_lazy("track", "signed by all"),
        definition=_("Every required signature is there."),
        evidence=_("The signed text, with a date for each signature."),
    ),
    TrackState(
        code="J11",
        word=pgettext_lazy("track", "in force"),
        definition=_("The condition for entry into force is met: date, last signature or order."),
        evidence=_("The clause of the signed text, and the date."),
    ),
    TrackState(
        code="J13",
        word=pgettext_lazy("track", "extended or amended"),
        definition=_("An amending agreement is signed."),
        evidence=_("The amending text."),
    ),
    TrackState(
        code="J14",
        word=pgettext_lazy("track", "expired"),
        definition=_("The end date has passed, and a successor is in force."),
        evidence=_("The clause, and the date."),
    ),
    TrackState(
        code="J15",
        word=pgettext_lazy("track", "lapsed"),
        definition=_("The end date has passed, and nothing has taken its place."),
        evidence=_("The clause, and the date."),
    ),
    TrackState(
        code="J20",
        word=pgettext_lazy("track", "opted out with compensation"),
        definition=_("It is not a party, and receives equivalent funds."),
        evidence=_("The federal government’s written confirmation of the compensation."),
    ),
    TrackState(
        code="J21",
        word=pgettext_lazy("track", "asymmetric agreement"),
        definition=_("It has its own terms and its own title within the same envelope."),
        evidence=_("The signed agreement."),
    ),
    TrackState(
        code="J22",
        word=pgettext_lazy("track", "direct federal delivery"),
        definition=_("The federal government delivers alone there."),
        evidence=_("The federal decision, or the text of the budget."),
    ),
    TrackState(
        code="J23",
        word=pgettext_lazy("track", "withdrawn"),
        definition=_("It has left the talks."),
        evidence=_("A written notice."),
    ),
    TrackState(
        code="J24",
        word=pgettext_lazy("track", "terminated"),
        definition=_("It has ended a signed agreement."),
        evidence=_("A written notice, and the notice period."),
    ),
)
