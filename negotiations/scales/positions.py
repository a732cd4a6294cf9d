"""The scales of a position: stance, firmness, evidence, origin, weight; knows only translation."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from negotiations.scales.values import Stance, Value, Weight

STANCES = (
    Stance(
        code="proposes",
        key="p",
        symbol="◆",
        css_class="stance-proposes",
        rollup="",
        word=pgettext_lazy("stance", "proposes"),
        definition=_("Is the author of the version of the term now on the table."),
    ),
    Stance(
        code="accept",
        key="a",
        symbol="✔",
        css_class="stance-green",
        rollup="green",
        order=3,
        word=pgettext_lazy("stance", "accepts"),
        definition=_("Says it accepts this version, with no condition outstanding."),
    ),
    Stance(
        code="accept_if",
        key="k",
        symbol="✔?",
        css_class="stance-green-hatch",
        rollup="green_hatch",
        order=2,
        word=pgettext_lazy("stance", "accepts if"),
        definition=_(
            "Would accept this version if the listed conditions are met, and the conditions do"
            " not contradict the term."
        ),
    ),
    Stance(
        code="open",
        key="o",
        symbol="◔",
        css_class="stance-amber",
        rollup="amber",
        order=1,
        word=pgettext_lazy("stance", "open"),
        definition=_("Willing to negotiate from this version; commits to nothing."),
    ),
    Stance(
        code="neutral",
        key="n",
        symbol="○",
        css_class="stance-amber",
        rollup="amber",
        order=0,
        word=pgettext_lazy("stance", "neutral"),
        definition=_("Says expressly that it has no preference or will follow the others."),
    ),
    Stance(
        code="concerned",
        key="c",
        symbol="△",
        css_class="stance-amber",
        rollup="amber",
        order=-1,
        word=pgettext_lazy("stance", "concerned"),
        definition=_("Objects to elements of this version, without saying it would refuse."),
    ),
    Stance(
        code="opposed_as_drafted",
        key="x",
        symbol="✖?",
        css_class="stance-red",
        rollup="red",
        order=-2,
        word=pgettext_lazy("stance", "opposed as drafted"),
        definition=_(
            "Will not accept this version, and names or clearly implies the change that would"
            " move it."
        ),
    ),
    Stance(
        code="reject",
        key="r",
        symbol="✖",
        css_class="stance-red",
        rollup="red",
        order=-3,
        word=pgettext_lazy("stance", "rejects"),
        definition=_("Refuses the term in any form, or wants to stay out of it."),
    ),
    Stance(
        code="reserved",
        key="v",
        symbol="‖",
        css_class="stance-amber",
        rollup="amber",
        word=pgettext_lazy("stance", "reserved"),
        definition=_(
            "Says it cannot take a position yet: no mandate, a study under way, an election."
        ),
    ),
    Stance(
        code="not_stated",
        key=".",
        symbol="·",
        css_class="stance-grey",
        rollup="grey",
        typed=False,
        word=pgettext_lazy("stance", "not stated"),
        definition=_(
            "No statement is on record. It is never typed: it is the absence of a position, and"
            " it is not the same as neutral."
        ),
    ),
    Stance(
        code="not_applicable",
        key="-",
        symbol="–",
        css_class="stance-none",
        rollup="",
        word=pgettext_lazy("stance", "not applicable"),
        definition=_("The term does not apply to this government (a separate agreement, say)."),
    ),
)

FIRMNESS = (
    Value(
        code="firm",
        word=pgettext_lazy("firmness", "firm"),
        definition=_(
            "Words of limit (“will not”, “must”, “has to”), or the same stance stated,"
            " publicly or privately, on at least two separate occasions."
        ),
    ),
    Value(
        code="flexible",
        word=pgettext_lazy("firmness", "flexible"),
        definition=_(
            "Names another value or a range it would take, or says the element may change; said"
            " by someone who can commit."
        ),
    ),
    Value(
        code="signal",
        word=pgettext_lazy("firmness", "signal"),
        definition=_("Words of tone or process only: “open”, “willing to listen”, “productive”."),
    ),
    Value(
        code="unspecified",
        word=pgettext_lazy("firmness", "unspecified"),
        definition=_("The words on record do not show how firm the position is."),
    ),
)

GRADES = (
    Value(
        code="E1",
        word=pgettext_lazy("grade", "stated publicly, formal"),
        definition=_(
            "A signed text, an order in council, a minister’s letter, a joint communiqué, or a"
            " group statement that names the government."
        ),
    ),
    Value(
        code="E2",
        word=pgettext_lazy("grade", "stated publicly"),
        definition=_(
            "A named person, on the record: the words themselves, or a paraphrase attributed to"
            " that person by a named outlet (marked as a paraphrase)."
        ),
    ),
    Value(
        code="E3",
        word=pgettext_lazy("grade", "stated privately"),
        definition=_("A named official spokesperson, our own note-taker, or a letter sent to us."),
    ),
    Value(
        code="E4",
        word=pgettext_lazy("grade", "reported"),
        definition=_(
            "An unattributed paraphrase, an unnamed source, a second-hand report, or another"
            " government’s account."
        ),
    ),
    Value(
        code="E5",
        word=pgettext_lazy("grade", "inferred"),
        definition=_("An analyst’s reasoning, which must be written down beside it."),
    ),
)

ORIGINS = (
    Value(
        code="individual",
        word=pgettext_lazy("origin", "individual"),
        definition=_("The government’s own statement. It stays above later collective lines."),
    ),
    Value(
        code="collective",
        word=pgettext_lazy("origin", "collective"),
        definition=_(
            "Drawn from the statement of a group it belongs to, members with a footnote left out."
        ),
    ),
    Value(
        code="claimed",
        word=pgettext_lazy("origin", "claimed"),
        definition=_(
            "Somebody says that others agree. It is shown as a claim and makes no position for"
            " the others."
        ),
    ),
)

SALIENCE = (
    Weight(
        code="indifferent",
        level=0,
        word=pgettext_lazy("salience", "indifferent"),
        definition=_("The outcome on this term does not matter to the government."),
    ),
    Weight(
        code="minor",
        level=1,
        word=pgettext_lazy("salience", "minor"),
        definition=_("It matters a little; it would be traded for something else."),
    ),
    Weight(
        code="major",
        level=2,
        word=pgettext_lazy("salience", "major"),
        definition=_("It matters much; giving it up would have to be paid for."),
    ),
    Weight(
        code="deal_breaker",
        level=3,
        word=pgettext_lazy("salience", "deal-breaker"),
        definition=_("There is no agreement without it."),
    ),
)
