"""What the web role may do on the tables of second factors: it enrols, compares and forgets them."""

from django.db import migrations

TABLES = "otp_totp_totpdevice, otp_static_staticdevice, otp_static_statictoken"


class Migration(migrations.Migration):
    dependencies = [
        ("negotiations", "0005_search"),
        ("otp_totp", "0003_add_timestamps"),
        ("otp_static", "0003_add_timestamps"),
    ]
    operations = [
        migrations.RunSQL(
            f"GRANT SELECT, INSERT, UPDATE, DELETE ON {TABLES} TO entente_web",
            f"REVOKE ALL ON {TABLES} FROM entente_web",
        )
    ]
