"""What is wrong in a record file is told with its file and line, all of it in one run."""

import pytest

from negotiations.exchange.faults import Refused
from negotiations.exchange.folder import read_record
from tests.negotiations.exchange.small_record import FILES, changed, line_of, write_record

EVENT, OFFERS = "events/E1.yaml", "offers.yaml"
ANYTHING = "..."

# What the test says, the file, what is put in place of what, a word of the line that is told
# (None: the first line), and the sentence.
CASES = [
    # YAML that is none, or does too much
    ("broken YAML", "terms.yaml", "subject_to: [T1]", "subject_to: [T1", None, "This is not YAML"),
    ("an anchor", "terms.yaml", "family: money", "family: &m money", "&m", "The anchor '&m'"),
    ("an alias", "terms.yaml", "family: money", "family: *m", "*m", "The alias '*m'"),
    ("a tag", "terms.yaml", "family: money", "family: !!str money", "!!str", "The tag "),
    ("code in a tag", "terms.yaml", "family: money", "family: !!python/name:os.system x",
     "!!python", "The tag "),
    ("a key twice", "terms.yaml", "family: money", "family: money\n  family: timing",
     "family: timing", "The key 'family' stands already on line 4."),
    ("two documents", "terms.yaml", "- id: T2", "---\n- id: T2", "---", "A file holds one document"),
    ("an empty file", "deadlines.yaml", FILES["deadlines.yaml"], "# nothing\n", None,
     "The file is empty."),
    ("too deep", "terms.yaml", "family: money", f"family: {'[' * 14}{']' * 14}", "[[",
     "This is nested more than 12 levels deep."),
    ("a control character", "terms.yaml", "fr: Enveloppe", 'fr: "a\\0b"', "a\\0b",
     "The text holds a control character."),
    ("half a character", "terms.yaml", "fr: Enveloppe", 'fr: "a\\ud800b"', "ud800",
     "This is not YAML"),
    # Words that YAML reads as something else
    ("a float", "sources.yaml", "title: A release", "title: 0.15", "0.15",
     "'0.15' without quotes is read as a float"),
    ("a float as a value", OFFERS, "value: 500_000_000", "value: 0.15", "0.15",
     "'0.15' without quotes is read as a float"),
    ("Ontario read as yes", "sources.yaml", "received_from: \"ON\"", "received_from: on", "from: on",
     "'on' without quotes is read as yes or no by YAML: write \"on\" in quotes."),
    ("ON as a key of a value", OFFERS, "value: 500_000_000", "value: {ON: 1, others: 2}", "ON: 1",
     "'ON' without quotes is read as yes or no by YAML: write \"ON\" in quotes."),
    ("yes as a text", "sources.yaml", "title: A release", "title: yes", "title: yes",
     "'yes' without quotes is read as yes or no"),
    ("no as an outcome", EVENT, "[keep_talking]", "[no]", "[no]", "'no' without quotes"),
    ("nothing as a text", "sources.yaml", "title: A release", "title:", "title:\n",
     "Nothing is written here"),
    # Shapes
    ("a list for a text", "sources.yaml", "title: A release", "title: [A, B]", "[A, B]",
     "Here a text is wanted, not a list."),
    ("a table for a text", "sources.yaml", "title: A release", "title: {en: A}", "{en: A}",
     "Here a text is wanted, not a table."),
    ("a text for a list", "terms.yaml", "subject_to: [T1]", "subject_to: T1", "subject_to",
     "Here a list is wanted, not a text."),
    ("a text for two languages", "terms.yaml", "{en: Employer share, fr: \"Part de l'employeur\"}",
     "Employer share", "Employer share", "Write it in both languages: {en: ..., fr: ...}."),
    ("a text for a row", "terms.yaml", "- id: T2", "- loose\n- id: T2", "loose",
     "Here a table of keys is wanted, not a text."),
    # Keys
    ("an unknown key", EVENT, "attendance:", "atendance:", "atendance",
     "The key 'atendance' is not known here. Did you mean 'attendance'?"),
    ("an unknown key of a part", EVENT, "salience: 3", "saliense: 3", "saliense",
     "The key 'saliense' is not known here. Did you mean 'salience'?"),
    ("an unknown key of people", "people.yaml", "fronts:", "front:", "front:",
     "The key 'front' is not known here. Did you mean 'fronts'?"),
    ("a missing key", "terms.yaml", "  family: money\n", "", "- id: T1",
     "The key 'family' is missing."),
    ("a missing id", OFFERS, "- id: B0\n  kind: base", "- kind: base", "- kind: base",
     "The key 'id' is missing."),
    ("a missing source", "people.yaml", "    starts_on: 2013-07-15\n    source: S1\n", "",
     "id: kenney", "The key 'source' is missing."),
    ("a signature without a source", "agreements.yaml", ", person: kenney, source: S1}",
     ", person: kenney}", "signatures:", "The key 'source' is missing."),
    ("a moment that is none", "offers.yaml", "  known_from: 2013-04-02\n",
     "  recorded: 2013-04-02\n", "recorded:", "'2013-04-02' is not a moment"),
    ("two moments", "offers.yaml", "  known_from: 2013-04-02\n",
     "  known_from: 2013-04-02\n  recorded: 2013-04-02T12:00:00Z\n", "known_from",
     "Write 'recorded' or 'known_from', not both."),
    ("a link with a strange key", EVENT, "    statements: [ST1]", "    statements: [{id: ST1, at: 3}]",
     "[{id: ST1", "The key 'at' is not known here; only id, sensitivity, known_from, recorded."),
    ("a missing language", "terms.yaml", "{en: Envelope, fr: Enveloppe, by: official}",
     "{en: Envelope}", "Envelope}", "The text in 'fr' is missing."),
    ("no negotiation", "negotiation.yaml", FILES["negotiation.yaml"], None, None,
     "The file is missing."),
    ("a format to come", "negotiation.yaml", "format: 1", "format: 2", "format: 2",
     "'2' is not a value of this scale."),
    # Ids
    ("an id twice", OFFERS, "- id: G1", "- id: O1", ANYTHING,
     "The id 'O1' stands already at offers.yaml:10."),
    ("a bad id", OFFERS, "- id: G1", "- id: G 1", "- id: G 1", "'G 1' is not an id"),
    ("an id as of a correction", OFFERS, "- id: G1", "- id: G1.v2", "G1.v2",
     "The id 'G1.v2' ends as those of corrections do."),
    ("a dangling source", "people.yaml", "    starts_on: 2013-07-15\n    source: S1\n",
     "    source: S9\n", "source: S9", "There is no source 'S9'."),
    ("a dangling term", EVENT, "    terms: [T2]\n    state", "    terms: [T22]\n    state", "[T22]",
     "There is no term 'T22'. Did you mean 'T2'?"),
    ("a dangling front", EVENT, "front: PT\n    kind", "front: PTX\n    kind", "PTX",
     "There is no front 'PTX'."),
    ("a dangling front of a front position", EVENT, "front: PT\n    except", "front: XY\n    except",
     "XY", "There is no front 'XY'."),
    ("a dangling party", OFFERS, "addressees: [{front: PT}", "addressees: [{front: XX}", "XX",
     "There is no front 'XX'."),
    ("a dangling statement", EVENT, "statements: [ST1]", "statements: [ST9]", "ST9",
     "There is no statement 'ST9'."),
    ("a dangling speaker", EVENT, "speaker: kenney", "speaker: keney", "keney",
     "There is no office holder 'keney'. Did you mean 'kenney'?"),
    ("a term named twice", EVENT, "terms: [T1, T2]", "terms: [T1, T1]", "[T1, T1]",
     "'T1' is named twice."),
    ("a source named twice", "claims.yaml", "source: [S2, S1]", "source: [S2, S2]", "[S2, S2]",
     "The source 'S2' is named twice."),
    # Circles
    ("terms subject to each other", "terms.yaml", "value_kind: money",
     "value_kind: money\n  subject_to: [T2]", "subject_to: [T2]",
     "The term 'T1' is subject to itself."),
    ("an offer that replaces itself", OFFERS, ("state: tabled\n  source: S1\n  terms:\n    - {term: T1,"
     " value: {2014"), ("replaces: O1\n  state: tabled\n  source: S1\n  terms:\n    - {term: T1,"
     " value: {2014"), "replaces: O1", "This replaces itself: O1 -> O1."),
    ("agenda items under each other", EVENT, "number: 1, title", "parent: E1-2, number: 1, title",
     ANYTHING, "This stands under itself: E1-1 -> E1-2 -> E1-1."),
    ("a statement that supersedes itself", EVENT, "    item: E1-1\n",
     "    item: E1-1\n    supersedes: ST1\n    correction_reason: x\n", "supersedes",
     "This supersedes itself: ST1 -> ST1."),
    # Corrections
    ("a correction without a reason", EVENT, "  - id: ST2\n", "  - id: ST2\n    supersedes: ST1\n",
     "id: ST2", "Say why the earlier row is corrected: correction_reason."),
    ("a correction of nothing", EVENT, "  - id: ST2\n",
     "  - id: ST2\n    supersedes: ST7\n    correction_reason: x\n", "ST7",
     "There is no statement 'ST7'."),
    # Dates and values
    ("a day that is none", EVENT, "date: 2013-11-08", "date: 2013-11-31", "2013-11-31",
     "'2013-11-31' is not a date"),
    ("a year alone", "sources.yaml", "date: 2013-11-09", "date: 2013", "date: 2013",
     "'2013' is not a date"),
    ("a range upside down", EVENT, "date: 2013-11-08", "date: 2013-11-08..2013-11-01", ANYTHING,
     "The first day of a range is before its last."),
    ("a range for a source", "sources.yaml", "date: 2013-11-09", "date: 2013-11-01..2013-11-09",
     ANYTHING, "Here a day, a month or an approximate day is kept, not a range."),
    ("a time without minutes", EVENT, '"09:00"', '"9"', '"9"', "'9' is not a time"),
    ("a time without a zone", EVENT, "zone: America/Toronto\n", "", "id: E1",
     "A time needs its time zone: zone."),
    ("a zone nobody knows", EVENT, "America/Toronto", "America/Torronto", "Torronto",
     "'America/Torronto' is not a time zone"),
    ("a word for a number", "terms.yaml", "number: 2", "number: two", "two",
     "'two' is not a whole number from 1 to 999."),
    ("a number out of range", EVENT, "salience: 3", "salience: 4", "salience: 4",
     "'4' is not a whole number from 0 to 3."),
    ("a flag of its own kind", EVENT, "main: yes", "main: perhaps", "perhaps", "Write yes or no."),
    ("a stance nobody knows", EVENT, "stance: proposes", "stance: propose", "propose",
     "'propose' is not a value of this scale. Did you mean 'proposes'? Allowed: proposes, accept,"),
    ("the stance that is never typed", EVENT, "stance: proposes", "stance: not_stated", "not_stated",
     "'not_stated' is not a value of this scale."),
    ("a government nobody knows", EVENT, "lead: CA", "lead: XX", "lead: XX",
     "'XX' is not a government. Allowed: CA, ON,"),
    ("an address that is none", "sources.yaml", "https://daily.example/no-deal", "javascript:alert(1)",
     "javascript", "'javascript:alert(1)' is not an address on the web."),
    ("a text too long", EVENT, "en: Toronto meeting", f"en: {'x' * 201}", ANYTHING,
     "The text has 201 characters; 200 are allowed."),
    ("a slug with a space", EVENT, "slug: 2013-11-08-toronto", "slug: in toronto", "in toronto",
     "'in toronto' is not an address"),
    # Values of terms
    ("a ratio above one", OFFERS, "{term: T2, value: 15%..}", "{term: T2, value: 115%}", "115%",
     "'115%' is more than 1"),
    ("a word for money", OFFERS, "value: 500_000_000", "value: half a billion", "half a billion",
     "'half a billion' is not a number"),
    ("negative money", OFFERS, "value: 500_000_000", "value: -5", "value: -5", "'-5' is negative"),
    ("an exponent", OFFERS, "value: 500_000_000", "value: 5e8", "5e8", "'5e8' has an exponent"),
    ("a division by zero", OFFERS, "value: 500_000_000", "value: 1/0", "1/0", "'1/0' divides by zero"),
    ("a value range upside down", OFFERS, "value: 500_000_000", "value: 9..5", "9..5",
     "The range '9..5' ends before it starts."),
    ("a year that is none", OFFERS, "2014-15:", "2014-17:", "2014-17",
     "'2014-17' is not a fiscal year, a government or a part."),
    ("two axes in one table", OFFERS, "2015-16..:", "QC:", "QC: ",
     "One table speaks of one axis; here are government and year. Nest them."),
    ("a year covered twice", OFFERS, "2015-16..:", "2014-15..2015-16:", "2014-15..2015-16",
     "'2014-15' has a value already."),
    ("money in shares", OFFERS, "value: 500_000_000", "value: {federal: 1/2, employer: 1/2}",
     "federal", "Only weights have shares"),
    # What the database would refuse
    ("a number of a term twice", "terms.yaml", "number: 2", "number: 1", ANYTHING,
     "Another term has this number. It stands at terms.yaml:1."),
    ("a main event that is no gathering", EVENT, "kind: meeting", "kind: letter", "main: yes",
     "Only a meeting, call or hearing can be a main meeting."),
    ("attendance at a letter", EVENT, "kind: meeting", "kind: letter", "{government: CA, status",
     "Only a meeting, a call or a hearing has attendance and an agenda."),
    ("an absence without a reason", EVENT, ("status: absent, reason: {en: No reason given, fr: Sans "
     "raison donnée}"), "status: absent", "status: absent", "Say why the delegation was absent"),
    ("words for a front without the front", EVENT, "    front: PT\n    kind", "    kind",
     "behalf: front", "Name the front when, and only when, the words are for one"),
    ("a front without words for it", EVENT, "    behalf: front\n    front: PT\n", "    front: PT\n",
     "front: PT", "Name the front when, and only when, the words are for one"),
    ("a translation of nobody", EVENT, "    translation_by: ours\n", "", "translation: Nous",
     "A translation says whose it is: translation_by."),
    ("nobody who speaks", EVENT, "    speaker_note: {en: The group, fr: Le groupe}\n", "", "id: ST2",
     "Name the speaker, or say in words who spoke"),
    ("a speaker of another government", EVENT, "    government: CA\n    speaker",
     "    government: QC\n    speaker", "speaker: kenney", "'kenney' is of CA, not of QC."),
    ("a speaker not yet in office", EVENT, "date: 2013-11-08", "date: 2013-06-08", "person: kenney",
     "'kenney' held that office from 2013-07-15, not on 2013-06-08."),
    ("a collective position without a front", EVENT, "  - id: P1\n",
     "  - id: P1\n    origin: collective\n", "origin: collective",
     "A collective position names its front; no other does."),
    ("an inferred position without reasoning", EVENT, "grade: E2\n    salience", ("grade: E5\n    "
     "salience"), "id: P1", "An inferred position states the reasoning."),
    ("a front without members on the day", EVENT, "date: 2013-11-08", "date: 2013-06-30",
     "front: PT\n    except", "'PT' has no member on 2013-06-30."),
    ("an exception that is no member", EVENT, "except: [QC]", "except: [BC]", "except: [BC]",
     "BC is not a member of 'PT' on 2013-11-08."),
    ("an operator without a value", EVENT, "        value: 15%\n", "", 'operator: ">="',
     "A sharp condition has an operator and a value."),
    ("an assessment that is not strategy", EVENT, "basis: assessed",
     "basis: assessed\n        sensitivity: public", "sensitivity: public",
     "This is always strategy"),
    ("a confidence that is public", "sources.yaml", "sensitivity: in_confidence",
     "sensitivity: public", "sensitivity: public", "What was received in confidence"),
    ("a row above the ceiling", "negotiation.yaml", "ceiling: strategy", "ceiling: internal", ANYTHING,
     "This is more sensitive than the ceiling in negotiation.yaml."),
    ("an offer without an author", OFFERS, "  author: {government: CA}\n  addressees", "  addressees",
     "- id: O1", "This offer has one author, a government or a front."),
    ("a signal attached to nothing", OFFERS, "  attached_to: O1\n", "", "kind: signal",
     "A signal, and nothing else, is attached to an offer"),
    ("an oral offer", OFFERS, "form: budget", "form: oral", "form: oral", "An offer is written"),
    ("a response due before the offer", OFFERS, "form: budget", ("form: budget\n  response_due: "
     "2013-01-01"), "2013-01-01", "A response cannot be due before the offer."),
    ("an offer's term twice", OFFERS, "{term: T2, value: 1/3,", "{term: T1, value: 1/3,",
     "value: 1/3", "The offer has this term already."),
    ("an offer's term that says nothing", OFFERS, "{term: T2, value: 15%..}", "{term: T2}",
     "{term: T2}", "Give a value or the wording."),
    ("an addressee twice", OFFERS, "{government: QC}", "{front: PT}", "addressees",
     "The offer is addressed there already."),
    ("a contest that is inferred", "tracks.yaml", "state: J2, grade: E2", "state: J2, grade: E5",
     "grade: E5", "A contest rests on what somebody said or wrote"),
    ("an office that ends before it starts", "people.yaml", "    starts_on: 2013-07-15\n",
     "    starts_on: 2013-07-15\n    ends_on: 2013-07-01\n", "ends_on",
     "An office cannot end before it starts."),
    ("a block of the same order", "agreements.yaml", "{government: NS, order: 2}",
     "{government: CA, order: 1}", "{government: CA, order: 1}",
     "This government has a block of that order already."),
    ("money by a year that is none", "agreements.yaml", '{2014-15: "13400000"}', '{2014: "13400000"}',
     "money_by_year", "'2014' is not a fiscal year, as 2014-15 is."),
    ("a limit that says nothing", "mandates.yaml", ", minimum: 10%, maximum: 1/3", "", "term: T2",
     "Give a minimum, a maximum, or what must be."),
    ("a dropped follow-up without a reason", EVENT, "    due: 2013-11\n",
     "    due: 2013-11\n    state: dropped\n", "id: F1", "Say why the follow-up was dropped"),
]  # fmt: skip


def faults_of(folder, files):
    with pytest.raises(Refused) as refused:
        read_record(write_record(folder, files))
    return refused.value.faults


@pytest.mark.parametrize(("name", "old", "new", "words", "sentence"),
                         [case[1:] for case in CASES], ids=[case[0] for case in CASES])  # fmt: skip
def test_fault_is_told_with_its_file_and_line(tmp_path, name, old, new, words, sentence):
    files = {name: None} if new is None else changed(name, old, new)
    found = [fault for fault in faults_of(tmp_path, files) if fault.sentence.startswith(sentence)]
    assert found, [str(fault) for fault in faults_of(tmp_path, files)]
    if words is None:
        assert found[0].place.file == name
    elif words is not ANYTHING:
        assert (name, line_of(files[name], words)) in [fault.place for fault in found]


def test_all_faults_are_told_in_one_run_sorted_by_file_and_line(tmp_path):
    files = {
        **changed("terms.yaml", "family: money", "family: mony"),
        **changed("claims.yaml", "offer: O1", "offer: O9"),
        **changed("sources.yaml", "kind: news", "kind: nws\n  titel: x"),
    }
    assert [str(fault.place) for fault in faults_of(tmp_path, files)] == [
        "claims.yaml:7", "sources.yaml:5", "sources.yaml:6", "terms.yaml:4"]  # fmt: skip


def test_a_broken_file_does_not_make_other_files_dangle(tmp_path):
    files = {**changed("terms.yaml", "subject_to: [T1]", "subject_to: [T1")}
    assert [fault.place.file for fault in faults_of(tmp_path, files)] == ["terms.yaml"]


def test_a_file_nobody_knows_is_told(tmp_path):
    [fault] = faults_of(tmp_path, {"sourcs.yaml": "[]"})
    assert str(fault) == (
        "sourcs.yaml:1  This file is not part of a record. Did you mean 'sources.yaml'?")


def test_a_file_that_is_not_utf_8_is_told(tmp_path):
    write_record(tmp_path)
    (tmp_path / "terms.yaml").write_bytes(b"- id: T1\n  name: \xe9\n")
    with pytest.raises(Refused, match="terms.yaml:2  The file is not UTF-8."):
        read_record(tmp_path)


def test_a_folder_that_is_not_there_is_told(tmp_path):
    with pytest.raises(Refused, match="There is no such folder."):
        read_record(tmp_path / "nowhere")


def test_a_file_of_another_size_altogether_is_told(tmp_path):
    [fault, *_] = faults_of(tmp_path, {"claims.yaml": "#" * 2_000_001})
    assert fault.sentence == "The file is larger than 2,000,000 bytes."
