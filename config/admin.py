"""The admin's own site: grouped as the work goes, without a log. Knows model names, no models."""

from urllib.parse import quote

from django.contrib.admin import AdminSite
from django.contrib.admin.apps import AdminConfig
from django.contrib.admin.views.autocomplete import AutocompleteJsonView
from django.core.exceptions import FieldDoesNotExist
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy as _

GROUPS = (
    ("meetings", _("Meetings and statements"), (
        "Meeting", "Event", "Attendance", "AgendaItem", "AgendaItemTerm", "Statement",
        "StatementTerm", "Difference", "Account")),
    ("offers", _("Terms and offers"), (
        "Term", "TermDependency", "Offer", "OfferTerm", "OfferAddressee")),
    ("positions", _("Positions"), (
        "Position", "PositionStatement", "Condition", "TrackStep", "Contest")),
    ("agreements", _("Agreements"), ("Agreement", "SignatureBlock", "Signature", "Clause")),
    ("promises", _("Deadlines and follow-ups"), ("Deadline", "FollowUp")),
    ("people", _("People and sources"), (
        "OfficeHolder", "Front", "FrontMember", "Source", "Citation", "Document")),
    ("checking", _("Checking"), (
        "Claim", "ClaimStatement", "ClaimVerdict", "OpenQuestion", "Approval", "Mandate",
        "MandateLimit", "Calculation", "ReportText", "IssuedReport", "IssuedFile",
        "HistoryEntry")),
    ("reference", _("Reference"), (
        "Jurisdiction", "Programme", "ProgrammeVersion", "IndicatorRelease", "IndicatorValue")),
    ("access", _("Access"), ("Negotiation", "Membership", "User")),
)


class EntenteAdminConfig(AdminConfig):
    default_site = "config.admin.EntenteAdminSite"


class ScopedAutocomplete(AutocompleteJsonView):
    """Offers the rows of the negotiation that the form is about, when it says which."""

    def get_queryset(self):
        rows = super().get_queryset()
        negotiation = self.request.GET.get("negotiation", "")
        if not negotiation.isdecimal():
            return rows
        try:
            rows.model._meta.get_field("negotiation")
        except FieldDoesNotExist:
            return rows
        return rows.filter(negotiation_id=int(negotiation))


class EntenteAdminSite(AdminSite):
    """The pages behind Admin."""

    site_title = site_header = "Entente"
    index_title = _("Admin")
    empty_value_display = "–"
    history = "negotiations.admin.history.page"

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.disable_action("delete_selected")

    def get_app_list(self, request, app_label=None):
        """The models a person may open, in the groups and in the order above."""
        found = {
            model["object_name"]: model
            for app in self._build_app_dict(request, app_label).values()
            for model in app["models"]
        }
        groups = (self._group(key, name, models, found) for key, name, models in GROUPS)
        return [group for group in groups if group["models"]]

    def _group(self, key, name, models, found):
        return {
            "name": name, "app_label": key, "has_module_perms": True,
            "app_url": f"{reverse('admin:index', current_app=self.name)}#{quote(key)}",
            "models": [found[model] for model in models if model in found],
        }

    def app_index(self, request, app_label, extra_context=None):
        return redirect("admin:index")

    def autocomplete_view(self, request):
        return ScopedAutocomplete.as_view(admin_site=self)(request)

    def history_page(self, request, model_admin, row):
        """The changes of *row*, told by the floor that keeps them."""
        return import_string(self.history)(request, model_admin, row)

    def get_log_entries(self, request):
        """None: Django's log keeps texts outside the wall."""
        return []
