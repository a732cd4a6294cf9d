"""A correction stands where the row stood that it corrects, among those of its day: on tracks, in every cell.

And a step that says of a state and a day no more than the row did that it corrects brings no other
evidence than that one had: what was loaded can be corrected.
"""

from django.db import migrations, models
from django.db.models.functions import Coalesce

from negotiations.place_rules import KeepsItsPlace

FACTS = ("attendance", "claimverdict", "condition", "contest", "deadline", "followup", "offer", "position",
         "signature", "statement", "trackstep")

# The rules of append-only tables rest while the owner writes what they will say from here on.
PLACE = """
ALTER TABLE public.negotiations_{fact} DISABLE TRIGGER USER;
WITH RECURSIVE chain AS (
  SELECT id, id AS first FROM public.negotiations_{fact} WHERE supersedes_id IS NULL
  UNION ALL
  SELECT c.id, chain.first FROM chain JOIN public.negotiations_{fact} c ON c.supersedes_id = chain.id)
UPDATE public.negotiations_{fact} f SET in_place_of = chain.first
  FROM chain WHERE chain.id = f.id AND chain.first <> f.id;
ALTER TABLE public.negotiations_{fact} ENABLE TRIGGER USER;
"""

TRACK = """
DROP FUNCTION public.entente_track(bigint, text, int);
CREATE FUNCTION public.entente_track(negotiation bigint, government text, level int)
RETURNS TABLE (id bigint, effective_on date, place bigint, state text, reason text, before text,
               before_id bigint)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT s.id, s.effective_on, COALESCE(s.in_place_of, s.id), s.state, btrim(s.reason_en || s.reason_fr),
    lag(s.state, 1, 'J0') OVER in_time, lag(s.id) OVER in_time
  FROM public.negotiations_trackstep s
  WHERE s.negotiation_id = negotiation AND s.government_id = government AND s.sensitivity <= level
    AND NOT EXISTS (SELECT FROM public.negotiations_trackstep c
                    WHERE c.negotiation_id = s.negotiation_id AND c.supersedes_id = s.id)
  WINDOW in_time AS (ORDER BY s.effective_on, COALESCE(s.in_place_of, s.id))
$$;

CREATE OR REPLACE FUNCTION public.entente_joints(step public.negotiations_trackstep)
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
     AND (t.effective_on, t.place) > (old.effective_on, COALESCE(old.in_place_of, old.id))
   ORDER BY t.effective_on, t.place LIMIT 1)
$$;

CREATE FUNCTION public.entente_restates(step public.negotiations_trackstep) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM public.negotiations_trackstep old
    WHERE old.id = step.supersedes_id AND old.negotiation_id = step.negotiation_id
      AND (old.government_id, old.state, old.effective_on)
        = (step.government_id, step.state, step.effective_on)
      AND step.grade <= old.grade
      AND (old.statement_id IS NULL OR step.statement_id IS NOT NULL)
      AND (old.event_id IS NULL OR step.event_id IS NOT NULL)
      AND (old.offer_id IS NULL OR step.offer_id = old.offer_id)
      AND (old.agreement_id IS NULL OR step.agreement_id = old.agreement_id)
      AND (btrim(old.reference) = '' OR btrim(step.reference) <> '')
      AND (btrim(old.reason_en || old.reason_fr) = '' OR btrim(step.reason_en || step.reason_fr) <> ''))
$$;

CREATE OR REPLACE FUNCTION public.entente_reached(step public.negotiations_trackstep)
RETURNS SETOF public.negotiations_trackstep
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT s.* FROM public.entente_joints(step) j JOIN public.negotiations_trackstep s ON s.id = j.id
  WHERE j.before <> s.state AND NOT (s.id = step.id AND public.entente_restates(step))
    AND (s.id = step.id OR s.recorded_by_id IS NOT NULL AND s.state IN (
    SELECT t.before FROM public.entente_track(step.negotiation_id, step.government_id, step.sensitivity) t
    WHERE t.id = step.id
    UNION ALL
    SELECT old.state FROM public.negotiations_trackstep old
    WHERE old.id = step.supersedes_id AND old.negotiation_id = step.negotiation_id))
$$;
"""

TRACK_BEFORE = """
DROP FUNCTION public.entente_restates(public.negotiations_trackstep);
DROP FUNCTION public.entente_track(bigint, text, int);
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

CREATE OR REPLACE FUNCTION public.entente_joints(step public.negotiations_trackstep)
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

CREATE OR REPLACE FUNCTION public.entente_reached(step public.negotiations_trackstep)
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
"""


LATEST, GRADED = (
    models.Index("negotiation", "government", "term", "origin", *graded, models.F("effective_on").desc(),
                 Coalesce("in_place_of", "id").desc(), "recorded_at", name=name)
    for name, graded in (("position_latest", []), ("position_graded", ["grade"])))


def in_place_of():
    return models.BigIntegerField(editable=False, null=True, verbose_name="in the place of")


class Migration(migrations.Migration):
    dependencies = [("negotiations", "0013_search_beside_drafts")]
    operations = [
        *(migrations.AddField(model_name=fact, name="in_place_of", field=in_place_of()) for fact in FACTS),
        *(migrations.RunSQL(PLACE.format(fact=fact), migrations.RunSQL.noop) for fact in FACTS),
        *(migrations.AddConstraint(model_name=fact, constraint=KeepsItsPlace(name=f"{fact}_place"))
          for fact in FACTS),
        migrations.RunSQL(TRACK, TRACK_BEFORE),
        *(step for index in (LATEST, GRADED) for step in (
            migrations.RemoveIndex("position", index.name), migrations.AddIndex("position", index))),
    ]
