"""No word of another negotiation, and none above the own clearance, in anything the site answers."""

import re
from itertools import chain

import pytest

from negotiations import models
from tests import builders
from tests.conftest import behind_the_wall, run
from tests.negotiations.admin.typing import address
from tests.negotiations.rows import check_keys
from tests.security import doors
from tests.security.asking import say
from tests.security.cast import CONFIDENTIAL, HIDDEN, OWN, ROLES, STRATEGY, make_stage
from tests.security.crawl import Crawl, told

pytestmark = [pytest.mark.django_db, pytest.mark.ignore_template_errors]
READ = {"viewer": "o", "analyst": "oc", "approver": "oc", "records_officer": "oc", "stranger": "f"}
CHANGING = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|Set-Cookie: .*|Expires: .*')


def crawled(stage, role: str, most: int, share: int) -> Crawl:
    """Pages, then this role's share of the admin, then whatever they lead to."""
    crawl = Crawl(stage.browser(role), most)
    for path in doors.posts(stage)[ROLES.index(role)::share]:
        crawl.get(path, "post", {"title_en": "x"})
    starts = [doors.public_doors(stage), doors.admin_doors(stage, role, share)]
    return crawl.start(chain(*starts))


def leaks(stage, role: str, crawl: Crawl) -> dict[str, set[str]]:
    """Address -> hidden words in its answer, but for those that the address itself said."""
    found = {}
    for path, answer in crawl.seen.items():
        words = {word for word in stage.words.in_(answer) if word[6] in HIDDEN[role]}
        if words - stage.words.in_(path):
            found[path] = words
    return found


def kinds_read(stage, crawl: Crawl) -> set[str]:
    return {kind for answer in crawl.seen.values() for kind in stage.words.kinds_in(answer)}


def check(stage, most: int, share: int) -> int:
    """Every role's crawl: nothing hidden, something read; the number of answers."""
    answers = 0
    for role in ROLES:
        crawl = crawled(stage, role, most, share)
        assert leaks(stage, role, crawl) == {}, role
        assert [path for path, status in crawl.statuses.items() if status >= 500] == [], role
        assert kinds_read(stage, crawl) >= set(READ.get(role, "")), role
        say(f"{role}: {len(crawl.seen)} answers, {stage.words.count} words planted, 0 found")
        answers += len(crawl.seen)
    return answers


def test_no_hidden_word_in_anything_that_is_answered():
    assert check(make_stage(), most=85, share=42) >= 500


@pytest.mark.drill
def test_no_hidden_word_however_long_one_looks():
    assert check(make_stage(), most=500, share=7) >= 2500


@pytest.mark.parametrize("model", [models.Source, models.Event, models.Term])
def test_the_search_for_words_finds_them_where_a_wall_is_missing(model):
    stage = make_stage()
    check_keys()  # what waits for the end of the transaction would forbid the change
    with behind_the_wall():
        run(f"ALTER TABLE {model._meta.db_table} DISABLE ROW LEVEL SECURITY")
    pages = [address(model, "changelist"), *(address(model, "change", rows[model].pk)
             for rows in (stage.rows, stage.above[3], stage.above[4], stage.foreign))]
    crawl = Crawl(stage.browser("viewer"), len(pages)).start(pages)
    kinds = {word[6] for words in leaks(stage, "viewer", crawl).values() for word in words}
    assert kinds >= {CONFIDENTIAL, STRATEGY}
    assert OWN in kinds_read(stage, crawl)


def test_hidden_rows_change_no_page_not_even_a_count():
    stage = make_stage()
    lists = [one.fill({}) for one in doors.of_tables()
             if one.route.endswith(f"{one.model._meta.model_name}/")]
    asked = [*doors.public_doors(stage)[::2], *lists[::2]]
    before = Crawl(stage.browser("viewer"), len(asked)).start(asked)
    hide_more(stage)
    after = Crawl(stage.browser("viewer"), len(asked)).start(asked)
    changed = [path for path in before.seen
               if CHANGING.sub("", before.seen[path]) != CHANGING.sub("", after.seen[path])]
    assert (changed, len(before.seen) > 50) == ([], True)


def hide_more(stage) -> None:
    """Rows above the viewer's clearance, with all that they name."""
    of = {"negotiation": stage.here, "sensitivity": 4}
    of["source"] = builders.make_source(**of)
    event = builders.make_event(**of)
    here = {**of, "event": event}
    term = builders.make_term(negotiation=stage.here, sensitivity=4)
    builders.make_statement(**here, state="approved")
    builders.make_position(**here, term=term)
    builders.make_offer_term(offer=builders.make_offer(**here, state="tabled"), term=term)
    for make in (builders.make_attendance, builders.make_follow_up, builders.make_question,
                 builders.make_track_step):  # fmt: skip
        make(**here)
    for make in (builders.make_deadline, builders.make_claim, builders.make_front,
                 builders.make_agreement, builders.make_office_holder):  # fmt: skip
        make(**of)
    builders.make_mandate(negotiation=stage.here)


@pytest.mark.parametrize(("role", "kinds"), [("viewer", "o"), ("analyst", "oc")])
def test_folder_for_download_holds_what_its_reader_may_read(role, kinds):
    """Its words are compressed: taken out of it, they are looked through as all else."""
    stage = make_stage()
    folder = told(stage.browser(role).get("/en/negotiations/ours/download/"))
    assert {word[6] for word in stage.words.in_(folder)} == set(kinds)
