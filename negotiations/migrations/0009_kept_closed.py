"""What was approved is closed to edits until an approver returns it; pages of the newest are walked.

The web may not ask these functions: they answer inside triggers only.
"""

from django.db import migrations

from config.rules import ClosedWith, KeptClosed

CLOSING = """
CREATE FUNCTION public.entente_last_verdict(judged text, key bigint) RETURNS text
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  found text;
BEGIN
  EXECUTE format('SELECT verdict FROM public.negotiations_approval WHERE %I = $1
                  ORDER BY id DESC LIMIT 1', judged) INTO found USING key;
  RETURN COALESCE(found, '');
END $$;

CREATE FUNCTION public.entente_refuse_closed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  aside text[] := '{sensitivity,state,version}';
  is_edited boolean := to_jsonb(OLD) - aside <> to_jsonb(NEW) - aside;
  is_closed boolean := OLD.state = ANY (TG_ARGV[2:]);
  verdict text := public.entente_last_verdict(TG_ARGV[0], OLD.id);
BEGIN
  IF OLD.state = TG_ARGV[1] AND (is_edited OR NEW.state <> OLD.state) THEN
    RAISE EXCEPTION 'What is frozen is never changed again.'
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  IF is_edited AND (is_closed OR verdict = 'approved') THEN
    RAISE EXCEPTION 'What was approved is not edited: an approver returns it first, with a note.'
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  IF is_closed AND NOT NEW.state = ANY (TG_ARGV[2:]) AND NOT (verdict = 'returned' AND EXISTS (
      SELECT FROM public.entente_allowed(ARRAY['approver']) a
      WHERE a.negotiation_id = OLD.negotiation_id AND a.sensitivity = OLD.sensitivity)) THEN
    RAISE EXCEPTION 'An approver takes an approved row back, after returning it with a note.'
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION public.entente_refuse_closed_part() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  was jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
  part jsonb := CASE WHEN TG_OP = 'DELETE' THEN was ELSE to_jsonb(NEW) END;
  key bigint;
  owner_state text;
BEGIN
  IF TG_OP <> 'UPDATE' OR was - '{sensitivity,version}'::text[] <> part - '{sensitivity,version}'::text[] THEN
    FOREACH key IN ARRAY ARRAY[was ->> TG_ARGV[1], part ->> TG_ARGV[1]]::bigint[] LOOP
      EXECUTE format('SELECT state FROM public.%I WHERE id = $1 FOR SHARE', TG_ARGV[0])
        INTO owner_state USING key;
      IF owner_state = ANY (TG_ARGV[3:]) OR public.entente_last_verdict(TG_ARGV[2], key) = 'approved' THEN
        RAISE EXCEPTION 'What this belongs to was approved: an approver returns it first, with a note.'
          USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
      END IF;
    END LOOP;
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;

-- A verdict waits for whoever is writing the row or its parts, and they for the verdict.
CREATE FUNCTION public.entente_judge_alone() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  subject text;
  its_state text;
BEGIN
  FOREACH subject IN ARRAY TG_ARGV LOOP
    EXECUTE format('SELECT state FROM public.%I WHERE id = $1 FOR NO KEY UPDATE', 'negotiations_' || subject)
      INTO its_state USING (to_jsonb(NEW) ->> (subject || '_id'))::bigint;
    IF its_state = 'frozen' AND NEW.verdict = 'returned' THEN
      RAISE EXCEPTION 'What is frozen is never changed again.'
        USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
    END IF;
  END LOOP;
  RETURN NEW;
END $$;

CREATE TRIGGER approval_alone BEFORE INSERT ON public.negotiations_approval
  FOR EACH ROW EXECUTE FUNCTION public.entente_judge_alone('event', 'statement', 'offer');

REVOKE ALL ON FUNCTION public.entente_last_verdict(text, bigint), public.entente_refuse_closed(),
  public.entente_refuse_closed_part(), public.entente_judge_alone() FROM PUBLIC;
"""

RULES = {
    "event": KeptClosed(name="event_closed", judged="event_id", states=("approved", "frozen"), final="frozen"),
    "statement": KeptClosed(name="statement_closed", judged="statement_id"),
    "offer": KeptClosed(name="offer_closed", judged="offer_id"),
    "agendaitem": ClosedWith(name="agendaitem_closed", owner="negotiations_event", column="event_id",
                             judged="event_id", states=("approved", "frozen")),
    "statementterm": ClosedWith(name="statementterm_closed", owner="negotiations_statement",
                                column="statement_id", judged="statement_id"),
    "offerterm": ClosedWith(name="offerterm_closed", owner="negotiations_offer", column="offer_id",
                            judged="offer_id"),
    "offeraddressee": ClosedWith(name="offeraddressee_closed", owner="negotiations_offer",
                                 column="offer_id", judged="offer_id"),
}

REOPEN = """
DROP TRIGGER approval_alone ON public.negotiations_approval;
DROP FUNCTION public.entente_judge_alone(), public.entente_refuse_closed_part(),
  public.entente_refuse_closed(), public.entente_last_verdict(text, bigint);
"""


class Migration(migrations.Migration):
    dependencies = [("negotiations", "0008_track_moves")]
    operations = [
        migrations.RunSQL(CLOSING, REOPEN),
        *(migrations.AddConstraint(model, rule) for model, rule in RULES.items()),
    ]
