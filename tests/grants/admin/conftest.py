"""What tests of admin pages share."""

from tests.negotiations.admin.conftest import empty_if_undefined

__all__ = ["empty_if_undefined"]
