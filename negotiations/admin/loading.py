"""Which rows a row is loaded with, so that its name costs no further query; knows the models' names.

A required key into a row that may be more sensitive is fetched and not joined: an inner join
would hide the row itself from those who may read it, but not what it names.
"""

from functools import cache

from django.core.exceptions import FieldDoesNotExist
from django.db.models import ForeignKey, QuerySet

from config.rules import PartOf, Wall

# What __str__ of a model reads beyond its own columns.
NAMED_BY = {
    "statement": ("speaker",),
    "statementterm": ("statement__speaker", "term"),
    "offeraddressee": ("government", "front"),
    "offerterm": ("offer", "term"),
    "position": ("government", "term"),
    "positionstatement": (
        "position__government", "position__term", "statement__speaker"),
    "trackstep": ("government",),
    "contest": ("step__government",),
    "attendance": ("government",),
    "agendaitemterm": ("item", "term"),
    "frontmember": ("front", "government"),
    "termdependency": ("term", "subject_to"),
    "signatureblock": ("agreement", "government"),
    "signature": ("block__agreement", "block__government"),
    "clause": ("agreement",),
    "claimstatement": ("claim", "statement__speaker"),
    "claimverdict": ("claim",),
    "mandatelimit": ("mandate", "term"),
    "approval": ("recorded_by",),
    "citation": ("source",),
    "reporttext": ("event",),
    "issuedfile": ("report",),
    "membership": ("user", "negotiation"),
    "programmeversion": ("programme",),
}


def named(rows: QuerySet) -> QuerySet:
    """With what the rows' own names need."""
    return _with(rows, names(rows.model))


def whole(rows: QuerySet) -> QuerySet:
    """With every row that the rows name, and what the names of those need."""
    return _with(rows, _keys(rows.model))


def names(model: type) -> tuple[str, ...]:
    """The keys that the model's own name reads."""
    return NAMED_BY.get(model._meta.model_name, ())


@cache
def _keys(model: type) -> tuple[str, ...]:
    keys = [field for field in model._meta.concrete_fields if isinstance(field, ForeignKey)]
    paths = {field.name for field in keys}
    for field in keys:
        paths |= {f"{field.name}__{path}" for path in names(field.remote_field.model)}
    return tuple(sorted(paths))


def _with(rows: QuerySet, paths: tuple[str, ...]) -> QuerySet:
    joined = [path for path in paths if may_join(rows.model, path)]
    fetched = [path for path in paths if path not in joined]
    rows = rows.select_related(*joined) if joined else rows
    return rows.prefetch_related(*fetched)


@cache
def may_join(model: type, path: str) -> bool:
    """Every step is optional, open to all, or into a row that is never more sensitive."""
    name, _, rest = path.partition("__")
    try:
        field = model._meta.get_field(name)
    except FieldDoesNotExist:
        return False
    other = field.remote_field.model
    if field.null:
        return True
    safe = (not _walled(other) or other._meta.model_name == "negotiation"
            or field.column in _owners(model))
    return safe and (not rest or may_join(other, rest))


def _walled(model: type) -> bool:
    return any(isinstance(rule, Wall) for rule in model._meta.constraints)


def _owners(model: type) -> set[str]:
    """The columns of the rows that the model's rows are at least as sensitive as."""
    rules = model._meta.concrete_model._meta.constraints
    return {rule.column for rule in rules if isinstance(rule, PartOf)}
