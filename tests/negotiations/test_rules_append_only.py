"""What is never changed, what is open while a draft, and what is sealed with its owner."""

import pytest
from django.db import connection, transaction

from config.rules import AppendOnly, SealedWith
from negotiations import models
from tests import builders
from tests.conftest import as_user, behind_the_wall, run
from tests.negotiations.rows import every_record, make_row, record_models, refused, sql

NEVER = "never changed or deleted"
CLOSED = "is closed"


@pytest.fixture
def negotiation(db):
    return builders.make_negotiation()


@pytest.fixture
def lead(negotiation):
    user = builders.make_member(negotiation, "approver", 4)
    as_user(user)
    return user


def rule_of(model, kind):
    return next((rule for rule in model._meta.constraints if isinstance(rule, kind)), None)


def frozen_models() -> list:
    """Append-only tables without a state in which they may be edited."""
    return [model for model in record_models()
            if rule_of(model, AppendOnly) and not rule_of(model, AppendOnly).open_states]  # fmt: skip


@pytest.mark.parametrize("model", frozen_models(), ids=lambda m: m.__name__)
def test_web_and_owner_are_refused_a_change(negotiation, lead, model):
    """By queryset and by SQL: the right is missing for the web, the trigger stops the owner."""
    row = make_row(model, negotiation)
    table = model._meta.db_table
    change = f"UPDATE {table} SET code = 'changed' WHERE id = {row.pk}"
    remove = f"DELETE FROM {table} WHERE id = {row.pk}"
    for act in (change, remove):
        with refused("permission denied"):
            sql(act)
        with behind_the_wall(), refused(NEVER):
            sql(act)
    with refused("permission denied"):
        model._base_manager.filter(pk=row.pk).update(code="changed")


def test_a_position_is_refused_by_every_path(negotiation, lead):
    position = builders.make_position(negotiation=negotiation)
    rows = models.Position.objects.filter(pk=position.pk)
    position.stance = "open"
    for act in (
        lambda: position.save(),
        lambda: rows.update(stance="open"),
        lambda: models.Position.objects.bulk_update([position], ["stance"]),
        lambda: models.Position.objects.bulk_create(
            [position], update_conflicts=True, update_fields=["stance"], unique_fields=["id"]),
        lambda: position.delete(),
        lambda: rows.delete(),
        lambda: rows._raw_delete("default"),
        lambda: sql("UPDATE negotiations_position SET stance = 'open'"),
        lambda: sql("DELETE FROM negotiations_position"),
    ):  # fmt: skip
        with refused("permission denied"):
            act()
        with behind_the_wall(), refused(NEVER):
            act()
    assert rows.get().stance == "opposed_as_drafted"


@pytest.fixture
def guards(transactional_db):
    """The guards against TRUNCATE, which the tests' own clearing switches off."""
    with behind_the_wall(), transaction.atomic():
        sql_names = sql(
            "SELECT tgrelid::regclass::text, quote_ident(tgname) FROM pg_trigger "
            "WHERE NOT tgisinternal AND tgtype & 32 > 0")  # fmt: skip
        for table, name in sql_names:
            run(f"ALTER TABLE {table} ENABLE TRIGGER {name}")
        yield {table for table, _ in sql_names}
        transaction.set_rollback(True)


def test_no_table_is_emptied(guards):
    tables = {model._meta.db_table for model in record_models()}
    tables |= {"negotiations_negotiation", "negotiations_membership", "negotiations_history"}
    assert tables <= guards
    for table in sorted(guards):
        with refused("never emptied"):
            run(f"TRUNCATE {table} CASCADE")


def test_the_web_empties_nothing(db):
    with refused("permission denied"):
        run("TRUNCATE negotiations_source CASCADE")


@every_record
def test_nothing_is_deleted_by_the_web_but_parts_of_a_draft(db, model):
    may = sql("SELECT has_table_privilege(%s, 'DELETE')", model._meta.db_table) == [(True,)]
    rule = rule_of(model, SealedWith)
    assert may == bool(rule and rule.open_states)


@pytest.mark.parametrize(
    "make", [builders.make_source, builders.make_term, builders.make_event, builders.make_claim])
def test_a_label_is_edited_and_never_deleted(negotiation, lead, make):
    row = make(negotiation=negotiation)
    assert type(row).objects.filter(pk=row.pk).update(code="renamed") == 1
    with refused("permission denied"):
        row.delete()
    with behind_the_wall(), refused(NEVER):
        sql(f"DELETE FROM {row._meta.db_table} WHERE id = {row.pk}")


def test_a_statement_is_edited_while_a_draft_and_then_not(negotiation, lead):
    statement = builders.make_statement(negotiation=negotiation)
    statement.text = "Other words"
    statement.save()
    statement.state = "in_review"
    statement.save()
    statement.refresh_from_db()
    assert (statement.text, statement.state) == ("Other words", "in_review")
    for change in ({"text": "Once more"}, {"state": "draft"}):
        for stage in (lambda: None, lambda: run("RESET ROLE")):
            with refused(NEVER):
                stage()
                models.Statement.objects.filter(pk=statement.pk).update(**change)


def test_a_draft_is_not_deleted(negotiation, lead):
    statement = builders.make_statement(negotiation=negotiation)
    with refused("permission denied"):
        statement.delete()
    with behind_the_wall(), refused(NEVER):
        sql("DELETE FROM negotiations_statement")


def test_an_offer_is_edited_until_it_is_tabled(negotiation, lead):
    offer = builders.make_offer(negotiation=negotiation)
    rows = models.Offer.objects.filter(pk=offer.pk)
    for change in ({"title_en": "New"}, {"state": "cleared"}, {"title_en": "Newer"},
                   {"state": "tabled"}):  # fmt: skip
        assert rows.update(**change) == 1
    for change in ({"title_en": "Newest"}, {"state": "draft"}, {"state": "withdrawn"}):
        with refused(NEVER):
            rows.update(**change)


@pytest.mark.django_db(transaction=True)
class TestParts:
    """Parts of an offer, each act in a transaction of its own."""

    @pytest.fixture(autouse=True)
    def stage(self):
        self.negotiation = builders.make_negotiation()
        self.offer = builders.make_offer(negotiation=self.negotiation)
        self.part = builders.make_offer_term(offer=self.offer)
        self.parts = models.OfferTerm.objects.filter(pk=self.part.pk)
        as_user(builders.make_member(self.negotiation, "approver", 4))

    def new(self, offer=None):
        term = builders.make_term(negotiation=self.negotiation)
        return models.OfferTerm(
            negotiation=self.negotiation, offer=offer or self.offer, term=term, value="1")  # fmt: skip

    def test_they_are_added_edited_and_taken_away_while_a_draft(self):
        self.new().save()
        assert self.parts.update(value="2") == 1
        assert self.parts.delete()[0] == 1

    @pytest.mark.parametrize("as_owner", [False, True])
    def test_they_are_sealed_with_a_tabled_offer(self, as_owner):
        new = self.new()
        models.Offer.objects.update(state="tabled")
        acts = (new.save, lambda: self.parts.update(value="2"), lambda: self.parts.delete(),
                lambda: sql("DELETE FROM negotiations_offerterm"))  # fmt: skip
        for act in acts:
            with refused(CLOSED):
                if as_owner:
                    run("RESET ROLE")
                act()
        assert self.parts.get().value == "300000000"

    def test_a_sealed_part_does_not_escape_to_a_draft(self):
        models.Offer.objects.update(state="tabled")
        draft = builders.make_offer(negotiation=self.negotiation)
        with refused("does not move to another row"):
            self.parts.update(offer=draft)

    def test_the_level_of_a_sealed_part_still_rises(self):
        models.Offer.objects.update(state="tabled")
        assert self.parts.update(sensitivity=3) == 1

    def test_a_tabled_offer_is_recorded_with_its_parts_at_once(self):
        with transaction.atomic():
            offer = models.Offer.objects.create(
                negotiation=self.negotiation, source=self.offer.source, kind="offer", state="tabled",
                title_en="Two", title_fr="Deux", form="letter", effective_on=builders.DAY,
                author_government_id="CA")  # fmt: skip
            self.new(offer).save()
        with refused(CLOSED):
            self.new(offer).save()

    def test_a_statement_behind_a_position_is_not_added_later(self):
        position = builders.make_position(negotiation=self.negotiation)
        statement = builders.make_statement(negotiation=self.negotiation)
        with refused(CLOSED):
            models.PositionStatement.objects.create(
                negotiation=self.negotiation, position=position, statement=statement)

    def test_sealing_waits_for_whoever_adds_a_part(self):
        """The part holds its owner, so that no offer is tabled between look and insert."""
        with transaction.atomic():
            self.new().save()
            held = "SELECT mode FROM pg_locks WHERE relation = 'negotiations_offer'::regclass"
            assert ("RowShareLock",) in sql(held)


def test_nothing_goes_round_the_triggers(negotiation, lead):
    table = "negotiations_position"
    for attack in (
        f"ALTER TABLE {table} DISABLE TRIGGER ALL",
        f"DROP TRIGGER position_append_only ON {table}",
        f"ALTER TABLE {table} DISABLE ROW LEVEL SECURITY",
        f"DROP POLICY position_wall ON {table}",
        f"CREATE POLICY mine ON {table} USING (true)",
        f"CREATE TRIGGER mine BEFORE INSERT ON {table} EXECUTE FUNCTION public.entente_stamp()",
        f"CREATE RULE mine AS ON INSERT TO {table} DO INSTEAD NOTHING",
        """CREATE OR REPLACE FUNCTION public.entente_refuse_change() RETURNS trigger
           LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'""",
        "SET session_replication_role = replica",
        "SET ROLE pg_write_all_data",
        f"COPY {table} TO PROGRAM 'cat'",
    ):
        with pytest.raises(connection.Database.Error), transaction.atomic():
            connection.connection.execute(attack)
