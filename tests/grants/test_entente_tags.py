"""The filters of templates, and the address of a page in the other language."""

from datetime import date
from decimal import Decimal

import pytest
from django.template import Context, Template
from django.utils import translation

from grants.templatetags.entente import in_language

N = "\N{NO-BREAK SPACE}"


def printed(source: str, language: str, **given: object) -> str:
    with translation.override(language):
        return Template("{% load entente %}" + source).render(Context(given))


@pytest.mark.parametrize(
    ("source", "english", "french"),
    [
        ("{{ m|money }}", "$300,000,000.00", f"300{N}000{N}000,00{N}$"),
        ("{{ m|money_whole }}", "$300,000,000", f"300{N}000{N}000{N}$"),
        ("{{ m|money_short }}", "$300M", f"300{N}M$"),
        ("{{ r|ratio }}", "15%", f"15{N}%"),
        ("{{ m|number }}", "300,000,000", f"300{N}000{N}000"),
        ("{{ 143|days }}", f"143{N}days", f"143{N}jours"),
        ("{{ d|date_iso }}", "2013-11-08", "2013-11-08"),
        ("{{ d|date_long }}", f"8{N}November 2013", f"8{N}novembre 2013"),
        ("{{ d|date_with_weekday }}", f"Friday 8{N}November 2013", f"vendredi 8{N}novembre 2013"),
        ("{% dated d 'month' %}", "November 2013", "novembre 2013"),
        ("{% dated_iso d 'month' %}", "2013-11", "2013-11"),
    ],
)
def test_filters_print_in_the_reader_s_language(source, english, french):
    given = {"m": Decimal("300000000"), "r": Decimal("0.15"), "d": date(2013, 11, 8)}
    assert printed(source, "en", **given) == english
    assert printed(source, "fr", **given) == french


@pytest.mark.parametrize(
    ("address", "french"),
    [
        ("/en/admin/?q=a%20b&on=2013-11-08", "/fr/admin/?q=a+b&on=2013-11-08"),
        ("/en/nowhere/at/all/?a=", "/fr/nowhere/at/all/?a="),
        ("/fr/admin/", "/fr/admin/"),
        ("/", "/fr/"),
        (
            "/en/accounts/login/?next=/en/admin/%3Fp%3D1",
            "/fr/accounts/login/?next=%2Ffr%2Fadmin%2F%3Fp%3D1",
        ),
        ("//elsewhere.example/en/", "/fr/"),
    ],
)
def test_toggle_keeps_the_page_and_its_query(address, french):
    with translation.override("en"):
        assert in_language(address, "fr") == french
