"""A day in a form: of what cannot be read it says what is wrong, and what would be valid. Knows the clock."""

from django import forms
from django.core.exceptions import ValidationError
from django.db import models

from negotiations.standing.clock import tried


class DayField(forms.DateField):
    def to_python(self, value):
        try:
            return super().to_python(value)
        except ValidationError as refused:
            _, fault = tried(str(value).strip())
            raise ValidationError(fault or refused.messages, code="invalid") from refused


# For an admin page's `formfield_overrides`.
DAYS = {models.DateField: {"form_class": DayField}}
