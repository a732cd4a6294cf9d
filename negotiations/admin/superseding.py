"""A new row that starts from an old one: as its correction, in its place, or as a part of its owner.

Knows the declared fields of a model; reads through the wall.
"""

from django.db.models import ForeignKey
from django.forms.models import model_to_dict

from config.rules import AppendOnly
from negotiations.admin import loading
from negotiations.admin.declared import has, rule

NEVER_COPIED = {"id", "code", "supersedes", "correction_reason", "corrects", "reason", "state"}
KEPT_FOR_THE_NEXT = ("government", "term", "front", "origin")
KEPT_WHEN_REPLACED = ("kind", "author_government", "author_front", "form", "french_by")
FROM_OWNER = ("source", "effective_on", "effective_precision", "effective_from")


def superseded(request, model):
    """The row that the add form is to correct; None when it corrects none or it is not readable."""
    key = request.GET.get("supersedes", "")
    if not has(model, "supersedes") or not key.isdecimal():
        return None
    return loading.whole(model.objects.filter(pk=int(key))).first()


def replaced(request, model):
    """The row in whose place the add form puts a new one: the next offer after an offer."""
    key = request.GET.get("replaces", "")
    if not has(model, "replaces") or not key.isdecimal():
        return None
    return loading.whole(model.objects.filter(pk=int(key))).first()


def replacement(row) -> dict:
    """What the next row keeps of the one before: whose it is; not its words, its day or its source."""
    kept = model_to_dict(row, KEPT_WHEN_REPLACED)
    return {**kept, "negotiation": row.negotiation_id, "sensitivity": row.sensitivity,
            "replaces": row.pk}


def earlier(request, model):
    """The position after which the add form puts a later one: a new fact, no correction."""
    key = request.GET.get("after", "")
    if not has(model, "stance") or not key.isdecimal():
        return None
    return loading.whole(model.objects.filter(pk=int(key))).first()


def next_after(row) -> dict:
    """What a later position keeps: whose, on what, for which front; not what was said, when or where."""
    kept = model_to_dict(row, KEPT_FOR_THE_NEXT)
    return {**kept, "negotiation": row.negotiation_id, "sensitivity": row.sensitivity}


def start(request, model):
    """The row whose parts the add form offers again."""
    return superseded(request, model) or replaced(request, model)


def correction(row) -> dict:
    """What the form of a correcting row starts with: everything but the mistake's own marks."""
    kept = {name: value for name, value in model_to_dict(row).items() if name not in NEVER_COPIED}
    if _state_is_content(row):
        kept["state"] = row.state
    return {**kept, "negotiation": row.negotiation_id, "sensitivity": row.sensitivity,
            "supersedes": row.pk}


def _state_is_content(row) -> bool:
    """The state says what was so (a follow-up done), not how far the row has been checked."""
    kept = rule(type(row), AppendOnly)
    return hasattr(row, "state") and kept is not None and not kept.open_states


def parts(row, fk) -> list[dict]:
    """What the parts of a correcting row start with: those of the row it corrects."""
    part = fk.model
    found = part.objects.filter(**{fk.name: row})
    if has(part, "supersedes"):
        found = found.unsuperseded()
    skipped = NEVER_COPIED - {"reason", "state"} | {fk.name, "negotiation"}
    return [{name: value for name, value in model_to_dict(one).items() if name not in skipped}
            for one in found]


def from_owner(request, model) -> dict:
    """A part's negotiation, day and source, taken from the row that the address names.

    Not the day and source of a contest: it tells what others said of that row, elsewhere.
    """
    found, names = {}, () if has(model, "settled") else FROM_OWNER
    for field in model._meta.concrete_fields:
        key = request.GET.get(field.name, "")
        if not (isinstance(field, ForeignKey) and key.isdecimal()
                and has(field.remote_field.model, "negotiation")):
            continue
        owner = field.remote_field.model.objects.filter(pk=int(key)).first()
        if owner is not None:
            taken = {name: model_to_dict(owner, [name]).get(name)
                     for name in names if has(model, name) and has(type(owner), name)}
            found = {**taken, "negotiation": owner.negotiation_id,
                     "sensitivity": owner.sensitivity, **found}
    return found
