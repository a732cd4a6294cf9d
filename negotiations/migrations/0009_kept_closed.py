"""Nothing yet."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("negotiations", "0008_track_moves")]
    operations = []
