"""Which rows a row is loaded with, so that its name costs no further query; knows the models' names."""

from functools import cache

from django.db.models import ForeignKey

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


@cache
def names(model: type) -> tuple[str, ...]:
    """For select_related: what the model's own name needs."""
    return NAMED_BY.get(model._meta.model_name, ())


@cache
def whole(model: type) -> tuple[str, ...]:
    """For select_related: every key of the model, and what the names behind them need."""
    keys = [field for field in model._meta.concrete_fields if isinstance(field, ForeignKey)]
    paths = {field.name for field in keys}
    for field in keys:
        paths |= {f"{field.name}__{path}" for path in names(field.remote_field.model)}
    return tuple(sorted(paths))
