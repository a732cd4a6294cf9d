"""What docs/record_format.md shows is what the loader takes."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from negotiations.exchange.faults import Refused
from negotiations.exchange.folder import read_record
from negotiations.exchange.schema import ALL, LISTS, PEOPLE, with_parts
from tests.negotiations.exchange.small_record import write_record

DOC = (Path(settings.BASE_DIR) / "docs" / "record_format.md").read_text(encoding="utf-8")
DANGLING = "There is no "


def test_the_event_of_the_description_is_read(tmp_path):
    """Its ids lead nowhere in the small record; nothing else is wrong with it."""
    shown = re.search(r"```yaml\n(.*?)```", DOC, re.DOTALL)[1]
    with pytest.raises(Refused) as refused:
        read_record(write_record(tmp_path, {"events/E1.yaml": shown}))
    others = [str(fault) for fault in refused.value.faults if not fault.sentence.startswith(DANGLING)]
    assert others == []


@pytest.mark.parametrize("name", LISTS)
def test_the_description_names_every_key_of_a_file(name):
    row = next(line for line in DOC.splitlines() if line.startswith(f"| `{name}`"))
    for section in with_parts(LISTS[name]):
        for key in [*section.fields, *section.parts, *section.links]:
            assert re.search(rf"\b{key}\b", row), (section.kind, key)


def test_the_description_names_every_key_of_people_and_events():
    sections = [one for section in PEOPLE.values() for one in with_parts(section)]
    sections += [one for one in ALL if one.owner in ("event", "difference", "position")]
    for section in sections:
        for key in [*section.fields, *section.parts, *section.links]:
            assert re.search(rf"\b{key}\b", DOC), (section.kind, key)
