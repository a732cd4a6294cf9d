"""Publishes a new version of a programme's formula: checks it, runs its cases, keeps the old.

Knows the models and the engine; no request and no page.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max

from grants import engine
from grants.calculating import releases_for
from grants.models import Programme, ProgrammeVersion


@dataclass(frozen=True)
class Loss:
    """What the current version has and the new one has not, or has otherwise.

    *kind* is parameter, measure, axis or label; *is_gone* tells a loss from a change.
    """

    kind: str
    name: str
    is_gone: bool = True


@dataclass(frozen=True)
class Published:
    """What publishing did. Without a version nothing was stored, for *faults* or *strange_code*."""

    version: ProgrammeVersion | None = None
    is_new: bool = False
    is_current: bool = False
    faults: tuple[engine.Fault, ...] = ()
    strange_code: str = ""
    outcomes: tuple[engine.Outcome, ...] = ()
    losses: tuple[Loss, ...] = ()

    @property
    def failed(self) -> tuple[engine.Outcome, ...]:
        """The cases that did not pass."""
        return tuple(outcome for outcome in self.outcomes if not outcome.passed)


def publish_version(programme: Programme, text: str, reason: str, user: object) -> Published:
    """Stores a text as the next version, and makes it current when nothing speaks against it.

    Against it speak a case that fails on the releases on record, and a parameter, measure or
    axis of the current version that is lost or changed. A text that has faults, or is the
    formula of another programme, is not stored. A text that is stored already is not stored
    again, but is tried again: a release may have come since.
    """
    try:
        document = engine.compile_document(text)
    except engine.Refused as refused:
        return Published(faults=refused.faults)
    if document.programme != programme.code:
        return Published(strange_code=document.programme)
    outcomes = engine.run_cases(document, releases_for(document))
    with transaction.atomic():
        return _published(programme, document, outcomes, reason, user)


def _published(programme, document, outcomes, reason, user) -> Published:
    locked = Programme.objects.select_for_update().get(pk=programme.pk)
    lost = tuple(losses(locked.current, document))
    version, is_new = _stored(locked, document, reason, user)
    is_current = not lost and all(outcome.passed for outcome in outcomes)
    if is_current:
        locked.current = version
        locked.save(update_fields=["current"])
        programme.current = version
    return Published(version, is_new, is_current, outcomes=outcomes, losses=lost)


def _stored(programme, document, reason, user) -> tuple[ProgrammeVersion, bool]:
    """The version of that text, and whether it is new; the programme is locked."""
    found = programme.versions.filter(sha256=document.sha256).first()
    if found:
        return found, False
    last = programme.versions.aggregate(last=Max("number"))["last"] or 0
    version = ProgrammeVersion(
        programme=programme, number=last + 1, text=document.text, sha256=document.sha256,
        reason=reason, entered_by=user)
    version.save(force_insert=True)
    return version, True


def losses(current: ProgrammeVersion | None, document: engine.Document) -> Iterator[Loss]:
    """What a formula loses or changes of the current version; all that stored terms may name."""
    if current is None:
        return
    try:
        before = engine.compile_document(current.text)
    except engine.Refused:
        return  # what cannot be run cannot be relied on
    for kind, old, new in (
        ("parameter", _parameters(before), _parameters(document)),
        ("measure", _measures(before), _measures(document)),
        ("axis", dict.fromkeys(before.frame.axes), dict.fromkeys(document.frame.axes)),
        ("label", _labels(before), _labels(document)),
    ):
        for name, shape in old.items():
            if name not in new or new[name] != shape:
                yield Loss(kind, name, is_gone=name not in new)


def _parameters(document: engine.Document) -> dict[str, tuple]:
    """Kind, unit and shape of each parameter."""
    return {name: (one.kind, one.unit, one.shape(document.frame))
            for name, one in document.parameters.items()}


def _measures(document: engine.Document) -> dict[str, tuple]:
    """Unit and shape of each measure."""
    return {name: (document.plans[name].unit, document.plans[name].shape)
            for name in document.measures}


def _labels(document: engine.Document) -> dict[str, str]:
    """The axis of each label."""
    return {label: axis for axis, labels in document.frame.axes.items() for label in labels}
