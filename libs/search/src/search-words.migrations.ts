import { searchLetters, unsearchedMarks, unspaced } from '@parlour/contracts/search/search-folding';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { neverUndone } from '@parlour/kernel/database/kernel-tables';

/** A word of an excerpt's text. */
const word = `(?![${unsearchedMarks}])[[:alnum:]\\uff10-\\uff19][[:alnum:]\\uff10-\\uff19${unsearchedMarks}]*`;

/** SQL: `source` without marks, in lower case, with its letters as searches have them. */
function folded(): string {
  const bare = `lower(regexp_replace(normalize(search_orderable(source), nfd), '[${unsearchedMarks}]', '', 'g'))`;
  const { from, to, several } = searchLetters;
  return several.reduce(
    (text, [letter, letters]) => `replace(${text}, '${letter}', '${letters}')`,
    `translate(${bare}, '${from}', '${to}')`,
  );
}

const functions = (): string => String.raw`
      -- Stems without stop words: each word counts, so phrases are exact, and "to be" is found too.
      create text search dictionary site_stem (template = snowball, language = english);
      create text search configuration site_words (parser = default);
      alter text search configuration site_words add mapping for asciiword, word, numword, int, uint, float, sfloat, version,
        asciihword, hword, numhword, hword_asciipart, hword_part, hword_numpart, host, file, email, url, url_path with site_stem;

      -- Expressions without queries, as each text is put through them.
      -- PostgreSQL normalizes a run of combining marks in time that grows with the square of its length, and nothing can
      -- interrupt it. So runs longer than checkMarks allows, where Markdown stood between the marks, are left out before.
      create function search_orderable(source text) returns text language sql immutable strict parallel safe
      return regexp_replace(source, '[${marks()}]{31,}', '', 'g');

      -- Letters as foldForSearch makes them. The words of an excerpt's text are those of the folded one, in the same
      -- order: nothing that is folded begins or ends a word elsewhere.
      create function search_accents(source text) returns text language sql immutable strict parallel safe
      return normalize(${folded()}, nfc);

      create function search_signs(source text) returns text language sql immutable strict parallel safe
      return regexp_replace(regexp_replace(regexp_replace(source,
        '([[:alnum:]])\+\+(?![[:alnum:]+])', '\1plusplus', 'g'),
        '\y([[:alpha:]])#(?![[:alnum:]#])', '\1sharp', 'g'),
        '(^|[^[:alnum:]])\.net\y', '\1dotnet', 'g');

      create function search_lower(source text) returns text language sql immutable strict parallel safe
      return lower(case when octet_length(source) = length(source) then source else search_accents(source) end);

      -- In scripts without blanks each character is a word, with the next one, the last one alone; digits at the end of
      -- a word are one more, as wordsOf of the contracts cuts them.
      create function search_pairs(source text) returns text language sql immutable strict parallel safe
      return regexp_replace(regexp_replace(regexp_replace(source,
        '([${unspaced}]+)', ' \1 ', 'g'),
        '([${unspaced}])', '\1|\1', 'g'),
        ' [${unspaced}]\|', ' ', 'g');

      -- The words of a folded text, with blanks between them.
      create function search_cut(source text) returns text language sql immutable strict parallel safe
      return regexp_replace(regexp_replace(case when octet_length(source) = length(source) then source else search_pairs(source) end,
        '[^[:alnum:]]+', ' ', 'g'),
        '([[:alpha:]])([0-9]+)(?![[:alnum:]])', '\1\2 \2', 'g');

      -- Letters and digits without accents, in lower case, with blanks between words. C++, C# and .NET are words.
      create function search_words(source text) returns text language sql immutable strict parallel safe
      return search_cut(case when source ~* '\+\+|#|\.net' then search_signs(search_lower(source)) else search_lower(source) end);

      -- The costs keep PostgreSQL from computing them for each row in place of using an index.
      create function search_vector(source text) returns tsvector language sql immutable strict parallel safe cost 400
      return to_tsvector('site_words', search_words(source));

      -- Also the first characters of pairs, which searches for one character look for.
      create function search_terms(source text) returns text[] language sql immutable strict parallel safe cost 400
      return array(
        select distinct '~' || term
          from unnest(tsvector_to_array(search_vector(source))) stem
          cross join lateral unnest(case when stem ~ '^[${unspaced}]{2}$' then array[stem, left(stem, 1)] else array[stem] end) term
         where octet_length(term) < 1900);

      -- Rows are searched by segments of their log's positions, the newest first, so that a frequent word costs as little as a rare one.
      create function search_segment(at bigint) returns int language sql immutable strict parallel safe
      return (at >> 15)::int;

      create function terms_in_segment(segment int, terms text[]) returns tsvector
        language sql immutable strict parallel safe cost 200
      return array_to_tsvector(array(select segment || term from unnest(terms) term));

      create function search_plain(markdown text) returns text language sql immutable strict parallel safe
      return (
        select btrim(regexp_replace(starts.t, '\s+', ' ', 'g'))
          from (select regexp_replace(normalize(search_orderable(translate(markdown, '${'`'}~*' || chr(1) || chr(2), '')), nfc),
                  '!?\[([^][]*)\]\([^)]*\)', '\1', 'g')) links (t)
          cross join lateral (select regexp_replace(links.t,
                  '^[ \t]*((#{1,6}|[-+]|[0-9]+[.)])[ \t]+|>[ \t]*)+', '', 'gn')) starts (t)
      );

      -- The part of a text where the first of these stems is, with the words found between the characters 1 and 2.
      -- Each word of the index is one here; what divides those within runs is taken out at the end.
      create function search_excerpt(markdown text, stems text[]) returns text language sql immutable strict parallel safe
      return (
        with plain (t) as materialized (select search_plain(markdown)),
        parts (t) as materialized (
          select regexp_replace(case when octet_length(t) = length(t) then t else regexp_replace(regexp_replace(t,
                   '([${unspaced}][${unspaced}${unsearchedMarks}]*)', chr(3) || '\1', 'g'),
                   '([${unspaced}][${unsearchedMarks}]*)', '\1' || chr(3), 'g') end,
                 '([[:alpha:]][${unsearchedMarks}]*)([0-9\uff10-\uff19]+)(?![[:alnum:]\uff10-\uff19${unsearchedMarks}])', '\1' || chr(3) || '\2', 'g')
            from plain),
        hits (n) as materialized (
          select distinct place + rest
            from plain cross join lateral unnest(search_vector(plain.t)) v
            cross join lateral (select v.lexeme ~ '^[${unspaced}]{2}$|[[:alpha:]][0-9]+$') run (has_two)
            cross join lateral unnest(v.positions) place
            cross join lateral generate_series(0, case when run.has_two and v.lexeme = any(stems) then 1 else 0 end) rest
           where v.lexeme = any(stems) or v.lexeme ~ '^[${unspaced}]{2}$' and left(v.lexeme, 1) = any(stems)),
        start (n) as materialized (select greatest(coalesce(min(hits.n), 1) - 8, 1) from hits),
        part (t, cut) as materialized (
          select case when length(whole.t) <= 240 then whole.t
                      else coalesce(substring(left(whole.t, 240) from '^.*[\s' || chr(3) || ']'), left(whole.t, 240)) end, length(whole.t) > 240
            from parts cross join start
            cross join lateral (select case when start.n = 1 then parts.t
                    else substr(parts.t, regexp_instr(parts.t, '${word}', 1, start.n)) end) whole (t)),
        words (n, word, gap) as (
          select m.n + start.n - 1, m.w[1], m.w[2]
            from part cross join start
            cross join lateral regexp_matches(part.t,
              '(${word}(?:\+\+|#)?)([^[:alnum:]\uff10-\uff19]*)', 'g') with ordinality m (w, n)),
        marked (t) as (
          select case when (select n from start) > 1 then '…' else (select substring(t from '^[^[:alnum:]\uff10-\uff19]*') from part) end
              || coalesce(string_agg(case when exists (select from hits where hits.n = words.n) then chr(1) || word || chr(2) else word end
                           || gap, '' order by words.n), '')
              || case when (select cut from part) then '…' else '' end
            from words)
        select replace(regexp_replace(t, chr(2) || chr(3) || '+' || chr(1), '', 'g'), chr(3), '') from marked
      );

      create function search_address(source text) returns text language sql immutable strict parallel safe
      return (
        select coalesce(string_agg(case when c.sign ~ '[A-Za-z0-9]' then c.sign
                 else upper(regexp_replace(encode(convert_to(c.sign, 'UTF8'), 'hex'), '(..)', '%\1', 'g')) end, '' order by c.n), '')
          from regexp_split_to_table(source, '') with ordinality c (sign, n)
      );
`;

/**
 * The words of texts for searches: functions that indexes and queries of a service share. Indexes
 * use them in expressions, so that they follow each change of a row.
 */
export class SearchWords1795800000001 implements MigrationInterface {
  readonly name = 'SearchWords1795800000001';
  readonly up = (runner: QueryRunner): Promise<unknown> => runner.query(functions());
  readonly down = neverUndone;
}

/** Made for the first service that migrates here: it takes 20 ms, and each asks twice. */
let madeMarks: string | undefined;

/**
 * All combining marks as ranges of a regular expression of PostgreSQL, which has no name for them.
 * Between these planes of Unicode are ideographs and what is unassigned.
 */
function marks(): string {
  return (madeMarks ??= makeMarks());
}

function makeMarks(): string {
  let ranges = '';
  let first: number | undefined;
  for (const plane of [0x0, 0x1, 0xe]) {
    for (let code = plane * 0x10000; code < (plane + 1) * 0x10000; code += 1) {
      if (/\p{M}/u.test(String.fromCodePoint(code))) {
        first ??= code;
      } else if (first !== undefined) {
        ranges += `${escaped(first)}-${escaped(code - 1)}`;
        first = undefined;
      }
    }
  }
  return ranges;
}

const escaped = (code: number): string => `\\U${code.toString(16).padStart(8, '0')}`;
