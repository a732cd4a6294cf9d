"""The pages that need no record: they render whole, in both languages, with what they are given."""

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation
from django.utils.html import escape
from django.utils.text import capfirst

from negotiations import scales
from negotiations.views.help import help_page


def asked_for(path: str, user: object = None):
    request = RequestFactory().get(path)
    request.user = user or AnonymousUser()
    return request


def piece(name: str, **given: object) -> str:
    return " ".join(render_to_string(name, given).split())


@pytest.mark.parametrize("language", ["en", "fr"])
def test_help_explains_every_value_of_every_scale(language):
    with translation.override(language):
        page = help_page(asked_for(f"/{language}/help/")).content.decode()
        values = [value for name in scales.TABLES for value in getattr(scales, name)]
        words = [escape(str(value.definition)) for value in values]
        assert [word for word in words if word not in page] == []
    assert f'<html lang="{language}">' in page


@pytest.mark.parametrize(("staff", "shown"), [(True, True), (False, False)])
def test_help_shows_codes_to_those_who_edit_only(staff, shown):
    page = help_page(asked_for("/en/help/", User(username="a", is_staff=staff))).content.decode()
    assert ("<code>J5</code>" in page) is shown


@pytest.mark.parametrize("name", ["400.html", "500.html"])
def test_failing_pages_speak_both_languages_without_context(name):
    page = render_to_string(name)
    assert 'lang="en"' in page
    assert 'lang="fr"' in page


@pytest.mark.parametrize("name", ["403.html", "403_csrf.html", "404.html"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_refusing_pages_render(name, language):
    with translation.override(language):
        page = render_to_string(name, request=asked_for(f"/{language}/nowhere/?a=1"))
    other = "fr" if language == "en" else "en"
    assert f'href="/{other}/nowhere/?a=1"' in page


def test_level_bar_says_the_level_and_the_clearance():
    level, clearance = scales.SENSITIVITIES[1], scales.SENSITIVITIES[2]
    bar = piece("_level_bar.html", level=level, clearance=clearance)
    assert "<strong>Internal</strong> · read with clearance: In confidence" in bar
    assert 'class="level-bar level-internal"' in bar


def test_stance_is_never_colour_alone():
    stance = scales.by_code(scales.STANCES)["opposed_as_drafted"]
    assert piece("_stance.html", stance=stance, firmness="firm") == (
        '<span class="stance stance-red"><span class="stance-symbol" aria-hidden="true">✖?</span>'
        " <span>opposed as drafted</span></span>"
        '<span class="stance-firmness">, firm</span>'
    )


def test_breadcrumb_ends_where_we_are():
    trail = piece("_breadcrumb.html", trail=[("Negotiations", "/en/"), ("Canada Job Grant", "")])
    assert '<a href="/en/">Negotiations</a>' in trail
    assert 'aria-current="page">Canada Job Grant</li>' in trail


def test_empty_says_what_would_be_here_and_how_to_add_it():
    assert piece("_empty.html", what="No decision.", how="", address="/a/", link="Add one") == (
        '<div class="empty"> <p>No decision. <a href="/a/">Add one</a></p> </div>'
    )


def test_as_of_shows_both_dates_and_opens_on_an_error():
    given = {"sentence": "As it was.", "on": "2013-11-08", "known": "", "error": "No."}
    control = piece("_as_of.html", **given, kept=[("by", "government")])
    assert 'name="on" value="2013-11-08"' in control
    assert 'name="known" value=""' in control
    assert '<input type="hidden" name="by" value="government">' in control
    assert "<details open>" in control


def test_pager_is_silent_where_there_is_nowhere_to_go():
    assert piece("_pager.html", label="Meetings") == ""


def test_every_stance_but_the_missing_one_may_be_chosen():
    chosen = [code for code, _word in scales.choices(scales.STANCES)]
    assert [value.code for value in scales.STANCES if value.code not in chosen] == ["not_stated"]


def test_words_of_scales_start_small():
    values = [v for name in scales.TABLES for v in getattr(scales, name)]
    started_large = {str(v.word) for v in values if str(v.word) == capfirst(v.word)}
    assert started_large == {"Public", "Internal", "In confidence", "Strategy"}
