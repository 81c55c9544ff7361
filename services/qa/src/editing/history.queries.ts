import { DomainError } from '@parlour/contracts/errors';
import { deletedUserName, limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { VersionWire } from '@parlour/contracts/qa/qa';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { isoTime, nameOf } from '@parlour/kernel/database/row-expressions';
import { Json } from '@parlour/kernel/rpc/json';
import type { Viewer } from '@parlour/people/audience-sql';
import { isOperatorOf } from '@parlour/people/operators';
import { leadsCommunityOf } from '../community/moderating.queries.ts';
import { firstParameters, readableTo, sharedWith } from '../question/visibility.ts';

const { viewer, fresh } = firstParameters;

/**
 * SQL: whether the viewer may read all versions of a post: of a deleted one, its author may, and of
 * a removed one, whoever can restore it.
 */
const isOpenTo = (post: string, author: string): string => `(${post}.deleted_by is null or ${author} = ${viewer}
  or (${post}.deleted_by <> 'author' and ${isOperatorOf(viewer)})
  or (${post}.deleted_by = 'moderator' and ${leadsCommunityOf(viewer, fresh)}))`;

const questionAccess = statement(
  'history.questionAccess',
  `select q.id from questions q where q.id = $3 and ${sharedWith(firstParameters)} and ${isOpenTo('q', 'q.asked_by')}`,
);

const answerAccess = statement(
  'history.answerAccess',
  `select a.id from answers a join questions q on q.id = a.question_id
    where a.id = $3 and ${readableTo(firstParameters, 'a.answered_by')} and ${isOpenTo('a', 'a.answered_by')}`,
);

/**
 * SQL: the versions of the post with this stream. The log has every one; erasing a post erases them
 * all.
 */
export function versionsOf(stream: string): string {
  return `(select coalesce((e.data ->> 'version')::int, 1) as version, e.data, e.occurred_at from events e
    where e.stream_id = ${stream} and e.type in ('QuestionAsked', 'AnswerPosted', 'CommentPosted', 'PostEdited'))`;
}

const versions = statement(
  'history.versions',
  `select json_strip_nulls(json_build_object('version', v.version,
            'title', v.data -> 'title', 'text', v.data -> 'text', 'tags', v.data -> 'tags',
            'by', coalesce(${nameOf('p')}, '${deletedUserName}'), 'at', ${isoTime('v.occurred_at')}))::text as json
     from ${versionsOf('$1')} v
     left join people p on p.id = coalesce(v.data ->> 'editedBy', v.data ->> 'askedBy', v.data ->> 'answeredBy')
    order by v.version desc limit ${limits.versionsListed}`,
);

/** The posts with a history: whether the viewer may read it, and what they are told otherwise. */
const historic = {
  question: { access: questionAccess, unknown: messages.questionUnknown },
  answer: { access: answerAccess, unknown: messages.answerUnknown },
} as const;

/**
 * Reads the versions of a post, the newest first.
 * @throws {DomainError} `question.unknown`, `answer.unknown` if the viewer may not read them
 */
export async function readHistory(
  tx: Tx,
  kind: keyof typeof historic,
  id: string,
  { viewer: reader, fresh }: Viewer,
): Promise<Json<readonly VersionWire[]>> {
  const { access, unknown } = historic[kind];
  const [allowed] = await tx.query<{ id: string }>(access, [reader, fresh, id]);
  if (!allowed) throw new DomainError(`${kind}.unknown`, unknown);
  return Json.list(await tx.query<{ json: string }>(versions, [`${kind}/${id}`]));
}
