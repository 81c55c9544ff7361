import { canonicalName } from '@parlour/contracts/checks';
import { limits } from '@parlour/contracts/limits';
import type { QuestionRowWire } from '@parlour/contracts/qa';
import { mostLike, searchesLike, suggested } from '@parlour/contracts/similar';
import type { Viewer } from '@parlour/people/audience-sql';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { readQuestionList } from './question-list.queries.ts';
import { readableTo } from './visibility.ts';

/** How many questions are compared. */
const compared = 25;

/** The questions most like a title, by its longest words. Source: decisions Q-16. */
export async function readSimilar(tx: Tx, title: string, viewer: Viewer): Promise<QuestionRowWire[]> {
  // A pasted text is no title.
  const searches = searchesLike(title.slice(0, 4 * limits.titleLength));
  for (const search of searches) {
    const { rows } = await readQuestionList(tx, { order: 'newest', search, limit: compared }, viewer);
    const found = rows.parse();
    if (found.length > 0) return mostLike(found, { title, tags: [] }, suggested.questions);
  }
  return [];
}

const named = `reader.canonical_name >= $1::text and reader.canonical_name < $1::text || chr(1114111)
  and starts_with(reader.canonical_name, $1::text)
  and not reader.deleted`;

const anybody = statement(
  'people.completed',
  `select reader.name as username from people reader where ${named} order by reader.canonical_name limit ${suggested.names}`,
);

// Those who may see the question; nobody learns who may see one that is hidden from themselves.
const readers = statement(
  'people.completedReaders',
  `select reader.name as username from people reader join questions q on q.id = $4
    where ${named} and ${readableTo({ viewer: '$2::text', fresh: '$3::boolean' })}
      and ${readableTo({ viewer: 'reader.id', fresh: '$3::boolean' })}
    order by reader.canonical_name limit ${suggested.names}`,
);

/** People whose names begin like this, or those of them who may see a question. */
export function readCompleted(
  tx: Tx,
  { prefix, qid }: { readonly prefix: string; readonly qid?: string },
  { viewer, fresh }: Viewer,
): Promise<{ readonly username: string }[]> {
  const key = canonicalName(prefix);
  if (key === '') return Promise.resolve([]);
  return qid === undefined
    ? tx.query<{ username: string }>(anybody, [key])
    : tx.query<{ username: string }>(readers, [key, viewer, fresh, qid]);
}
