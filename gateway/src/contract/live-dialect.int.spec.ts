import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Socket } from 'socket.io-client';
import type { ChatUpdateType, ChatWire, MessageWire } from '@parlour/contracts/messaging/messaging';
import type { GameWire } from '@parlour/contracts/games/games';
import { unedited } from '@parlour/contracts/posts/editable';
import type { LiveMessage } from '@parlour/contracts/live';
import type { AnswerWire, CommentWire, QuestionWire } from '@parlour/contracts/qa/qa';
import { until } from '@parlour/kernel/testing/until';
import { next, RunningGateway } from '../testing/running-gateway.ts';
import { idOf, questionId, questionOf, rowOf, unknownId, userOf } from '../testing/stand-ins.ts';

const longAgo = '2026-01-05T09:03:07.000Z';
const comment: CommentWire = { _id: unknownId, text: 'Yes.', commentBy: 'Bob', commentDateTime: longAgo, ...unedited };
const answer: AnswerWire = {
  ...{ _id: 'a1', text: 'By the moon.', ansBy: 'Bob', ansDateTime: longAgo, comments: [comment] },
  ...{ score: 0, accepted: false, ...unedited },
};
const question: QuestionWire = { ...questionOf('How do tides work?'), answers: [answer], comments: [comment] };
const row = rowOf(questionId, 'How do tides work?');
const deleted = { by: 'moderator', reason: 'Spam.' } as const;
const removed = { ...row, deleted, title: '', excerpt: '', text: '' };
const words = 'Removed by a moderator: Spam.';
/** Its event comes after all others of questions. */
const last = rowOf(unknownId, 'Last');
const other = rowOf('01900000-0000-7000-8000-0000000000f2', 'Another');
const msg: MessageWire = {
  ...{ _id: 'm1', msg: 'Hello.', msgFrom: 'Bob', msgDateTime: longAgo, notice: null },
  ...unedited,
};
const chat: ChatWire = {
  ...{ _id: 'c1', participants: ['Ann', 'Bob'], messages: [msg, { ...msg, _id: 'm2' }] },
  ...{ unread: 1, name: null, group: false, muted: false },
};
const move = { playerID: 'Ann', gameID: 'g1', move: { numObjects: 1 } };
const game: GameWire = {
  ...{
    gameID: 'g1',
    gameType: 'Nim',
    players: ['Ann', 'Bob'],
    invitedPlayers: [],
    createdAt: longAgo,
    updatedAt: longAgo,
    version: 5,
  },
  state: { status: 'IN_PROGRESS', moveCount: 2, winners: [], player1: 'Ann', player2: 'Bob', moves: [move, move] },
};
const lastMove: GameWire = { ...game, state: { ...game.state, moves: [move] } };

let gateway: RunningGateway;
let ann: { cookie: string };
let client: Socket;
let events: [string, ...unknown[]][];
let position = 0;

beforeAll(async () => {
  gateway = await RunningGateway.start();
  ann = await gateway.signIn();
});
beforeEach(async () => {
  gateway.standIns.answer({
    'qa.getWholeQuestions': ({ request: { ids } }) => ({ rows: wholesOf(ids), total: ids.length, next: null }),
    'messaging.getWholeChats': () => ({ rows: [chat], total: 1, next: null }),
    'games.getWholeGames': () => ({ rows: [game], total: 1, next: null }),
    'identity.getWholeUsers': () => ({ rows: [userOf('Bob')], total: 1, next: null }),
  });
  client = await connected({});
  events = [];
  client.onAny((...event: [string, ...unknown[]]) => events.push(event));
});
afterEach(() => gateway.reset());
afterAll(() => gateway.stop());

async function connected(query?: Record<string, string>): Promise<Socket> {
  const socket = gateway.socket(ann, ['websocket'], query);
  await next(socket, 'connect');
  return socket;
}

/** Omit of each member of the union. */
type Told = LiveMessage extends infer Each
  ? Each extends LiveMessage
    ? Pick<Each, 'event' | 'payload' | 'latestOf'> & Partial<Pick<Each, 'to' | 'except'>>
    : never
  : never;

async function publish(...told: readonly Told[]): Promise<void> {
  const after = position;
  const messages = told.map((each) => ({ to: ['public'], ...each, position: ++position })) as LiveMessage[]; // as Told
  await gateway.publishLive({ after, upTo: position, messages });
}

const wholesOf = (ids: readonly string[]): QuestionWire[] => ids.map((_id) => ({ ...question, _id }));

const isLast = ([name, payload]: [string, ...unknown[]]): boolean =>
  name === 'viewsUpdate' && (payload as QuestionWire)._id === last._id;

const ofTest = (): unknown[] => events.filter((event) => event[0] !== 'pollCreation' && !isLast(event));

/** All that the client gets of these messages. */
async function heardOf(least: number, ...told: readonly Told[]): Promise<unknown[]> {
  await publish(...told);
  await publish({ event: 'pollCreation', payload: { pollId: 'last', communityId: 'c' } });
  await publish({ event: 'viewsUpdate', payload: last });
  await until('the events', () => events.some(isLast) && ofTest().length >= least);
  return ofTest();
}

const ofBob = { ...userOf('Bob') };
const chatUpdate = (type: ChatUpdateType): Told => ({
  event: 'chatUpdate',
  payload: { chat: { ...chat, messages: [msg] }, type, total: 3 },
});

const changed: [string, QuestionWire][] = [
  ['questionUpdate', question],
  ['viewsUpdate', question],
];

it.each<[string, Told, ...unknown[]]>([
  ['questionUpdate', { event: 'questionUpdate', payload: row }, ['questionUpdate', question]],
  ['an edited question', { event: 'questionUpdate', payload: { ...row, text: 'New.' } }, ...changed],
  [
    'an answer',
    { event: 'answerUpdate', payload: { qid: questionId, answer } },
    ['answerUpdate', { qid: questionId, answer }],
    ['viewsUpdate', question],
  ],
  ['a changed answer', { event: 'answerUpdate', payload: { qid: questionId, answer, isChange: true } }, ...changed],
  [
    'a restored answer',
    { event: 'answerUpdate', payload: { qid: questionId, answer }, latestOf: 'answer a1' },
    ...changed,
  ],
  [
    'a comment on a question',
    {
      event: 'commentUpdate',
      payload: { qid: questionId, type: 'question', result: { _id: questionId, comments: [] } },
    },
    ['commentUpdate', { qid: questionId, type: 'question', result: question }],
  ],
  [
    'a comment on an answer',
    { event: 'commentUpdate', payload: { qid: questionId, type: 'answer', result: { _id: 'a1', comments: [] } } },
    ['commentUpdate', { qid: questionId, type: 'answer', result: answer }],
  ],
  ['a message', { event: 'messageUpdate', payload: { msg } }, ['messageUpdate', { msg }]],
  ['a new chat', chatUpdate('created'), ['chatUpdate', { chat, type: 'created', total: 3 }]],
  ['a changed message', chatUpdate('changedMessage'), ['chatUpdate', { chat, type: 'newMessage', total: 3 }]],
  ['who left', chatUpdate('left'), ['chatUpdate', { chat, type: 'newParticipant', total: 3 }]],
  ['a name', chatUpdate('renamed'), ['chatUpdate', { chat, type: 'newMessage', total: 3 }]],
  ['a game', { event: 'gameUpdate', payload: { gameInstance: lastMove } }, ['gameUpdate', { gameInstance: game }]],
  [
    'a person',
    { event: 'userUpdate', payload: { user: { ...ofBob, _id: idOf('Bob') }, type: 'follow' } },
    ['userUpdate', { user: ofBob, type: 'follow' }],
  ],
])('[T-16] %s comes as the specification has it', async (_, told, ...heard) => {
  expect(await heardOf(heard.length, told)).toEqual(heard);
});

it('[T-16] of a removed question that nobody can read any more comes who removed it', async () => {
  gateway.standIns.answer({
    'qa.getWholeQuestions': ({ request: { ids } }) => ({
      ...{ rows: wholesOf(ids.filter((id) => id !== questionId)), total: 1, next: null },
    }),
  });
  const blank = { answers: [], comments: [], upVotes: [], downVotes: [], views: [], following: [] };
  const shown = { ...removed, ...blank, title: words, excerpt: words, text: words };
  expect(await heardOf(2, { event: 'questionUpdate', payload: removed })).toEqual([
    ['questionUpdate', shown],
    ['viewsUpdate', shown],
  ]);
});

it('[T-16] what the specification does not name does not come', async () => {
  expect(
    await heardOf(
      0,
      { event: 'messageUpdate', payload: { msg }, latestOf: 'message m1' },
      { event: 'tagUpdate', payload: { name: 'sea' } },
      { event: 'chatRead', payload: { chatId: 'c1', unread: 0, total: 0 } },
    ),
  ).toEqual([]);
});

it('[T-16] nobody gets what they may not read, nor what is not for them', async () => {
  gateway.standIns.answer({ 'games.getWholeGames': () => ({ rows: [], total: 0, next: null }) });
  expect(
    await heardOf(
      0,
      { event: 'gameUpdate', payload: { gameInstance: lastMove } },
      { event: 'messageUpdate', payload: { msg }, to: ['user:other'] },
      { event: 'messageUpdate', payload: { msg }, except: [`user:${idOf('Ann')}`] },
    ),
  ).toEqual([]);
});

it('[T-16] much that changes at once is read once, for each person alone', async () => {
  const told: Told = { event: 'questionUpdate', payload: row };
  const heard = await heardOf(1, ...Array.from({ length: 30 }, () => told));
  expect(heard.length).toBeLessThan(5);
  expect(gateway.standIns.count('qa.getWholeQuestions')).toBeLessThan(6);
  expect(gateway.standIns.last('qa.getWholeQuestions').context.actor?.name).toBe('Ann');
});

it('[T-16] what did not fit into a reading comes after it, before what came meanwhile', async () => {
  const again: Told = { event: 'questionUpdate', payload: row };
  const result = { _id: other._id, comments: [] };
  const commented: Told = { event: 'commentUpdate', payload: { qid: other._id, type: 'question', result } };
  const meanwhile: Told[][] = [[again, commented], [{ event: 'viewsUpdate', payload: other }]];
  gateway.standIns.answer({
    'qa.getWholeQuestions': async ({ request: { ids } }) => {
      await publish(...(meanwhile.shift() ?? []));
      const isCut = ids[1] === other._id;
      return { rows: wholesOf(isCut ? ids.slice(0, 1) : ids), total: ids.length, next: isCut ? other._id : null };
    },
  });
  const [whole] = wholesOf([other._id]);
  expect(await heardOf(4, again)).toEqual([
    ['questionUpdate', question],
    ['questionUpdate', question],
    ['commentUpdate', { qid: other._id, type: 'question', result: whole }],
    ['viewsUpdate', whole],
  ]);
});

it('[T-16] our page gets its lean form, and nothing is read for it', async () => {
  client.disconnect();
  const page = await connected();
  const heard = next(page, 'questionUpdate');
  await publish({ event: 'questionUpdate', payload: row });
  expect(await heard).toEqual(row);
  expect(gateway.standIns.count('qa.getWholeQuestions')).toBe(0);
});
