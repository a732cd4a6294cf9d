"""Nothing yet."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("negotiations", "0007_position_look_ups")]
    operations = []
