"""The rows inside another row's page: same negotiation, same rules, each said at its row.

Django leaves the parent's key out of an inline's constraint checks, so that the database would
answer with an error; here they are checked with it. Knows RecordForm and the lock.
"""

from django.db.models import UniqueConstraint
from django.forms.models import BaseInlineFormSet

from negotiations.admin import locking
from negotiations.admin.declared import has
from negotiations.label_rules import OnceToItsWriter

INHERITED = ("source", "locator", "effective_on", "effective_from", "effective_precision")


class RecordFormSet(BaseInlineFormSet):
    """`negotiation_hint` is the negotiation of a parent that is only being added."""

    negotiation_hint = None
    inherits = INHERITED

    def get_form_kwargs(self, index):
        negotiation_id = self.instance.negotiation_id or self.negotiation_hint
        return {**super().get_form_kwargs(index), "negotiation_id": negotiation_id}

    def _construct_form(self, i, **kwargs):
        form = super()._construct_form(i, **kwargs)
        setattr(form.instance, self.fk.name, self.instance)
        return form

    def full_clean(self):
        """Each new row takes from its parent what its own form does not offer."""
        if self.is_bound:
            for form in self.forms:
                self._take_over(form)
        super().full_clean()

    def _take_over(self, form) -> None:
        row, parent = form.instance, self.instance
        if parent.negotiation_id:
            row.negotiation = parent.negotiation
        if not row._state.adding:
            return
        if "sensitivity" not in form.fields and parent.sensitivity:
            row.sensitivity = max(row.sensitivity, parent.sensitivity)
        for name in self.inherits:
            if name not in form.fields and has(type(row), name) and has(type(parent), name):
                attname = row._meta.get_field(name).attname
                setattr(row, attname, getattr(parent, attname))

    def clean(self):
        """Two rows typed at once are held against each other as well."""
        super().clean()
        unique = [rule for rule in self.model._meta.total_unique_constraints
                  if isinstance(rule, UniqueConstraint) and "negotiation" in rule.fields]
        once = [rule for rule in self.model._meta.constraints if isinstance(rule, OnceToItsWriter)]
        for rule in (*unique, *once):
            self._refuse_twins(rule)

    def _refuse_twins(self, rule) -> None:
        fields = [self.model._meta.get_field(name) for name in rule.fields]
        columns = [field.attname for field in fields if field.name not in ("negotiation", self.fk.name)]
        seen = set()
        for form in self.forms:
            if not form.has_changed() and form.instance._state.adding or form in self.deleted_forms:
                continue
            values = tuple(getattr(form.instance, column) for column in columns)
            nulls = None in values and rule.nulls_distinct is not False
            if not values or nulls or values == (None,) * len(values):
                continue
            if values in seen and not form.errors:
                form._say(rule, rule.get_violation_error_message())
            seen.add(values)

    def validate_unique(self):
        """Part of clean above."""

    def save_new(self, form, commit=True):
        row = form.save(commit=False)
        setattr(row, self.fk.name, self.instance)
        if self.instance.negotiation_id:
            row.negotiation_id = self.instance.negotiation_id
        if commit:
            row.save(force_insert=True)
        return row

    def save_existing(self, form, obj, commit=True):
        if not commit:
            return form.save(commit=False)
        locking.write(form)
        return form.instance

    def delete_existing(self, obj, commit=True):
        if commit:
            locking.take_away(next(form for form in self.deleted_forms if form.instance is obj))
