"""Who attended, which accounts differ and what an item is about are closed with their event as well."""

from django.db import migrations

from config.rule_functions import write_anew
from negotiations.closing_rules import ClosedWith

OF_EVENT = {"owner": "negotiations_event", "judged": "event_id", "states": ("approved", "frozen")}
RULES = {
    "attendance": ClosedWith(name="attendance_closed", column="event_id", corrections=True, **OF_EVENT),
    "difference": ClosedWith(name="difference_closed", column="event_id", **OF_EVENT),
    "account": ClosedWith(name="account_closed", column="difference_id",
                          through=("negotiations_difference", "event_id"), **OF_EVENT),
    "agendaitemterm": ClosedWith(name="agendaitemterm_closed", column="item_id",
                                 through=("negotiations_agendaitem", "event_id"), **OF_EVENT),
}


def with_functions_of_their_own(apps, schema_editor):
    write_anew(apps, schema_editor, (ClosedWith,))


class Migration(migrations.Migration):
    dependencies = [("negotiations", "0011_quicker_rules")]
    operations = [
        migrations.RunPython(with_functions_of_their_own, migrations.RunPython.noop),
        *(migrations.AddConstraint(model, rule) for model, rule in RULES.items()),
    ]
