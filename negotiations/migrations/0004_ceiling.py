"""A ceiling never comes down onto rows or memberships that stand above it."""

from django.db import migrations

KEEP = """
CREATE FUNCTION public.entente_refuse_low_ceiling() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  name text;
  above boolean;
BEGIN
  SELECT EXISTS (SELECT FROM public.negotiations_membership
                 WHERE negotiation_id = NEW.id AND clearance > NEW.ceiling
                   AND (ends_on IS NULL OR ends_on >= current_date)
                   AND (expires_at IS NULL OR expires_at > now())) INTO above;
  FOR name IN SELECT c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
              WHERE t.tgfoid = 'public.entente_refuse_above_ceiling()'::regprocedure
                AND c.relname <> 'negotiations_membership' LOOP
    EXIT WHEN above;
    EXECUTE format('SELECT EXISTS (SELECT FROM public.%I
                    WHERE negotiation_id = $1 AND sensitivity > $2)', name)
      INTO above USING NEW.id, NEW.ceiling;
  END LOOP;
  IF above THEN
    RAISE EXCEPTION 'Rows or memberships stand above this ceiling.'
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER negotiation_low_ceiling BEFORE UPDATE ON public.negotiations_negotiation
  FOR EACH ROW WHEN (NEW.ceiling < OLD.ceiling)
  EXECUTE FUNCTION public.entente_refuse_low_ceiling();

REVOKE ALL ON FUNCTION public.entente_refuse_low_ceiling() FROM PUBLIC;
"""

FORGET = """
DROP TRIGGER negotiation_low_ceiling ON public.negotiations_negotiation;
DROP FUNCTION public.entente_refuse_low_ceiling();
"""


class Migration(migrations.Migration):
    dependencies = [("negotiations", "0003_acts")]
    operations = [migrations.RunSQL(KEEP, FORGET)]
