"""Every answer carries the headers, errors and redirects as well."""

import pytest

from config.headers import CONTENT_SECURITY_POLICY, HEADERS

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.config.urls")]

ANSWERS = {
    "/fine/": 200,
    "/stream/": 200,
    "/broken/": 500,
    "/missing/": 404,
    "/nothing-here/": 404,
    "/forbidden/": 403,
    "/fine": 301,
    "/": 302,
    "/en/admin/": 302,
}


@pytest.mark.parametrize(("path", "status"), ANSWERS.items())
def test_headers_stand_on_every_answer(client, path, status):
    client.raise_request_exception = False
    response = client.get(path)
    assert response.status_code == status
    assert {name: response.headers.get(name) for name in HEADERS} == HEADERS


def test_refused_post_carries_them_too(client):
    client.handler.enforce_csrf_checks = True
    response = client.post("/fine/")
    assert response.status_code == 403
    assert response.headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY


def test_wrong_host_carries_them_too(client):
    response = client.get("/fine/", headers={"host": "evil.example"})
    assert response.status_code == 400
    assert response.headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY


def test_policy_allows_nothing_inline_and_nothing_from_outside():
    assert "unsafe" not in CONTENT_SECURITY_POLICY
    assert "http" not in CONTENT_SECURITY_POLICY
    assert "frame-ancestors 'none'" in CONTENT_SECURITY_POLICY


@pytest.mark.parametrize("path", ["/fine/", "/nothing-here/", "/broken/"])
def test_browsers_are_told_to_keep_to_tls(client, settings, path):
    settings.SECURE_HSTS_SECONDS, settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = 31_536_000, True
    client.raise_request_exception = False
    answer = client.get(path, secure=True)
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"
    assert "Strict-Transport-Security" not in client.get(path).headers


@pytest.mark.parametrize("method", ["TRACE", "TRACK", "CONNECT", "PUT", "DELETE", "PATCH", "PROPFIND"])
def test_methods_that_nobody_needs_are_refused(client, method):
    answer = client.generic(method, "/fine/")
    assert answer.status_code == 405
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
