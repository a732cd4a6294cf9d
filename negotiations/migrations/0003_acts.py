"""Acts that need a right or two people, and the chain that shows a change of history.

All of it functions of the owner: the web role calls them, and writes none of their tables.
"""

from django.db import migrations

DEMANDS = """
CREATE FUNCTION public.entente_demand(holds boolean, rule text, sentence text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF holds IS NOT TRUE THEN
    RAISE EXCEPTION '%', sentence USING ERRCODE = 'check_violation', CONSTRAINT = rule;
  END IF;
END $$;

CREATE FUNCTION public.entente_demand_right(holds boolean, sentence text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF holds IS NOT TRUE THEN
    RAISE EXCEPTION '%', sentence USING ERRCODE = 'insufficient_privilege';
  END IF;
END $$;

CREATE FUNCTION public.entente_clearance(negotiation bigint, roles text[]) RETURNS smallint
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT max(sensitivity) FROM public.entente_allowed(roles) WHERE negotiation_id = negotiation
$$;

CREATE FUNCTION public.entente_signed_in() RETURNS bigint
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT id FROM public.auth_user WHERE id = public.entente_user() AND is_active
$$;

CREATE FUNCTION public.entente_has_right(right_name text) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM public.auth_permission p
    JOIN public.django_content_type t ON t.id = p.content_type_id AND t.app_label = 'negotiations'
    WHERE p.codename = right_name AND (
      EXISTS (SELECT FROM public.auth_user_user_permissions own
              WHERE own.permission_id = p.id AND own.user_id = public.entente_signed_in())
      OR EXISTS (SELECT FROM public.auth_user_groups g
                 JOIN public.auth_group_permissions gp ON gp.group_id = g.group_id
                 WHERE gp.permission_id = p.id AND g.user_id = public.entente_signed_in())))
$$;
"""

MEMBERSHIPS = """
CREATE FUNCTION public.entente_give_membership(
  negotiation bigint, member bigint, as_role text, up_to int, from_day date, to_day date, why text)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own smallint := public.entente_clearance(negotiation, ARRAY['approver']);
  made bigint;
BEGIN
  PERFORM public.entente_demand_right(own IS NOT NULL,
    'Only an approver of the negotiation gives a membership.');
  PERFORM public.entente_demand(member <> public.entente_user(), 'membership_not_to_oneself',
    'Nobody gives a membership to himself.');
  PERFORM public.entente_demand(up_to <= own, 'membership_above_giver',
    'Nobody gives a clearance above his own.');
  PERFORM public.entente_demand(
    EXISTS (SELECT FROM public.auth_user WHERE id = member AND is_active),
    'membership_of_the_active', 'This account is not active.');
  INSERT INTO public.negotiations_membership (negotiation_id, user_id, role, clearance, starts_on,
      ends_on, break_glass, reason, given_by_id)
    VALUES (negotiation, member, as_role, up_to, from_day, to_day, false, btrim(why),
      public.entente_user())
    RETURNING id INTO made;
  RETURN made;
END $$;

CREATE FUNCTION public.entente_end_membership(membership bigint, why text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  ended public.negotiations_membership;
BEGIN
  SELECT * INTO ended FROM public.negotiations_membership WHERE id = membership;
  PERFORM public.entente_demand_right(
    public.entente_clearance(ended.negotiation_id, ARRAY['approver']) IS NOT NULL,
    'Only an approver of the negotiation ends a membership.');
  PERFORM public.entente_demand(btrim(why) <> '', 'membership_end_says_why',
    'Say why this access ends.');
  PERFORM FROM public.negotiations_membership
    WHERE negotiation_id = ended.negotiation_id AND role = 'approver' FOR UPDATE;
  PERFORM public.entente_demand(
    ended.role <> 'approver' OR public.entente_other_approver(ended.negotiation_id, membership),
    'membership_last_approver', 'A negotiation keeps an approver: give that role to another first.');
  UPDATE public.negotiations_membership
    SET expires_at = LEAST(expires_at, now()),
        ends_on = LEAST(ends_on, GREATEST(starts_on, current_date)),
        reason = left(reason || ' · ' || btrim(why), 300)
    WHERE id = membership;
END $$;

CREATE FUNCTION public.entente_other_approver(negotiation bigint, than bigint) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM public.negotiations_membership m
    JOIN public.auth_user u ON u.id = m.user_id AND u.is_active
    WHERE m.negotiation_id = negotiation AND m.id <> than AND m.role = 'approver'
      AND m.starts_on <= current_date AND (m.ends_on IS NULL OR m.ends_on > current_date)
      AND m.expires_at IS NULL)
$$;

CREATE FUNCTION public.entente_break_glass(address text, why text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  made bigint;
BEGIN
  PERFORM public.entente_demand_right(public.entente_signed_in() IS NOT NULL,
    'Sign in first.');
  PERFORM public.entente_demand(btrim(why) <> '', 'membership_says_why',
    'Say why this person is given access.');
  INSERT INTO public.negotiations_membership (negotiation_id, user_id, role, clearance, starts_on,
      expires_at, break_glass, reason, given_by_id)
    SELECT id, public.entente_user(), 'viewer', ceiling, current_date,
      now() + interval '4 hours', true, btrim(why), public.entente_user()
    FROM public.negotiations_negotiation WHERE slug = address
    RETURNING id INTO made;
  PERFORM public.entente_demand(made IS NOT NULL, 'negotiation_exists',
    'No negotiation has this address.');
  RETURN made;
END $$;

CREATE FUNCTION public.entente_open_negotiation(
  address text, english text, french text, since date, home_code text, programme bigint,
  highest int, package boolean, why text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  made bigint;
BEGIN
  PERFORM public.entente_demand_right(public.entente_has_right('open_negotiation'),
    'Opening a negotiation needs a right of its own.');
  INSERT INTO public.negotiations_negotiation (slug, title_en, title_fr, french_by, opened_on,
      home_id, programme_id, ceiling, single_package, invented, withdrawn_reason, version)
    VALUES (address, english, french, 'ours', since, home_code, programme, highest, package,
      false, '', 1)
    RETURNING id INTO made;
  INSERT INTO public.negotiations_membership (negotiation_id, user_id, role, clearance, starts_on,
      break_glass, reason)
    VALUES (made, public.entente_user(), 'approver', highest, current_date, false, btrim(why));
  RETURN made;
END $$;
"""

LOWERING = """
CREATE TABLE public.negotiations_lowering (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  negotiation_id bigint NOT NULL,
  table_name varchar(63) NOT NULL,
  row_ids bigint[] NOT NULL,
  sensitivity smallint NOT NULL,
  level smallint NOT NULL,
  reason varchar(300) NOT NULL,
  requested_by_id bigint NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  confirmed_by_id bigint,
  confirmed_at timestamptz,
  transaction_id bigint,
  CONSTRAINT lowering_is_lower CHECK (level >= 1 AND level < sensitivity),
  CONSTRAINT lowering_says_why CHECK (reason <> ''),
  CONSTRAINT lowering_by_two CHECK (confirmed_by_id <> requested_by_id)
);
CREATE TRIGGER lowering_history AFTER INSERT OR UPDATE OR DELETE ON public.negotiations_lowering
  FOR EACH ROW EXECUTE FUNCTION public.entente_keep_history('id');
CREATE TRIGGER lowering_undeletable BEFORE DELETE ON public.negotiations_lowering
  FOR EACH ROW EXECUTE FUNCTION public.entente_refuse_change('');
CREATE TRIGGER lowering_truncate BEFORE TRUNCATE ON public.negotiations_lowering
  FOR EACH STATEMENT EXECUTE FUNCTION public.entente_refuse_truncate();

CREATE FUNCTION public.entente_versions(name text, row_id bigint) RETURNS bigint[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  found bigint[];
BEGIN
  IF NOT EXISTS (SELECT FROM pg_attribute WHERE attname = 'supersedes_id' AND NOT attisdropped
                 AND attrelid = format('public.%I', name)::regclass) THEN
    RETURN ARRAY[row_id];
  END IF;
  EXECUTE format('WITH RECURSIVE v (id, supersedes_id) AS (
      SELECT id, supersedes_id FROM public.%1$I WHERE id = $1
      UNION SELECT r.id, r.supersedes_id FROM public.%1$I r
      JOIN v ON r.supersedes_id = v.id OR r.id = v.supersedes_id)
    SELECT array_agg(id ORDER BY id) FROM v', name) INTO found USING row_id;
  RETURN found;
END $$;

CREATE FUNCTION public.entente_ask_lowering(name text, row_id bigint, to_level int, why text)
RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  negotiation bigint;
  now_at smallint;
  made bigint;
BEGIN
  IF EXISTS (SELECT FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
             WHERE c.relname = name AND c.relnamespace = 'public'::regnamespace
               AND t.tgfoid = 'public.entente_refuse_lowering()'::regprocedure) THEN
    EXECUTE format('SELECT negotiation_id, sensitivity FROM public.%I WHERE id = $1', name)
      INTO negotiation, now_at USING row_id;
  END IF;
  PERFORM public.entente_demand_right(now_at <= public.entente_clearance(negotiation,
    ARRAY['analyst', 'approver', 'records_officer']), 'There is no such row that you may change.');
  INSERT INTO public.negotiations_lowering
      (negotiation_id, table_name, row_ids, sensitivity, level, reason, requested_by_id)
    VALUES (negotiation, name, public.entente_versions(name, row_id), now_at, to_level, btrim(why),
      public.entente_user())
    RETURNING id INTO made;
  RETURN made;
END $$;

CREATE FUNCTION public.entente_confirm_lowering(request bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  asked public.negotiations_lowering;
  found bigint[];
BEGIN
  SELECT * INTO asked FROM public.negotiations_lowering WHERE id = request FOR UPDATE;
  PERFORM public.entente_demand_right(
    asked.sensitivity <= public.entente_clearance(asked.negotiation_id, ARRAY['approver']),
    'There is no such request that you may confirm.');
  PERFORM public.entente_demand(asked.requested_by_id <> public.entente_user(), 'lowering_by_two',
    'Whoever asks does not confirm.');
  EXECUTE format('SELECT array_agg(id ORDER BY id) FROM public.%I
                  WHERE id = ANY ($1) AND sensitivity = $2', asked.table_name)
    INTO found USING public.entente_versions(asked.table_name, asked.row_ids[1]), asked.sensitivity;
  PERFORM public.entente_demand(asked.confirmed_by_id IS NULL AND found = asked.row_ids
      AND found = public.entente_versions(asked.table_name, asked.row_ids[1]),
    'lowering_is_current', 'The row has changed since this was asked: ask again.');
  UPDATE public.negotiations_lowering
    SET confirmed_by_id = public.entente_user(), confirmed_at = clock_timestamp(),
        transaction_id = pg_current_xact_id()::text::bigint
    WHERE id = request;
  EXECUTE format('UPDATE public.%I SET sensitivity = $1 WHERE id = ANY ($2)', asked.table_name)
    USING asked.level, asked.row_ids;
END $$;

CREATE FUNCTION public.entente_pending_lowerings() RETURNS SETOF public.negotiations_lowering
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT * FROM public.negotiations_lowering
  WHERE confirmed_by_id IS NULL AND (negotiation_id, sensitivity) IN (
    SELECT negotiation_id, sensitivity FROM public.entente_readable())
  ORDER BY id
$$;

CREATE OR REPLACE FUNCTION public.entente_may_fall(name text, key text, level int) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM public.negotiations_lowering l
    WHERE l.transaction_id = pg_current_xact_id_if_assigned()::text::bigint
      AND l.confirmed_at >= now() AND l.table_name = name AND key::bigint = ANY (l.row_ids)
      AND l.level = entente_may_fall.level)
$$;
"""

CHAIN = """
CREATE TABLE public.negotiations_historychain (
  number bigint PRIMARY KEY,
  entry_ids bigint[] NOT NULL,
  last_id bigint NOT NULL,
  digest bytea NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  transaction_id bigint NOT NULL
);
CREATE INDEX historychain_transaction ON public.negotiations_historychain (transaction_id);
CREATE TRIGGER historychain_append_only BEFORE UPDATE OR DELETE ON public.negotiations_historychain
  FOR EACH ROW EXECUTE FUNCTION public.entente_refuse_change('');
CREATE TRIGGER historychain_truncate BEFORE TRUNCATE ON public.negotiations_historychain
  FOR EACH STATEMENT EXECUTE FUNCTION public.entente_refuse_truncate();

CREATE FUNCTION public.entente_entry_digest(e public.negotiations_history) RETURNS bytea
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT sha256(convert_to(jsonb_build_array(e.id, e.table_name, e.row_key, e.action, e.before,
    e.after, e.negotiation_id, e.user_id, e.request_id, extract(epoch FROM e.at),
    e.transaction_id)::text, 'UTF8'))
$$;

CREATE FUNCTION public.entente_link_digest(previous bytea, ids bigint[]) RETURNS bytea
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT sha256(COALESCE(previous, '') || COALESCE(string_agg(
    public.entente_entry_digest(h), ''::bytea ORDER BY h.id), ''))
  FROM public.negotiations_history h WHERE h.id = ANY (ids)
$$;

CREATE FUNCTION public.entente_add_link(ids bigint[], by_transaction bigint) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  head public.negotiations_historychain;
BEGIN
  LOCK TABLE public.negotiations_historychain IN SHARE ROW EXCLUSIVE MODE;
  SELECT * INTO head FROM public.negotiations_historychain ORDER BY number DESC LIMIT 1;
  INSERT INTO public.negotiations_historychain (number, entry_ids, last_id, digest, transaction_id)
    VALUES (COALESCE(head.number, 0) + 1, ids, ids[cardinality(ids)],
      public.entente_link_digest(head.digest, ids), by_transaction);
END $$;

CREATE FUNCTION public.entente_chain() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM public.negotiations_historychain
                 WHERE transaction_id = NEW.transaction_id AND last_id >= NEW.id AND at >= now()) THEN
    PERFORM public.entente_add_link((
      SELECT array_agg(id ORDER BY id) FROM public.negotiations_history
      WHERE id >= NEW.id AND transaction_id = NEW.transaction_id), NEW.transaction_id);
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER history_chain AFTER INSERT ON public.negotiations_history
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.entente_chain();

CREATE FUNCTION public.entente_chain_faults()
RETURNS TABLE (link bigint, entry bigint, fault text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH links AS (
    SELECT c.*, lag(c.digest) OVER (ORDER BY c.number) AS previous,
           lag(c.number, 1, 0::bigint) OVER (ORDER BY c.number) AS before
    FROM public.negotiations_historychain c),
  members AS (
    SELECT l.number, e.id, h.id AS standing, public.entente_entry_digest(h) AS digest
    FROM links l CROSS JOIN unnest(l.entry_ids) AS e (id)
    LEFT JOIN public.negotiations_history h ON h.id = e.id),
  sums AS (
    SELECT number, bool_and(standing IS NOT NULL) AS complete,
           string_agg(digest, ''::bytea ORDER BY id) AS digests
    FROM members GROUP BY number)
  SELECT number, NULL::bigint, 'link_missing' FROM links WHERE number <> before + 1
  UNION ALL
  SELECT number, id, 'entry_missing' FROM members WHERE standing IS NULL
  UNION ALL
  SELECT l.number, NULL, 'link_broken' FROM links l JOIN sums s USING (number)
    WHERE s.complete AND l.digest <> sha256(COALESCE(l.previous, '') || s.digests)
  UNION ALL
  SELECT NULL, h.id, 'entry_unlinked' FROM public.negotiations_history h
    WHERE NOT EXISTS (SELECT FROM members m WHERE m.id = h.id)
  UNION ALL
  SELECT NULL, h.id, 'level_lowered' FROM public.negotiations_history h
    WHERE h.sensitivity < GREATEST((h.before ->> 'sensitivity')::int, (h.after ->> 'sensitivity')::int)
  ORDER BY 1, 2
$$;

CREATE FUNCTION public.entente_chain_link(wanted bigint DEFAULT NULL)
RETURNS TABLE (number bigint, digest text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT c.number, encode(c.digest, 'hex') FROM public.negotiations_historychain c
  WHERE c.number = wanted OR wanted IS NULL ORDER BY c.number DESC LIMIT 1
$$;

SELECT public.entente_add_link(array_agg(id ORDER BY id), pg_current_xact_id()::text::bigint)
  FROM public.negotiations_history HAVING count(*) > 0;
"""

RIGHTS = """
REVOKE ALL ON FUNCTION
  public.entente_give_membership(bigint, bigint, text, int, date, date, text),
  public.entente_end_membership(bigint, text),
  public.entente_break_glass(text, text),
  public.entente_open_negotiation(text, text, text, date, text, bigint, int, boolean, text),
  public.entente_ask_lowering(text, bigint, int, text),
  public.entente_confirm_lowering(bigint),
  public.entente_pending_lowerings(),
  public.entente_may_fall(text, text, int),
  public.entente_chain_faults(),
  public.entente_chain_link(bigint),
  public.entente_chain()
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  public.entente_give_membership(bigint, bigint, text, int, date, date, text),
  public.entente_end_membership(bigint, text),
  public.entente_break_glass(text, text),
  public.entente_open_negotiation(text, text, text, date, text, bigint, int, boolean, text),
  public.entente_ask_lowering(text, bigint, int, text),
  public.entente_confirm_lowering(bigint),
  public.entente_pending_lowerings(),
  public.entente_may_fall(text, text, int),
  public.entente_chain_faults(),
  public.entente_chain_link(bigint)
  TO entente_web;
"""

FORGET = """
DROP TRIGGER history_chain ON public.negotiations_history;
DROP FUNCTION public.entente_chain_link(bigint), public.entente_chain_faults(),
  public.entente_chain(), public.entente_add_link(bigint[], bigint),
  public.entente_link_digest(bytea, bigint[]),
  public.entente_entry_digest(public.negotiations_history);
DROP TABLE public.negotiations_historychain;
CREATE OR REPLACE FUNCTION public.entente_may_fall(name text, key text, level int) RETURNS boolean
LANGUAGE sql STABLE SECURITY INVOKER SET search_path = pg_catalog, pg_temp
AS $$ SELECT false $$;
GRANT EXECUTE ON FUNCTION public.entente_may_fall(text, text, int) TO PUBLIC;
DROP FUNCTION public.entente_pending_lowerings(), public.entente_confirm_lowering(bigint),
  public.entente_ask_lowering(text, bigint, int, text), public.entente_versions(text, bigint);
DROP TABLE public.negotiations_lowering;
DROP FUNCTION
  public.entente_open_negotiation(text, text, text, date, text, bigint, int, boolean, text),
  public.entente_break_glass(text, text), public.entente_other_approver(bigint, bigint),
  public.entente_end_membership(bigint, text),
  public.entente_give_membership(bigint, bigint, text, int, date, date, text),
  public.entente_has_right(text), public.entente_signed_in(),
  public.entente_clearance(bigint, text[]), public.entente_demand_right(boolean, text),
  public.entente_demand(boolean, text, text);
"""


class Migration(migrations.Migration):
    dependencies = [("negotiations", "0002_web_role")]
    operations = [
        migrations.RunSQL(DEMANDS + MEMBERSHIPS + LOWERING + CHAIN + RIGHTS, FORGET),
    ]
