"""Attacks are refused by the hundred: what the site logs of them would drown what a test says."""

import logging

import pytest


@pytest.fixture(autouse=True)
def quiet():
    loggers = [logging.getLogger(name) for name in ("django.request", "django.security", "entente.events")]
    for logger in loggers:
        logger.disabled = True
    yield
    for logger in loggers:
        logger.disabled = False
