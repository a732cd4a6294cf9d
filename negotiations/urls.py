"""Addresses for people, and they keep."""

from django.urls import path

from negotiations.views import (
    acts,
    claim,
    document,
    download,
    event,
    gaps,
    government,
    help,
    matrix,
    negotiation,
    offer,
    search,
    source,
    term,
    timeline,
    tracker,
)

PLACE = "negotiations/<slug:slug>/"

urlpatterns = [
    path("help/", help.help_page, name="help"),
    path("negotiations/", negotiation.negotiation_list, name="negotiation-list"),
    path("negotiations/new/", acts.new_negotiation, name="new-negotiation"),
    path("negotiations/emergency-access/", acts.break_glass, name="break-glass"),
    path(f"{PLACE}members/", acts.members, name="members"),
    path(f"{PLACE}members/<int:pk>/end/", acts.end_membership, name="end-membership"),
    path(f"{PLACE}withdraw/", acts.withdraw, name="withdraw"),
    path(PLACE, negotiation.negotiation_home, name="negotiation-home"),
    path(f"{PLACE}meetings/<slug:event>/", event.event_page, {"gathering": True}, name="meeting"),
    path(f"{PLACE}meetings/<slug:event>/report/", event.meeting_report, name="meeting-report"),
    path(f"{PLACE}events/<slug:event>/", event.event_page, {"gathering": False}, name="event"),
    path(f"{PLACE}offers/", offer.offer_list, name="offer-list"),
    path(f"{PLACE}offers/<str:code>/", offer.offer_page, name="offer"),
    path(f"{PLACE}jurisdictions/", government.government_list, name="government-list"),
    path(f"{PLACE}jurisdictions/<slug:code>/", government.government_page, name="government"),
    path(f"{PLACE}terms/", term.term_list, name="term-list"),
    path(f"{PLACE}terms/<str:code>/", term.term_page, name="term"),
    path(f"{PLACE}matrix/", matrix.matrix_page, name="matrix"),
    path(f"{PLACE}matrix.json", matrix.matrix_file, name="matrix-json"),
    path(f"{PLACE}tracker/", tracker.tracker_page, name="tracker"),
    path(f"{PLACE}tracker.json", tracker.tracker_json, name="tracker-json"),
    path(f"{PLACE}claims/", claim.claim_list, name="claim-list"),
    path(f"{PLACE}search/", search.search_page, name="search"),
    path(f"{PLACE}search/statements.csv", search.search_file, name="search-file"),
    path(f"{PLACE}timeline/", timeline.timeline_page, name="timeline"),
    path(f"{PLACE}gaps/", gaps.gaps_page, name="gaps"),
    path(f"{PLACE}sources/", source.source_list, name="source-list"),
    path(f"{PLACE}sources/<str:code>/", source.source_page, name="source"),
    path(f"{PLACE}sources/<str:code>/documents/add/", document.document_add, name="document-add"),
    path(f"{PLACE}sources/<str:code>/documents/<str:document>/", document.document_file,
         name="document"),
    path(f"{PLACE}download/", download.download, name="download"),
]
