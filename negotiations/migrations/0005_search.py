"""Words to search by: folded and stemmed in both languages, behind the wall, kept by triggers.

The web role has no right on the table. It asks entente_search(), in which the wall is written:
behind row-level security PostgreSQL uses no index on text.
"""

from django.db import migrations

WORDS = r"""
CREATE FUNCTION public.entente_fold(told text) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  folded text := regexp_replace(told, '(?<=[0-9])[,_\u00a0\u2009\u202f](?=[0-9]{3}(?![0-9]))', '', 'g');
BEGIN
  folded := lower(regexp_replace(normalize(folded, NFKD), '[\u0300-\u036f]+', '', 'g'));
  folded := replace(replace(folded, 'œ', 'oe'), 'æ', 'ae');
  folded := regexp_replace(folded, '([0-9]) ?(m|millions?)(?![a-z0-9])', '\1 million', 'g');
  folded := regexp_replace(folded, '([0-9]) ?(b|g|billions?|milliards?)(?![a-z0-9])', '\1 billion', 'g');
  RETURN btrim(regexp_replace(folded,
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff]+',
    ' ', 'g'));
END $$;

CREATE FUNCTION public.entente_search_figures(folded text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT COALESCE(string_agg(translate(trim_scale(figure[1]::numeric / 1000000)::text, '.', ' ')
                             || ' million', ' '), '')
  FROM regexp_matches(folded, '(?<![0-9a-z])[0-9]{7,18}(?![0-9a-z])', 'g') AS figure
$$;

CREATE FUNCTION public.entente_search_document(told text) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  folded text := public.entente_fold(left(told, 100000));
BEGIN
  folded := folded || ' ' || public.entente_search_figures(folded);
  RETURN to_tsvector('simple', folded) || to_tsvector('english', folded) || to_tsvector('french', folded);
END $$;

CREATE FUNCTION public.entente_search_number(folded text) RETURNS tsquery
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT phraseto_tsquery('simple', folded)
    || CASE WHEN folded ~ '^[0-9]{4,15}$' THEN phraseto_tsquery('simple', ltrim(reverse(
         regexp_replace(reverse(folded), '([0-9]{3})', '\1 ', 'g')))) ELSE ''::tsquery END
$$;

CREATE FUNCTION public.entente_search_word(word text) RETURNS tsquery
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE
    WHEN to_tsvector('english', word) = '' OR to_tsvector('french', word) = '' THEN ''::tsquery
    ELSE plainto_tsquery('simple', word) || plainto_tsquery('english', word)
      || plainto_tsquery('french', word) END
$$;

CREATE FUNCTION public.entente_search_query(typed text) RETURNS tsquery
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  folded text := public.entente_fold(typed);
  words text[] := string_to_array(folded, ' ');
  start text := CASE WHEN typed ~ '\*$' THEN words[cardinality(words)] END;
  found tsquery := '';
BEGIN
  IF start IS NULL AND folded ~ '^[0-9][0-9 ]*( million| billion)?$' THEN
    RETURN public.entente_search_number(folded);
  END IF;
  IF start IS NOT NULL THEN
    words := trim_array(words, 1);
    IF length(start) > 1 THEN
      found := to_tsquery('simple', start || ':*');
    END IF;
  END IF;
  FOR i IN 1 .. cardinality(words) LOOP
    found := found && public.entente_search_word(words[i]);
  END LOOP;
  RETURN found;
END $$;
"""

ENTRIES = """
CREATE TABLE public.negotiations_searchentry (
  kind varchar(9) NOT NULL,
  row_id bigint NOT NULL,
  negotiation_id bigint NOT NULL,
  sensitivity smallint NOT NULL,
  document tsvector NOT NULL,
  PRIMARY KEY (kind, row_id)
);
CREATE INDEX searchentry_document ON public.negotiations_searchentry USING gin (document);

CREATE FUNCTION public.entente_search_columns(kind text) RETURNS text[]
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE kind
    WHEN 'statement' THEN ARRAY['text', 'translation', 'speaker_note_en', 'speaker_note_fr']
    WHEN 'offer' THEN ARRAY['code', 'title_en', 'title_fr', 'summary_en', 'summary_fr',
                            'consequences_en', 'consequences_fr']
    WHEN 'offerterm' THEN ARRAY['value', 'wording_en', 'wording_fr', 'note_en', 'note_fr']
    WHEN 'term' THEN ARRAY['code', 'name_en', 'name_fr', 'description_en', 'description_fr']
    WHEN 'event' THEN ARRAY['code', 'title_en', 'title_fr', 'series', 'place_en', 'place_fr',
                            'outcome_en', 'outcome_fr']
    WHEN 'source' THEN ARRAY['code', 'title', 'author', 'publisher']
    WHEN 'claim' THEN ARRAY['code', 'text', 'title_en', 'title_fr', 'amounts']
  END
$$;

CREATE FUNCTION public.entente_search_enter(kind text, held jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  level smallint := (held ->> 'sensitivity')::smallint;
  told text;
BEGIN
  SELECT string_agg(held ->> name, ' | ') INTO told
    FROM unnest(public.entente_search_columns(kind)) AS name;
  IF held ->> 'speaker_id' IS NOT NULL THEN
    SELECT concat_ws(' | ', told, max(person)) INTO told FROM public.negotiations_officeholder
      WHERE id = (held ->> 'speaker_id')::bigint AND sensitivity <= level;
  END IF;
  INSERT INTO public.negotiations_searchentry AS entry
      (kind, row_id, negotiation_id, sensitivity, document)
    VALUES (kind, (held ->> 'id')::bigint, (held ->> 'negotiation_id')::bigint, level,
      public.entente_search_document(COALESCE(told, '')))
    ON CONFLICT ON CONSTRAINT negotiations_searchentry_pkey
    DO UPDATE SET sensitivity = excluded.sensitivity, document = excluded.document,
      negotiation_id = excluded.negotiation_id;
END $$;

CREATE FUNCTION public.entente_search_keep() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM public.negotiations_searchentry WHERE kind = TG_ARGV[0] AND row_id = OLD.id;
  ELSE
    PERFORM public.entente_search_enter(TG_ARGV[0], to_jsonb(NEW));
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION public.entente_search_speaker() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM public.entente_search_enter('statement', to_jsonb(s))
    FROM public.negotiations_statement s
    WHERE s.speaker_id = NEW.id AND s.negotiation_id = NEW.negotiation_id;
  RETURN NULL;
END $$;

CREATE TRIGGER officeholder_search AFTER UPDATE ON public.negotiations_officeholder
  FOR EACH ROW WHEN (NEW.person <> OLD.person OR NEW.sensitivity <> OLD.sensitivity)
  EXECUTE FUNCTION public.entente_search_speaker();
"""

KINDS = ("statement", "offer", "offerterm", "term", "event", "source", "claim")
KEPT = "".join(f"""
CREATE TRIGGER {kind}_search AFTER INSERT OR UPDATE OR DELETE ON public.negotiations_{kind}
  FOR EACH ROW EXECUTE FUNCTION public.entente_search_keep('{kind}');
SELECT public.entente_search_enter('{kind}', to_jsonb(held)) FROM public.negotiations_{kind} AS held;
""" for kind in KINDS)

ASKING = """
CREATE FUNCTION public.entente_search(negotiation bigint, kinds text[], query tsquery)
RETURNS TABLE (kind varchar, row_id bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 500 SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY EXECUTE
    'SELECT e.kind, e.row_id FROM public.negotiations_searchentry e
     WHERE e.document @@ $3 AND e.negotiation_id = $1 AND e.kind = ANY ($2)
       AND (e.negotiation_id, e.sensitivity) IN (
         SELECT r.negotiation_id, r.sensitivity FROM public.entente_readable() r)'
    USING negotiation, kinds, query;
END $$;

REVOKE ALL ON FUNCTION public.entente_search(bigint, text[], tsquery), public.entente_search_keep(),
  public.entente_search_speaker(), public.entente_search_enter(text, jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.entente_search(bigint, text[], tsquery) TO entente_web;
"""

FORGET = "".join(
    f"DROP TRIGGER {kind}_search ON public.negotiations_{kind};\n" for kind in (*KINDS, "officeholder")
) + """
DROP FUNCTION public.entente_search(bigint, text[], tsquery), public.entente_search_speaker(),
  public.entente_search_keep(), public.entente_search_enter(text, jsonb),
  public.entente_search_columns(text), public.entente_search_query(text),
  public.entente_search_word(text), public.entente_search_number(text),
  public.entente_search_document(text), public.entente_search_figures(text),
  public.entente_fold(text);
DROP TABLE public.negotiations_searchentry;
"""


class Migration(migrations.Migration):
    dependencies = [("negotiations", "0004_ceiling")]
    operations = [migrations.RunSQL(WORDS + ENTRIES + KEPT + ASKING, FORGET)]
