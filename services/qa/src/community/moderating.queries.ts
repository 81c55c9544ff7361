import type { Viewer } from '@parlour/people/audience-sql';
import { leads } from '@parlour/people/leader-view';
import { isOperatorOf } from '@parlour/people/operators';
import { type Statement, statement, type Tx } from '@parlour/kernel/database/database';
import type { Moderating } from '@parlour/posts/deletion.decider';

/** SQL: whether somebody leads the community of the question `q`, also of a closed one. */
export function leadsCommunityOf(viewer: string, fresh: string): string {
  return `(${fresh} and ${leads(viewer, 'q.community_id')})`;
}

const ofPost = (place: string): string =>
  `select q.id as "questionId", q.asked_by as asker, q.community_id as "communityId", place.answer_id as "answerId",
          ${leadsCommunityOf('$1::text', '$2::boolean')} as leads, ${isOperatorOf('$1::text')} as "isOperator"
     from (${place}) place join questions q on q.id = place.question_id`;

const statements = {
  question: statement(
    'moderating.question',
    ofPost('select n.id as question_id, null::text as answer_id from questions n where n.id = $3'),
  ),
  answer: statement(
    'moderating.answer',
    ofPost('select n.question_id, n.id as answer_id from answers n where n.id = $3'),
  ),
  comment: statement('moderating.comment', ofPost('select n.question_id, n.answer_id from comments n where n.id = $3')),
} as const satisfies Record<string, Statement>;

/** The place of a post, whoever may see it, and what decides whether somebody moderates it. */
export interface Moderated extends Moderating {
  readonly questionId: string;
  readonly asker: string;
  readonly answerId: string | null;
}

/** Undefined if there is no such post. */
export async function readModerated(
  tx: Tx,
  kind: keyof typeof statements,
  id: string,
  { viewer, fresh }: Viewer,
): Promise<Moderated | undefined> {
  const [row] = await tx.query<Moderated>(statements[kind], [viewer, fresh, id]);
  return row;
}

/** What decides it where there is no such post. */
export const nobody: Moderating = { communityId: null, leads: false, isOperator: false };
