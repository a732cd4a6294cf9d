"""What a browser would send back from a page of the admin, with changes; knows forms, no model."""

from django.urls import reverse

from tests.conftest import as_user


def sign_in(client, person):
    """As *person* in the browser and in the database."""
    client.force_login(person)
    as_user(person)
    return client


def address(model, page, *args):
    opts = model._meta
    return reverse(f"admin:{opts.app_label}_{opts.model_name}_{page}", args=args)


def typed(page, **changes):
    """Everything the form of *page* holds, with *changes* by name (`items-0-number`)."""
    found = _values(page.context["adminform"].form)
    for inline in page.context["inline_admin_formsets"]:
        found.update(_values(inline.formset.management_form))
        for form in inline.formset.forms:
            found.update(_values(form))
    return {**found, **{name.replace("__", "-"): value for name, value in changes.items()}}


def _values(form):
    found = {field.html_name: field.value() for field in form}
    return {name: value if isinstance(value, list) else str(value)
            for name, value in found.items() if value is not None and value is not False}


def errors(page):
    """Field -> sentences, of the page's own form."""
    return {name: list(found) for name, found in page.context["adminform"].form.errors.items()}
