import { DomainError } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { AnswerVoteWire, AnswerWire, Vote } from '@parlour/contracts/qa/qa';
import type { Viewer } from '@parlour/people/audience-sql';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { isoTime, nameOf } from '@parlour/kernel/database/row-expressions';
import { commentsWhere } from '../comment/comment.queries.ts';
import { inClosedCommunity, refuseClosed } from '../community/community-audience.queries.ts';
import { editableJson } from '@parlour/posts/post-row';
import { answerShownTo, isDeletedIn, questionShownTo, takesPlace, textOf } from '../editing/shown.queries.ts';
import {
  oneForViewer,
  type QuestionForViewer,
  valuesForViewers,
} from '../question/page/question-for-viewer.queries.ts';
import { firstParameters, readableTo, visibleTo } from '../question/visibility.ts';
import { voteMessage } from '../question/votes/votes.queries.ts';

/**
 * SQL: the answer `a` as JSON (`AnswerWire`), with its author `p` and what expressions give: its
 * comments, and the viewer's vote if there is one viewer.
 */
export function answerJson(comments: string, myVote?: string): string {
  return `json_build_object('_id', a.id, 'text', ${textOf('a')}, 'ansBy', ${nameOf('p')},
    'ansDateTime', ${isoTime('a.answered_at')}, 'comments', ${comments},
    'score', a.up_vote_count - a.down_vote_count, 'accepted', a.accepted and a.deleted_by is null${myVote === undefined ? '' : `, 'myVote', ${myVote}`},
    ${editableJson('a')})`;
}

/** SQL: a viewer's vote on the answer `a`; not looked up where nobody has voted. */
export function voteOnAnswer(viewer: string): string {
  return `case when a.up_vote_count + a.down_vote_count > 0 then
    (select case when v.up then 'up' else 'down' end from answer_votes v where v.answer_id = a.id and v.user_id = ${viewer}) end`;
}

const listed = (json: string, joins = ''): string =>
  `select ${json} as answer
     from unnest($1::text[]) with ordinality as w(id, n)
     join answers a on a.id = w.id ${joins}
     left join people p on p.id = a.answered_by
    order by w.n`;

/** SQL: how many places for answers of a question are taken, for a writer or for anybody. */
const answersTo = (questionId: string, writer?: string): string =>
  `(select count(*)::int from answers o
     where o.question_id = ${questionId} and ${takesPlace('answered_by', writer)})`;

/**
 * SQL: whether the question `q` has a page for others than its author, or may have had one until
 * the answer `a` was deleted. If not, nothing is published about the answer.
 */
const shownToOthers = `(${questionShownTo('null::text')} or ${isDeletedIn('q.asked_by', 'a', 'answered_by')})`;

const byIds = statement(
  'answers.byIds',
  listed(answerJson(`'[]'::json`), `join questions q on q.id = a.question_id and ${shownToOthers}`),
);
const posted = statement('answers.posted', listed(answerJson(`'[]'::json`, 'null')));

const ofVoter = statement(
  'answers.ofVoter',
  `select ${answerJson(commentsWhere('c.answer_id = a.id', 'w.viewer'), voteOnAnswer('w.viewer'))} as answer
     from ${oneForViewer}
     join answers a on a.id = w.id
     join questions q on q.id = a.question_id
     left join people p on p.id = a.answered_by
    where ${visibleTo({ viewer: 'w.viewer', fresh: 'w.fresh' })}`,
);

const votable = statement(
  'answers.votable',
  `select q.id as "questionId", a.answered_by as author, ${inClosedCommunity} as closed
     from answers a join questions q on q.id = a.question_id
    where a.id = $3 and a.deleted_by is null and ${visibleTo(firstParameters)}`,
);

const withComments = (myVote?: string): string => answerJson(commentsWhere('c.answer_id = a.id', 'null::text'), myVote);

const live = statement(
  'answers.live',
  listed(withComments(), `join questions q on q.id = a.question_id and ${shownToOthers}`),
);
const own = statement('answers.own', listed(withComments('null')));
const restored = statement(
  'answers.restored',
  `select ${answersTo('a.question_id')} as answers from answers a where a.id = $1`,
);

const place = statement(
  'answers.place',
  `select q.id as "questionId", ${inClosedCommunity} as closed
     from answers a join questions q on q.id = a.question_id
    where a.id = $3 and ${readableTo(firstParameters, 'a.answered_by')} and ${answerShownTo(firstParameters.viewer)}`,
);

const answered = statement(
  'answers.count',
  `select ${answersTo('q.id', firstParameters.viewer)} as answers, ${inClosedCommunity} as closed
     from questions q where q.id = $3 and ${visibleTo(firstParameters)}`,
);

/** Reads answers without their comments, in the order of the ids, for live messages. */
export async function readAnswers(tx: Tx, ids: readonly string[]): Promise<AnswerWire[]> {
  return (await tx.query<{ answer: AnswerWire }>(byIds, [ids])).map((row) => row.answer);
}

/** A new answer, and its writer as the viewer of the question. */
interface Posted extends Viewer {
  readonly answerId: string;
  readonly questionId: string;
}

/**
 * Reads new answers, which have no comments and votes yet, in the order of the arguments. In their
 * own transaction, they are counted, one writer after the other: of several sent at once, none gets
 * beyond the limit. And nobody answers what was hidden from them since it was decided. Source:
 * decisions Q-29.
 * @throws {DomainError} `answers.full`, `question.unknown`, `community.closed`, so that they are
 * not posted
 */
export async function readPosted(tx: Tx, answers: readonly Posted[]): Promise<AnswerWire[]> {
  for (const { questionId, ...writer } of answers) {
    const found = await findAnswered(tx, questionId, writer);
    if (!found) throw new DomainError('question.unknown', messages.questionUnknown);
    refuseClosed(found.closed);
    refuseFull([found]);
  }
  const rows = await tx.query<{ answer: AnswerWire }>(posted, [answers.map(({ answerId }) => answerId)]);
  return rows.map((row) => row.answer);
}

/**
 * Counts restored answers in the same way.
 * @throws {DomainError} `answers.full`, so that they are not restored
 */
export async function countRestored(tx: Tx, id: string): Promise<void> {
  refuseFull(await tx.query<Counted>(restored, [id]));
}

interface Counted {
  /** How many the question of an answer has. */
  readonly answers: number;
}

function refuseFull(rows: readonly Counted[]): void {
  if (rows.some(({ answers }) => answers > limits.answersPerQuestion)) {
    throw new DomainError('answers.full', messages.answersFull);
  }
}

/**
 * Reads the reply to a vote on an answer; the current state shows the effect of a vote. Source:
 * decisions Q-24.
 * @throws {DomainError} `answer.unknown` when it has been hidden from its voter since
 */
export async function readVotedAnswer(tx: Tx, asked: QuestionForViewer, vote: Vote): Promise<AnswerVoteWire> {
  const [row] = await tx.query<{ answer: AnswerWire }>(ofVoter, valuesForViewers([asked]));
  if (!row) throw new DomainError('answer.unknown', messages.answerUnknown);
  return { msg: voteMessage('answer', vote, row.answer.myVote !== null), ...row.answer };
}

/**
 * Refuses a vote on an answer that has been hidden, or closed, since the vote was decided.
 * @throws {DomainError} `answer.unknown`, `community.closed`
 */
export async function refuseHidden(tx: Tx, { id, ...voter }: QuestionForViewer): Promise<void> {
  const found = await findVotable(tx, id, voter);
  if (!found) throw new DomainError('answer.unknown', messages.answerUnknown);
  refuseClosed(found.closed);
}

/** An answer to be voted on: its place, its author, and whether its community is closed. */
export interface Votable {
  readonly questionId: string;
  readonly author: string;
  readonly closed: boolean;
}

/** Undefined when the answer does not exist or is hidden from this person. */
export async function findVotable(tx: Tx, id: string, { viewer, fresh }: Viewer): Promise<Votable | undefined> {
  const [row] = await tx.query<Votable>(votable, [viewer, fresh, id]);
  return row;
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

/** Reads answers with their comments, in the order of the ids, for live messages. */
export async function readAnswersWithComments(tx: Tx, ids: readonly string[]): Promise<AnswerWire[]> {
  return (await tx.query<{ answer: AnswerWire }>(live, [ids])).map((row) => row.answer);
}

/** The same of one for replies to its author, who has no vote on it. It is never gone. */
export async function readOwnAnswer(tx: Tx, id: string): Promise<AnswerWire> {
  const [row] = await tx.query<{ answer: AnswerWire }>(own, [[id]]);
  if (!row) throw new DomainError('answer.unknown', messages.answerUnknown);
  return row.answer;
}

/** The question of an answer, and whether its community is closed. */
export interface AnswerPlace {
  readonly questionId: string;
  readonly closed: boolean;
}

/** Undefined when the answer does not exist or is hidden from this person. */
export async function findAnswer(tx: Tx, id: string, { viewer, fresh }: Viewer): Promise<AnswerPlace | undefined> {
  const [row] = await tx.query<AnswerPlace>(place, [viewer, fresh, id]);
  return row;
}
