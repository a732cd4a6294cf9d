"""Attacks are refused by the hundred: what the site logs of them would drown what a test says."""

import logging

import pytest


@pytest.fixture(autouse=True)
def quiet():
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)
