"""A small record with a row of every kind, as texts of its files; written where a test says."""

from pathlib import Path

NEGOTIATION = """\
format: 1
slug: small-talks
title: {en: Small talks, fr: Petits pourparlers}
opened_on: 2013-03-21
home: CA
single_package: yes
ceiling: strategy
sensitivity: public
"""
SOURCES = """\
- id: S1
  title: No deal yet
  publisher: The Daily
  date: 2013-11-09
  kind: news
  url: https://daily.example/no-deal
- id: S2
  title: A release
  publisher: The provinces
  date: 2013-11
  kind: intergovernmental_release
- id: S3
  title: An undated note
  publisher: Ourselves
  kind: note
  sensitivity: in_confidence
  received_from: "ON"
"""
PEOPLE = """\
office_holders:
  - id: kenney
    person: Jason Kenney
    office: {en: Minister of Employment, fr: "ministre de l'Emploi"}
    government: CA
    starts_on: 2013-07-15
    source: S1
fronts:
  - id: PT
    name: {en: Provinces, fr: Provinces}
    short: {en: PT, fr: PT}
    source: S2
    members:
      - {government: QC, starts_on: 2013-07-01, footnote: {fr: Le Québec fait bande à part.}}
      - {government: NS, starts_on: 2013-07-01, role: spokesperson}
      - {government: BC, starts_on: 2014-01-01}
"""
TERMS = """\
- id: T1
  number: 1
  name: {en: Envelope, fr: Enveloppe, by: official}
  family: money
  value_kind: money
- id: T2
  number: 2
  name: {en: Employer share, fr: "Part de l'employeur"}
  family: cost_share
  value_kind: ratio
  subject_to: [T1]
"""
EVENT = """\
id: E1
slug: 2013-11-08-toronto
kind: meeting
title: {en: Toronto meeting, fr: Rencontre de Toronto}
date: 2013-11-08
level: ministers
place: {en: Toronto, fr: Toronto}
time: "09:00"
zone: America/Toronto
outcomes: [keep_talking]
main: yes
state: approved
source: [S1, {id: S2, at: page 3}]
attendance:
  - {government: CA, status: present, person: kenney, source: S1}
  - {government: QC, status: absent, reason: {en: No reason given, fr: Sans raison donnée}}
agenda:
  - {id: E1-1, number: 1, title: {en: Grant, fr: Subvention}, lead: CA, terms: [T1, T2]}
  - {id: E1-2, number: "1.1", parent: E1-1, title: {en: Money, fr: Argent}}
statements:
  - id: ST1
    government: CA
    speaker: kenney
    item: E1-1
    kind: position
    manner: paraphrase
    language: en
    text: We can be flexible.
    translation: Nous pouvons être souples.
    translation_by: ours
    channel: scrum
    grade: E2
    terms: [T2]
    state: approved
    source: {id: S1, at: paragraph 4}
  - id: ST2
    speaker_note: {en: The group, fr: Le groupe}
    behalf: front
    front: PT
    kind: position
    manner: verbatim
    language: en
    text: Not as it stands.
    channel: release
    grade: E1
    source: S2
positions:
  - id: P1
    government: CA
    term: T2
    stance: proposes
    firmness: flexible
    value: 15%..
    offer: O1
    grade: E2
    salience: 3
    statements: [ST1]
    source: S1
    conditions:
      - number: 1
        text: {en: At least 15%, fr: Au moins 15 %}
        kind: condition
        term: T2
        about: QC
        operator: ">="
        value: 15%
      - number: 2
        text: {en: They would take 10%, fr: Ils prendraient 10 %}
        kind: preference
        basis: assessed
front_positions:
  - id: P2
    front: PT
    except: [QC]
    term: T1
    stance: opposed_as_drafted
    grade: E1
    statements: [ST2]
    source: S2
differences:
  - id: D1
    question: {en: Any progress?, fr: Des progrès?}
    accounts:
      - {statement: ST1, gist: {en: Some, fr: Un peu}}
      - {statement: ST2, gist: {en: None, fr: Aucun}}
followups:
  - id: F1
    action: {en: Write back, fr: Répondre}
    side: theirs
    owner: {front: PT}
    due: 2013-11
    source: S1
report_texts:
  - {id: R1, section: 1, text: {en: They met., fr: Ils se sont réunis.}}
"""
OFFERS = """\
- id: B0
  kind: base
  title: {en: What is, fr: Ce qui est}
  form: agreement
  date: 2013-03-21
  state: tabled
  source: S3
  terms:
    - {term: T1, value: 500_000_000}
- id: O1
  kind: offer
  title: {en: The grant, fr: La subvention}
  author: {government: CA}
  addressees: [{front: PT}, {government: QC}]
  form: budget
  date: 2013-03-21
  known_from: 2013-04-02
  state: tabled
  source: S1
  terms:
    - {term: T1, value: {2014-15: "200_000_000", 2015-16..: 300_000_000}}
    - {term: T2, value: 1/3, note: {en: A third, fr: Un tiers}, source: S2}
- id: G1
  kind: signal
  title: {en: Fifteen, fr: Quinze}
  author: {government: CA}
  form: oral
  date: 2013-11-08
  event: E1
  attached_to: O1
  state: tabled
  source: S1
  terms:
    - {term: T2, value: 15%..}
"""
CLAIMS = """\
- id: C1
  text: more than $600 million
  language: en
  title: {en: More than $600M, fr: Plus de 600 M$}
  amounts: ["600000000"]
  span: 2013-07-01..2013-11-08
  offer: O1
  statements: [ST2]
  source: [S2, S1]
  verdicts:
    - {id: V1, verdict: imprecise, date: 2013-12-01, reason: {en: Other scope, fr: Autre portée}, source: S1}
"""
DEADLINES = """\
- id: DL1
  title: {en: Agreements lapse, fr: Les ententes expirent}
  date: 2013-03-21
  due: 2014-03-31
  kind: legal_expiry
  hard: yes
  set_by: CA
  source: S1
"""
TRACKS = """\
- id: TR1
  government: NS
  state: J1
  date: about 2014-03-01
  grade: E2
  event: E1
  source: S1
  contests:
    - {id: CT1, by: CA, state: J2, grade: E2, words: {en: Nearly there, fr: Presque}, source: S1}
"""
AGREEMENTS = """\
- id: A1
  title: {en: Canada-Nova Scotia Agreement}
  type: bilateral
  government: NS
  in_force_on: 2014-04-01
  money_by_year: {2014-15: "13400000"}
  source: {id: S1, at: schedule A}
  blocks:
    - government: CA
      order: 1
      signatures: [{date: 2014-04-02, person: kenney, source: S1}]
    - {government: NS, order: 2}
  clauses:
    - {kind: me_too, text: {en: As others get, fr: Comme les autres}}
"""
QUESTIONS = """\
- {id: Q1, kind: gap, question: {en: Who came?, fr: Qui est venu?}, event: E1, source: S1}
"""
MANDATES = """\
- id: M1
  authority: {en: Cabinet, fr: Cabinet}
  reference: CR-1
  given_on: 2013-10-01
  limits:
    - {term: T2, minimum: 10%, maximum: 1/3}
"""
FILES = {
    "negotiation.yaml": NEGOTIATION,
    "sources.yaml": SOURCES,
    "people.yaml": PEOPLE,
    "terms.yaml": TERMS,
    "events/E1.yaml": EVENT,
    "offers.yaml": OFFERS,
    "claims.yaml": CLAIMS,
    "deadlines.yaml": DEADLINES,
    "tracks.yaml": TRACKS,
    "agreements.yaml": AGREEMENTS,
    "questions.yaml": QUESTIONS,
    "mandates.yaml": MANDATES,
}


def write_record(folder: Path, files: dict[str, str | None] | None = None) -> Path:
    """Writes the small record into *folder*; *files* stand in for its own, None leaves one out."""
    for name, text in {**FILES, **(files or {})}.items():
        if text is not None:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return folder


def changed(name: str, old: str, new: str) -> dict[str, str]:
    """The file of that name with its one *old* replaced, for `write_record`."""
    assert FILES[name].count(old) == 1, (name, old, FILES[name].count(old))
    return {name: FILES[name].replace(old, new)}


def line_of(text: str, words: str) -> int:
    """The line on which *words* stand for the first time, counted from 1."""
    return text[: text.index(words)].count("\n") + 1
