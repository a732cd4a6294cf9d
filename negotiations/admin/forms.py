"""The form of a record row: its negotiation, its sensitivity, and every rule said at its field.

Knows rights and declared rules; the model is whichever the page is for.
"""

from functools import partial

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db.models import CheckConstraint, UniqueConstraint
from django.utils.translation import gettext_lazy as _

from config.rules import DatabaseRule
from grants.admin.base import PlainForm
from negotiations.admin import locking
from negotiations.admin.declared import writers
from negotiations.admin.fields import RowField
from negotiations.label_rules import OnceToItsWriter

NOT_CLEARED = _("You may not write rows of this sensitivity in this negotiation.")
NEVER_LOWER = _("A sensitivity is lowered by two people, not by an edit.")


class RecordForm(PlainForm):
    """A row of the record. `rights` is whose form it is.

    A row that may be edited goes out with a mark of what was read, which is sent back with it.
    """

    read_version = forms.CharField(widget=forms.HiddenInput, required=False)
    rights = None
    closed_states = ()

    def __init__(self, *args, negotiation_id=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.negotiation_id = negotiation_id or self.instance.negotiation_id or self._chosen()
        loaded = self.instance._state.fields_cache
        for name, field in self.fields.items():
            if isinstance(field, RowField):
                field.scope(self.negotiation_id, loaded.get(name))
        self._offer_open_states()
        self.initial["read_version"] = locking.mark(self.instance)
        self.fields["read_version"].has_changed = lambda initial, data: False

    def _chosen(self) -> int | None:
        """The negotiation that was posted, or that the page started with."""
        chosen = self.data.get(self.add_prefix("negotiation")) or self.initial.get("negotiation")
        return int(chosen) if str(chosen).isdecimal() else None

    def _offer_open_states(self) -> None:
        """A state that only another person may give is not offered; the present one is."""
        if "state" in self.fields and self.closed_states:
            closed = set(self.closed_states) - {self.instance.state}
            self.fields["state"].choices = [
                choice for choice in self.fields["state"].choices if choice[0] not in closed]

    def clean_sensitivity(self):
        level = self.cleaned_data["sensitivity"]
        if self.instance.pk and level < self.initial.get("sensitivity", level):
            raise ValidationError(NEVER_LOWER)
        return level

    def clean(self):
        cleaned = super().clean()
        negotiation = self.instance.negotiation_id or getattr(
            cleaned.get("negotiation"), "pk", None)
        level = cleaned.get("sensitivity")
        if self.rights and negotiation and level:
            allowed = self.rights.clearance(negotiation, writers(self._meta.model))
            if level > allowed:
                self.add_error("sensitivity", NOT_CLEARED)
        return cleaned

    def _post_clean(self):
        """Django would check the rules without the columns that the page does not offer."""
        self.instance.full_clean = partial(
            type(self.instance).full_clean, self.instance, validate_constraints=False)
        super()._post_clean()
        del self.instance.full_clean
        self.validate_constraints()

    def validate_constraints(self):
        """Every rule, also over columns that the page does not offer; each said at a field."""
        row = self.instance
        if row.negotiation_id is None or not (row._state.adding or self.has_changed()):
            return
        broken = {name for name in self._errors if name != NON_FIELD_ERRORS}
        for model, constraints in row.get_constraints():
            for constraint in constraints:
                try:
                    constraint.validate(model, row, exclude=broken)
                except ValidationError as error:
                    self._say(constraint, error)

    def _say(self, constraint, error) -> None:
        if hasattr(error, "error_dict"):
            for name, errors in error.error_dict.items():
                self.add_error(name if name in self.fields else None, errors)
        else:
            self.add_error(self.field_of(constraint), error)

    def field_of(self, constraint) -> str | None:
        """Where the sentence stands: the first empty field that the rule names, or the last."""
        named = _named(constraint)
        offered = [name for name, field in self.fields.items()
                   if name in named and not field.widget.is_hidden]
        empty = [name for name in offered if not self.cleaned_data.get(name)]
        return (empty or offered[-1:] or [None])[0]


def _named(constraint) -> set[str]:
    if isinstance(constraint, UniqueConstraint | OnceToItsWriter):
        return {name.removesuffix("_id") for name in constraint.fields} - {"negotiation"}
    if isinstance(constraint, CheckConstraint) and not isinstance(constraint, DatabaseRule):
        return set(constraint.condition.referenced_base_fields)
    return set()
