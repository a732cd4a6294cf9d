import config.rules
import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '__first__'),
        ('grants', '0001_rules'),
    ]

    operations = [
        migrations.CreateModel(
            name='Programme',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.SlugField(max_length=60, unique=True, verbose_name='code')),
                ('name_en', models.CharField(max_length=120, verbose_name='name (English)')),
                ('name_fr', models.CharField(max_length=120, verbose_name='name (French)')),
            ],
            options={
                'verbose_name': 'programme',
                'verbose_name_plural': 'programmes',
                'ordering': ['code'],
                'constraints': [config.rules.Granted(name='programme_granted', rights='SELECT, INSERT, UPDATE'), config.rules.Undeletable(name='programme_undeletable'), config.rules.History(events='INSERT OR UPDATE OR DELETE', key='id', name='programme_history')],
            },
        ),
        migrations.CreateModel(
            name='IndicatorRelease',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.SlugField(max_length=80, unique=True, verbose_name='code')),
                ('indicator', models.CharField(max_length=40, verbose_name='indicator')),
                ('unit', models.CharField(default='person', max_length=20, verbose_name='unit')),
                ('reference_date', models.DateField(verbose_name='reference date')),
                ('released_on', models.DateField(blank=True, null=True, verbose_name='release date')),
                ('title', models.CharField(max_length=300, verbose_name='title')),
                ('publisher', models.CharField(max_length=200, verbose_name='publisher')),
                ('url', models.URLField(blank=True, max_length=500, verbose_name='address')),
                ('note', models.TextField(blank=True, verbose_name='note')),
                ('entered_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False, verbose_name='entered at')),
                ('entered_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='entered by')),
            ],
            options={
                'verbose_name': 'indicator release',
                'verbose_name_plural': 'indicator releases',
                'ordering': ['indicator', '-reference_date', '-released_on'],
                'constraints': [config.rules.Granted(name='release_granted', rights='SELECT, INSERT'), config.rules.AppendOnly(name='release_append_only', open_column='', open_states=())],
            },
        ),
        migrations.CreateModel(
            name='Jurisdiction',
            fields=[
                ('code', models.CharField(max_length=2, primary_key=True, serialize=False, verbose_name='code')),
                ('name_en', models.CharField(max_length=60, verbose_name='name (English)')),
                ('name_fr', models.CharField(max_length=60, verbose_name='name (French)')),
                ('short_en', models.CharField(max_length=12, verbose_name='short name (English)')),
                ('short_fr', models.CharField(max_length=12, verbose_name='short name (French)')),
                ('kind', models.CharField(choices=[('federal', 'federal'), ('province', 'province'), ('territory', 'territory')], max_length=10, verbose_name='kind')),
                ('protocol_order', models.PositiveSmallIntegerField(verbose_name='protocol order')),
                ('canonical_order', models.PositiveSmallIntegerField(blank=True, help_text='Who gets the last cent when two remainders are equal; empty for Canada.', null=True, verbose_name='order for ties')),
            ],
            options={
                'verbose_name': 'government',
                'verbose_name_plural': 'governments',
                'ordering': ['protocol_order'],
                'constraints': [models.UniqueConstraint(fields=('protocol_order',), name='jurisdiction_protocol_order', violation_error_message='Another government has this place in protocol order.'), config.rules.Granted(name='jurisdiction_granted', rights='SELECT, INSERT, UPDATE'), config.rules.Undeletable(name='jurisdiction_undeletable'), config.rules.History(events='INSERT OR UPDATE OR DELETE', key='code', name='jurisdiction_history')],
            },
        ),
        migrations.CreateModel(
            name='IndicatorValue',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('release', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='values', to='grants.indicatorrelease', verbose_name='release')),
                ('government', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='grants.jurisdiction', verbose_name='government')),
                ('value', models.DecimalField(decimal_places=4, max_digits=20, verbose_name='value')),
                ('confirmed', models.BooleanField(default=True, help_text='Unconfirmed: no published table was read.', verbose_name='confirmed')),
            ],
            options={
                'verbose_name': 'indicator value',
                'verbose_name_plural': 'indicator values',
                'ordering': ['release', 'government__protocol_order'],
                'constraints': [models.UniqueConstraint(fields=('release', 'government'), name='release_one_value_a_government', violation_error_message='This release has a value for that government already.'), models.CheckConstraint(condition=models.Q(('value__gte', 0)), name='indicator_value_not_negative', violation_error_message='An indicator is not negative.'), config.rules.Granted(name='indicator_value_granted', rights='SELECT, INSERT'), config.rules.AppendOnly(name='indicator_value_append_only', open_column='', open_states=())],
            },
        ),
        migrations.CreateModel(
            name='ProgrammeVersion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('programme', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='versions', to='grants.programme', verbose_name='programme')),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('text', models.TextField(verbose_name='formula')),
                ('sha256', models.CharField(max_length=64, verbose_name='SHA-256')),
                ('reason', models.CharField(max_length=300, verbose_name='reason')),
                ('entered_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False, verbose_name='entered at')),
                ('entered_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='entered by')),
            ],
            options={
                'verbose_name': 'version of a formula',
                'verbose_name_plural': 'versions of a formula',
                'ordering': ['programme', '-number'],
                'constraints': [models.UniqueConstraint(fields=('programme', 'number'), name='programme_version_number', violation_error_message='This programme has a version of that number already.'), config.rules.Granted(name='programme_version_granted', rights='SELECT, INSERT'), config.rules.AppendOnly(name='programme_version_append_only', open_column='', open_states=())],
            },
        ),
        migrations.AddField(
            model_name='programme',
            name='current',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='grants.programmeversion', verbose_name='current version'),
        ),
    ]
