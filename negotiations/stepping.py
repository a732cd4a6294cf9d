"""What may follow on a government's track on a day, and what a step still lacks, in words.

Says beforehand, at its field, what the triggers on track steps refuse (migrations 0008 and 0014), from
the same tables; the database has the last word. Of whose offer counters, and of the second minister, the form
alone knows. Reads through the wall, among rows up to the step's sensitivity.
"""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from negotiations.models import Agreement, FrontMember, Signature, TrackStep
from negotiations.models.offer import Offer
from negotiations.scales import moves, words
from negotiations.signing import signing
from negotiations.standing.fronts import holds

ATTACHED = {
    "statement": gettext_lazy("a statement"), "event": gettext_lazy("an event"),
    "offer": gettext_lazy("an offer"), "agreement": gettext_lazy("an agreement"),
}

COUNTERS = ("offer", "demand")


@dataclass(frozen=True, slots=True)
class Fault:
    """What stands in the way of a step: the field where it is said, and the sentence."""

    field: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a government stands on a day: the step it rests on, or None before the first."""

    step: TrackStep | None

    @property
    def state(self) -> str:
        return self.step.state if self.step else moves.FIRST

    @property
    def told(self) -> str:
        """`agreement to negotiate (2014-03-31)`."""
        day = f" ({self.step.effective_on})" if self.step else ""
        return words.state(self.state) + day


def track(negotiation: int, government: str, level: int, without: int | None = None) -> list[TrackStep]:
    """The steps that stand, in time, up to a sensitivity and without one that is being corrected: 1 query."""
    rows = TrackStep.objects.unsuperseded().filter(
        negotiation=negotiation, government=government, sensitivity__lte=level)
    return sorted(rows.exclude(pk=without), key=when)


def standing(steps: list[TrackStep], day: datetime.date) -> Standing:
    """Where those steps leave a government at the end of *day*."""
    return Standing(next((step for step in reversed(steps) if step.effective_on <= day), None))


def faults(step: TrackStep) -> list[Fault]:
    """What the database would refuse of a step that is typed: 1 query, and up to 5 for its evidence.

    As many again where the step parts another from what proved its state.
    """
    steps = track(step.negotiation_id, step.government_id, step.sensitivity, step.supersedes_id)
    here = preceding(step, steps)
    found = [*move_faults(step, here, steps), *gap_faults(step, steps)]
    if here.state != step.state and not restates(step):
        found += evidence_faults(step, here)
    found += alone_faults(step, here, steps)
    return list({fault.field: fault for fault in reversed(found)}.values())[::-1]


# Moves


def move_faults(step: TrackStep, here: Standing, steps: list[TrackStep]) -> Iterator[Fault]:
    """Whether it may follow what stands on its day, and what stands next may follow it."""
    if not moves.is_allowed(here.state, step.state):
        yield Fault("state", cannot_follow(here.state))
    elif moves.is_backward(here.state, step.state) and not has_reason(step):
        yield Fault("reason_en", _("Falling back from %(before)s to %(after)s needs a reason: write it here.")
                    % told_move(here.state, step.state))
    later = following(step, steps)
    if later is not None and (sentence := joint_fault(step.state, later)):
        yield Fault("effective_on", sentence)


def gap_faults(step: TrackStep, steps: list[TrackStep]) -> Iterator[Fault]:
    """Whether the track holds where the corrected row stood, when the correction stands elsewhere."""
    for before, after in gap(step, steps):
        if sentence := joint_fault(before, after):
            yield Fault("supersedes", sentence)


def gap(step: TrackStep, steps: list[TrackStep]) -> Iterator[tuple[str, TrackStep]]:
    """What comes to follow which state where the corrected row stood, if the correction stands elsewhere."""
    old = step.supersedes
    if old is None:
        return
    if old.government_id == step.government_id:
        steps = sorted([*steps, step], key=when)
    else:
        steps = track(old.negotiation_id, old.government_id, step.sensitivity, old.pk)
    for before, after in pairwise([None, *steps]):
        if step not in (before, after) and when(after) > when(old) >= (when(before) if before else ()):
            yield before.state if before else moves.FIRST, after


def when(row: TrackStep | Signature) -> tuple:
    """A correction keeps its place; another row that is not stored yet comes last on its day."""
    old = row.supersedes if row.pk is None else None
    place = (old.in_place_of or old.pk) if old else row.in_place_of or row.pk
    return row.effective_on, place is None, place or 0


def preceding(step: TrackStep, steps: list[TrackStep]) -> Standing:
    """Where *step* comes to stand: after the last that is before it."""
    return Standing(next((one for one in reversed(steps) if when(one) < when(step)), None))


def following(step: TrackStep, steps: list[TrackStep]) -> TrackStep | None:
    """The one that comes to stand next after *step*."""
    return next((one for one in steps if when(one) > when(step)), None)


def joint_fault(before: str, after: TrackStep) -> str:
    """Why a step on record cannot stand after *before*; empty when it can."""
    told = {"day": after.effective_on, **told_move(before, after.state)}
    if not moves.is_allowed(before, after.state):
        return _("The next step, %(after)s on %(day)s, could not follow %(before)s. Correct that one first,"
                 " or choose another day or state.") % told
    if moves.is_backward(before, after.state) and not has_reason(after):
        return _("The next step, %(after)s on %(day)s, would fall back from %(before)s without a reason:"
                 " correct that one first, with its reason.") % told
    return ""


def cannot_follow(before: str) -> str:
    """What can follow *before*, in words."""
    return _("From %(state)s a government can move to: %(states)s.") % {
        "state": words.quoted_state(before),
        "states": words.listed_states([*moves.onward(before), *moves.backward(before)])}


def told_move(before: str, after: str) -> dict[str, str]:
    return {"before": words.quoted_state(before), "after": words.quoted_state(after)}


def has_reason(step: TrackStep) -> bool:
    return bool(f"{step.reason_en}{step.reason_fr}".strip())


# Evidence


def restates(step: TrackStep) -> bool:
    """It says no more than the row did that it corrects, and on no weaker evidence."""
    old = step.supersedes
    if old is None or step.grade > old.grade or any(
            getattr(old, name) != getattr(step, name) for name in ("government_id", "state", "effective_on")):
        return False
    return (all(getattr(step, f"{name}_id") or not getattr(old, f"{name}_id") for name in ATTACHED)
            and old.offer_id in (None, step.offer_id) and old.agreement_id in (None, step.agreement_id)
            and (bool(step.reference.strip()) or not old.reference.strip())
            and (has_reason(step) or not has_reason(old)))


def evidence_faults(step: TrackStep, here: Standing) -> Iterator[Fault]:
    """What the state demands and the step does not bring."""
    demand = moves.DEMANDS[step.state]
    oral = step.offer is not None and step.offer.form == Offer.Form.ORAL
    told = {"state": words.capital(words.state(step.state)), "evidence": words.evidence(step.state),
            "standing": here.told}
    if not moves.is_proven(step.state, step.grade, oral):
        needed = words.grade(moves.needed_grade(step.state, oral))
        yield Fault("grade", _("%(state)s needs evidence of the grade “%(grade)s”. %(evidence)s"
                               " On file: %(standing)s.") % {**told, "grade": needed})
    if demand.attached and not any(getattr(step, f"{name}_id") for name in demand.attached):
        names = either([str(ATTACHED[name]) for name in demand.attached])
        yield Fault(demand.attached[0], _("%(state)s needs %(rows)s that shows it. %(evidence)s"
                                          " On file: %(standing)s.") % {**told, "rows": names})
    if demand.reason and not has_reason(step):
        yield Fault("reason_en", _("%(state)s needs a reason. %(evidence)s") % told)
    if demand.reference and not step.reference.strip():
        yield Fault("reference", _("%(state)s needs its number. %(evidence)s") % told)
    if moves.needs_order(step.government_id, step.state) and not has_order(step):
        yield Fault("state", order_first(step.government.name))
    yield from counter_faults(step)
    if demand.signed and step.agreement is not None and (sentence := unsigned(step, demand.signed)):
        yield Fault("agreement", sentence)


def counter_faults(step: TrackStep) -> Iterator[Fault]:
    """Whether what it countered with is its own offer, or that of a front it belonged to then: 1 query.

    Said by the form alone: the trigger asks for an offer, whoever made it.
    """
    offer = step.offer
    if step.state != moves.COUNTERED or offer is None:
        return
    told = {"government": step.government.name, "day": offer.effective_on}
    if offer.kind not in COUNTERS:
        yield Fault("offer", _("What counters is an offer or a demand, not a signal or the status quo."))
    elif offer.author_front is None and offer.author_government_id != step.government_id:
        yield Fault("offer", _("This is an offer of another government: name the counter-offer, of"
                               " %(government)s or of a front to which it belongs.") % told)
    elif offer.author_front is not None and not belongs(step):
        yield Fault("offer", _("%(government)s is not on record as a member of “%(front)s” on %(day)s: record"
                               " its part in the front first.") % {**told, "front": offer.author_front.name})


def belongs(step: TrackStep) -> bool:
    """Its government is a member of the offer's front on the day of the offer: 1 query."""
    members = FrontMember.objects.filter(
        front=step.offer.author_front_id, government=step.government_id, sensitivity__lte=step.sensitivity)
    return any(holds(row, step.offer.effective_on) for row in members)


def alone_faults(step: TrackStep, here: Standing, steps: list[TrackStep]) -> Iterator[Fault]:
    """Whether a typed step that was further evidence comes to stand alone, and cannot."""
    was = {here.state, step.supersedes.state if step.supersedes else here.state}
    later = following(step, steps)
    joints = [("effective_on", step.state, later)] if later else []
    for field, before, after in [*joints, *(("supersedes", *joint) for joint in gap(step, steps))]:
        is_alone = after.recorded_by_id is not None and after.state in was and after.state != before
        if is_alone and any(evidence_faults(after, here)):
            yield Fault(field, _("The next step, %(after)s on %(day)s, was further evidence only: it does not"
                                 " prove that state by itself. Correct that one first.") % {
                "after": words.quoted_state(after.state), "day": after.effective_on})


def either(names: list[str]) -> str:
    """`a statement, an event or an agreement`."""
    first, last = ", ".join(names[:-1]), names[-1]
    return _("%(first)s or %(last)s") % {"first": first, "last": last} if first else last


def order_first(government: str) -> str:
    return _("OIC number required first: record the step %(state)s of %(government)s, with the number of its"
             " Order in Council.") % {"state": words.quoted_state(moves.APPROVED), "government": government}


def has_order(step: TrackStep) -> bool:
    """The number of an order is on record by that day, for the agreement if the step names one: 1 query."""
    steps = track(step.negotiation_id, step.government_id, step.sensitivity, step.supersedes_id)
    return any(one.state == moves.APPROVED and one.reference.strip()
               and one.effective_on <= step.effective_on
               and (None in (one.agreement_id, step.agreement_id) or one.agreement_id == step.agreement_id)
               for one in steps)


def unsigned(step: TrackStep, demand: str) -> str:
    """What the signatures of the step's agreement lack on its day; empty when they are there: 2 queries."""
    return agreement_lacks(step.agreement, step.government_id, step.effective_on, step.sensitivity, demand)


def agreement_lacks(agreement: Agreement, government: str, day: datetime.date, level: int,
                    demand: str) -> str:  # fmt: skip
    """What its signatures lack by *day*, `some` or `all` of them; empty when they are there: 2 queries."""
    if agreement.government_id not in (None, government):
        return _("This agreement is with another government.")
    found = signing(agreement, day, level)
    if not found.required:
        return _("This agreement has no signature block yet: add who must sign.")
    if found.satisfies(demand):
        return ""
    if demand == "all" and found.signed == found.required:
        return found.second_words()
    sentence = (_("Every signature must be there by %(day)s: %(counts)s.") if demand == "all"
                else _("One signature must be there by %(day)s: %(counts)s."))
    return sentence % {"day": day, "counts": found.counts()}


# What can be chosen


@dataclass(frozen=True, slots=True)
class Choice:
    """The states that can be reached on a day, and those that cannot yet, each with its sentence."""

    here: Standing
    onward: tuple[str, ...]
    backward: tuple[str, ...]
    withheld: dict[str, str]


def choice(negotiation: int, government: str, day: datetime.date, level: int) -> Choice:
    """What one government can move to on *day*: 2 queries, and 2 for each of its agreements."""
    here = standing(track(negotiation, government, level), day)
    probe = TrackStep(negotiation_id=negotiation, government_id=government, effective_on=day,
                      sensitivity=level)
    withheld = {}
    for state in moves.onward(here.state):
        probe.state = state
        if moves.needs_order(government, state) and not has_order(probe):
            withheld[state] = order_first(probe.government.name)
        elif (demand := moves.DEMANDS[state].signed) and (sentence := nobody_signed(probe, demand)):
            withheld[state] = sentence
    onward = tuple(state for state in moves.onward(here.state) if state not in withheld)
    return Choice(here, onward, moves.backward(here.state), withheld)


def nobody_signed(probe: TrackStep, demand: str) -> str:
    """What is missing when no agreement of that government is signed so far; empty when one is."""
    agreements = Agreement.objects.filter(
        negotiation=probe.negotiation_id, sensitivity__lte=probe.sensitivity)
    own = [one for one in agreements if one.government_id in (None, probe.government_id)]
    lacking = [agreement_lacks(one, probe.government_id, probe.effective_on, probe.sensitivity, demand)
               for one in own]
    if "" in lacking:
        return ""
    return lacking[-1] if lacking else _("No agreement of this government is on record.")


# What a signature leads to


@dataclass(frozen=True, slots=True)
class NextStep:
    """The step that the signatures of an agreement call for: `J9`, `J10`, or `J8` that comes first."""

    state: str
    signature: Signature

    @property
    def is_order(self) -> bool:
        return self.state == moves.APPROVED


def next_step(agreement: Agreement) -> NextStep | None:
    """What is to be recorded of the agreement's own government, if anything: at most 5 queries."""
    found = signing(agreement)
    signatures = [signature for _block, signature in found.blocks if signature is not None]
    if agreement.government_id is None or not signatures:
        return None
    latest = max(signatures, key=when)
    level = max(agreement.sensitivity, latest.sensitivity)
    probe = TrackStep(negotiation_id=agreement.negotiation_id, government_id=agreement.government_id,
                      agreement=agreement, effective_on=latest.effective_on, sensitivity=level)
    steps = track(probe.negotiation_id, probe.government_id, level)
    here = standing(steps, probe.effective_on).state
    if here == found.state or not moves.is_allowed(here, found.state) or moves.is_backward(here, found.state):
        return None
    is_first = moves.needs_order(probe.government_id, found.state) and not has_order(probe)
    return NextStep(moves.APPROVED if is_first else found.state, latest)
