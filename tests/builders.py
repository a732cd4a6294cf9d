"""Rows for tests, laid by the owner behind the wall; knows the models and what each demands.

Each `make_*` takes changes to its defaults by name. Without `negotiation` a row falls into the
one of the row it belongs to, or into a new one. `make_member` gives back the user.
"""

import datetime
import itertools

from django.contrib.auth import get_user_model

from grants.models import IndicatorRelease, Jurisdiction, Programme, ProgrammeVersion
from negotiations import models
from tests.conftest import behind_the_wall

DAY = datetime.date(2013, 11, 8)
PASSWORD = "a long pass phrase for tests"

# Code, names, short names, kind, protocol order, order for ties.
GOVERNMENTS = {
    "CA": ("Canada", "Canada", "Canada", "Canada", "federal", 1, None),
    "ON": ("Ontario", "Ontario", "ON", "Ont.", "province", 2, 6),
    "QC": ("Quebec", "Québec", "QC", "Qc", "province", 3, 5),
    "NS": ("Nova Scotia", "Nouvelle-Écosse", "NS", "N.-É.", "province", 4, 3),
    "NB": ("New Brunswick", "Nouveau-Brunswick", "NB", "N.-B.", "province", 5, 4),
    "MB": ("Manitoba", "Manitoba", "MB", "Man.", "province", 6, 7),
    "BC": ("British Columbia", "Colombie-Britannique", "BC", "C.-B.", "province", 7, 10),
    "PE": ("Prince Edward Island", "Île-du-Prince-Édouard", "PE", "Î.-P.-É.", "province", 8, 2),
    "SK": ("Saskatchewan", "Saskatchewan", "SK", "Sask.", "province", 9, 8),
    "AB": ("Alberta", "Alberta", "AB", "Alb.", "province", 10, 9),
    "NL": ("Newfoundland and Labrador", "Terre-Neuve-et-Labrador", "NL", "T.-N.-L.", "province",
           11, 1),
    "NT": ("Northwest Territories", "Territoires du Nord-Ouest", "NT", "T.N.-O.", "territory",
           12, 12),
    "YT": ("Yukon", "Yukon", "YT", "Yn", "territory", 13, 11),
    "NU": ("Nunavut", "Nunavut", "NU", "Nt", "territory", 14, 13),
}

_numbers = itertools.count(1)


def leave_numbers_to_a_record():
    """Rows made from here on do not meet the numbers of a record that was loaded."""
    while next(_numbers) < 1000:
        continue


def lay(model, **values):
    """One row of *model*, recorded by the owner unless *values* name somebody."""
    with behind_the_wall():
        return model.objects.create(**values)


def make_user(username="", **changes):
    """An active member of staff; the password is PASSWORD."""
    values = {"is_staff": True, "is_active": True, **changes}
    with behind_the_wall():
        return get_user_model().objects.create_user(
            username or f"user{next(_numbers)}", password=PASSWORD, **values)


def make_government(code="CA"):
    """The government of that code, made once."""
    names = ("name_en", "name_fr", "short_en", "short_fr", "kind", "protocol_order",
             "canonical_order")
    with behind_the_wall():
        row, _ = Jurisdiction.objects.get_or_create(
            code=code, defaults=dict(zip(names, GOVERNMENTS[code], strict=True)))
    return row


def make_governments():
    """All fourteen, in protocol order."""
    return [make_government(code) for code in GOVERNMENTS]


def make_programme(**changes):
    code = f"programme-{next(_numbers)}"
    return lay(Programme, **{
        "code": code, "name_en": "Job Grant", "name_fr": "Subvention pour l’emploi", **changes})


def make_programme_version(programme=None, **changes):
    return lay(ProgrammeVersion, **{
        "programme": programme or make_programme(), "number": 1, "text": "measures: {}",
        "sha256": "0" * 64, "reason": "First text", **changes})


def make_release(**changes):
    return lay(IndicatorRelease, **{
        "code": f"population-{next(_numbers)}", "indicator": "population",
        "reference_date": datetime.date(2013, 7, 1), "released_on": datetime.date(2013, 9, 26),
        "title": "Population estimates", "publisher": "Statistics Canada", **changes})


def make_negotiation(**changes):
    number = next(_numbers)
    values = {
        "slug": f"negotiation-{number}", "title_en": f"Negotiation {number}",
        "title_fr": f"Négociation {number}", "opened_on": datetime.date(2013, 3, 21), **changes}
    values.setdefault("home", make_government("CA"))
    return lay(models.Negotiation, **values)


def make_membership(negotiation, user, role="analyst", clearance=3, **changes):
    """One more membership of *user*."""
    return lay(models.Membership, **{
        "negotiation": negotiation, "user": user, "role": role, "clearance": clearance,
        "starts_on": datetime.date(2013, 1, 1), "reason": "Works on it", **changes})


def make_member(negotiation, role="analyst", clearance=3, **user):
    """A new user with one membership of *negotiation*."""
    person = make_user(**user)
    make_membership(negotiation, person, role, clearance)
    return person


def _record(model, changes, sourced=True, **defaults):
    """A row of the record, sourced from a source of its own negotiation."""
    values = {**defaults, **changes}
    if values.get("negotiation") is None:
        values["negotiation"] = make_negotiation()
    if sourced and values.get("source") is None:
        values["source"] = make_source(negotiation=values["negotiation"])
    return lay(model, **values)


def _with_owner(changes, field, make):
    """*changes* with the owner *field* made where it is missing, and its negotiation taken over."""
    owner = changes.get(field)
    if owner is None:
        kept = {"negotiation": changes["negotiation"]} if changes.get("negotiation") else {}
        owner = make(**kept)
    return {"negotiation": owner.negotiation, **changes, field: owner}


def make_source(**changes):
    return _record(models.Source, changes, sourced=False,
                   title=f"Article {next(_numbers)}", publisher="The Canadian Press",
                   published_on=DAY, kind="news")


def make_event(**changes):
    number = next(_numbers)
    return _record(models.Event, changes, slug=f"event-{number}", kind="meeting",
                   title_en=f"Meeting {number}", title_fr=f"Rencontre {number}",
                   level="ministers", effective_on=DAY)


def make_attendance(**changes):
    changes = _with_owner(changes, "event", make_event)
    changes.setdefault("government", make_government("ON"))
    return _record(models.Attendance, changes, status="present", effective_on=DAY)


def make_item(**changes):
    number = next(_numbers)
    changes = _with_owner(changes, "event", make_event)
    return _record(models.AgendaItem, changes, sourced=False, number=str(number),
                   title_en=f"Item {number}", title_fr=f"Point {number}")


def make_front(**changes):
    number = next(_numbers)
    return _record(models.Front, changes, name_en=f"Front {number}", name_fr=f"Front {number}",
                   short_en="Front", short_fr="Front")


def make_front_member(**changes):
    changes = _with_owner(changes, "front", make_front)
    changes.setdefault("government", make_government("ON"))
    return _record(models.FrontMember, changes, starts_on=DAY)


def make_office_holder(**changes):
    changes.setdefault("government", make_government("ON"))
    return _record(models.OfficeHolder, changes, person=f"Person {next(_numbers)}",
                   office_en="Minister of Labour", office_fr="Ministre du Travail")


def make_statement(**changes):
    """A draft, unless `state` says otherwise."""
    changes = _with_owner(changes, "event", make_event)
    changes.setdefault("government", make_government("ON"))
    return _record(models.Statement, changes, speaker_note_en="The spokesperson",
                   kind="position", manner="verbatim", language="en",
                   text=f"Words {next(_numbers)}", channel="room", grade="E1",
                   effective_on=DAY)


def make_term(**changes):
    number = next(_numbers)
    return _record(models.Term, changes, sourced=False, number=number, name_en=f"Term {number}",
                   name_fr=f"Élément {number}", family="money", value_kind="money")


def make_offer(**changes):
    """A draft offer of Canada, unless `state` and the author say otherwise."""
    number = next(_numbers)
    if "author_front" not in changes and changes.get("kind") != "base":
        changes.setdefault("author_government", make_government("CA"))
    return _record(models.Offer, changes, kind="offer", title_en=f"Offer {number}",
                   title_fr=f"Offre {number}", form="letter", effective_on=DAY)


def make_offer_term(**changes):
    changes = _with_owner(changes, "offer", make_offer)
    if changes.get("term") is None:
        changes["term"] = make_term(negotiation=changes["negotiation"])
    return _record(models.OfferTerm, changes, sourced=False, value="300000000")


def make_position(**changes):
    changes.setdefault("government", make_government("ON"))
    return _record(models.Position, changes, stance="opposed_as_drafted", firmness="firm", grade="E1",
                   effective_on=DAY)


def make_condition(**changes):
    """Laid in the position's own transaction; a later one must supersede another."""
    changes = _with_owner(changes, "position", make_position)
    return _record(models.Condition, changes, text_en="New money", text_fr="De l’argent frais",
                   kind="red_line", effective_on=DAY)


def make_track_step(**changes):
    changes.setdefault("government", make_government("ON"))
    return _record(models.TrackStep, changes, state="J1", grade="E1", effective_on=DAY)


def make_agreement(**changes):
    number = next(_numbers)
    return _record(models.Agreement, changes, title_en=f"Agreement {number}",
                   title_fr=f"Entente {number}", type="bilateral")


def make_block(**changes):
    changes = _with_owner(changes, "agreement", make_agreement)
    changes.setdefault("government", make_government("ON"))
    return _record(models.SignatureBlock, changes, sourced=False, order=next(_numbers))


def make_signature(**changes):
    changes = _with_owner(changes, "block", make_block)
    return _record(models.Signature, changes, effective_on=DAY)


def make_claim(**changes):
    number = next(_numbers)
    return _record(models.Claim, changes, text="more than $600 million", language="en",
                   title_en=f"Claim {number}", title_fr=f"Affirmation {number}")


def make_verdict(**changes):
    changes = _with_owner(changes, "claim", make_claim)
    return _record(models.ClaimVerdict, changes, verdict="confirmed", reason_en="It adds up.",
                   reason_fr="Le compte est bon.", effective_on=DAY)


def make_deadline(**changes):
    number = next(_numbers)
    return _record(models.Deadline, changes, title_en=f"Deadline {number}",
                   title_fr=f"Échéance {number}", due_on=datetime.date(2014, 3, 31),
                   kind="legal_expiry", effective_on=DAY)


def make_follow_up(**changes):
    number = next(_numbers)
    return _record(models.FollowUp, changes, action_en=f"Action {number}",
                   action_fr=f"Suite {number}", side="theirs", effective_on=DAY)


def make_question(**changes):
    return _record(models.OpenQuestion, changes, kind="gap",
                   question_en=f"Question {next(_numbers)}", question_fr="Question")


def make_mandate(**changes):
    return _record(models.Mandate, changes, sourced=False, sensitivity=4, authority_en="Cabinet",
                   authority_fr="Conseil des ministres", reference=f"M-{next(_numbers)}",
                   given_on=DAY)
