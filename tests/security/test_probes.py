"""The sixteen ways by which stock admins leaked or wrote across negotiations, tried on ours."""

import pytest
from django.contrib.contenttypes.models import ContentType
from django.urls import reverse

from negotiations import models
from tests.negotiations.admin.typing import address, typed
from tests.security.asking import say
from tests.security.cast import HIDDEN, Stage, make_stage
from tests.security.crawl import told
from tests.security.sums import table_sums

pytestmark = [pytest.mark.django_db, pytest.mark.ignore_template_errors]
ROLE = "analyst"
Event, Source, Item, Term = models.Event, models.Source, models.AgendaItem, models.Term
Statement, Position = models.Statement, models.Position


def foreign(stage: Stage, model) -> int:
    return stage.foreign[model].pk


def menus(stage, browser):
    yield from (browser.get(address(model, "add")) for model in (Event, Statement, Position, Item))
    yield browser.get(f"{address(Event, 'add')}?negotiation={stage.there.pk}")


def list_filters(stage, browser):
    for asked in (f"negotiation__id__exact={stage.there.pk}", f"event__id__exact={foreign(stage, Event)}",
                  f"source={foreign(stage, Source)}"):  # fmt: skip
        yield browser.get(f"{address(Statement, 'changelist')}?{asked}")


def labels_of_posted_ids(stage, browser):
    page = browser.get(address(Event, "add"))
    yield browser.post(address(Event, "add"), typed(page, source=foreign(stage, Source), title_en=""))


def autocompletes(stage, browser):
    for model, field in ((Event, "source"), (Position, "term"), (Item, "event"), (Statement, "speaker")):
        for negotiation in (stage.there.pk, "", "0"):
            yield browser.get(reverse("admin:autocomplete"), {
                "app_label": "negotiations", "model_name": model._meta.model_name, "field_name": field,
                "term": f"zq{stage.words.token}f", "negotiation": negotiation})  # fmt: skip


def lookups(stage, browser):
    word = stage.foreign[Source].title
    counts = set()
    for lookup in ("source__title__startswith", "negotiation__title_en__startswith", "title_en__contains",
                   "recorded_by__password__startswith", "negotiation__membership__reason__contains"):
        for asked in (word, "nothing of the kind"):
            answer = browser.get(address(Event, "changelist"), {lookup: asked})
            listed = (answer.context or {}).get("cl")
            counts.add(listed.result_count if listed else answer.status_code)
            yield answer
    assert counts <= {0, 302, 400}


def histories(stage, browser):
    for model in (Event, Source, Position):
        yield browser.get(address(model, "history", foreign(stage, model)))
    entry = stage.foreign[models.HistoryEntry]
    yield browser.get(address(models.HistoryEntry, "change", entry.pk))


def delete_previews(stage, browser):
    for rows in (stage.foreign, stage.rows):
        yield browser.get(address(Event, "delete", rows[Event].pk))
        yield browser.post(address(Event, "delete", rows[Event].pk), {"post": "yes"})
    yield browser.post(address(Event, "changelist"), {
        "action": "delete_selected", "_selected_action": [stage.rows[Event].pk], "post": "yes"})  # fmt: skip


def popups(stage, browser):
    yield browser.get(f"{address(Item, 'add')}?_popup=1&event={foreign(stage, Event)}")
    yield browser.get(f"{address(Source, 'changelist')}?_popup=1&_to_field=title")
    yield browser.get(f"{address(Event, 'change', foreign(stage, Event))}?_popup=1&_to_field=id")


def recent_actions(stage, browser):
    yield browser.get(reverse("admin:index"))


def redirects(stage, browser):
    kind = ContentType.objects.get_for_model(Event).pk
    yield browser.get(f"/en/admin/r/{kind}/{foreign(stage, Event)}/")
    yield browser.get(f"/en/admin/negotiations/event/{foreign(stage, Event)}/")
    yield browser.get(f"/en/negotiations/the-other/events/{stage.foreign[Event].slug}/")


def errors(stage, browser):
    """What is taken by a row that may not be seen is refused without a word of it."""
    hidden = stage.above[4]
    for taken in ({"slug": hidden[Event].slug}, {"code": hidden[Event].code}):
        page = browser.get(address(Event, "add"))
        yield browser.post(address(Event, "add"), typed(
            page, kind="letter", title_en="A", title_fr="A", level="ministers", effective_on="2013-11-08",
            source=stage.rows[Source].pk, **{"slug": "new", **taken}))  # fmt: skip


def exports(stage, browser):
    for slug in ("ours", "the-other"):
        for tail in ("search/statements.csv?q=a", "tracker.json", "matrix.json"):
            yield browser.get(f"/en/negotiations/{slug}/{tail}")


def foreign_keys(stage, browser):
    for rows in (stage.foreign, stage.above[4]):
        page = browser.get(address(Item, "add"))
        yield browser.post(address(Item, "add"), typed(
            page, event=rows[Event].pk, number="9", title_en="A", title_fr="A"))  # fmt: skip
        page = browser.get(address(models.FollowUp, "add"))
        yield browser.post(address(models.FollowUp, "add"), typed(
            page, source=rows[Source].pk, event=rows[Event].pk, action_en="A", action_fr="A",
            side="theirs", effective_on="2013-11-08"))  # fmt: skip


def re_parenting(stage, browser):
    own = address(Item, "change", stage.rows[Item].pk)
    for stolen in ({"event": foreign(stage, Event)}, {"negotiation": stage.there.pk, "title_en": ""}):
        yield browser.post(own, typed(browser.get(own), **stolen))
    event = address(Event, "change", stage.rows[Event].pk)
    page = browser.get(event)
    yield browser.post(event, typed(page, **{"items-0-id": foreign(stage, Item), "items-0-title_en": "Mine"}))


def copies(stage, browser):
    for model in (Position, Statement, models.Deadline):
        yield browser.get(f"{address(model, 'add')}?supersedes={foreign(stage, model)}")
    yield browser.get(f"{address(Position, 'add')}?event={foreign(stage, Event)}")
    yield browser.post("/en/negotiations/new/", {
        "title_en": "A", "title_fr": "A", "slug": "mine", "opened_on": "2013-11-08", "home": "CA",
        "ceiling": 3, "terms_from": stage.there.pk, "reason": "x"})  # fmt: skip


def orderings(stage, browser):
    for asked in ("o=-99.1.x", "_connector=OR", "_negated=True", "q=a&_connector=OR", "ot=desc&o=title_en",
                  "o=(SELECT+1)", "p=99999999999999999999", "all=", "e=1", "pk__in=1,2,3"):  # fmt: skip
        yield browser.get(f"{address(Source, 'changelist')}?{asked}")
        yield browser.get(f"/en/negotiations/ours/search/?{asked}")


PROBES = [
    menus, list_filters, labels_of_posted_ids, autocompletes, lookups, histories, delete_previews, popups,
    recent_actions, redirects, errors, exports, foreign_keys, re_parenting, copies, orderings,
]  # fmt: skip


def found_by(probe, stage, browser) -> list:
    """Hidden words that the question did not hold, and answers that failed."""
    found = []
    hidden = stage.above[4][Event]
    ours = stage.words.in_(f"{hidden.slug} {hidden.code}")  # what was typed stands in the form again
    for answer in probe(stage, browser):
        asked = answer.request["QUERY_STRING"] + answer.request["PATH_INFO"]
        words = {word for word in stage.words.in_(told(answer)) if word[6] in HIDDEN[ROLE]}
        if (words := words - stage.words.in_(asked) - ours) or answer.status_code >= 500:
            found.append((asked, answer.status_code, words))
    return found


def test_sixteen_probes_find_nothing_and_change_nothing():
    stage = make_stage()
    browser = stage.browser(ROLE)
    browser.raise_request_exception = False
    before = table_sums()
    outcomes = {probe.__name__: found_by(probe, stage, browser) for probe in PROBES}
    after = table_sums()
    say(f"{len(outcomes)} probes; {sum(map(bool, outcomes.values()))} found something; "
        f"{sum(before[name] != after[name] for name in before)} of {len(before)} tables changed")
    assert (len(outcomes), [name for name, found in outcomes.items() if found]) == (16, [])
    assert after == before


def test_the_same_forms_with_our_own_ids_are_saved():
    """So that the probes are refused for the foreign id, and for nothing else."""
    stage = make_stage()
    browser = stage.browser(ROLE)
    ours = Stage(**{**vars(stage), "foreign": stage.rows, "above": {4: stage.above[3]}})
    told = [(answer.status_code, answer.context and answer.context["errors"])
            for answer in foreign_keys(ours, browser)]
    assert told == [(302, None)] * 4
    stage.rows[Item].refresh_from_db()
    answer = browser.post(address(Item, "change", stage.rows[Item].pk), typed(
        browser.get(address(Item, "change", stage.rows[Item].pk)), title_en="Mine"))
    assert answer.status_code == 302
