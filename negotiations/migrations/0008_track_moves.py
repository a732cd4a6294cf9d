"""A track is a chain of allowed moves, and a typed step brings its evidence; a contest says another state."""

from django.db import migrations

import negotiations.track_rules

TRACK = """
CREATE FUNCTION public.entente_track(negotiation bigint, government text, level int)
RETURNS TABLE (id bigint, effective_on date, state text, reason text, before text, before_id bigint)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT s.id, s.effective_on, s.state, btrim(s.reason_en || s.reason_fr),
    lag(s.state, 1, 'J0') OVER in_time, lag(s.id) OVER in_time
  FROM public.negotiations_trackstep s
  WHERE s.negotiation_id = negotiation AND s.government_id = government AND s.sensitivity <= level
    AND NOT EXISTS (SELECT FROM public.negotiations_trackstep c
                    WHERE c.negotiation_id = s.negotiation_id AND c.supersedes_id = s.id)
  WINDOW in_time AS (ORDER BY s.effective_on, s.id)
$$;

CREATE FUNCTION public.entente_joints(step public.negotiations_trackstep)
RETURNS TABLE (id bigint, government text, effective_on date, state text, reason text, before text)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT t.id, step.government_id, t.effective_on, t.state, t.reason, t.before
  FROM public.entente_track(step.negotiation_id, step.government_id, step.sensitivity) t
  WHERE step.id IN (t.id, t.before_id)
  UNION ALL
  (SELECT t.id, old.government_id, t.effective_on, t.state, t.reason, t.before
   FROM public.negotiations_trackstep old,
     public.entente_track(old.negotiation_id, old.government_id, step.sensitivity) t
   WHERE old.id = step.supersedes_id AND old.negotiation_id = step.negotiation_id
     AND (t.effective_on, t.id) > (old.effective_on, old.id)
   ORDER BY t.effective_on, t.id LIMIT 1)
$$;

CREATE FUNCTION public.entente_judge_move() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  step public.negotiations_trackstep;
  joint record;
BEGIN
  PERFORM public.entente_demand(current_setting('transaction_isolation') = 'read committed', TG_NAME,
    'A track step is recorded in a transaction that sees what others have committed.');
  PERFORM FROM public.negotiations_negotiation WHERE id = NEW.negotiation_id FOR NO KEY UPDATE;
  SELECT * INTO step FROM public.negotiations_trackstep WHERE id = NEW.id;  -- it may have risen since
  FOR joint IN SELECT * FROM public.entente_joints(step) LOOP
    CONTINUE WHEN joint.before = joint.state OR joint.before || '>' || joint.state = ANY (TG_ARGV);
    PERFORM public.entente_demand(joint.before || '<' || joint.state = ANY (TG_ARGV), TG_NAME,
      format('%s cannot move from %s to %s on %s.', joint.government, joint.before, joint.state,
             joint.effective_on));
    PERFORM public.entente_demand(joint.reason <> '', TG_NAME,
      format('%s falls back from %s to %s on %s: give the reason.', joint.government, joint.before,
             joint.state, joint.effective_on));
  END LOOP;
  RETURN NULL;
END $$;
"""

EVIDENCE = """
CREATE FUNCTION public.entente_blocks(agreement bigint, negotiation bigint, level int, on_day date)
RETURNS TABLE (required bigint, signed bigint)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT count(*), count(*) FILTER (WHERE EXISTS (
    SELECT FROM public.negotiations_signature s
    WHERE s.negotiation_id = negotiation AND s.block_id = b.id AND s.sensitivity <= level
      AND s.effective_on <= on_day
      AND NOT EXISTS (SELECT FROM public.negotiations_signature c
                      WHERE c.negotiation_id = negotiation AND c.supersedes_id = s.id)))
  FROM public.negotiations_signatureblock b
  WHERE b.negotiation_id = negotiation AND b.agreement_id = agreement AND b.sensitivity <= level
$$;

CREATE FUNCTION public.entente_demand_signatures(
  step public.negotiations_trackstep, how_many text, rule text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  found record;
BEGIN
  SELECT * INTO found FROM public.entente_blocks(
    step.agreement_id, step.negotiation_id, step.sensitivity, step.effective_on);
  PERFORM public.entente_demand(
    EXISTS (SELECT FROM public.negotiations_agreement
            WHERE id = step.agreement_id AND negotiation_id = step.negotiation_id
              AND COALESCE(government_id, step.government_id) = step.government_id),
    rule, 'This agreement is with another government.');
  PERFORM public.entente_demand(
    found.required > 0 AND found.signed >= CASE how_many WHEN 'all' THEN found.required ELSE 1 END,
    rule, format('%s of %s blocks of the agreement are signed by %s.', found.signed, found.required,
                 step.effective_on));
END $$;

CREATE FUNCTION public.entente_has_order(step public.negotiations_trackstep) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM public.entente_track(step.negotiation_id, step.government_id, step.sensitivity) t
    JOIN public.negotiations_trackstep s ON s.id = t.id
    WHERE s.state = 'J8' AND btrim(s.reference) <> '' AND s.effective_on <= step.effective_on
      AND s.id <> step.id
      AND COALESCE(s.agreement_id, step.agreement_id) IS NOT DISTINCT FROM step.agreement_id)
$$;

CREATE FUNCTION public.entente_reached(step public.negotiations_trackstep)
RETURNS SETOF public.negotiations_trackstep
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT s.* FROM public.entente_joints(step) j JOIN public.negotiations_trackstep s ON s.id = j.id
  WHERE j.before <> s.state AND (s.id = step.id OR s.recorded_by_id IS NOT NULL AND s.state IN (
    SELECT t.before FROM public.entente_track(step.negotiation_id, step.government_id, step.sensitivity) t
    WHERE t.id = step.id
    UNION ALL
    SELECT old.state FROM public.negotiations_trackstep old
    WHERE old.id = step.supersedes_id AND old.negotiation_id = step.negotiation_id))
$$;

CREATE FUNCTION public.entente_demand_evidence() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  step public.negotiations_trackstep;
  wanted text[];
  grade text;
BEGIN
  FOR step IN SELECT * FROM public.entente_reached(NEW) LOOP
    SELECT string_to_array(word, '/') INTO wanted FROM unnest(TG_ARGV) word
      WHERE split_part(word, '/', 1) = step.state;
    grade := CASE WHEN EXISTS (SELECT FROM public.negotiations_offer WHERE id = step.offer_id
                               AND negotiation_id = step.negotiation_id AND form = 'oral')
             THEN wanted[3] ELSE wanted[2] END;
    PERFORM public.entente_demand(grade = '' OR step.grade <= grade, TG_NAME,
      format('%s needs evidence of grade %s; this is %s.', step.state, grade, step.grade));
    PERFORM public.entente_demand(wanted[4] = '' OR EXISTS (
        SELECT FROM unnest(string_to_array(wanted[4], ' ')) name
        WHERE to_jsonb(step) ->> (name || '_id') IS NOT NULL), TG_NAME,
      format('%s names one of these: %s.', step.state, wanted[4]));
    PERFORM public.entente_demand(wanted[6] = '' OR btrim(step.reason_en || step.reason_fr) <> '', TG_NAME,
      format('%s states a reason.', step.state));
    PERFORM public.entente_demand(wanted[7] = '' OR btrim(step.reference) <> '', TG_NAME,
      format('%s gives the number of the order or decision.', step.state));
    PERFORM public.entente_demand(NOT EXISTS (
        SELECT FROM unnest(TG_ARGV) word
        WHERE split_part(word, '/', 1) = 'order' AND split_part(word, '/', 2) = step.government_id
          AND step.state = ANY (string_to_array(split_part(word, '/', 3), ' ')))
        OR public.entente_has_order(step), TG_NAME,
      format('%s needs the number of an order first, in a step J8.', step.government_id));
    IF wanted[5] <> '' THEN
      PERFORM public.entente_demand_signatures(step, wanted[5], TG_NAME);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
"""

CONTESTS = """
CREATE FUNCTION public.entente_refuse_same_state() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  given text;
BEGIN
  EXECUTE format('SELECT state FROM public.%I WHERE id = $1 AND negotiation_id = $2', TG_ARGV[0])
    INTO given USING (to_jsonb(NEW) ->> TG_ARGV[1])::bigint, NEW.negotiation_id;
  PERFORM public.entente_demand(given IS DISTINCT FROM NEW.state, TG_NAME,
    'A contest describes another state than the step itself.');
  RETURN NEW;
END $$;

REVOKE ALL ON FUNCTION public.entente_judge_move(), public.entente_demand_evidence(),
  public.entente_refuse_same_state() FROM PUBLIC;
"""

FORGET = """
DROP FUNCTION public.entente_refuse_same_state(), public.entente_demand_evidence(),
  public.entente_reached(public.negotiations_trackstep),
  public.entente_has_order(public.negotiations_trackstep),
  public.entente_demand_signatures(public.negotiations_trackstep, text, text),
  public.entente_blocks(bigint, bigint, int, date), public.entente_judge_move(),
  public.entente_joints(public.negotiations_trackstep), public.entente_track(bigint, text, int);
"""

MOVES = (
    "J0>J1", "J0>J2", "J0>J3", "J0>J4", "J0>J5", "J0>J6", "J0>J20", "J0>J22",
    "J1>J2", "J1>J3", "J1>J4", "J1>J5", "J1>J6", "J1>J7", "J1>J20", "J1>J21",
    "J1>J22", "J1>J23",
    "J2>J3", "J2>J4", "J2>J5", "J2>J6", "J2>J7", "J2>J8", "J2>J20", "J2>J21",
    "J2>J22", "J2>J23",
    "J3>J2", "J3>J4", "J3>J5", "J3>J6", "J3>J7", "J3>J8", "J3>J20", "J3>J21",
    "J3>J22", "J3>J23",
    "J4>J1", "J4>J2", "J4>J3", "J4>J5", "J4>J6", "J4>J7", "J4>J8", "J4>J20",
    "J4>J21", "J4>J22", "J4>J23",
    "J5>J4", "J5>J6", "J5>J7", "J5>J8", "J5>J9", "J5>J10", "J5>J20", "J5>J21",
    "J5>J22", "J5>J23",
    "J6>J4", "J6>J7", "J6>J8", "J6>J9", "J6>J10", "J6>J20", "J6>J21", "J6>J22",
    "J6>J23",
    "J7>J4", "J7>J8", "J7>J9", "J7>J10", "J7>J20", "J7>J21", "J7>J22", "J7>J23",
    "J8>J4", "J8>J9", "J8>J10", "J8>J20", "J8>J21", "J8>J22", "J8>J23",
    "J9>J4", "J9>J10", "J9>J20", "J9>J21", "J9>J22", "J9>J23",
    "J10>J11", "J10>J13", "J10>J14", "J10>J15", "J10>J21", "J10>J24",
    "J11>J13", "J11>J14", "J11>J15", "J11>J24",
    "J13>J11", "J13>J14", "J13>J15", "J13>J24",
    "J15>J20", "J15>J22",
    "J20>J21", "J20>J22",
    "J21>J8", "J21>J9", "J21>J10", "J21>J11", "J21>J13", "J21>J14", "J21>J15",
    "J21>J24",
    "J22>J20", "J22>J21",
    "J23>J20", "J23>J22",
    "J24>J20", "J24>J22",
    "J2<J1",
    "J3<J1",
    "J5<J1", "J5<J2", "J5<J3",
    "J6<J1", "J6<J2", "J6<J3", "J6<J5",
    "J7<J1", "J7<J2", "J7<J3", "J7<J5", "J7<J6",
    "J8<J1", "J8<J2", "J8<J3", "J8<J5", "J8<J6", "J8<J7",
    "J9<J1", "J9<J2", "J9<J3", "J9<J5", "J9<J6", "J9<J7", "J9<J8",
    "J14<J1",
    "J15<J1",
    "J20<J1", "J20<J2", "J20<J3", "J20<J5", "J20<J6",
    "J21<J1", "J21<J2", "J21<J3", "J21<J5", "J21<J6", "J21<J7",
    "J22<J1", "J22<J2", "J22<J3", "J22<J5", "J22<J6",
    "J23<J1", "J23<J2", "J23<J3", "J23<J5", "J23<J6",
    "J24<J1",
)
DEMANDS = (
    "J0//////",
    "J1/E3/E3////",
    "J2/E1/E3/offer///",
    "J3/E1/E1/offer///",
    "J4/E3/E3/statement event//reason/",
    "J5/E1/E1/statement event agreement///",
    "J6/E1/E1/statement event agreement///",
    "J7/E3/E3////",
    "J8//////reference",
    "J9/E1/E1/agreement/some//",
    "J10/E1/E1/agreement/all//",
    "J11/E1/E1/agreement///",
    "J13/E1/E1/agreement///",
    "J14/E1/E1/agreement///",
    "J15/E1/E1/agreement///",
    "J20/E1/E1/statement event offer///",
    "J21/E1/E1/agreement///",
    "J22/E1/E1/statement event///",
    "J23/E1/E1/statement event///",
    "J24/E1/E1/statement event agreement///",
    "order/QC/J9 J10 J11 J13 J21",
)


class Migration(migrations.Migration):
    dependencies = [("negotiations", "0007_position_look_ups")]
    operations = [
        migrations.RunSQL(TRACK + EVIDENCE + CONTESTS, FORGET),
        migrations.AddConstraint(
            model_name="contest",
            constraint=negotiations.track_rules.AnotherState(
                name="contest_another_state", owner="negotiations_trackstep", column="step_id",
                violation_error_message="This is the state that the step itself gives: a contest describes"
                                        " another."),
        ),
        migrations.AddConstraint(
            model_name="trackstep",
            constraint=negotiations.track_rules.AllowedMoves(
                name="trackstep_moves", moves=MOVES,
                violation_error_message="From the state of that day this one cannot be reached."),
        ),
        migrations.AddConstraint(
            model_name="trackstep",
            constraint=negotiations.track_rules.ProvenSteps(
                name="trackstep_proven", demands=DEMANDS,
                violation_error_message="The evidence that this state needs is not on file."),
        ),
    ]
