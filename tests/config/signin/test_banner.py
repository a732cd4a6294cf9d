"""What stands around the sign-in form."""

import pytest

pytestmark = pytest.mark.django_db
BANNERS = {"en": "Authorized use <b>only</b>.\nLogged.", "fr": "Usage autorisé <b>seulement</b>."}


@pytest.mark.parametrize(("language", "words"), [
    ("en", "Authorized use &lt;b&gt;only&lt;/b&gt;.<br>Logged."),
    ("fr", "Usage autorisé &lt;b&gt;seulement&lt;/b&gt;."),
])  # fmt: skip
def test_banner_stands_above_the_form_in_its_language(client, settings, language, words):
    settings.ENTENTE_BANNERS = BANNERS
    page = client.get(f"/{language}/accounts/login/").content.decode()
    assert page.index(words) < page.index('name="password"')


def test_no_banner_leaves_no_empty_box(client):
    assert "notice-warning" not in client.get("/en/accounts/login/").content.decode()

