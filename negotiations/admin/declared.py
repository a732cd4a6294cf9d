"""What a model's constraints say about editing it; reads Meta.constraints, no row but the given."""

from functools import cache, reduce

from config.rules import WRITERS, AppendOnly, DatabaseRule, SealedWith, Wall
from negotiations.closing_rules import ClosedWith, KeptClosed


@cache
def rule(model: type, kind: type[DatabaseRule]) -> DatabaseRule | None:
    """The model's one rule of that kind."""
    constraints = model._meta.concrete_model._meta.constraints
    return next((found for found in constraints if isinstance(found, kind)), None)


def writers(model: type) -> tuple[str, ...]:
    """The membership roles that may write the model's rows."""
    wall = rule(model, Wall)
    return wall.writers if wall else WRITERS


def has(model: type, name: str) -> bool:
    """The model has a field of that name."""
    return any(field.name == name for field in model._meta.get_fields())


def is_label(model: type) -> bool:
    """Edited under a version, with its history kept."""
    return has(model, "version")


def may_ever_change(model: type) -> bool:
    """There is a state in which a row of the model may be edited."""
    kept = rule(model, AppendOnly) or rule(model, SealedWith)
    return kept is None or bool(kept.open_states)


def is_approved(row) -> bool:
    """Closed until an approver returns it: as it was loaded for its page, or else by its state."""
    kept = rule(type(row), KeptClosed)
    return kept is not None and getattr(row, "is_shut", row.state in kept.states)


def is_final(row) -> bool:
    """Approved, and in a state that nobody takes back."""
    return is_approved(row) and getattr(row, "state_then", row.state) == rule(type(row), KeptClosed).final


def is_part_of_approved(row) -> bool:
    """What the row belongs to is closed by an approval."""
    closed = rule(type(row), ClosedWith)
    return closed is not None and is_approved(reached(row, closed.path))


def reached(row, path: list[str]):
    """The row to which the fields of *path* lead, one after the other."""
    return reduce(getattr, path, row)


def is_open(row) -> bool:
    """The row itself may be edited as it stands."""
    return is_unsealed(row) and not is_approved(row) and not is_part_of_approved(row)


def is_unsealed(row) -> bool:
    """Its state, or that of what it belongs to, is one in which rows of its kind may be edited."""
    sealed = rule(type(row), SealedWith)
    if sealed is not None:
        owner = getattr(row, sealed.column.removesuffix("_id"))
        return getattr(owner, "state", None) in sealed.open_states
    kept = rule(type(row), AppendOnly)
    return kept is None or getattr(row, kept.open_column or "pk") in kept.open_states


def is_sealed(model: type, owner) -> bool:
    """Parts of that model may no longer be added to *owner* (None: it is being recorded)."""
    closed = rule(model, ClosedWith)
    if owner is not None and closed is not None and is_approved(reached(owner, closed.path[1:])):
        return True
    sealed = rule(model, SealedWith)
    return (sealed is not None and owner is not None
            and getattr(owner, "state", None) not in sealed.open_states)
