"""What was approved is closed to edits until an approver returns it; the newest statements are walked to.

The web may not ask the first functions: they answer inside triggers only. Those of the search have
the wall in them, as entente_search() has.
"""

from django.db import migrations, models

from negotiations.closing_rules import ClosedWith, KeptClosed

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

# What counts on the search page when nothing but words and dates is asked for: the statements s of
# negotiation $1, by the day $3, as known at $4 (NULL: now), of the levels $5 that the asker may read.
STANDING = """s.negotiation_id = $1 AND s.effective_on <= $3 AND s.sensitivity = ANY ($5)
       AND ($4 IS NULL OR s.recorded_at < $4 AND s.state <> 'draft')
       AND NOT EXISTS (
         SELECT FROM public.negotiations_statement l
         WHERE l.negotiation_id = s.negotiation_id AND l.supersedes_id = s.id
           AND ($4 IS NULL OR l.recorded_at < $4))"""
ORDER = "s.effective_on DESC, v.effective_on, v.id, s.sequence, s.id"

NEWEST = f"""
CREATE FUNCTION public.entente_search_levels(negotiation bigint) RETURNS smallint[]
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT ARRAY(SELECT r.sensitivity FROM public.entente_readable() r WHERE r.negotiation_id = negotiation)
$$;

-- How many hold the words, counted up to *most*. By the index on words, whatever the planner thinks.
CREATE FUNCTION public.entente_search_count(
  negotiation bigint, query tsquery, by_day date, moment timestamptz, most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off SET enable_indexscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  found int;
BEGIN
  EXECUTE $sql$SELECT count(*) FROM (
     SELECT FROM (SELECT e.row_id FROM public.negotiations_searchentry e
                  WHERE e.document @@ $2 AND e.negotiation_id = $1 AND e.kind = 'statement' OFFSET 0) h
     JOIN public.negotiations_statement s ON s.id = h.row_id
     WHERE {STANDING} LIMIT $6) held$sql$
    INTO found USING negotiation, query, by_day, moment, public.entente_search_levels(negotiation), most;
  RETURN found;
END $$;

-- The first *wanted* of the days after *since*, from the newest on: it stops as soon as it has them.
CREATE FUNCTION public.entente_search_walk(
  negotiation bigint, query tsquery, by_day date, moment timestamptz, since date, wanted int)
RETURNS bigint[]
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  found bigint[];
BEGIN
  EXECUTE $sql$SELECT ARRAY(
     SELECT s.id FROM public.negotiations_statement s
     JOIN public.negotiations_event v ON v.id = s.event_id
     JOIN public.negotiations_searchentry e ON e.kind = 'statement' AND e.row_id = s.id
     WHERE e.document @@ $2 AND s.effective_on > $6 AND {STANDING}
     ORDER BY {ORDER} LIMIT $7)$sql$
    INTO found USING negotiation, query, by_day, moment, public.entente_search_levels(negotiation), since,
      wanted;
  RETURN found;
END $$;

-- One page of them, newest first. Common words are walked to, over *walked* statements at most;
-- where that does not fill the page, and for rare words (0), all that the index finds are sorted.
CREATE FUNCTION public.entente_search_newest(
  negotiation bigint, query tsquery, by_day date, moment timestamptz, walked int, skip int, wanted int)
RETURNS SETOF bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  since date;
  found bigint[];
BEGIN
  IF walked > 0 THEN
    SELECT s.effective_on INTO since FROM public.negotiations_statement s
      WHERE s.negotiation_id = negotiation AND s.effective_on <= by_day
      ORDER BY s.effective_on DESC OFFSET walked LIMIT 1;
    found := public.entente_search_walk(
      negotiation, query, by_day, moment, COALESCE(since, '-infinity'), skip + wanted);
  END IF;
  IF walked = 0 OR since IS NOT NULL AND cardinality(found) < skip + wanted THEN
    EXECUTE $sql$SELECT ARRAY(
       SELECT s.id FROM (
         SELECT s.* FROM public.negotiations_searchentry e
         JOIN public.negotiations_statement s ON s.id = e.row_id
         WHERE e.document @@ $2 AND e.negotiation_id = $1 AND e.kind = 'statement' AND {STANDING}
         OFFSET 0) s
       JOIN public.negotiations_event v ON v.id = s.event_id
       ORDER BY {ORDER} LIMIT $6)$sql$
      INTO found USING negotiation, query, by_day, moment, public.entente_search_levels(negotiation),
        skip + wanted;
  END IF;
  RETURN QUERY SELECT unnest(found[skip + 1:]);
END $$;

REVOKE ALL ON FUNCTION
  public.entente_search_levels(bigint),
  public.entente_search_count(bigint, tsquery, date, timestamptz, int),
  public.entente_search_walk(bigint, tsquery, date, timestamptz, date, int),
  public.entente_search_newest(bigint, tsquery, date, timestamptz, int, int, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  public.entente_search_count(bigint, tsquery, date, timestamptz, int),
  public.entente_search_newest(bigint, tsquery, date, timestamptz, int, int, int) TO entente_web;
"""

FORGET_NEWEST = """
DROP FUNCTION
  public.entente_search_newest(bigint, tsquery, date, timestamptz, int, int, int),
  public.entente_search_walk(bigint, tsquery, date, timestamptz, date, int),
  public.entente_search_count(bigint, tsquery, date, timestamptz, int),
  public.entente_search_levels(bigint);
"""


class Migration(migrations.Migration):
    dependencies = [("negotiations", "0008_track_moves")]
    operations = [
        migrations.RunSQL(CLOSING, REOPEN),
        *(migrations.AddConstraint(model, rule) for model, rule in RULES.items()),
        migrations.AddIndex(
            "statement",
            models.Index(models.F("negotiation"), models.OrderBy(models.F("effective_on"), descending=True),
                         name="statement_newest")),
        migrations.RunSQL(NEWEST, FORGET_NEWEST),
    ]
