"""Which state may follow which, and what each state demands before it is typed; knows nothing of ours.

The one source of these rules: the form reads it, the tracker reads it, and the triggers on track
steps carry it as their arguments (models/track.py), so that a change here asks for a migration.
"""

from dataclasses import dataclass

FIRST = "J0"
EXITS = "J20 J21 J22 J23"
RETURNS = "J1 J2 J3 J5 J6"

# From each state: where it leads, along the drawing of the track or by a jump that real talks make.
# A new offer after a counter-offer, and talks that go on after a reserve, are no step back. J21 is
# beside the line: the approval and the signatures of its own agreement still follow it.
ONWARD = {
    "J0": "J1 J2 J3 J4 J5 J6 J20 J22",
    "J1": f"J2 J3 J4 J5 J6 J7 {EXITS}",
    "J2": f"J3 J4 J5 J6 J7 J8 {EXITS}",
    "J3": f"J2 J4 J5 J6 J7 J8 {EXITS}",
    "J4": f"J1 J2 J3 J5 J6 J7 J8 {EXITS}",
    "J5": f"J4 J6 J7 J8 J9 J10 {EXITS}",
    "J6": f"J4 J7 J8 J9 J10 {EXITS}",
    "J7": f"J4 J8 J9 J10 {EXITS}",
    "J8": f"J4 J9 J10 {EXITS}",
    "J9": f"J4 J10 {EXITS}",
    "J10": "J11 J13 J14 J15 J21 J24",
    "J11": "J13 J14 J15 J24",
    "J13": "J11 J14 J15 J24",
    "J14": "",
    "J15": "J20 J22",
    "J20": "J21 J22",
    "J21": "J8 J9 J10 J11 J13 J14 J15 J24",
    "J22": "J20 J21",
    "J23": "J20 J22",
    "J24": "J20 J22",
}
# And where it falls back to, with a reason. Once all have signed there is no way back but the end of
# the agreement, and after that new talks.
BACKWARD = {
    "J2": "J1",
    "J3": "J1",
    "J5": "J1 J2 J3",
    "J6": "J1 J2 J3 J5",
    "J7": "J1 J2 J3 J5 J6",
    "J8": "J1 J2 J3 J5 J6 J7",
    "J9": "J1 J2 J3 J5 J6 J7 J8",
    "J14": "J1",
    "J15": "J1",
    "J20": RETURNS,
    "J21": f"{RETURNS} J7",
    "J22": RETURNS,
    "J23": RETURNS,
    "J24": "J1",
}


@dataclass(frozen=True, slots=True)
class Demand:
    """What must prove a state: the lowest grade that does (empty: any), *oral* for an oral offer.

    One of the rows in *attached* must be named by the step, beside its source. *signed* is `some`
    or `all`: how many blocks of the agreement are signed by that day.
    """

    grade: str = ""
    attached: tuple[str, ...] = ()
    oral: str = ""
    reason: bool = False
    reference: bool = False
    signed: str = ""


WORDS_OF_IT = ("statement", "event", "agreement")
DEMANDS = {
    "J0": Demand(),
    "J1": Demand("E3"),
    "J2": Demand("E1", ("offer",), oral="E3"),
    "J3": Demand("E1", ("offer",)),
    "J4": Demand("E3", ("statement", "event"), reason=True),
    "J5": Demand("E1", WORDS_OF_IT),
    "J6": Demand("E1", WORDS_OF_IT),
    "J7": Demand("E3"),
    "J8": Demand(reference=True),
    "J9": Demand("E1", ("agreement",), signed="some"),
    "J10": Demand("E1", ("agreement",), signed="all"),
    "J11": Demand("E1", ("agreement",)),
    "J13": Demand("E1", ("agreement",)),
    "J14": Demand("E1", ("agreement",)),
    "J15": Demand("E1", ("agreement",)),
    "J20": Demand("E1", ("statement", "event", "offer")),
    "J21": Demand("E1", ("agreement",)),
    "J22": Demand("E1", ("statement", "event")),
    "J23": Demand("E1", ("statement", "event")),
    "J24": Demand("E1", ("statement", "event", "agreement")),
}

# No agreement of Quebec is valid before the Government has approved it by order (Act respecting the
# Ministère du Conseil exécutif, M-30, s. 3.8; Secrétariat du Québec aux relations canadiennes,
# "Approval and authorization process"). Of no other government is such a duty on record here.
NEEDS_ORDER = ("QC",)
# Two ministers sign for these: beside the minister of the field, the one responsible for Canadian
# relations (Quebec, M-30, s. 3.8) or for intergovernmental affairs (Newfoundland and Labrador,
# "Intergovernmental negotiations"). Each has a block of its own, also where one person holds both offices.
TWO_MINISTERS = ("QC", "NL")
BINDING = ("J9", "J10", "J11", "J13", "J21")
APPROVED = "J8"
# What is signed, in force, at its end or given up is approved by the records side, with a second person; what
# leads there, and the choice to stand outside, by whoever leads the talks.
RECORDS_APPROVE = ("J9", "J10", "J11", "J13", "J14", "J15", "J21", "J23", "J24")
COUNTERED = "J3"


def onward(state: str) -> tuple[str, ...]:
    """The states that follow *state* without a step back; not itself."""
    return tuple(ONWARD[state].split())


def backward(state: str) -> tuple[str, ...]:
    """The states that *state* may fall back to, with a reason."""
    return tuple(BACKWARD.get(state, "").split())


def is_allowed(before: str, after: str) -> bool:
    """Whether *after* may follow *before*; to stay is to add evidence, and is always allowed."""
    return before == after or after in onward(before) or after in backward(before)


def is_backward(before: str, after: str) -> bool:
    return after in backward(before)


def undone_by(state: str) -> tuple[str, ...]:
    """The states in which *state*, once reached, holds no more: fallen back below it, or withdrawn.

    What all have signed is undone by new talks only, once its agreement has ended.
    """
    return (*(backward(state) or backward("J24")), "J23")


def needed_grade(state: str, oral: bool = False) -> str:
    """The lowest grade that proves *state*, as `E1`; empty where any does. *oral*: on an oral offer."""
    demand = DEMANDS[state]
    return demand.oral if oral and demand.oral else demand.grade


def is_proven(state: str, grade: str, oral: bool = False) -> bool:
    """Whether evidence of *grade* is enough for *state*; where it is not, the state is unconfirmed."""
    needed = needed_grade(state, oral)
    return not needed or grade <= needed


def needs_order(government: str, state: str) -> bool:
    """Whether the number of an Order in Council must be on record before that state."""
    return government in NEEDS_ORDER and state in BINDING


def move_words() -> tuple[str, ...]:
    """The table as the trigger reads it: `J3>J6` onward, `J6<J3` backward."""
    return (*(f"{state}>{after}" for state in ONWARD for after in onward(state)),
            *(f"{state}<{after}" for state in BACKWARD for after in backward(state)))


def demand_words() -> tuple[str, ...]:
    """The demands as the trigger reads them: `J9/E1/E1/agreement/some//` and `order/QC/J9 J10 ...`.

    After the state: grade, grade of an oral offer, rows of which one is named, signatures, `reason`,
    `reference`.
    """
    demands = (
        "/".join((state, needed_grade(state), needed_grade(state, oral=True), " ".join(one.attached),
                  one.signed, "reason" if one.reason else "", "reference" if one.reference else ""))
        for state, one in DEMANDS.items())
    return (*demands, *(f"order/{code}/{' '.join(BINDING)}" for code in NEEDS_ORDER))
