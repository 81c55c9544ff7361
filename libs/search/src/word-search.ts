import { DomainError, refuse } from '@parlour/contracts/errors';
import { canonicalName, checkWellFormed } from '@parlour/contracts/text/checks';
import { type FoundQuery, type FoundWire, isBlankQuery, parseFoundQuery } from '@parlour/contracts/search/found';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { startsUnspaced } from '@parlour/contracts/search/search-folding';
import type { Search } from '@parlour/contracts/search/search.requests';
import { statement, type Tx } from '@parlour/kernel/database/database';
import type { StatementValues } from '@parlour/kernel/database/statement-values';
import { Json, type JsonPage } from '@parlour/kernel/rpc/json';
import { FairLimiter } from '@parlour/kernel/service/work-limiter';

// Searches for words. Their index is of `terms_in_segment(search_segment(position), terms)`, where
// a word's term is `~` and its stem, and a service may add terms of its own.

/** Stands for the segment's number in a query for terms; no text in PostgreSQL contains it. */
const segment = '\0';

/** As long as no term in the index is, in bytes; nor could PostgreSQL look for a longer one. */
const tooLong = 1_900;

const isTooLong = (stem: string): boolean => Buffer.byteLength(stem) >= tooLong;

/** The greatest number of things that a search lists. */
const most = limits.countedExactly;

/**
 * The words that count of all that must occur: each is compared with each word of each text found.
 */
const mostWords = 40;

/** The bytes of all texts that one search looks into: about a second's work for PostgreSQL. */
const mostBytes = 4_000_000;

/** The bytes of texts that a page's excerpts read whole: a quarter of a second's work. */
const mostExcerptBytes = 100_000;

/** A search with the stems of its words, in the site's language. */
export interface WordSearch extends FoundQuery {
  /** Of each text, in order; several are a phrase. */
  readonly phrases: readonly (readonly string[])[];
  readonly withoutPhrases: readonly (readonly string[])[];
  /** The search as it was typed, without its operators. */
  readonly typed: string;
  /** The same in canonical form, to be looked for in canonical names. */
  readonly typedName: string;
}

const stems = statement(
  'search.stems',
  `select array(select v.lexeme from unnest(search_vector(t.text)) v cross join lateral unnest(v.positions) place order by place) as stems
     from unnest($1::text[]) with ordinality t (text, n) order by t.n`,
);

/**
 * Reads what somebody typed; undefined if it names nothing to look for.
 * @throws {DomainError} `request.illFormedText`
 */
export async function readWordSearch(tx: Tx, text: string): Promise<WordSearch | undefined> {
  refuse(checkWellFormed(text));
  const query = parseFoundQuery(text);
  if (isBlankQuery(query)) return undefined;
  const rows = await tx.query<{ stems: string[] }>(stems, [[...query.texts, ...query.without]]);
  const found = rows.map((row) => withoutEnd(row.stems));
  const phrases = firstWords(found.slice(0, query.texts.length));
  if (phrases.flat().some(isTooLong)) return undefined;
  const withoutPhrases = found
    .slice(query.texts.length)
    .filter((phrase) => phrase.length > 0 && phrase.length <= mostWords && !phrase.some(isTooLong));
  const typed = query.texts.join(' ');
  const search: WordSearch = {
    ...query,
    phrases,
    withoutPhrases,
    typed: typed.toLowerCase(),
    typedName: canonicalName(typed),
  };
  return phrases.length === 0 && isBlankQuery({ ...query, texts: [] }) ? undefined : search;
}

/**
 * Stems without the last one if it only repeats the end of the one before: `wordsOf` of the
 * contracts says where texts have such.
 */
function withoutEnd(stems: readonly string[]): readonly string[] {
  const [before, last] = stems.length > 1 ? stems.slice(-2) : [];
  if (before === undefined || last === undefined) return stems;
  const repeats =
    (startsUnspaced(last) || /^[0-9]+$/.test(last)) && before.length > last.length && before.endsWith(last);
  return repeats ? stems.slice(0, -1) : stems;
}

/** The phrases, cut after `mostWords` in all. */
function firstWords(phrases: readonly (readonly string[])[]): (readonly string[])[] {
  let left = mostWords;
  const cut = phrases.map((phrase) => {
    const words = phrase.slice(0, left);
    left -= words.length;
    return words;
  });
  return cut.filter((phrase) => phrase.length > 0);
}

const quoted = (text: string): string => text.replace(/['\\]/g, '$&$&');

/** A stem in a query for words; one character of a script without blanks is also found in pairs. */
function wordOperand(stem: string): string {
  return `'${quoted(stem)}'${startsUnspaced(stem) ? ':*' : ''}`;
}

/** A term of a query for a segment; `kind` is its first character. */
export function operand(kind: string, term: string): string {
  return `'${segment}${kind}${quoted(term)}'`;
}

/** SQL: a query of operands for the segment `s`. */
export function inSegment(query: string, values: StatementValues): string {
  return `array_to_string(${values.put(query.split(segment), 'text[]')}, s.number::text)::tsquery`;
}

/** The query for all words of a search; phrases are only words here: see `whereTexts`. */
export function allWords({ phrases }: WordSearch): string {
  return [...new Set(phrases.flat())].map((stem) => operand('~', stem)).join(' & ');
}

/**
 * SQL: whether an indexed expression has the words of the search in the segment `s`, and further
 * operands. Null if nothing is looked for by terms.
 */
export function termsFound(
  indexed: string,
  search: WordSearch,
  values: StatementValues,
  more: readonly string[] = [],
  words = allWords(search),
): string | null {
  if (words === '') return null;
  const single = search.withoutPhrases.filter(({ length }) => length === 1).flat();
  const query = [`(${words})`, ...more, ...single.map((stem) => `!${operand('~', stem)}`)].join(' & ');
  return `${indexed} @@ ${inSegment(query, values)}`;
}

/**
 * SQL: the terms of the words of a search, to compare with `search_terms`. Call it only where they
 * are used: PostgreSQL rejects a parameter that no part of the statement uses.
 */
export function stemTerms({ phrases }: WordSearch, values: StatementValues): string {
  const terms = phrases.flat().map((stem) => `~${stem}`);
  return values.put(terms, 'text[]');
}

/** SQL: whether a canonical name contains the search. Puts a parameter, like `stemTerms`. */
export function namedLike({ typedName }: WordSearch, name: string, values: StatementValues): string {
  return `strpos(${name}, ${values.put(typedName, 'text')}) > 0`;
}

/** SQL: the segments `s` of a log up to its head, the newest first. */
export const segments = `(select n.number from (select position from head) h
    cross join lateral generate_series(search_segment(h.position), 0, -1) as n(number) order by n.number desc) s`;

/** SQL: the first thousand of `rows` in this order, by default the newest first, and one more. */
export function first(rows: string, order = 'position desc'): string {
  return `(${rows} order by ${order} limit ${most + 1})`;
}

/** SQL: the newest ones, segment by segment; the rows have columns `id` and `position`. */
export function newestOf(rows: string, of = segments): string {
  return `(select m.id, m.position from ${of} cross join lateral ${first(rows)} m
    order by s.number desc, m.position desc limit ${most + 1})`;
}

/** Texts that a search looks into. */
export interface Texts {
  readonly search: WordSearch;
  readonly values: StatementValues;
  /** The table that has them, as `x`. */
  readonly table: string;
  readonly texts: readonly string[];
  /** The column that orders the candidates, greatest first; by default, `position`. */
  readonly orderedBy?: string;
  /** Whether `termsFound` has excluded single words. */
  readonly hasTerms?: boolean;
  /** SQL: whether `x` is found by its name, so that phrases need not be there. */
  readonly named?: () => string;
}

/**
 * SQL: those of the candidates whose texts have the phrases of a search and none of its unwanted
 * words, as far as `termsFound` leaves these open. Reading the words of a text takes milliseconds:
 * it is done once for all conditions, and only for the first candidates, up to `mostBytes` in all.
 */
export function whereTexts(candidates: string, within: Texts): string {
  const { search, values, table, texts, orderedBy = 'position', named } = within;
  const { hasTerms = search.phrases.length > 0 } = within;
  const wanted = search.phrases.filter(({ length }) => length > 1);
  const unwanted = search.withoutPhrases.filter(({ length }) => length > 1 || !hasTerms);
  if (wanted.length + unwanted.length === 0) return candidates;
  const any = (phrases: readonly (readonly string[])[]): string => {
    const query = phrases.map((phrase) => `(${phrase.map(wordOperand).join(' <-> ')})`);
    const value = values.put(query.join(' | '), 'tsquery');
    return `(${texts.map((_, n) => `v.words${n} @@ ${value}`).join(' or ')})`;
  };
  const all = wanted.map((phrase) => any([phrase])).join(' and ');
  const conditions = [
    ...(wanted.length === 0 ? [] : [named ? `(c.named or ${all})` : all]),
    ...(unwanted.length === 0 ? [] : [`not ${any(unwanted)}`]),
  ];
  const columns = [
    ...texts.map((text, n) => `${text} as text${n}`),
    ...(named && wanted.length > 0 ? [`${named()} as named`] : []),
  ];
  // The offset keeps PostgreSQL from reading the words anew for each condition.
  return `(select c.id, c.${orderedBy} from (
      select c.id, c.${orderedBy}, ${columns.join(', ')},
             sum(${texts.map((text) => `octet_length(${text})`).join(' + ')}) over (order by c.${orderedBy} desc, c.id) as bytes
        from ${candidates} c join ${table} x on x.id = c.id) c
    where c.bytes <= ${mostBytes} and (select ${conditions.join(' and ')}
      from (select ${texts.map((_, n) => `search_vector(c.text${n}) as words${n}`).join(', ')} offset 0) v))`;
}

/** What a search is compared with, as SQL. */
export interface Scored {
  /** Absent where it is that of something else. */
  readonly title?: string;
  /** Whether the title is a name, of which parts count too. */
  readonly isName?: boolean;
  readonly text: string;
}

/** A regular expression for a text where it begins and ends with words, in scripts with blanks. */
function wholeWords(text: string): string {
  const characters = Array.from(text);
  const before = startsUnspaced(text) ? '' : '(?<![[:alnum:]])';
  const after = startsUnspaced(characters.at(-1) ?? '') ? '' : '(?![[:alnum:]])';
  // Compiling a long one takes too long, and its beginning is enough.
  const start = characters.slice(0, 100).join('');
  return `${before}${start.replace(/[!-/:-@[-`{-~]/g, '\\$&')}${characters.length > 100 ? '' : after}`;
}

/**
 * SQL: how well a text matches the search: words in its title count most, then the whole search as
 * it was typed, then how often words occur. It is computed for a thousand texts: reading the words
 * of titles is fast enough, those of texts are counted where they follow a blank.
 */
export function score({ phrases, typed }: WordSearch, scored: Scored, values: StatementValues): string {
  if (phrases.length === 0) return '0';
  const { title, isName = false, text } = scored;
  const stems = [...new Set(phrases.flat())];
  const inTitle = (stem: string): string =>
    `case when l.words @@ ${values.put(wordOperand(stem), 'tsquery')} then 4 else 0 end`;
  const often = (stem: string): string => {
    // A stem may end otherwise than its word: happi, happy.
    const root = values.put(startsUnspaced(stem) ? stem : ` ${stem.length > 4 ? stem.slice(0, -1) : stem}`, 'text');
    return `1 - 1.0 / (1 + (octet_length(l.body) - octet_length(replace(l.body, ${root}, ''))) / octet_length(${root}))`;
  };
  const part = values.put(typed, 'text');
  const whole = values.put(wholeWords(typed), 'text');
  const has = (column: string, points: number): string =>
    `case when strpos(${column}, ${part}) > 0 and ${column} ~ ${whole} then ${points} else 0 end`;
  const parts = [
    ...stems.map(often),
    has('l.body', 2),
    ...(title === undefined ? [] : [...stems.map(inTitle), has('l.title', 4)]),
    // More than its text can count.
    ...(isName ? [`case when strpos(l.title, ${part}) > 0 then 3 else 0 end`] : []),
  ];
  // Most texts are short, and counting their characters would take as long as all of this.
  const start = `case when octet_length(${text}) <= 2000 then ${text} else left(${text}, 2000) end`;
  const columns = [
    `replace(' ' || lower(${start}), E'\\n', ' ') as body`,
    ...(title === undefined ? [] : [`lower(${title}) as title`, `search_vector(${title}) as words`]),
  ];
  return `(select ${parts.join(' + ')} from (select ${columns.join(', ')} offset 0) l)`;
}

/**
 * SQL: a part of a text with the words found, in a row of `readFound`. Reading the words of a text
 * takes milliseconds: the first texts of a page are read whole, up to `mostExcerptBytes` in all,
 * the others in their beginning.
 */
export function excerpt({ phrases }: WordSearch, text: string, values: StatementValues): string {
  const read = `sum(octet_length(${text})) over (order by f.n)`;
  const part = `case when ${read} <= ${mostExcerptBytes} then ${text} else left(${text}, 1000) end`;
  return `search_excerpt(${part}, ${values.put([...new Set(phrases.flat())], 'text[]')})`;
}

/** What a service finds of one type, as SQL. */
export interface Finding {
  /** Of `id` and what `from` and `best` need: at most one more than can be listed. */
  readonly candidates: string;
  /** The row of a candidate `f`, and joins. */
  readonly from: string;
  /** The order by age, the newest first. */
  readonly newest: string;
  /** A number; the greater, the better. */
  readonly best: () => string;
  /** The JSON of `FoundWire`. */
  readonly row: string;
  readonly values: StatementValues;
}

/** One page of what was found, the best or the newest candidates first. */
export async function readFound(tx: Tx, request: Search, finding: Finding): Promise<JsonPage<FoundWire>> {
  const { limit, order } = request;
  const offset = offsetOf(request.cursor);
  const { candidates, from, newest, best, row, values } = finding;
  const place = order === 'best' ? `${best()} desc, ${newest}` : newest;
  // Ordered before rows are written: only those of the page are.
  const text = `with found as materialized (${candidates}),
    place as materialized (select f.*, row_number() over (order by ${place}) as n from found f ${from}
      order by n limit ${values.put(limit, 'int')} offset ${values.put(offset, 'int')})
    select (select count(*) from found) as total, page.json
      from (select) one left join (select f.n, ${row}::text as json from place f ${from}) page on true order by page.n`;
  const read = await tx.query<{ total: number; json: string | null }>(statement('', text), values.list);
  const total = read[0]?.total ?? 0;
  const rows = read.flatMap(({ json }) => (json === null ? [] : [{ json }]));
  const end = offset + rows.length;
  return {
    rows: Json.list(rows),
    total,
    next: rows.length === limit && end < Math.min(total, most) ? String(end) : null,
  };
}

/** Whether a search names what only questions have: a tag, or a state other than `mine`. */
export function isOnlyForQuestions({ tags, states }: WordSearch): boolean {
  return tags.length > 0 || states.some((state) => state !== 'mine');
}

/**
 * Has the searches of a service wait their turn. Each keeps one of its four connections, a costly
 * one for more than a second, so two are left for everything else. A page asks for five at once:
 * those of two pages may wait. Their caller may have waited for positions before.
 */
export function inSearchTurn<Viewer extends string | { readonly viewer: string }>(
  read: (tx: Tx, request: Search, viewer: Viewer) => Promise<JsonPage<FoundWire>>,
): typeof read {
  const patienceMs = limits.callMs - limits.positionWaitMs;
  const limiter = new FairLimiter({ atOnce: 2, waiting: 50, waitingOfOne: 10, patienceMs });
  return (tx, request, viewer) =>
    limiter.take(typeof viewer === 'string' ? viewer : viewer.viewer, () => read(tx, request, viewer));
}

/** Nothing was found. */
export const nothingFound: JsonPage<FoundWire> = { rows: Json.list([]), total: 0, next: null };

/** @throws {DomainError} `request.invalid` for a cursor that no list returned */
function offsetOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (!/^\d{1,4}$/.test(cursor)) throw new DomainError('request.invalid', messages.requestInvalid);
  return Number(cursor);
}
