import type { AnswerWire } from '@parlour/contracts/qa';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { isoTime, nameOf } from '@parlour/kernel/database/row-expressions';
import { inClosedCommunity } from '../community/community-audience.queries.ts';
import { firstParameters, type Viewer, visibleTo } from '../question/visibility.ts';

/**
 * SQL: the answer `a` as JSON (`AnswerWire`), with its author `p` and the comments that an
 * expression gives.
 */
export function answerJson(comments: string): string {
  return `json_build_object('_id', a.id, 'text', a.text, 'ansBy', ${nameOf('p')},
    'ansDateTime', ${isoTime('a.answered_at')}, 'comments', ${comments})`;
}

const byIds = statement(
  'answers.byIds',
  `select ${answerJson("'[]'::json")} as answer
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
export async function readAnswers(tx: Tx, ids: readonly string[]): Promise<AnswerWire[]> {
  return (await tx.query<{ answer: AnswerWire }>(byIds, [ids])).map((row) => row.answer);
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
