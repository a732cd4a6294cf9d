"""Whose address counts: the one our own proxies saw."""

import pytest

from config.source import address


@pytest.mark.parametrize(
    ("proxies", "forwarded", "remote", "expected"),
    [
        (0, "203.0.113.9", "198.51.100.7", "198.51.100.7"),
        (1, "203.0.113.9", "10.0.0.1", "203.0.113.9"),
        (1, "1.1.1.1, 203.0.113.9", "10.0.0.1", "203.0.113.9"),
        (2, "1.1.1.1, 203.0.113.9, 10.0.0.2", "10.0.0.1", "203.0.113.9"),
        (2, "203.0.113.9", "10.0.0.1", "10.0.0.1"),
        (1, "nonsense", "10.0.0.1", "10.0.0.1"),
        (1, "", "", "127.0.0.1"),
        (1, "2001:db8::1", "", "2001:db8::1"),
    ],
)
def test_address_is_the_one_our_proxies_saw(rf, settings, proxies, forwarded, remote, expected):
    settings.ENTENTE_PROXIES = proxies
    request = rf.get("/", headers={"x-forwarded-for": forwarded}, REMOTE_ADDR=remote)
    assert address(request) == expected
