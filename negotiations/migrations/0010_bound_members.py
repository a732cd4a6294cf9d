"""Nothing yet."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("negotiations", "0009_kept_closed")]
    operations = []
