"""What tests of admin pages share: Django's own templates are not ours to mend."""

import pytest
from django.template import Engine


@pytest.fixture(autouse=True)
def empty_if_undefined(monkeypatch):
    """As on the site. To tell of each unset variable of Django's pages took most of the time."""
    monkeypatch.setattr(Engine.get_default(), "string_if_invalid", "")
