import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { QuestionWire } from '@parlour/contracts/qa/qa';
import type { Tx } from '@parlour/kernel/database/database';
import type { Json } from '@parlour/kernel/rpc/json';
import { readAccess, refuseClosed } from '../../community/community-audience.queries.ts';
import type { QuestionForViewer } from '../page/question-for-viewer.queries.ts';
import { readQuestions } from '../page/question-page.queries.ts';

/** A new question, and its asker as the viewer of its community. */
interface Asked extends QuestionForViewer {
  readonly communityId: string | null;
}

/**
 * Reads new questions in their own transaction: nobody asks in a community that was hidden from
 * them, or closed, since it was decided.
 * @throws {DomainError} `community.unknown`, `community.closed`, so that they are not asked
 */
export async function readAsked(tx: Tx, questions: readonly Asked[]): Promise<Json<QuestionWire>[]> {
  for (const { communityId, ...asker } of questions) {
    const access = communityId === null ? 'all' : await readAccess(tx, communityId, asker);
    refuseClosed(access === 'reading');
    if (access === 'none') throw new DomainError('community.unknown', messages.communityUnknown);
  }
  return readQuestions(tx, questions);
}
