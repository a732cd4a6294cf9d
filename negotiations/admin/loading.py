"""Which rows a row is loaded with, so that its name costs no further query; knows the models' names.

All are joined: a row is never less sensitive than what it names, so that no join hides a row.
"""

from functools import cache

from django.db.models import ForeignKey, QuerySet

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
    paths = names(rows.model)
    return rows.select_related(*paths) if paths else rows


def whole(rows: QuerySet) -> QuerySet:
    """With every row that the rows name, and what the names of those need."""
    return rows.select_related(*_keys(rows.model))


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
