import { searchLetters, unsearchedMarks } from '@parlour/contracts/search-folding';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { renewIndexes } from './search-language.ts';

/** The functions that normalize texts, of a text or of what another function makes of it. */
const accents = (text: (source: string) => string): string => String.raw`
      create or replace function search_accents(source text) returns text language sql immutable strict parallel safe
      return normalize(regexp_replace(normalize(${text('source')}, nfd), '[\u0300-\u036f]', '', 'g'), nfc);`;

const plain = (text: (source: string) => string): string => String.raw`
      create or replace function search_plain(markdown text) returns text language sql immutable strict parallel safe
      return (
        select btrim(regexp_replace(starts.t, '\s+', ' ', 'g'))
          from (select regexp_replace(normalize(${text(`translate(markdown, '\`~*' || chr(1) || chr(2), '')`)}, nfc),
                  '!?\[([^][]*)\]\([^)]*\)', '\1', 'g')) links (t)
          cross join lateral (select regexp_replace(links.t,
                  '^[ \t]*((#{1,6}|[-+]|[0-9]+[.)])[ \t]+|>[ \t]*)+', '', 'gn')) starts (t)
      );`;

const asItIs = (source: string): string => source;

/** The function that shows a part of a text, whose words a regular expression tells. */
const excerpts = (word: string): string => String.raw`
      -- The part of a text where the first of these stems is, with the words found between the characters 1 and 2.
      create or replace function search_excerpt(markdown text, stems text[]) returns text language sql immutable strict parallel safe
      return (
        with plain (t) as materialized (select search_plain(markdown)),
        hits (n) as materialized (
          select distinct place from plain cross join lateral unnest(search_vector(plain.t)) v cross join lateral unnest(v.positions) place
           where v.lexeme = any(stems)),
        start (n) as materialized (select greatest(coalesce(min(hits.n), 1) - 8, 1) from hits),
        part (t, cut) as materialized (
          select case when length(whole.t) <= 240 then whole.t
                      else coalesce(substring(left(whole.t, 240) from '^.*\s'), left(whole.t, 240)) end, length(whole.t) > 240
            from plain cross join start
            cross join lateral (select case when start.n = 1 then plain.t
                    else substr(plain.t, regexp_instr(plain.t, '${word}', 1, start.n)) end) whole (t)),
        words (n, word, gap) as (
          select m.n + start.n - 1, m.w[1], m.w[2]
            from part cross join start
            cross join lateral regexp_matches(part.t,
              '(${word}(?:\+\+|#)?)([^[:alnum:]\uff10-\uff19]*)', 'g') with ordinality m (w, n))
        select case when (select n from start) > 1 then '…' else (select substring(t from '^[^[:alnum:]\uff10-\uff19]*') from part) end
            || coalesce(string_agg(case when exists (select from hits where hits.n = words.n) then chr(1) || word || chr(2) else word end
                         || gap, '' order by words.n), '')
            || case when (select cut from part) then '…' else '' end
          from words
      );`;

/** What leaves out runs of combining marks before texts are normalized; `SearchMarks` says why. */
const orderable = (): string => `
      create or replace function search_orderable(source text) returns text language sql immutable strict parallel safe
      return regexp_replace(source, '[${marks()}]{31,}', '', 'g');`;

const madeOrderable = (source: string): string => `search_orderable(${source})`;

/**
 * The words of texts for searches: functions that indexes and queries of a service share. Indexes
 * use them in expressions, so that they follow each change of a row.
 */
export class SearchWords1762320000000 implements MigrationInterface {
  readonly name = 'SearchWords1762320000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(String.raw`
      -- Stems without stop words: each word counts, so phrases are exact, and "to be" is found too.
      create text search dictionary site_stem (template = snowball, language = english);
      create text search configuration site_words (parser = default);
      alter text search configuration site_words add mapping for asciiword, word, numword, int, uint, float, sfloat, version,
        asciihword, hword, numhword, hword_asciipart, hword_part, hword_numpart, host, file, email, url, url_path with site_stem;

      -- Expressions without queries, as each text is put through them.
      ${orderable()}
      ${accents(madeOrderable)}

      create function search_signs(source text) returns text language sql immutable strict parallel safe
      return regexp_replace(regexp_replace(regexp_replace(source,
        '([[:alnum:]])\+\+(?![[:alnum:]+])', '\1plusplus', 'g'),
        '\y([[:alpha:]])#(?![[:alnum:]#])', '\1sharp', 'g'),
        '(^|[^[:alnum:]])\.net\y', '\1dotnet', 'g');

      create function search_lower(source text) returns text language sql immutable strict parallel safe
      return lower(case when octet_length(source) = length(source) then source else search_accents(source) end);

      -- Letters and digits without accents, in lower case, with blanks between words. C++, C# and .NET are words.
      create function search_words(source text) returns text language sql immutable strict parallel safe
      return regexp_replace(case when source ~* '\+\+|#|\.net' then search_signs(search_lower(source)) else search_lower(source) end,
        '[^[:alnum:]]+', ' ', 'g');

      -- The costs keep PostgreSQL from computing them for each row in place of using an index.
      create function search_vector(source text) returns tsvector language sql immutable strict parallel safe cost 400
      return to_tsvector('site_words', search_words(source));

      create function search_terms(source text) returns text[] language sql immutable strict parallel safe cost 400
      return array(select '~' || stem from unnest(tsvector_to_array(search_vector(source))) stem where octet_length(stem) < 1900);

      -- Rows are searched by segments of their log's positions, the newest first, so that a frequent word costs as little as a rare one.
      create function search_segment(at bigint) returns int language sql immutable strict parallel safe
      return (at >> 15)::int;

      create or replace function terms_in_segment(segment int, terms text[]) returns tsvector
        language sql immutable strict parallel safe cost 200
      return array_to_tsvector(array(select segment || term from unnest(terms) term));

      ${plain(madeOrderable)}

      ${excerpts('[[:alnum:]][[:alnum:]\\u0300-\\u036f]*')}

      create function search_address(source text) returns text language sql immutable strict parallel safe
      return (
        select coalesce(string_agg(case when c.sign ~ '[A-Za-z0-9]' then c.sign
                 else upper(regexp_replace(encode(convert_to(c.sign, 'UTF8'), 'hex'), '(..)', '%\1', 'g')) end, '' order by c.n), '')
          from regexp_split_to_table(source, '') with ordinality c (sign, n)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function search_address, search_excerpt, search_plain, search_segment, search_terms, search_vector, search_words,
        search_lower, search_signs, search_accents;
      drop function if exists search_orderable;
      drop text search configuration site_words;
      drop text search dictionary site_stem;
    `);
  }
}

/**
 * PostgreSQL normalizes a run of combining marks in time that grows with the square of its length,
 * and nothing can interrupt it. So runs that are longer than `checkMarks` allows, from texts of
 * earlier versions or where Markdown stood between the marks, are left out before. Searches for the
 * words around them find nothing; all other words stay, so no index is made anew.
 *
 * `SearchWords` creates the same functions, before the indexes of sites that had no searches. This
 * migration is for sites where an earlier version of it created them without this limit; undoing it
 * restores those.
 */
export class SearchMarks1764210000000 implements MigrationInterface {
  readonly name = 'SearchMarks1764210000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`${orderable()} ${accents(madeOrderable)} ${plain(madeOrderable)}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`${accents(asItIs)} ${plain(asItIs)} drop function search_orderable;`);
  }
}

/**
 * Letters as `foldForSearch` makes them. The words of an excerpt's text are those of the folded
 * one, in the same order: nothing that is folded begins or ends a word elsewhere.
 */
export class SearchFolding1764910000000 implements MigrationInterface {
  readonly name = 'SearchFolding1764910000000';

  async up(runner: QueryRunner): Promise<void> {
    const bare = `lower(regexp_replace(normalize(search_orderable(source), nfd), '[${unsearchedMarks}]', '', 'g'))`;
    const { from, to, several } = searchLetters;
    const folded = several.reduce(
      (text, [letter, letters]) => `replace(${text}, '${letter}', '${letters}')`,
      `translate(${bare}, '${from}', '${to}')`,
    );
    await runner.query(`
      create or replace function search_accents(source text) returns text language sql immutable strict parallel safe
      return normalize(${folded}, nfc);
      ${excerpts(`(?![${unsearchedMarks}])[[:alnum:]\\uff10-\\uff19][[:alnum:]\\uff10-\\uff19${unsearchedMarks}]*`)}
      ${renewIndexes}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `${accents(madeOrderable)} ${excerpts('[[:alnum:]][[:alnum:]\\u0300-\\u036f]*')} ${renewIndexes}`,
    );
  }
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
