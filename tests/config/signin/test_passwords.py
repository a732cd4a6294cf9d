"""Which passwords are taken: length and commonness count, composition does not."""

import pytest
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

REFUSED = [
    "short", "fourteen chars", "x" * 14, "123456789987654321", "1q2w3e4r5t6y7u8i9o0p",
    "aurelie.tremblay", "Aurelie Tremblay", "aurelie-tremblay1",
]  # fmt: skip
TAKEN = [
    "fifteen letters", "xyzzy plugh plover", "correct horse battery staple", "ÉÀÇ ûîô ëïü ÉÀÇ",
    "               . ! ", "日本語のパスワードは十五文字以上です", "a" * 15 + "b",
    "no digits or capitals here", "x1" * 32, "long " * 20,
    "emoji 🍁🍁🍁🍁🍁🍁🍁🍁🍁", "tab\tand spaces   kept",
]  # fmt: skip
PERSON = User(username="aurelie.tremblay", first_name="Aurelie", last_name="Tremblay")


@pytest.mark.parametrize("password", REFUSED)
def test_short_common_and_own_names_are_refused(password):
    with pytest.raises(ValidationError):
        validate_password(password, PERSON)


@pytest.mark.parametrize("password", TAKEN)
def test_anything_long_is_taken(password):
    validate_password(password, PERSON)
