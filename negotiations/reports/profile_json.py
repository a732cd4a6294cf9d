"""A government's profile as plain values for JSON: nothing that the page does not show."""

from typing import Any

from negotiations.reports import alerts_json, early, home_json, tracker_json
from negotiations.reports.profile import Profile, StandLine
from negotiations.reports.sections import titled


def value(page: Profile) -> dict[str, Any]:
    """What we assess ourselves is a part of its own, and there is none for those not cleared."""
    told = {
        "government": page.government.code, "level": page.level, "early": early.value(page.early),
        "since": alerts_json.day(page.compared),
        "track": tracker_json.row(page.track) if page.track else None,
        "alerts": alerts_json.alerts(page.alerts),
        "answers": [{"offer": one.offer, "status": one.status, "words": one.words} for one in page.answers],
        "deadlines": home_json.deadlines(page.countdowns),
        "red_lines": [{"text": one.text, "term": term} for one, term, _event in page.red_lines],
        "stands": [stand(one) for one in page.stands],
        "not_stated": [one.name_in_addresses for one in page.not_stated],
        "fronts": [{"name": one.front.name, "from": str(one.starts_on), "to": alerts_json.day(one.ends_on),
                    "footnote": one.told("footnote")} for one in page.fronts],
        "offers": [{"code": one.name_in_addresses, "title": titled(one)} for one in page.offers],
        "follow_ups": [{"action": one.action, "due": one.due or None, "overdue": one.overdue}
                       for one in page.promises],
        "people": [{"person": one.person, "office": one.office} for one in page.people],
        "said": [{"code": line.code, "event": event.slug, "text": line.text, "language": line.language}
                 for line, event in page.said],
    }
    if page.assessed:
        told["assessed_by_us"] = [{"text": one.text, "kind": one.kind, "term": term}
                                  for one, term in page.assessed]
    return told


def stand(found: StandLine) -> dict[str, Any]:
    line = found.line
    return {
        "term": found.term.name_in_addresses if found.term else None, "stance": line.stance.code,
        "firmness": line.firmness, "grade": line.grade_code, "value": line.value, "since": found.since,
        "collective": line.collective, "whole_package": found.whole_package, "salience": found.salience,
        "conditions": [{"text": one.text, "kind": one.kind, "status": one.status} for one in line.conditions],
        "moved": found.moved.words if found.moved else None,
        "differs_from_front": {"front": found.breach.front, "stance": found.breach.stance.code,
                               "when": found.breach.when} if found.breach else None,
        "signal_since": {"stance": found.signal.stance.code, "when": found.signal_since}
        if found.signal else None,
    }
