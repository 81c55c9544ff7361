import { canonicalName, checkWellFormed } from '@parlour/contracts/text/checks';
import { DomainError, refuse } from '@parlour/contracts/errors';
import type { NamedPersonWire } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import type { Rpc } from '@parlour/contracts/rpc';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { Json } from '@parlour/kernel/rpc/json';
import type { Viewer } from '@parlour/people/audience-sql';
import { namedPeople } from '@parlour/people/completion-sql';
import { firstParameters, questionToBe, readersOfQuestion, visibleTo } from '../question/visibility.ts';

/** The people who may read `q` and are named like the third parameter. */
const named = `${namedPeople(readersOfQuestion('$3::text', 'q', firstParameters))}::text as json`;

const readers = statement(
  'completion.readers',
  `with q as materialized (select q.* from questions q where q.id = $4 and ${visibleTo(firstParameters)})
   select exists (select from q) as known, ${named}`,
);

/** Of a question that the viewer is asking; without terms, everybody. */
const readersToBe = statement(
  'completion.readersToBe',
  `with q as materialized (${questionToBe(firstParameters, '$4::text is not null', '$5::text')})
   select ${named}`,
);

/**
 * The first people whose names begin so, by name; with a question, those who may read it, as far
 * as the viewer may know. Nothing tells whether a community is private or unknown. Source:
 * decisions M-31.
 * @throws {DomainError} `question.unknown` if the viewer may not
 */
export async function completePeople(
  tx: Tx,
  { prefix = '', qid, communityId, onlyFollowers }: Rpc['qa.completePeople']['request'],
  { viewer, fresh }: Viewer,
): Promise<Json<readonly NamedPersonWire[]>> {
  refuse(checkWellFormed(prefix));
  const name = canonicalName(prefix);
  if (qid === undefined) {
    const terms = [onlyFollowers ?? null, communityId ?? null];
    const [row] = await tx.query<{ json: string }>(readersToBe, [viewer, fresh, name, ...terms]);
    return new Json(row?.json ?? '[]');
  }
  const [row] = await tx.query<{ known: boolean; json: string }>(readers, [viewer, fresh, name, qid]);
  if (!row?.known) throw new DomainError('question.unknown', messages.questionUnknown);
  return new Json(row.json);
}
