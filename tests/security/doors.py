"""Where a curious person knocks first: every address, with ids of ours, above and foreign rows."""

from urllib.parse import urlencode

from django.contrib import admin
from django.db.models import ForeignKey

from tests.security.addresses import Address, addresses, values_for
from tests.security.cast import ROLES, Stage

RECORD = ("negotiations",)


def pages() -> list[Address]:
    """Our own pages, and the admin's that belong to no table."""
    return [one for one in addresses() if one.model is None]


def of_tables() -> list[Address]:
    return [one for one in addresses()
            if one.model is not None and one.model._meta.app_label in RECORD]  # fmt: skip


def public_doors(stage: Stage) -> list[str]:
    """Each page of ours with what is ours, hidden, foreign and missing."""
    everything = [stage.rows, *(stage.rows | above for above in stage.above.values()), stage.foreign]
    found = [one.fill(values_for(one, rows)) for one in pages() for rows in everything]
    searches = [f"/en/negotiations/ours/search/{tail}?q=zq{stage.words.token}*"
                for tail in ("", "statements.csv")]  # fmt: skip
    return list(dict.fromkeys([*found, *searches]))


def admin_doors(stage: Stage, role: str, share: int) -> list[str]:
    """Lists, forms, histories and menus of the record's tables; every *share*-th for one role."""
    at = ROLES.index(role)
    rows = [stage.rows, *(stage.rows | above for above in stage.above.values()), stage.foreign]
    found = [one.fill(values_for(one, some)) for one in of_tables() for some in rows]
    found += menus(stage)
    unique = list(dict.fromkeys(found))
    return unique[at::share]


def menus(stage: Stage) -> list[str]:
    """Every autocomplete, for our negotiation, for the other, and for none; and lists asked aslant."""
    found = []
    for model in admin.site._registry:
        if model._meta.app_label not in RECORD:
            continue
        found += [f"/en/admin/negotiations/{model._meta.model_name}/?{urlencode(asked)}" for asked in (
            {"negotiation__id__exact": stage.there.pk}, {"q": f"zq{stage.words.token}"},
            {"_popup": 1}, {"sensitivity__exact": 4})]  # fmt: skip
        for field in model._meta.concrete_fields:
            if isinstance(field, ForeignKey) and field.editable:
                found += [menu(model, field, there) for there in (stage.there.pk, "")]
    return found


def menu(model, field, negotiation) -> str:
    asked = {"app_label": model._meta.app_label, "model_name": model._meta.model_name,
             "field_name": field.name, "term": "", "negotiation": negotiation}  # fmt: skip
    return f"/en/admin/autocomplete/?{urlencode(asked)}"


def posts(stage: Stage) -> list[str]:
    """Forms sent to rows of the other negotiation and to rows above."""
    hidden = (stage.foreign, stage.rows | stage.above[4])
    return [one.fill(values_for(one, rows)) for one in of_tables()
            if one.route.endswith(("change/", "raise/")) for rows in hidden]  # fmt: skip
