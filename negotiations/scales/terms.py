"""How far one term has come: its statuses, from open to closed; knows only translation."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from negotiations.scales.values import TermStatus

TERM_STATUSES = (
    TermStatus(
        code="open",
        symbol="□",
        word=pgettext_lazy("term status", "open"),
        definition=_(
            "No offer or demand has said anything on it beyond the status quo, or all that is on the"
            " table says the same and some government concerned has not accepted it."
        ),
    ),
    TermStatus(
        code="bracketed",
        symbol="[ ]",
        word=pgettext_lazy("term status", "bracketed"),
        definition=_(
            "At least two different versions are on the table, and the governments concerned do not"
            " all accept the same one."
        ),
    ),
    TermStatus(
        code="provisionally_agreed",
        symbol="◧",
        word=pgettext_lazy("term status", "provisionally agreed"),
        definition=_(
            "All the governments concerned accept the same version, or would under conditions; or an"
            " outcome of both sides states it and no later offer says otherwise."
        ),
    ),
    TermStatus(
        code="subject_to_package",
        symbol="▣",
        word=pgettext_lazy("term status", "agreed subject to package"),
        definition=_(
            "It is agreed, but the negotiation is a single package, and some government has neither"
            " signed nor withdrawn, nor stands apart: nothing is agreed until everything is agreed."
        ),
    ),
    TermStatus(
        code="closed",
        symbol="■",
        word=pgettext_lazy("term status", "closed"),
        definition=_(
            "It is agreed, and all the governments concerned have signed; in a single package, every"
            " government has signed, stands apart or has withdrawn."
        ),
    ),
)
