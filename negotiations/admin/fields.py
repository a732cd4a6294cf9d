"""Keys in a form: rows of the form's own negotiation, and none asked for twice.

Knows the admin's autocomplete, no model.
"""

from django import forms
from django.contrib.admin.widgets import AutocompleteSelect, RelatedFieldWidgetWrapper
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from negotiations.admin import loading
from negotiations.admin.declared import has


class RowSelect(AutocompleteSelect):
    """Searches within one negotiation, and prints what is chosen from the rows at hand."""

    negotiation_id = None

    def get_url(self):
        url = super().get_url()
        return f"{url}?negotiation={self.negotiation_id}" if self.negotiation_id else url

    def optgroups(self, name, value, attr=None):
        known = self.choices.field.known
        chosen = [str(one) for one in value if str(one) in known or self._is_key(one)]
        if any(one not in known for one in chosen):
            return super().optgroups(name, chosen, attr)
        options = [] if self.is_required else [self.create_option(name, "", "", False, 0)]
        for one in chosen:
            label = self.choices.field.label_from_instance(known[one])
            options.append(self.create_option(name, one, label, [one], len(options)))
        return [(None, options, 0)]


    def _is_key(self, typed) -> bool:
        """An address may hold anything; what can be no key chooses nothing."""
        if str(typed) in ("", "None"):
            return False
        try:
            self.choices.queryset.model._meta.pk.to_python(typed)
        except forms.ValidationError:
            return False
        return True


class RowWrapper(RelatedFieldWidgetWrapper):
    """The plus sign beside a key opens the form for the same negotiation."""

    def get_context(self, name, value, attrs):
        context = super().get_context(name, value, attrs)
        negotiation = getattr(self.widget, "negotiation_id", None)
        if negotiation and "url_params" in context:
            context["url_params"] += f"&negotiation={negotiation}"
        return context

    @classmethod
    def around(cls, wrapped: RelatedFieldWidgetWrapper) -> "RowWrapper":
        """With the plus sign only: what is chosen is looked at on its own page."""
        return cls(wrapped.widget, wrapped.rel, wrapped.admin_site,
                   can_add_related=wrapped.can_add_related)


class RowField(forms.ModelChoiceField):
    """A key whose chosen row may be at hand already."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.known = {}

    def scope(self, negotiation_id, row) -> None:
        """Only rows of that negotiation; *row* is what the key names already, if it is loaded."""
        self.known = {} if row is None else {str(row.pk): row}
        rows = loading.named(self.queryset)
        select = getattr(self.widget, "widget", self.widget)
        if negotiation_id and has(self.queryset.model, "negotiation"):
            rows = rows.filter(negotiation_id=negotiation_id)
            select.negotiation_id = negotiation_id
        self.queryset = rows

    def to_python(self, value):
        if str(value) in self.known:
            return self.known[str(value)]
        return super().to_python(value)


class ExactJSONField(forms.JSONField):
    """JSON whose numbers are text: no float anywhere a dollar passes."""

    def prepare_value(self, value):
        return "" if value is None else super().prepare_value(value)

    def to_python(self, value):
        read = super().to_python(value)
        if _has_bare_number(read):
            raise forms.ValidationError(_('Write numbers as text, in quotes: "500000000".'))
        return read


def _has_bare_number(read) -> bool:
    if isinstance(read, dict):
        return any(_has_bare_number(one) for one in read.values())
    if isinstance(read, list):
        return any(_has_bare_number(one) for one in read)
    return isinstance(read, (int, float)) and not isinstance(read, bool)


def codes(db_field) -> forms.MultipleChoiceField:
    """Tick boxes for an array of codes."""
    return forms.MultipleChoiceField(
        label=capfirst(db_field.verbose_name), choices=db_field.base_field.flatchoices,
        widget=forms.CheckboxSelectMultiple, required=False, help_text=db_field.help_text)
