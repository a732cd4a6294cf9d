"""Addresses of programmes, and they keep: a calculation is an address."""

from django.urls import path

from grants.views import calculator, one_grant, programme, working

PLACE = "programmes/<slug:code>/"

urlpatterns = [
    path("programmes/", programme.programme_list, name="programme-list"),
    path(PLACE, programme.programme_page, name="programme"),
    path(f"{PLACE}calculator/", calculator.calculator, name="calculator"),
    path(f"{PLACE}calculator.csv", calculator.calculator_csv, name="calculator-csv"),
    path(f"{PLACE}calculator.json", calculator.calculator_json, name="calculator-json"),
    path(f"{PLACE}working/", working.working, name="working"),
    path(f"{PLACE}one-grant/", one_grant.one_grant, name="one-grant"),
]
