"""One request that leaves nothing behind; knows the test client."""

import copy
import sys

from django.db import transaction


def ask(browser, method: str, path: str, data=None, **options):
    """The answer; whatever it wrote is rolled back, so that every question meets the same stage."""
    browser.raise_request_exception = False
    cookies = copy.deepcopy(browser.cookies)
    with transaction.atomic():
        answer = getattr(browser, method.lower())(path, data, **options)
        transaction.set_rollback(True)
    browser.cookies = cookies
    return answer


def say(text: str) -> None:
    """What a check looked at: shown by `pytest -s`."""
    sys.stdout.write(f"{text}\n")
