import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { Viewer } from '@parlour/people/audience-sql';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { inClosedCommunity, refuseClosed } from '../../community/community-audience.queries.ts';
import type { QuestionForViewer } from '../page/question-for-viewer.queries.ts';
import { firstParameters, visibleTo } from '../visibility.ts';

const acceptable = statement(
  'questions.acceptable',
  `select q.asked_by = $1 as "isAsker", ${inClosedCommunity} as closed,
          exists (select from answers a where a.id = $4::text and a.question_id = q.id and a.deleted_by is null) as "hasAnswer"
     from questions q where q.id = $3 and ${visibleTo(firstParameters)}`,
);

/** A question as far as it decides whether this person may accept an answer. */
export interface Acceptable {
  readonly isAsker: boolean;
  readonly hasAnswer: boolean;
  readonly closed: boolean;
}

/** Undefined when the question does not exist or is hidden from this person. */
export async function findAcceptable(
  tx: Tx,
  questionId: string,
  answerId: string | null,
  { viewer, fresh }: Viewer,
): Promise<Acceptable | undefined> {
  const [row] = await tx.query<Acceptable>(acceptable, [viewer, fresh, questionId, answerId]);
  return row;
}

/**
 * Refuses an acceptance in a question that was hidden from its asker, or closed, since it was
 * decided.
 * @throws {DomainError} `question.unknown`, `community.closed`
 */
export async function refuseUnacceptable(tx: Tx, { id, ...asker }: QuestionForViewer): Promise<void> {
  const found = await findAcceptable(tx, id, null, asker);
  if (!found) throw new DomainError('question.unknown', messages.questionUnknown);
  refuseClosed(found.closed);
}
