import type { AnswerWire } from '@parlour/contracts/qa';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { isoTime, nameOf } from '@parlour/kernel/database/row-expressions';
import { inClosedCommunity } from '../community/community-audience.queries.ts';
import { firstParameters, type Viewer, visibleTo } from '../question/visibility.ts';

const byIds = statement(
  'answers.byIds',
  `select a.id as "_id", a.text, ${nameOf('p')} as "ansBy", ${isoTime('a.answered_at')} as "ansDateTime",
          '[]'::json as comments
     from unnest($1::text[]) with ordinality as w(id, n)
     join answers a on a.id = w.id
     left join people p on p.id = a.answered_by
    order by w.n`,
);

const answered = statement(
  'answers.count',
  `select q.answer_count as answers, ${inClosedCommunity} as closed from questions q where q.id = $3 and ${visibleTo(firstParameters)}`,
);

/** Reads new answers, which have no comments yet, in the order of the ids. */
export function readAnswers(tx: Tx, ids: readonly string[]): Promise<AnswerWire[]> {
  return tx.query<AnswerWire>(byIds, [ids]);
}

/** A question to be answered: its answer count, and whether its community is closed. */
export interface Answered {
  readonly answers: number;
  readonly closed: boolean;
}

/** Undefined when the question does not exist or is hidden from this person. */
export async function findAnswered(
  tx: Tx,
  questionId: string,
  { viewer, fresh }: Viewer,
): Promise<Answered | undefined> {
  const [row] = await tx.query<Answered>(answered, [viewer, fresh, questionId]);
  return row;
}
