"""What is signed, in force, ended or given up is approved by the records side, also past the forms."""

from django.db import migrations

from negotiations.track_rules import ApprovedByRecords

STATES = ("J9", "J10", "J11", "J13", "J14", "J15", "J21", "J23", "J24")


class Migration(migrations.Migration):
    dependencies = [("negotiations", "0015_labels_that_are_facts")]
    operations = [
        migrations.AddConstraint("approval", ApprovedByRecords(
            name="approval_by_records", steps="negotiations_trackstep", states=STATES)),
    ]
