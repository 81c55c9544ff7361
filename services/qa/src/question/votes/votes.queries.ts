import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { Vote, VoteWire } from '@parlour/contracts/qa/qa';
import type { VoteUpdate } from '@parlour/contracts/socket';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { namesListed } from '@parlour/kernel/database/row-expressions';
import {
  valuesForViewers,
  manyForViewers,
  oneForViewer,
  type QuestionForViewer,
} from '../page/question-for-viewer.queries.ts';
import { visibleTo } from '../visibility.ts';

const columns = (
  viewer: string,
): string => `q.id as qid, q.up_vote_count as "upVoteCount", q.down_vote_count as "downVoteCount",
  ${namesListed('question_votes', 'x.question_id = q.id and x.up', viewer)} as "upVotes",
  ${namesListed('question_votes', 'x.question_id = q.id and not x.up', viewer)} as "downVotes"`;

const votesFor = (askers: string): string => `select ${columns('w.viewer')},
          (select v.up from question_votes v where v.question_id = q.id and v.user_id = w.viewer) as up
     from ${askers}
     join questions q on q.id = w.id
    where ${visibleTo({ viewer: 'w.viewer', fresh: 'w.fresh' })}
    order by w.n`;

const ofVoters = statement('votes.ofVoters', votesFor(manyForViewers));
const ofVoter = statement('votes.ofVoter', votesFor(oneForViewer));

const ofQuestions = statement(
  'votes.ofQuestions',
  `select ${columns(`''`)} from unnest($1::text[]) as w(id) join questions q on q.id = w.id`,
);

/** A question, its voter, and the button that they pressed. */
export interface VotesForViewer extends QuestionForViewer {
  readonly vote: Vote;
}

/**
 * Reads the replies to votes; the current state shows the effect of a vote. Source: decisions Q-3.
 * @throws {DomainError} `question.unknown` when a question has been hidden from its voter since
 */
export async function readVotes(tx: Tx, asked: readonly VotesForViewer[]): Promise<VoteWire[]> {
  const asking = asked.length === 1 ? ofVoter : ofVoters;
  const rows = await tx.query<VoteUpdate & { up: boolean | null }>(asking, valuesForViewers(asked));
  if (rows.length !== asked.length) throw new DomainError('question.unknown', messages.questionUnknown);
  return rows.map(({ qid: _, up, ...votes }, index) => ({
    msg: voteMessage('question', asked[index]?.vote ?? 'up', up !== null),
    ...votes,
  }));
}

/** The votes of questions for live messages, by question id. */
export async function readVoteUpdates(tx: Tx, ids: readonly string[]): Promise<Map<string, VoteUpdate>> {
  const rows = await tx.query<VoteUpdate>(ofQuestions, [ids]);
  return new Map(rows.map((row) => [row.qid, row]));
}

const standing = {
  question: { up: messages.questionUpvoted, down: messages.questionDownvoted },
  answer: { up: messages.answerUpvoted, down: messages.answerDownvoted },
} as const;

/** What a vote has done. */
export function voteMessage(on: keyof typeof standing, vote: Vote, stands: boolean): string {
  if (stands) return standing[on][vote];
  return vote === 'up' ? messages.upvoteCancelled : messages.downvoteCancelled;
}
