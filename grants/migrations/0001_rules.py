"""The functions behind config/rules.py: who may read, what may change, what is kept."""

from django.db import migrations

WHO_ASKS = """
SET LOCAL check_function_bodies = off;

CREATE FUNCTION public.entente_user() RETURNS bigint
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
AS $$ SELECT NULLIF(current_setting('entente.user_id', true), '')::bigint $$;

CREATE FUNCTION public.entente_allowed(roles text[])
RETURNS TABLE (negotiation_id bigint, sensitivity smallint)
LANGUAGE sql STABLE SECURITY DEFINER ROWS 20 SET search_path = pg_catalog, pg_temp
AS $$
  SELECT DISTINCT m.negotiation_id, level::smallint
  FROM public.negotiations_membership m
  JOIN public.auth_user u ON u.id = m.user_id AND u.is_active
  CROSS JOIN LATERAL generate_series(1, m.clearance) AS level
  WHERE m.user_id = public.entente_user()
    AND m.role = ANY (roles)
    AND m.starts_on <= current_date
    AND (m.ends_on IS NULL OR m.ends_on >= current_date)
    AND (m.expires_at IS NULL OR m.expires_at > now())
$$;

CREATE FUNCTION public.entente_readable()
RETURNS TABLE (negotiation_id bigint, sensitivity smallint)
LANGUAGE sql STABLE SECURITY DEFINER ROWS 20 SET search_path = pg_catalog, pg_temp
AS $$
  SELECT negotiation_id, sensitivity FROM
  public.entente_allowed(ARRAY['viewer', 'analyst', 'approver', 'records_officer'])
$$;

CREATE FUNCTION public.entente_is_owner(relation oid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
AS $$ SELECT pg_has_role(current_user, relowner, 'USAGE') FROM pg_class WHERE oid = relation $$;

REVOKE ALL ON FUNCTION public.entente_allowed(text[]), public.entente_readable() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.entente_allowed(text[]), public.entente_readable() TO entente_web;
"""

WHAT_MAY_CHANGE = """
CREATE FUNCTION public.entente_may_fall(name text, key text, level int) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
AS $$ SELECT false $$;

CREATE FUNCTION public.entente_refuse_fall(name text, before jsonb, after jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF (after ->> 'sensitivity')::int < (before ->> 'sensitivity')::int
     AND NOT public.entente_may_fall(name, before ->> 'id', (after ->> 'sensitivity')::int) THEN
    RAISE EXCEPTION 'A sensitivity is lowered by two people, not by an edit.'
      USING ERRCODE = 'restrict_violation', TABLE = name;
  END IF;
END $$;

CREATE FUNCTION public.entente_refuse_lowering() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.entente_refuse_fall(TG_TABLE_NAME, to_jsonb(OLD), to_jsonb(NEW));
  RETURN NEW;
END $$;

CREATE FUNCTION public.entente_refuse_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF TG_ARGV[0] <> '' AND (to_jsonb(OLD) ->> TG_ARGV[0]) = ANY (TG_ARGV[1:]) THEN
      RETURN NEW;
    END IF;
    IF to_jsonb(OLD) - 'sensitivity' = to_jsonb(NEW) - 'sensitivity' THEN
      PERFORM public.entente_refuse_fall(TG_TABLE_NAME, to_jsonb(OLD), to_jsonb(NEW));
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'This row is never changed or deleted: add a row that supersedes it.'
    USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME;
END $$;

CREATE FUNCTION public.entente_refuse_part_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  was jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
  part jsonb := CASE WHEN TG_OP = 'DELETE' THEN was ELSE to_jsonb(NEW) END;
  owner jsonb;
BEGIN
  IF was ->> TG_ARGV[1] <> part ->> TG_ARGV[1] THEN
    RAISE EXCEPTION 'A part does not move to another row: take it away and add it there.'
      USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME;
  END IF;
  EXECUTE format('SELECT to_jsonb(o) FROM public.%I o WHERE id = $1 AND negotiation_id = $2
                  FOR SHARE', TG_ARGV[0])
    INTO owner USING (part ->> TG_ARGV[1])::bigint, (part ->> 'negotiation_id')::bigint;
  IF owner ->> 'state' = ANY (TG_ARGV[2:])
     OR TG_OP = 'INSERT' AND (owner ->> 'entered_at')::timestamptz >= now()
     OR TG_OP = 'UPDATE' AND was - 'sensitivity' = part - 'sensitivity' THEN
    RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  RAISE EXCEPTION 'The row that this belongs to is closed: add a row that supersedes it.'
    USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME;
END $$;

CREATE FUNCTION public.entente_refuse_truncate() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'The record is never emptied.'
    USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME;
END $$;

CREATE FUNCTION public.entente_stamp() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    NEW.id := OLD.id;
    NEW.recorded_at := OLD.recorded_at;
    NEW.entered_at := OLD.entered_at;
    NEW.recorded_by_id := OLD.recorded_by_id;
    NEW.negotiation_id := OLD.negotiation_id;
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

CREATE FUNCTION public.entente_last_editor(name text, key text) RETURNS bigint
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT user_id FROM public.negotiations_history
  WHERE table_name = name AND row_key = key AND action = 'update'
    AND before - '{sensitivity,state,version}'::text[] <> after - '{sensitivity,state,version}'::text[]
  ORDER BY id DESC LIMIT 1
$$;

CREATE FUNCTION public.entente_refuse_author() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  judge bigint := COALESCE(public.entente_user(), NEW.recorded_by_id);
  subject text;
  author bigint;
BEGIN
  FOR i IN 0 .. TG_NARGS - 1 BY 2 LOOP
    subject := to_jsonb(NEW) ->> TG_ARGV[i];
    EXECUTE format('SELECT recorded_by_id FROM public.%I WHERE id = $1 AND negotiation_id = $2',
                   TG_ARGV[i + 1]) INTO author USING subject::bigint, NEW.negotiation_id;
    IF judge IN (author, public.entente_last_editor(TG_ARGV[i + 1], subject)) THEN
      RAISE EXCEPTION 'Nobody approves a row that he recorded or last changed himself.'
        USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME;
    END IF;
  END LOOP;
  RETURN NEW;
END $$;

CREATE FUNCTION public.entente_may_approve(
  name text, key bigint, negotiation bigint, level int, author bigint) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT public.entente_user() IS DISTINCT FROM author
    AND public.entente_user() IS DISTINCT FROM public.entente_last_editor(name, key::text)
    AND EXISTS (SELECT FROM public.entente_allowed(ARRAY['approver'])
                WHERE negotiation_id = negotiation AND sensitivity = level)
$$;

CREATE FUNCTION public.entente_refuse_own_approval() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF public.entente_is_owner(TG_RELID) THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF OLD.state = NEW.state OR public.entente_may_approve(
        TG_TABLE_NAME, OLD.id, OLD.negotiation_id, OLD.sensitivity, OLD.recorded_by_id) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'A row is approved by an approver who neither recorded nor last changed it.'
    USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
END $$;

CREATE FUNCTION public.entente_refuse_above_ceiling() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF (to_jsonb(NEW) ->> TG_ARGV[0])::int >
     (SELECT ceiling FROM public.negotiations_negotiation WHERE id = NEW.negotiation_id) THEN
    RAISE EXCEPTION 'This is above the ceiling of the negotiation.'
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END $$;
"""

WHAT_IS_KEPT = """
CREATE FUNCTION public.entente_keep_history() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  before jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
  after jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
  whole jsonb := COALESCE(before, '{}') || COALESCE(after, '{}');
BEGIN
  IF before = after THEN
    RETURN NULL;
  END IF;
  INSERT INTO public.negotiations_history
    (table_name, row_key, action, before, after, negotiation_id, sensitivity,
     user_id, request_id, at, transaction_id)
  VALUES (
    TG_TABLE_NAME, whole ->> TG_ARGV[0], lower(TG_OP), before, after,
    CASE WHEN TG_TABLE_NAME = 'negotiations_negotiation' THEN (whole ->> 'id')::bigint
         ELSE (whole ->> 'negotiation_id')::bigint END,
    GREATEST(COALESCE((before ->> 'sensitivity')::smallint, 1::smallint),
             COALESCE((after ->> 'sensitivity')::smallint, 1::smallint)),
    public.entente_user(), COALESCE(current_setting('entente.request_id', true), ''),
    clock_timestamp(), pg_current_xact_id()::text::bigint);
  RETURN NULL;
END $$;

CREATE FUNCTION public.entente_carry_rise() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.negotiations_history SET sensitivity = NEW.sensitivity
    WHERE table_name = TG_TABLE_NAME AND row_key = NEW.id::text
      AND sensitivity < NEW.sensitivity;
  IF TG_ARGV[0] <> '' THEN
    EXECUTE format('UPDATE public.%I SET sensitivity = $1 WHERE sensitivity < $1
                    AND negotiation_id = $2 AND (id = $3 OR %I = $4)', TG_TABLE_NAME, TG_ARGV[0])
      USING NEW.sensitivity, NEW.negotiation_id, (to_jsonb(NEW) ->> TG_ARGV[0])::bigint, NEW.id;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION public.entente_join_versions() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  superseded bigint := (to_jsonb(NEW) ->> TG_ARGV[0])::bigint;
  level smallint;
BEGIN
  EXECUTE format('SELECT sensitivity FROM public.%I WHERE id = $1 AND negotiation_id = $2
                  FOR SHARE', TG_TABLE_NAME) INTO level USING superseded, NEW.negotiation_id;
  IF level > NEW.sensitivity THEN
    RAISE EXCEPTION 'A row that supersedes another is at least as sensitive.'
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME;
  END IF;
  EXECUTE format('UPDATE public.%I SET sensitivity = $1 WHERE sensitivity < $1
                  AND negotiation_id = $2 AND id = $3', TG_TABLE_NAME)
    USING NEW.sensitivity, NEW.negotiation_id, superseded;
  RETURN NULL;
END $$;

CREATE FUNCTION public.entente_inherit_level() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  level smallint;
BEGIN
  EXECUTE format('SELECT sensitivity FROM public.%I WHERE id = $1 AND negotiation_id = $2
                  FOR SHARE', TG_ARGV[0])
    INTO level USING (to_jsonb(NEW) ->> TG_ARGV[1])::bigint, NEW.negotiation_id;
  IF TG_OP = 'UPDATE' AND NEW.sensitivity < OLD.sensitivity AND NEW.sensitivity < level THEN
    RAISE EXCEPTION 'A part is at least as sensitive as what it belongs to.'
      USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME;
  END IF;
  NEW.sensitivity := GREATEST(NEW.sensitivity, level);
  RETURN NEW;
END $$;

CREATE FUNCTION public.entente_carry_to_parts() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  EXECUTE format('UPDATE public.%I SET sensitivity = $1 WHERE sensitivity < $1
                  AND negotiation_id = $2 AND %I = $3', TG_ARGV[0], TG_ARGV[1])
    USING NEW.sensitivity, NEW.negotiation_id, NEW.id;
  UPDATE public.negotiations_history SET sensitivity = NEW.sensitivity
    WHERE table_name = TG_ARGV[0] AND negotiation_id = NEW.negotiation_id
      AND sensitivity < NEW.sensitivity
      AND NEW.id::text IN (before ->> TG_ARGV[1], after ->> TG_ARGV[1]);
  RETURN NULL;
END $$;

REVOKE ALL ON FUNCTION public.entente_may_approve(text, bigint, bigint, int, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.entente_may_approve(text, bigint, bigint, int, bigint)
  TO entente_web;
REVOKE ALL ON FUNCTION public.entente_refuse_part_change(), public.entente_refuse_author(),
  public.entente_last_editor(text, text), public.entente_refuse_above_ceiling(),
  public.entente_keep_history(), public.entente_carry_rise(), public.entente_join_versions(),
  public.entente_inherit_level(), public.entente_carry_to_parts() FROM PUBLIC;
"""

FORGET = """
DROP FUNCTION public.entente_carry_to_parts(), public.entente_inherit_level(),
  public.entente_join_versions(), public.entente_carry_rise(), public.entente_keep_history(),
  public.entente_refuse_above_ceiling(), public.entente_refuse_own_approval(),
  public.entente_may_approve(text, bigint, bigint, int, bigint), public.entente_refuse_author(),
  public.entente_last_editor(text, text), public.entente_stamp(),
  public.entente_refuse_truncate(), public.entente_refuse_part_change(),
  public.entente_refuse_change(), public.entente_refuse_lowering(),
  public.entente_refuse_fall(text, jsonb, jsonb), public.entente_may_fall(text, text, int),
  public.entente_is_owner(oid), public.entente_readable(), public.entente_allowed(text[]),
  public.entente_user();
"""


class Migration(migrations.Migration):
    initial = True
    dependencies = []
    operations = [
        migrations.RunSQL(WHO_ASKS + WHAT_MAY_CHANGE + WHAT_IS_KEPT, FORGET),
    ]
