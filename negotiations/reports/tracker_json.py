"""The agreement tracker as plain values for JSON: nothing that the page does not show."""

from typing import Any

from negotiations.reports import alerts_json, early
from negotiations.reports.alerts_json import day
from negotiations.reports.tracker import AgreementLine, Reached, Tracker, TrackerRow


def value(page: Tracker) -> dict[str, Any]:
    """Shares are exact fractions as text; what is told by `when` is as exact as it is known."""
    covered = page.coverage
    return {
        "level": page.level, "early": early.value(page.early),
        "counts": alerts_json.counts(page.counts),
        "release": page.release.code if page.release else None,
        "figures_unconfirmed": page.unconfirmed,
        "counted": covered.governments, "of": covered.of_governments,
        "provinces": covered.provinces, "of_provinces": covered.of_provinces,
        "share_of_canada": share(covered.of_canada), "share_of_provinces": share(covered.of_provincial),
        "yardsticks": [{"name": str(one.name), "met": one.met, "answer": str(one.answer),
                        "in_law": str(one.label)} for one in page.yardsticks],
        "alerts": alerts_json.alerts(page.alerts),
        "governments": [row(one) for one in page.rows],
        "agreements_of_all": [agreement(one) for one in page.general],
    }


def share(found: Any) -> str | None:
    return None if found is None else str(found)


def row(found: TrackerRow) -> dict[str, Any]:
    return {
        "code": found.government.code, **alerts_json.track(found.track), "counted": found.counted,
        "since": reached(found.state_since), "in_principle": reached(found.in_principle),
        "text": reached(found.text), "approved": reached(found.approved), "in_force": reached(found.in_force),
        "signed": list(found.signed), "missing": found.missing, "lapsed": found.lapsed,
        "agreements": [agreement(one) for one in found.agreements],
    }


def reached(found: Reached | None) -> dict[str, str] | None:
    if found is None:
        return None
    return {"when": found.when, "evidence": found.grade, "reference": found.reference,
            "source": found.cite.code}


def agreement(found: AgreementLine) -> dict[str, Any]:
    return {
        "row": found.anchor, "title": found.title, "type": found.type, "in_force_on": day(found.in_force_on),
        "ends_on": day(found.ends_on), "money": found.money, "source": found.cite.code,
        "signatures": [{"government": one.government, "office": one.office, "when": one.when or None,
                        "by": one.by, "announced": one.announced,
                        "source": one.cite.code if one.cite else None} for one in found.blocks],
        "clauses": [{"row": one.anchor, "kind": one.kind, "text": one.text, "due_on": day(one.due),
                     "source": one.cite.code} for one in found.clauses],
    }
