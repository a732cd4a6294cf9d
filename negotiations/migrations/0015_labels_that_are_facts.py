"""What is refused does not tell of hidden rows; the kind of a term's values is settled."""

from django.db import migrations, models

from negotiations.label_rules import OnceToItsWriter, SettledInAnHour

WITH_A_CODE = (
    "account", "agendaitem", "agendaitemterm", "agreement", "approval", "attendance", "calculation", "citation",
    "claim", "claimstatement", "claimverdict", "clause", "condition", "contest", "deadline", "difference",
    "document", "event", "followup", "front", "frontmember", "issuedfile", "issuedreport", "mandate",
    "mandatelimit", "offer", "offeraddressee", "offerterm", "officeholder", "openquestion", "position",
    "positionstatement", "reporttext", "signature", "signatureblock", "source", "statement", "statementterm",
    "term", "termdependency", "trackstep")


def code(model):
    return models.UniqueConstraint(
        fields=("negotiation", "code"), name=f"{model}_code",
        violation_error_message="This code cannot be given here: leave it empty, or choose another.")


class Migration(migrations.Migration):
    dependencies = [("negotiations", "0014_corrections_in_place")]
    operations = [
        migrations.RemoveConstraint("frontmember", "frontmember_once"),
        migrations.AddConstraint("frontmember", OnceToItsWriter(
            name="frontmember_once", fields=("negotiation_id", "front_id", "government_id", "starts_on"),
            violation_error_message="This government is in the front from that day already.")),
        migrations.AddConstraint("term", SettledInAnHour(
            name="term_value_kind_settled", column="value_kind",
            violation_error_message="The kind of value is settled an hour after the term was recorded,"
                                    " because values are typed by it: add another term.")),
        *(migrations.AlterConstraint(model, f"{model}_code", code(model)) for model in WITH_A_CODE),
    ]
