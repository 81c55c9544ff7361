import type { QuestionRowWire } from '@parlour/contracts/qa/qa';
import { wordsSought } from '@parlour/contracts/search/search';
import { canonicalName } from '@parlour/contracts/text/checks';

/** The words that a question is compared by. */
type Compared = Pick<QuestionRowWire, 'title' | 'tags'>;

/** The words that tell what a text is about: short ones of Latin letters hardly do. */
function tellingWords(text: string): readonly string[] {
  return [...new Set(wordsSought(text))].filter(
    (word) => word.length >= 4 || !/^[\p{Script=Latin}\p{N}]+$/u.test(word),
  );
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
