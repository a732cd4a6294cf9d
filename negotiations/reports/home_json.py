"""The home of a negotiation as plain values for JSON: nothing that the page does not show."""

from typing import Any

from negotiations.reports import alerts_json, early
from negotiations.reports.home import EventLine, Home
from negotiations.reports.since import Since


def value(page: Home, moved: Since) -> dict[str, Any]:
    """The same value as the page prints."""
    head = page.headline
    return {
        "level": max(page.level, moved.level), "early": early.value(page.early),
        "headline": head.words, "state": head.state,
        "counts": alerts_json.counts(head.counts),
        "contested": [{"code": one.government.code, **alerts_json.track(one)} for one in page.contested],
        "unless": list(page.unless), "alerts": alerts_json.alerts(page.alerts),
        "last_meeting": event(page.last_meeting), "next_meeting": event(page.next_meeting),
        "next_event": event(page.next_event),
        "deadlines": deadlines(page.countdowns),
        "since": alerts_json.day(moved.day),
        "changes": [{"who": one.who, "about": one.about, "change": one.words, "evidence": one.grade}
                    for one in moved.changes],
        "governments": [{"code": one.government.code, "state": one.state, "contested_as": str(one.contested)}
                        for one in page.strip],
        "answers": [{"offer": one.name, "words": one.words} for one in moved.answers],
        "hottest": [{"term": one.code, "counts": one.counts.words} for one in moved.hottest],
        "claims": [{"title": one.title, "verdict": one.verdict or None, "overtaken": one.overtaken}
                   for one in page.numbers.shown],
        "follow_ups": [{"action": one.action, "owner": one.owner, "due": one.due or None,
                        "overdue": one.overdue} for one in page.promises],
        "offers": [{"code": one.code, "title": one.title, "kind": one.kind, "author": one.author,
                    "when": one.when} for one in page.offers],
        "events": [event(one) for one in page.events],
    }


def event(found: EventLine | None) -> dict[str, str] | None:
    if found is None:
        return None
    return {"slug": found.event.slug, "title": found.event.title, "when": found.when}


def deadlines(found: Any) -> list[dict[str, Any]]:
    return [{
        "row": one.row.name_in_addresses, "title": one.row.title, "due_on": str(one.row.due_on),
        "kind": one.row.kind, "hard": one.row.hard, "days": one.days, "alarm": one.alarm,
        "moved_from": alerts_json.day(one.moved_from), "consequence": one.row.consequence} for one in found]
