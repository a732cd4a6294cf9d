"""Forms of the acts: opening a negotiation, giving and ending access. Knows models and crispy."""

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Submit
from django import forms
from django.contrib.auth import get_user_model
from django.utils.translation import gettext_lazy as _

from grants.models import Jurisdiction, Programme
from negotiations.day_field import DayField
from negotiations.models import Membership, Negotiation
from negotiations.models.record import levels
from negotiations.standing.clock import today

WRITTEN = _("Year, month, day: 2013-11-08.")


def helper(button) -> FormHelper:
    """Labels above, hints under, one button; the tag is the form's own."""
    made = FormHelper()
    made.add_input(Submit("act", button))
    return made


class TypedDayField(DayField):
    """A day typed as 2013-11-08 in both languages."""

    def __init__(self, **options):
        super().__init__(input_formats=["%Y-%m-%d"], help_text=options.pop("help_text", WRITTEN),
                         widget=forms.DateInput(format="%Y-%m-%d", attrs={"autocomplete": "off"}), **options)


class NewNegotiationForm(forms.Form):
    """What opens a negotiation in one act."""

    title_en = forms.CharField(label=_("Title (English)"), max_length=200)
    title_fr = forms.CharField(label=_("Title (French)"), max_length=200)
    slug = forms.SlugField(
        label=_("Address"), max_length=60,
        help_text=_("Small letters, digits and dashes; it stands in every link and keeps."))
    opened_on = TypedDayField(label=_("Opened on"))
    home = forms.ModelChoiceField(
        Jurisdiction.objects.in_protocol_order(), label=_("Home government"),
        help_text=_("The government whose record this is."))
    programme = forms.ModelChoiceField(
        Programme.objects.all(), label=_("Programme"), required=False, empty_label=_("none"))
    ceiling = forms.TypedChoiceField(
        label=_("Ceiling"), choices=levels, coerce=int, initial=3,
        help_text=_("No row of it may be more sensitive."))
    single_package = forms.BooleanField(
        label=_("Nothing is agreed until everything is agreed"), required=False)
    terms_from = forms.ModelChoiceField(
        Negotiation.objects.none(), label=_("Copy the terms of"), required=False,
        empty_label=_("none: terms are typed"))
    reason = forms.CharField(label=_("Why it is opened"), max_length=300)

    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        self.fields["terms_from"].queryset = Negotiation.objects.listed()
        self.fields["opened_on"].initial = today
        self.helper = helper(_("Open the negotiation"))


class GiveMembershipForm(forms.Form):
    """Who is let in, as what, up to which level, from when to when, and why."""

    user = forms.ModelChoiceField(get_user_model().objects.none(), label=_("Person"))
    role = forms.ChoiceField(label=_("Role"), choices=Membership.Role)
    clearance = forms.TypedChoiceField(
        label=_("Clearance"), choices=levels, coerce=int,
        help_text=_("The highest sensitivity this person may read; never above your own."))
    starts_on = TypedDayField(label=_("From"))
    ends_on = TypedDayField(label=_("To"), required=False, help_text=_("Empty: until it is ended."))
    reason = forms.CharField(label=_("Reason"), max_length=300)

    def __init__(self, *args, giver, **options):
        super().__init__(*args, **options)
        people = get_user_model().objects.filter(is_active=True).exclude(pk=giver.pk)
        self.fields["user"].queryset = people.order_by("username")
        self.fields["starts_on"].initial = today
        self.helper = helper(_("Give access"))


class ReasonForm(forms.Form):
    """An act that needs a reason and nothing else."""

    reason = forms.CharField(label=_("Reason"), max_length=300)

    def __init__(self, *args, button, **options):
        super().__init__(*args, **options)
        self.helper = helper(button)


class BreakGlassForm(ReasonForm):
    """Four hours of reading in an emergency, by the negotiation's address."""

    slug = forms.SlugField(label=_("Address of the negotiation"), max_length=60)
    field_order = ("slug", "reason")
