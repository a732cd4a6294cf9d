"""The plan of a front's act in words: what each member's cell shows now, what it will show, who is left out.

Knows plans and scales; the template only prints it.
"""

import datetime
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from grants import formats
from negotiations import typed_values
from negotiations.binding_plan import Line, Plan, Planned
from negotiations.reports.lines import FIRMNESS, GRADES, NOT_STATED, STANCES
from negotiations.standing.clock import language
from negotiations.standing.fronts import has_footnote
from negotiations.standing.positions import Stand

DIFFERS = gettext_lazy(
    "These words have given another line already: %(line)s. No row is added: correct that one.")


@dataclass(frozen=True, slots=True)
class Shown:
    """What a cell shows: the stance, and in words how firm, whose line and on which evidence."""

    stance: Any
    details: str

    @property
    def told(self) -> str:
        return f"{self.stance.word}, {self.details}" if self.details else str(self.stance.word)


@dataclass(frozen=True, slots=True)
class MemberLine:
    """One row of the preview. `cell` names the cell of the matrix in which a row stands already."""

    government: str
    footnote: str
    before: Shown
    after: Shown
    note: str
    cell: str


@dataclass(frozen=True, slots=True)
class TermTable:
    """The members on one line of the form. `package` says that it is about the whole package."""

    term: str
    package: bool
    stance: Any
    told: str
    conditions: tuple[str, ...]
    counts: str
    members: tuple[MemberLine, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """Everything the preview prints. `seen` is what the confirmation carries."""

    tables: tuple[TermTable, ...]
    left_out: tuple[tuple[str, str], ...]
    footnote: tuple[str, str]
    added: int
    on: datetime.date
    seen: str


def build(plan: Plan) -> Preview:
    """The preview of *plan*; nothing of it is stored."""
    names = {row.government_id: row.government.name for row in plan.roll.present}
    note = plan.filling.footnote
    words = (note.footnote_fr if language() == "fr" else note.footnote_en) if note else ""
    notes = {row.government_id: row.footnote for row in plan.roll.present if has_footnote(row)}
    if note:
        notes[note.government] = words
    tables = tuple(table(line, [one for one in plan.planned if one.line is line], notes)
                   for line in plan.filling.lines)
    return Preview(
        tables, tuple(left_out(plan, notes)), (names.get(note.government, ""), words) if note else ("", ""),
        len(plan.added), plan.statement.effective_on, written(plan.marks))


def table(line: Line, planned: list[Planned], notes: Mapping[str, str]) -> TermTable:
    term = line.term
    value = typed_values.told(line.value, term.value_kind, term.unit) if term else ""
    told = [str(FIRMNESS[line.firmness].word), value]
    name = (f"{term.code} {term.name}" if term.code else term.name) if term else _("Whole package")
    french = language() == "fr"
    return TermTable(
        name, term is None, STANCES[line.stance], ", ".join(word for word in told if word),
        tuple(pair[french] for pair in line.conditions), counts(planned),
        tuple(member_line(one, notes) for one in planned))


def member_line(one: Planned, notes: Mapping[str, str]) -> MemberLine:
    government, term = one.member.government, one.line.term
    cell = f"{term.code or term.pk}-{government.code}" if term and one.standing else ""
    return MemberLine(government.name, notes.get(government.code, ""), shown(one.now), shown(one.after),
                      note_of(one), cell)


def shown(one: Stand | None) -> Shown:
    if one is None:
        return Shown(NOT_STATED, "")
    row = one.row
    told = [str(FIRMNESS[row.firmness].word)] if row.firmness != "unspecified" else []
    told.append(pgettext("origin", "collective") if row.origin == "collective" else _("own line"))
    if one.whole_package:
        told.append(_("on the whole package"))
    told.append(str(GRADES[row.grade].word))
    return Shown(STANCES[row.stance], ", ".join(told))


def note_of(one: Planned) -> str:
    """Why the cell does not show the front's line, or why no row is added; empty when it simply shows."""
    who, now = one.member.government.name, shown_line(one.now.row) if one.now else ""
    if one.why == "differs":
        return DIFFERS % {"line": shown_line(one.standing)}
    return {
        "visible": "",
        "own": _("%(who)s keeps its own line: %(line)s."),
        "package": _("%(who)s keeps its own line on the whole package: %(line)s."),
        "outranked": _("A collective line with better evidence stays on top: %(line)s."
                       " The new one is shown beside it as a signal."),
        "stands": _("The very same line stands already, from these words: no row is added."),
    }[one.why] % {"who": who, "line": now}


def shown_line(row: Any) -> str:
    """The stance and its firmness: opposed as drafted, firm."""
    firm = "" if row.firmness == "unspecified" else f", {FIRMNESS[row.firmness].word}"
    return f"{STANCES[row.stance].word}{firm}"


def counts(planned: Iterable[Planned]) -> str:
    """13 members: 11 rows become visible; 1 own line and 1 package line stay on top."""
    found = Counter(one.why for one in planned)
    parts = [part for part in (visible(found["visible"]), on_top(found), standing(found)) if part]
    total = sum(found.values())
    told = ngettext("%(n)s member: %(parts)s.", "%(n)s members: %(parts)s.", total)
    return told % {"n": total, "parts": pgettext("between counts", "; ").join(parts)}


def visible(n: int) -> str:
    return ngettext("%(n)s row becomes visible", "%(n)s rows become visible", n) % {"n": n}


def on_top(found: Mapping[str, int]) -> str:
    own, package, better = (found[why] for why in ("own", "package", "outranked"))
    lines = [
        ngettext("%(n)s own line", "%(n)s own lines", own) % {"n": own} if own else "",
        ngettext("%(n)s package line", "%(n)s package lines", package) % {"n": package} if package else "",
        ngettext("%(n)s collective line with better evidence", "%(n)s collective lines with better evidence",
                 better) % {"n": better} if better else ""]
    told = [line for line in lines if line]
    if not told:
        return ""
    return ngettext("%(lines)s stays on top", "%(lines)s stay on top", own + package + better) % {
        "lines": _(" and ").join(told)}


def standing(found: Mapping[str, int]) -> str:
    n = found["stands"] + found["differs"]
    return ngettext("%(n)s line stands already", "%(n)s lines stand already", n) % {"n": n} if n else ""


def left_out(plan: Plan, notes: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    """Each government of the front that gets no row, and why."""
    for row in plan.roll.present:
        if row.government_id in plan.filling.members:
            continue
        note = notes.get(row.government_id)
        yield row.government.name, (
            _("not ticked; its footnote: “%(words)s”") % {"words": note} if note else _("not ticked"))
    for row in plan.roll.ended:
        yield row.government.name, _("left the front on %(day)s") % {
            "day": formats.date_long(row.ends_on, language())}
    for row in plan.roll.later:
        yield row.government.name, _("joined the front only on %(day)s") % {
            "day": formats.date_long(row.starts_on, language())}


def written(marks: Mapping[str, str]) -> str:
    """Marks as a form carries them."""
    return " ".join(f"{name}:{mark}" for name, mark in marks.items())


def read(seen: str) -> dict[str, str]:
    """Marks as a form gave them back; what is no mark is dropped."""
    return dict(part.split(":", 1) for part in seen.split() if ":" in part)


def changes(plan: Plan, seen: Mapping[str, str]) -> list[str]:
    """What differs from what was looked at, in words."""
    marks = plan.marks
    differing = {name for name in {*marks, *seen} if marks.get(name) != seen.get(name)}
    names = {row.government_id: row.government.name
             for row in (*plan.roll.present, *plan.roll.ended, *plan.roll.later)}
    told = [sentence for name, sentence in (
        ("typed", _("What is typed above is not what was looked at.")),
        ("statement", _("The statement has been edited."))) if name in differing]
    told += [_("%(who)s: its membership, its footnote or its tick has changed.") % {"who": who}
             for code, who in names.items() if code in differing]
    told += [_("%(who)s on %(term)s: what is on record has changed.") % {
        "who": one.member.government.name, "term": one.line.term or pgettext("term", "the whole package")}
        for one in plan.planned
        if "typed" not in differing and f"{one.member.government_id}-{one.line.term_id or 0}" in differing]
    return told
