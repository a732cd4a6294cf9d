"""The record that is shipped: loaded whole, quickly, every fact with its source."""

import time
from pathlib import Path

import pytest
from django.conf import settings

from negotiations import models
from negotiations.exchange.folder import read_record
from negotiations.exchange.loading import load
from tests.builders import make_governments, make_programme
from tests.conftest import behind_the_wall

pytestmark = pytest.mark.django_db
RECORD = Path(settings.BASE_DIR) / "data" / "canada_job_grant"
SECONDS = 10


def test_the_whole_record_loads_in_ten_seconds_and_once():
    make_governments()
    make_programme(code="canada-job-grant")
    with behind_the_wall():
        start = time.perf_counter()
        load(read_record(RECORD))
        took = time.perf_counter() - start
        counts = {
            "events": models.Event.objects.count(),
            "gatherings": models.Meeting.objects.count(),
            "signatures": models.Signature.objects.count(),
        }
        assert counts == {"events": 49, "gatherings": 12, "signatures": 13}
        assert models.Statement.objects.count() >= 86
        assert models.OfferTerm.objects.count() >= 58
        assert models.Source.objects.count() >= 166
        again = load(read_record(RECORD))
    assert took < SECONDS, f"{took:.1f} s"
    done = (again.added, again.superseding, again.updated)
    assert [sum(counts.values()) for counts in done] == [0, 0, 0]
    assert (again.left, again.vanished) == ([], [])
