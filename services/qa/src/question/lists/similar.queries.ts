import { refuse } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import type { QuestionRowWire } from '@parlour/contracts/qa/qa';
import { mostLike, searchesLike } from '@parlour/contracts/qa/similar';
import type { Rpc } from '@parlour/contracts/rpc';
import { checkWellFormed } from '@parlour/contracts/text/checks';
import type { Viewer } from '@parlour/people/audience-sql';
import type { Tx } from '@parlour/kernel/database/database';
import { readQuestionList } from './question-list.queries.ts';

/** How many questions are compared. */
const compared = 25;

/** The questions most like a title, by its longest words. Source: decisions Q-16. */
export async function readSimilar(
  tx: Tx,
  { title = '' }: Rpc['qa.similar']['request'],
  viewer: Viewer,
): Promise<QuestionRowWire[]> {
  refuse(checkWellFormed(title));
  // A pasted text is no title.
  const searches = searchesLike(title.slice(0, 4 * limits.titleLength));
  for (const search of searches) {
    const { rows } = await readQuestionList(tx, { order: 'newest', search, limit: compared }, viewer);
    const found = rows.parse();
    if (found.length > 0) return mostLike(found, { title, tags: [] }, limits.similarQuestions);
  }
  return [];
}
