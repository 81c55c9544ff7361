import { canonicalName, checkWellFormed } from '@parlour/contracts/text/checks';
import { refuse } from '@parlour/contracts/errors';
import type { AnswerRowWire } from '@parlour/contracts/qa/qa';
import type { Rpc } from '@parlour/contracts/rpc';
import type { Viewer } from '@parlour/people/audience-sql';
import { type BoundStatement, statement, type Tx } from '@parlour/kernel/database/database';
import { afterAll, type PageRow, positionOfCursor, readPage, rowsRead } from '@parlour/kernel/database/pages';
import { idOfName, isoTime } from '@parlour/kernel/database/row-expressions';
import type { JsonPage } from '@parlour/kernel/rpc/json';
import { answersHidden } from '../contribution/contribution.queries.ts';
import { titleOrPlaceholder } from '../editing/shown.queries.ts';
import { audiencesOf, firstParameters, readableTo } from '../question/visibility.ts';

interface ListRow extends PageRow {
  readonly position: number;
}

/** SQL: the id of the person `$3`; null if there is none. */
const author = idOfName('$3::text');

/** SQL: a list row (`AnswerRowWire`) of the answer `a` as JSON. */
const rowJson = `(select to_json(fields) from (select a.id as "_id", question_excerpt(a.text) as excerpt,
    ${isoTime('a.answered_at')} as "ansDateTime",
    json_build_object('_id', a.question_id, 'title', a.title) as question) fields)`;

/** SQL: the number of answers of the author to questions that the viewer may see. */
const total = `select coalesce(sum(n.answers), 0)::bigint - ${answersHidden(author)} from contributions n
  where n.user_id = ${author} and n.audience = any(${audiencesOf(firstParameters)})`;

// The limit of the question, which changes nothing, has PostgreSQL look each one up.
const page = (most: number): string => `select a.id, a.question_id, a.position, a.text, a.answered_at, q.title
  from answers a cross join lateral (
    select ${titleOrPlaceholder} as title from questions q
     where q.id = a.question_id and ${readableTo(firstParameters)} limit 1) q
 where a.answered_by = ${author} and a.deleted_by is null and a.position < $4::bigint order by a.position desc limit ${most}`;

/** One page of a person's answers to questions that the viewer may see, the newest first. */
export async function readAnswersOf(
  tx: Tx,
  request: Rpc['qa.getAnswersOf']['request'],
  { viewer, fresh }: Viewer,
): Promise<JsonPage<AnswerRowWire>> {
  refuse(checkWellFormed(request.username));
  const most = rowsRead(request.limit);
  const list = statement(
    `answers.of.${most}`,
    `select ${rowJson}::text as json, a.position, (${total}) as total from (${page(most)}) a order by a.position desc`,
  );
  const before = (position: string): BoundStatement => ({
    statement: list,
    values: [viewer, fresh, canonicalName(request.username), position],
  });
  return readPage<AnswerRowWire, ListRow>(tx, request, {
    rows: before(positionOfCursor(request.cursor)),
    total: () => before(afterAll),
    cursorOf: ({ position }) => String(position),
  });
}
