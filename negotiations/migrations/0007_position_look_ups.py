"""Two indexes on which the as-of query stops at the first row: the latest, and the latest of a grade."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('grants', '0002_reference'),
        ('negotiations', '0006_second_factors'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name='position',
            index=models.Index(models.F('negotiation'), models.F('government'), models.F('term'), models.F('origin'), models.OrderBy(models.F('effective_on'), descending=True), models.OrderBy(models.F('id'), descending=True), models.F('recorded_at'), name='position_latest'),
        ),
        migrations.AddIndex(
            model_name='position',
            index=models.Index(models.F('negotiation'), models.F('government'), models.F('term'), models.F('origin'), models.F('grade'), models.OrderBy(models.F('effective_on'), descending=True), models.OrderBy(models.F('id'), descending=True), models.F('recorded_at'), name='position_graded'),
        ),
    ]
