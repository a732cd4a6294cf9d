"""Bad input in the engine, the form and the admin: a named error within a second, nothing stored."""

import time
from contextlib import contextmanager

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse

from grants import engine, forms
from grants.models import IndicatorRelease, IndicatorValue, Programme, ProgrammeVersion
from tests import builders
from tests.conftest import behind_the_wall
from tests.grants import programmes
from tests.grants.engine.documents import releases
from tests.negotiations.admin.typing import address, sign_in, typed

TEXT = programmes.text_of()
DOCUMENT = engine.compile_document(TEXT)
ENTITIES = "a0: &a0 [x, x]\n" + "\n".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 99))
VALUES = {
    "NaN": ("training_cost", "NaN", "not_finite"),
    "Infinity": ("training_cost", "Infinity", "not_finite"),
    "a vast exponent": ("training_cost", "1e999999999", "exponent_notation"),
    "a share above 1": ("employer_minimum", "1.5", "out_of_range"),
    "shares above 1": ("shares", "{federal: 2/3, employer: 2/3}", "shares_do_not_add"),
    "weights adding to zero": ("shares", "0 : 0 : 0", "weights_add_to_zero"),
    "a year outside": ("envelope", "{2031-32: 1, others: 0}", "unknown_label"),
    "an import": ("training_cost", "__import__('os').system('id')", "not_a_number"),
    "nested ten thousand deep": ("training_cost", "[" * 1999, "too_deep"),
    "an anchor": ("training_cost", "{a: &a [*a, *a]}", "anchor"),
}
TEXTS = {
    "ten megabytes": ("#" * 10_000_000 + TEXT, "too_long"),
    "an expression ten thousand deep": (
        TEXT.replace("kept: allocation -", f"kept: {'(' * 10_000}a -"), "too_many_words"),
    "YAML ten thousand deep": (TEXT + "note: " + "[" * 10_000, "too_deep"),
    "anchors that explode": (ENTITIES, "anchor"),
    "an import": (TEXT.replace("grants: allocation *", "grants: __import__(earmark) *"), "unknown_function"),
    "a power of a power": (TEXT.replace("kept: allocation -", "kept: 9 ** 9 ** 9 -"), "exponent_not_whole"),
    "a tag": (TEXT.replace("status_quo: 15_000", "status_quo: !!python/name:os.system 1"), "tag"),
}


@contextmanager
def within_a_second():
    start = time.process_time()
    yield
    assert time.process_time() - start < 1


def codes(work):
    with within_a_second(), pytest.raises(engine.Refused) as refused:
        work()
    return [fault.code for fault in refused.value.faults]


@pytest.mark.parametrize("bad", VALUES)
def test_a_bad_value_is_named_by_the_engine(bad):
    name, written, code = VALUES[bad]
    assert code in codes(lambda: DOCUMENT.read_values({name: forms.written(written)}))


@pytest.mark.parametrize("bad", TEXTS)
def test_a_bad_text_is_named_by_the_engine(bad):
    text, code = TEXTS[bad]
    assert code in codes(lambda: engine.compile_document(text))


def test_a_population_of_zero_is_named():
    (release,) = [one for one in releases() if one.release == "population-2013-07-01-v2023"]
    empty = type(release)(**{**vars(release), "values": tuple((label, 0) for label, _ in release.values)})
    results = engine.evaluate(DOCUMENT, {}, [empty])
    assert "weights_add_to_zero" in codes(lambda: results.column("allocation"))


def counted():
    stored = (Programme, ProgrammeVersion, IndicatorRelease, IndicatorValue)
    return [model.objects.count() for model in stored]


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["calculator", "calculator-csv", "calculator-json", "one-grant"])
@pytest.mark.parametrize("bad", VALUES)
def test_a_bad_value_is_refused_by_every_form_and_nothing_is_stored(client, page, bad):
    programmes.lay_programme()
    client.force_login(builders.make_user(is_staff=False))
    name, written, _code = VALUES[bad]
    before, url = counted(), reverse(page, args=[programmes.CODE])
    with within_a_second():
        answer = client.get(url, {f"p-{name}": written, "scenario": "budget-2013"})
    assert (answer.status_code, counted()) == (400, before)


@pytest.mark.django_db
@pytest.mark.parametrize("bad", TEXTS)
def test_a_bad_text_is_refused_by_the_admin_and_nothing_is_stored(client, bad):
    programme, person = programmes.lay_programme(), builders.make_user("costing")
    with behind_the_wall():
        person.user_permissions.set(Permission.objects.filter(codename="change_programme"))
    costing, url, before = sign_in(client, person), address(ProgrammeVersion, "add"), counted()
    asked = typed(costing.get(url), programme=str(programme.pk), reason="Bad", text=TEXTS[bad][0])
    with within_a_second():
        answer = costing.post(url, asked)
    assert answer.status_code in (200, 400, 413)
    assert counted() == before
    if answer.status_code == 200:
        assert answer.context["adminform"].form.errors["text"]
