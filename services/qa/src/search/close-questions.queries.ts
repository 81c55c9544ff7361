import { distance } from 'fastest-levenshtein';
import { startsUnspaced } from '@parlour/contracts/search/search-folding';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { operand, type WordSearch } from '@parlour/search/word-search';
import { segmentsBefore } from '../question/lists/question-terms.queries.ts';
import { ViewerValues } from '../question/page/viewer-values.ts';
import { sharedWith } from '../question/visibility.ts';
import type { Viewer } from '@parlour/people/audience-sql';

// A search that finds no question is made again: without the words that every text has, with words
// that differ by a letter or two, and with ever fewer of them.

/** The words that count, the longest ones: they tell most. */
const mostWords = 6;

/** How many other words are taken for one that was typed. */
const mostLike = 3;

interface Word {
  readonly word: string;
  readonly stem: string;
  /** Whether it is none that most texts have, such as “how” and “the”. */
  readonly telling: boolean;
}

/**
 * SQL: each word of a text once, its stem, and whether it is `telling`: the site's language has a
 * dictionary of PostgreSQL that knows those that are not.
 */
export function wordsOf(text: string): string {
  return `select distinct w.word, (ts_lexize('site_stem', w.word))[1] as stem, ts_lexize(l.stemmer, w.word) <> '{}' as telling
     from regexp_split_to_table(btrim(search_words(${text})), ' ') w (word)
     cross join (select (substring(dictinitoption from '''(\\w+)''') || '_stem')::regdictionary as stemmer from pg_ts_dict
       where dictname = 'site_stem' and dictnamespace = current_schema()::regnamespace) l
    where w.word <> ''`;
}

const wordsOfSearch = statement('search.words', wordsOf('$1'));

/** Ways in which a search can be met, the closest first: each as the terms of a query. */
export async function closeTerms(tx: Tx, search: WordSearch, viewer: Viewer): Promise<readonly CloseTerms[]> {
  const read = await tx.query<Word>(wordsOfSearch, [search.texts.join(' ')]);
  const telling = read.filter((word) => word.telling);
  const words = (telling.length > 0 ? telling : read)
    .toSorted((one, other) => other.word.length - one.word.length || (one.word < other.word ? -1 : 1))
    .slice(0, mostWords);
  if (words.length === 0) return [];
  const like = await wordsLike(tx, words, viewer);
  const stems = await tx.query<Word>(wordsOfSearch, [
    like
      .flat()
      .map(({ word }) => word)
      .join(' '),
  ]);
  const alternatives = words.map(({ stem }, n) => [
    operand('~', stem),
    ...(like[n] ?? []).map(({ kind, word }) => operand(kind, word)),
  ]);
  const least = Math.ceil(words.length / 2);
  return Array.from({ length: words.length - least + 1 }, (_, n) => ({
    query: combinations(alternatives, words.length - n)
      .map((all) => `(${all.map((any) => `(${any.join(' | ')})`).join(' & ')})`)
      .join(' | '),
    stems: [...new Set([...words, ...stems].map(({ stem }) => stem))],
  }));
}

/** One way in which a search can be met. */
export interface CloseTerms {
  /** The operators and operands of a `tsquery` for a segment. */
  readonly query: string;
  /** Of the words to be marked. */
  readonly stems: readonly string[];
}

function combinations<Item>(items: readonly Item[], size: number): Item[][] {
  if (size === 0) return [[]];
  return items.flatMap((item, n) => combinations(items.slice(n + 1), size - 1).map((rest) => [item, ...rest]));
}

/** How a word must begin like the one that was typed: what is rarely wrong. */
const beginningOf = (word: string): string => word.slice(0, 3);

/** A term of questions: one of their words, or the key of a tag. */
interface LikeTerm {
  readonly kind: ':' | '#';
  readonly word: string;
}

/**
 * Words and tags of the newest questions that the viewer may see, typed almost like these: with two
 * letters more, less or other ones, with one in a word of four, or longer at their end.
 */
async function wordsLike(tx: Tx, words: readonly Word[], viewer: Viewer): Promise<readonly (readonly LikeTerm[])[]> {
  const values = new ViewerValues(viewer);
  const beginnings = values.put(
    words.map(({ word }) => (word.length < 4 || startsUnspaced(word) ? null : beginningOf(word))),
    'text[]',
  );
  const text = `select b.n::int as n, left(t.term, 1) as kind, substr(t.term, 2) as word, count(*)::int as questions
    from unnest(${beginnings}) with ordinality b (beginning, n)
    cross join lateral (select m.terms from ${segmentsBefore(undefined)}
      cross join lateral (select q.terms from question_terms q
        where terms_in_segment(question_segment(q.number), q.terms) @@ (quote_literal(s.number || ':' || b.beginning) || ':* | ' || quote_literal(s.number || '#' || b.beginning) || ':*')::tsquery
          and q.number <= s.latest and ${sharedWith(values.viewer)} limit 200) m limit 200) q
    cross join lateral unnest(q.terms) t (term)
    where b.beginning is not null and (t.term like ':' || b.beginning || '%' or t.term like '#' || b.beginning || '%')
    group by b.n, t.term`;
  const found = await tx.query<LikeTerm & { n: number; questions: number }>(statement('', text), values.list);
  return words.map(({ word }, n) =>
    found
      .filter((other) => other.n === n + 1 && (other.kind === '#' || other.word !== word))
      .map((other) => ({ ...other, away: other.word.startsWith(word) ? 0 : distance(word, other.word) }))
      .filter(({ away }) => away <= (word.length < 5 ? 1 : 2))
      .toSorted((one, other) => one.away - other.away || other.questions - one.questions)
      .slice(0, mostLike),
  );
}
