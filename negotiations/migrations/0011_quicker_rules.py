"""What every row asks is asked in static SQL: its owner's level and state, its ceiling.

The rules are the same, and so is the state: on a database that was made before, each PartOf and
SealedWith is written anew, with the function of its own that config/rule_functions.py gives it. The
functions that they called before stay, for who goes back.
"""

from django.db import migrations

from config.rule_functions import write_anew
from config.rules import PartOf, SealedWith

CEILING = """
CREATE OR REPLACE FUNCTION public.entente_refuse_above_ceiling() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  level int;
  most int;
BEGIN
  IF TG_ARGV[0] = 'sensitivity' THEN
    level := NEW.sensitivity;
  ELSE
    level := (to_jsonb(NEW) ->> TG_ARGV[0])::int;
  END IF;
  SELECT ceiling INTO most FROM public.negotiations_negotiation WHERE id = NEW.negotiation_id;
  IF level > most THEN
    RAISE EXCEPTION 'This is above the ceiling of the negotiation.'
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END $$;
"""


def with_functions_of_their_own(apps, schema_editor):
    write_anew(apps, schema_editor, (PartOf, SealedWith))


class Migration(migrations.Migration):
    dependencies = [("negotiations", "0010_known_when_put_on_record")]
    operations = [
        migrations.RunSQL(CEILING, migrations.RunSQL.noop),
        migrations.RunPython(with_functions_of_their_own, migrations.RunPython.noop),
    ]
