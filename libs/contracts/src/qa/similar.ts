import { canonicalName } from '../text/checks.ts';
import type { QuestionRowWire } from './qa.ts';
import { wordsSought } from '../search/search.ts';

/** The words that a question is compared by. */
type Compared = Pick<QuestionRowWire, 'title' | 'tags'>;

/** The words that tell what a text is about: short ones of Latin letters hardly do. */
function tellingWords(text: string): readonly string[] {
  return [...new Set(wordsSought(text))].filter(
    (word) => word.length >= 4 || !/^[\p{Script=Latin}\p{N}]+$/u.test(word),
  );
}

/**
 * The searches for questions like a title, to be made until one finds something: its longest
 * words together, which must all match (decisions Q-2), then any two of them, then any of them as a
 * tag. One word of several would find too much.
 */
export function searchesLike(title: string): readonly string[] {
  const words = tellingWords(title).toSorted((one, other) => other.length - one.length);
  const [first, second, third] = words;
  if (first === undefined) return [];
  if (second === undefined) return [first];
  const asTags = words.map((word) => `[${word}]`).join(' ');
  if (third === undefined) return [`${first} ${second}`, asTags];
  return [`${first} ${second} ${third}`, `${first} ${second}`, `${first} ${third}`, `${second} ${third}`, asTags];
}

/** The search for questions with any of these tags. */
export function searchForTags(tags: QuestionRowWire['tags']): string {
  return tags.map(({ name }) => `[${name}]`).join(' ');
}

/** The questions most like one, by shared tags and then words; the newest of equals first. */
export function mostLike<Row extends Compared>(rows: readonly Row[], { title, tags }: Compared, most: number): Row[] {
  const words = new Set(tellingWords(title));
  const names = new Set(tags.map(({ name }) => canonicalName(name)));
  const likeness = (row: Row) =>
    2 * row.tags.filter(({ name }) => names.has(canonicalName(name))).length +
    tellingWords(row.title).filter((word) => words.has(word)).length;
  return rows
    .map((row) => ({ row, likeness: likeness(row) }))
    .toSorted((one, other) => other.likeness - one.likeness)
    .slice(0, most)
    .map(({ row }) => row);
}
