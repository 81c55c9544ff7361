import type { CommunitiesEvent } from '@parlour/contracts/communities/communities';
import type { Actor } from '@parlour/contracts/envelope';
import type { IdentityEvent } from '@parlour/contracts/identity/identity';
import type { AnswerVoteWire, QuestionWire, Vote, VoteWire } from '@parlour/contracts/qa/qa';
import type { AddQuestion } from '@parlour/contracts/qa/qa.requests';
import type { Rpc } from '@parlour/contracts/rpc';
import { type ServiceWorld, startServiceWorld } from '@parlour/kernel/testing/service-world';
import { qaDefinition } from '../qa.module.ts';

/** The error for people who may not see a question. */
export const hidden = { code: 'question.unknown' };

/** An id without a record. */
export const unknownId = '01890000-0000-7000-8000-0000000000ff';

/** The running service with shared test helpers; every call sees all earlier events of identity. */
export interface QaWorld extends ServiceWorld {
  /** Publishes events of identity; they are applied before any later call. */
  identity(...events: readonly IdentityEvent[]): Promise<void>;
  /** Publishes events of communities; they are applied before any later call. */
  communities(...events: readonly CommunitiesEvent[]): Promise<void>;
  /** The head of identity's log. */
  identityPosition(): number;
  follow(follower: Actor, followed: Actor): Promise<void>;
  unfollow(follower: Actor, followed: Actor): Promise<void>;
  ask(by: Actor, changes?: Partial<AddQuestion>): Promise<string>;
  answer(by: Actor, qid: string, text?: string): Promise<string>;
  comment(by: Actor, type: 'question' | 'answer', id: string, text?: string): Promise<string>;
  vote(by: Actor, qid: string, vote: Vote): Promise<VoteWire>;
  voteOnAnswer(by: Actor, aid: string, vote: Vote): Promise<AnswerVoteWire>;
  accept(by: Actor, qid: string, aid: string | null): Promise<QuestionWire>;
  read(by: Actor, id: string): Promise<QuestionWire>;
  list(as: Actor, request?: Partial<Rpc['qa.getQuestions']['request']>): Promise<string[]>;
  total(as: Actor, request?: Partial<Rpc['qa.getQuestions']['request']>): Promise<number>;
}

/** Starts qa on a new database. */
export async function startQa(): Promise<QaWorld> {
  const world = await startServiceWorld(qaDefinition);
  let asked = 0;
  let publishedUpTo = 0;
  const { call } = world;
  const identity = async (...events: readonly IdentityEvent[]): Promise<void> => {
    publishedUpTo += events.length;
    await world.append('identity', ...events);
  };
  const list = async (as: Actor, request: object): Promise<Rpc['qa.getQuestions']['reply']> =>
    (await call('qa.getQuestions', { order: 'newest', limit: 100, ...request }, { as })).reply;
  return {
    ...world,
    identity,
    communities: (...events) => world.append('communities', ...events),
    identityPosition: () => publishedUpTo,
    follow: (follower, followed) =>
      identity({ type: 'UserFollowed', data: { followerId: follower.id, followedId: followed.id } }),
    unfollow: (follower, followed) =>
      identity({ type: 'UserUnfollowed', data: { followerId: follower.id, followedId: followed.id } }),
    async ask(by, changes = {}) {
      asked += 1;
      const question = { title: `Question ${asked}`, text: 'Why is that so?', tags: [{ name: `tag${asked}` }] };
      const toAll = { onlyFollowers: false, communityId: null };
      return (await call('qa.addQuestion', { ...question, ...toAll, ...changes }, { as: by })).reply._id;
    },
    answer: async (by, qid, text = 'Because.') => (await call('qa.addAnswer', { qid, text }, { as: by })).reply._id,
    comment: async (by, type, id, text = 'Oh?') =>
      (await call('qa.addComment', { id, type, text }, { as: by })).reply._id,
    vote: async (by, qid, vote) => (await call('qa.vote', { qid, vote }, { as: by })).reply,
    voteOnAnswer: async (by, aid, vote) => (await call('qa.voteOnAnswer', { aid, vote }, { as: by })).reply,
    accept: async (by, qid, aid) => (await call('qa.acceptAnswer', { qid, aid }, { as: by })).reply,
    read: async (by, id) => (await call('qa.getQuestionById', { id }, { as: by })).reply,
    list: async (as, request = {}) => (await list(as, request)).rows.map((row) => row._id),
    total: async (as, request = {}) => (await list(as, request)).total,
  };
}
