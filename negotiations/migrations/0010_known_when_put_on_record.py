"""An offer or a statement is known from when it is tabled or submitted, not from its first draft.

A draft may be edited until then, so a page read as known before would show it as it was not.
"""

from django.db import migrations

STAMP = """
CREATE OR REPLACE FUNCTION public.entente_stamp() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    NEW.id := OLD.id;
    NEW.recorded_at := OLD.recorded_at;
    NEW.entered_at := OLD.entered_at;
    NEW.recorded_by_id := OLD.recorded_by_id;
    NEW.negotiation_id := OLD.negotiation_id;
    {put_on_record}
    RETURN NEW;
  END IF;
  NEW.entered_at := clock_timestamp();
  IF public.entente_is_owner(TG_RELID) THEN
    NEW.recorded_at := LEAST(COALESCE(NEW.recorded_at, NEW.entered_at), NEW.entered_at);
  ELSE
    NEW.recorded_at := NEW.entered_at;
    NEW.recorded_by_id := public.entente_user();
  END IF;
  RETURN NEW;
END $$;
"""

PUT_ON_RECORD = """
    IF TG_TABLE_NAME IN ('negotiations_offer', 'negotiations_statement') THEN
      IF OLD.state IN ('draft', 'cleared') AND NEW.state NOT IN ('draft', 'cleared') THEN
        NEW.recorded_at := clock_timestamp();
      END IF;
    END IF;"""


class Migration(migrations.Migration):
    dependencies = [("negotiations", "0009_kept_closed")]
    operations = [migrations.RunSQL(
        STAMP.format(put_on_record=PUT_ON_RECORD), STAMP.format(put_on_record=""))]
