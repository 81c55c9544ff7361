import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Socket } from 'socket.io-client';
import { unedited } from '@parlour/contracts/posts/editable';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { ChatWire, MessageWire } from '@parlour/contracts/messaging/messaging';
import type { SocketAnswer } from '@parlour/contracts/socket';
import { until } from '@parlour/kernel/testing/until';
import { maxEntered } from '../socket/socket-calls.ts';
import { idOf, unknownId } from '../testing/stand-ins.ts';
import { itRefuses, itServes, reads, refusals, type Route } from '../testing/routes.ts';
import { next, RunningGateway } from '../testing/running-gateway.ts';
import { EnteredChats } from './entered-chats.ts';

const chatId = '01900000-0000-7000-8000-0000000000c1';
const message: MessageWire = {
  _id: unknownId,
  msg: 'Hello',
  msgFrom: 'Ann',
  msgDateTime: '2026-01-05T09:03:07.000Z',
  notice: null,
  ...unedited,
};

function chatWith(unread: number): ChatWire {
  const shown = { participants: ['Ann', 'Bob'], messages: [message], name: null, group: false, muted: false };
  return { _id: chatId, ...shown, unread };
}

let gateway: RunningGateway;
let ann: { cookie: string };
/** What entering a chat waits for. */
let held: Promise<void> | undefined;

beforeAll(async () => {
  gateway = await RunningGateway.start();
  ann = await gateway.signIn('Ann');
  const changed = { reply: chatWith(0), positions: { messaging: 7 }, stale: false };
  gateway.standIns.answer({
    'messaging.getMessages': () => ({ messages: [message] }),
    'messaging.addMessage': () => ({ reply: message, positions: { messaging: 6 }, stale: false }),
    'messaging.getChats': () => ({ rows: [chatWith(2)], total: 40, next: '17' }),
    'messaging.getChat': () => chatWith(2),
    'messaging.createChat': () => changed,
    'messaging.addChatMessage': () => changed,
    'messaging.addParticipant': () => changed,
    'messaging.markRead': ({ request }) => {
      if (request.chatId !== chatId) throw new DomainError('chat.unknown', messages.chatUnknown);
      return chatWith(0);
    },
    'messaging.enterChat': async ({ request }) => {
      await held;
      if (request.chatId === unknownId) throw new DomainError('chat.unknown', messages.chatUnknown);
      return { entered: true };
    },
    'messaging.leaveChat': () => ({ entered: false }),
    'messaging.stayInChats': () => ({ missing: [] }),
    'messaging.unread': () => ({ unread: 5, roomMuted: false }),
    'messaging.editMessage': () => ({ reply: message, positions: { messaging: 8 }, stale: false }),
    'messaging.deleteMessage': () => ({ reply: message, positions: { messaging: 8 }, stale: false }),
    'messaging.restoreMessage': () => ({ reply: message, positions: { messaging: 8 }, stale: false }),
    'messaging.leave': () => changed,
    'messaging.rename': () => changed,
    'messaging.mute': ({ request }) =>
      request.chatId === 'global' ? { ...changed, reply: { _id: 'global', muted: request.muted } } : changed,
  });
});

afterAll(() => gateway.stop());

beforeEach(() => {
  gateway.standIns.calls.length = 0;
});

const sent = { msg: ' Hi ', msgFrom: 'ANN', msgDateTime: {}, _id: 5 };
const begun = {
  participants: ['Bob', 'Ann'],
  messages: [{ msg: 'Hi', msgFrom: 'Ann', msgDateTime: 'x' }, { msg: 'B' }],
};
const editing = { mid: unknownId, msg: 'Hi', version: 1 };
const removing = { mid: unknownId, reason: 'Spam' };
const muting = { chatId, muted: true };
const routes: readonly Route[] = [
  ...reads(
    ...(
      [
        ['', { limit: 200 }],
        ['?limit=7', { limit: 7 }],
        ['?limit=5000', { limit: 200 }],
        [`?before=${unknownId.toUpperCase()}`, { limit: 200, before: unknownId }],
      ] as const
    ).flatMap(([query, request]) => [
      [`messaging/getMessages${query}`, 'messaging.getMessages', request, [message]] as const,
      [`chat/${chatId.toUpperCase()}${query}`, 'messaging.getChat', { chatId, ...request }] as const,
    ]),
    ['chat/getChatsByUser/ann', 'messaging.getChats', { limit: 30 }],
    ['chat/unread', 'messaging.unread', {}],
  ),
  ['POST', 'messaging/addMessage', { messageToAdd: sent }, 'messaging.addMessage', { msg: ' Hi ' }],
  ['POST', `chat/${chatId}/addMessage`, sent, 'messaging.addChatMessage', { chatId, msg: ' Hi ' }],
  ['POST', 'chat/createChat', begun, 'messaging.createChat', { participants: ['Bob', 'Ann'], messages: ['Hi', 'B'] }],
  ['POST', 'chat/createChat', { participants: null }, 'messaging.createChat', { participants: [], messages: [] }],
  [
    'POST',
    `chat/${chatId}/addParticipant`,
    { username: 'Cay' },
    'messaging.addParticipant',
    { chatId, username: 'Cay' },
  ],
  ['POST', `chat/${chatId}/markRead`, {}, 'messaging.markRead', { chatId }],
  ['PATCH', 'messaging/editMessage', { ...editing, username: 'Ann' }, 'messaging.editMessage', editing],
  ['DELETE', `messaging/deleteMessage?mid=${chatId}`, removing, 'messaging.deleteMessage', removing],
  ['DELETE', `messaging/deleteMessage?mid=${unknownId}&reason=Spam`, undefined, 'messaging.deleteMessage', removing],
  ['POST', 'messaging/restoreMessage', { mid: unknownId }, 'messaging.restoreMessage', { mid: unknownId }],
  ['POST', 'chat/leave', { chatId }, 'messaging.leave', { chatId }],
  ['PATCH', 'chat/rename', { chatId, name: 'Bakers', username: 'Ann' }, 'messaging.rename', { chatId, name: 'Bakers' }],
  ['POST', 'chat/mute', muting, 'messaging.mute', muting],
  ['POST', 'chat/mute', { chatId: 'global', muted: false }, 'messaging.mute', { chatId: 'global', muted: false }],
];

describe('[CA-25, CA-26, CA-27, CA-28, CA-29, CA-30, CA-64, CA-65, CA-66, BM-2, BE-1, BE-3, M-1, M-5] every route', () => {
  itServes(routes, () => ({ gateway, ann }), { 'cache-control': 'no-store' });
});

describe('requests refused before the service is called', () => {
  const { id, shape, other, illFormed } = refusals;
  const add = 'messaging/addMessage';
  const create = 'chat/createChat';

  itRefuses(
    [
      ['GET', 'chat/getChatsByUser/Bob', undefined, other],
      ['GET', 'chat/x', undefined, id],
      ['GET', `chat/${chatId}?before=x`, undefined, id],
      ['GET', 'messaging/getMessages?before=x', undefined, id],
      ['GET', 'messaging/getMessages?limit=0', undefined, shape],
      ['GET', 'messaging/getMessages?limit=x', undefined, shape],
      ['POST', add, { messageToAdd: { msg: 'Hi', msgFrom: 'Bob' } }, other],
      ['POST', add, { messageToAdd: { msg: 5 } }, shape],
      ['POST', add, { messageToAdd: [] }, shape],
      ['POST', add, { messageToAdd: { msg: 'a\0b' } }, illFormed],
      ['POST', `chat/${chatId}/addMessage`, { msg: 'Hi', msgFrom: 'Bob' }, other],
      ['POST', `chat/${chatId}/addMessage`, { msg: ['Hi'] }, shape],
      ['POST', 'chat/x/addMessage', { msg: 'Hi' }, id],
      ['POST', 'chat/x/addParticipant', { username: 'Bob' }, id],
      ['POST', `chat/${chatId}/addParticipant`, { username: {} }, shape],
      ['POST', 'chat/x/markRead', {}, id],
      ['POST', create, { participants: ['Ann', 'Bob'], messages: [{ msg: 'Hi', msgFrom: 'Bob' }] }, other],
      ['POST', create, { participants: 'Ann' }, shape],
      ['POST', create, { participants: [{}] }, shape],
      ['POST', create, { participants: Array.from({ length: 1_001 }, () => 'Ann') }, shape],
      ['POST', create, { participants: ['Ann'], messages: Array.from({ length: 6 }, () => ({ msg: 'a' })) }, shape],
      ['POST', create, { participants: ['Ann'], messages: ['Hi'] }, shape],
      ['PATCH', 'messaging/editMessage', { mid: 'x', msg: 'Hi', version: 1 }, id],
      ['PATCH', 'messaging/editMessage', { mid: unknownId, msg: 'Hi' }, shape],
      ['PATCH', 'messaging/editMessage', { mid: unknownId, msg: 5, version: 1 }, shape],
      ['PATCH', 'messaging/editMessage', { mid: unknownId, msg: 'Hi', version: 1, username: 'Bob' }, other],
      ['DELETE', 'messaging/deleteMessage', {}, id],
      ['DELETE', 'messaging/deleteMessage', { mid: 'x' }, id],
      ['DELETE', 'messaging/deleteMessage', { mid: unknownId, username: 'Bob' }, other],
      ['POST', 'messaging/restoreMessage', {}, id],
      ['POST', 'messaging/restoreMessage', { mid: unknownId, username: 'Bob' }, other],
      ['POST', 'chat/leave', { chatId: 'global' }, id],
      ['POST', 'chat/leave', { chatId, username: 'Bob' }, other],
      ['PATCH', 'chat/rename', { chatId: 'x', name: 'Bakers' }, id],
      ['PATCH', 'chat/rename', { chatId, name: {} }, shape],
      ['PATCH', 'chat/rename', { chatId, name: 'Bakers', username: 'Bob' }, other],
      ['POST', 'chat/mute', { chatId: 'everything', muted: true }, id],
      ['POST', 'chat/mute', { chatId, muted: 'yes' }, shape],
      ['POST', 'chat/mute', { chatId, muted: true, username: 'Bob' }, other],
    ],
    () => ({ gateway, ann }),
  );
});

describe('entering a chat', () => {
  let position = 0;

  afterEach(() => gateway.closeSockets());

  async function connected(headers: { cookie: string }): Promise<Socket> {
    const socket = gateway.socket(headers);
    await next(socket, 'connect');
    return socket;
  }

  function ask(socket: Socket, event: string, given: unknown): Promise<SocketAnswer> {
    return socket.emitWithAck(event, given) as Promise<SocketAnswer>;
  }

  function publishUnread(unread: number): Promise<void> {
    const after = position++;
    const payload = { chat: chatWith(unread), type: 'newMessage', total: unread } as const;
    const messages = [{ to: [`user:${idOf('Ann')}`], event: 'chatUpdate', payload, position }] as const;
    return gateway.publishLive({ source: 'messaging', after, upTo: position, messages });
  }

  const calls = () => gateway.standIns.calls.map(({ name }) => name.replace('messaging.', ''));

  it('[EV-18] is authorised by the service each time, for the session', async () => {
    const socket = await connected(ann);
    expect(await ask(socket, 'joinChat', chatId)).toEqual({ ok: true });
    expect(await ask(socket, 'joinChat', chatId.toUpperCase())).toEqual({ ok: true });
    expect(calls()).toEqual(['enterChat', 'enterChat']);
    expect(gateway.standIns.last('messaging.enterChat')).toMatchObject({
      request: { chatId, place: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      context: { actor: { id: idOf('Ann'), name: 'Ann' }, idempotency: null },
    });
  });

  it.each([unknownId])('is refused to outsiders as if the chat did not exist: %s', async (foreign) => {
    const socket = await connected(ann);
    expect(await ask(socket, 'joinChat', foreign)).toEqual({ error: messages.chatUnknown, code: 'chat.unknown' });
    expect(socket.connected).toBe(true);
  });

  it.each(['', 'x', '../c', 5, null, {}, [], [chatId]])('refuses %j as a chat', async (given) => {
    const socket = await connected(ann);
    const refusal = { error: messages.chatIdInvalid, code: 'id.malformed' };
    expect(await ask(socket, 'joinChat', given)).toEqual(refusal);
    expect(await ask(socket, 'leaveChat', given)).toEqual(refusal);
    expect(gateway.standIns.calls).toEqual([]);
  });

  it('works without an acknowledgement', async () => {
    const socket = await connected(ann);
    socket.emit('joinChat', chatId, 'no function');
    socket.emit('leaveChat');
    expect(await ask(socket, 'leaveChat', chatId)).toEqual({ ok: true });
  });

  it('a socket has fifty calls under way, and more once they are answered', async () => {
    const socket = await connected(ann);
    let release = () => undefined as void;
    held = new Promise((resolve) => (release = resolve));
    const asked = Array.from({ length: 60 }, () => ask(socket, 'joinChat', chatId));
    const refused = { error: messages.tooManyRequests(1), code: 'limit.reached' };
    expect(await Promise.all(asked.slice(50))).toEqual(Array.from({ length: 10 }, () => refused));
    release();
    expect(await Promise.all(asked.slice(0, 50))).toEqual(Array.from({ length: 50 }, () => ({ ok: true })));
    expect(await ask(socket, 'leaveChat', chatId)).toEqual({ ok: true });
  });

  it('is reported once, and leaving with the last tab; messages there cost no call', async () => {
    const [first, second] = [await connected(ann), await connected(ann)];
    for (const socket of [first, second]) await ask(socket, 'joinChat', chatId);
    for (let n = 1; n <= 5; n++) {
      const received = next(second, 'chatUpdate');
      await publishUnread(n);
      await received;
    }
    await ask(first, 'leaveChat', chatId);
    expect(calls()).toEqual(['enterChat', 'enterChat']);
    await ask(second, 'leaveChat', chatId);
    await ask(second, 'leaveChat', chatId);
    expect(calls()).toEqual(['enterChat', 'enterChat', 'leaveChat']);
    expect(gateway.standIns.last('messaging.leaveChat')).toMatchObject({ context: { actor: { id: idOf('Ann') } } });
  });

  it('one more than can be entered leaves the first; one of those that are entered leaves none', async () => {
    const socket = await connected(ann);
    const chatNumber = (n: number) => `${chatId.slice(0, -2)}${n + 10}`;
    for (let n = 0; n < maxEntered; n++) await ask(socket, 'joinChat', chatNumber(n));
    await ask(socket, 'joinChat', chatNumber(0));
    expect(calls()).not.toContain('leaveChat');
    await ask(socket, 'joinChat', chatNumber(maxEntered));
    await until('the first is left', () => calls().includes('leaveChat'));
    expect(gateway.standIns.last('messaging.leaveChat')).toMatchObject({ request: { chatId: chatNumber(0) } });
    socket.disconnect();
    await until('all are left', () => calls().filter((name) => name === 'leaveChat').length === maxEntered + 1);
  });

  it('a disconnected socket has left', async () => {
    const socket = await connected(ann);
    await ask(socket, 'joinChat', chatId);
    socket.disconnect();
    await until('the leaving is reported', () => calls().includes('leaveChat'));
  });

  it('leaving never overtakes entering, and is not reported after entering again', async () => {
    const socket = await connected(ann);
    const enter: (() => void)[] = [];
    gateway.standIns.answer({
      'messaging.enterChat': () => new Promise((resolve) => enter.push(() => resolve({ entered: true }))),
    });
    const answers = ['joinChat', 'leaveChat', 'joinChat', 'leaveChat'].map((event) => ask(socket, event, chatId));
    await until('the first call is under way', () => enter.length === 1);
    expect(calls()).toEqual(['enterChat']);
    enter[0]?.();
    await until('the second call is under way', () => enter.length === 2);
    enter[1]?.();
    expect(await Promise.all(answers)).toEqual(answers.map(() => ({ ok: true })));
    expect(calls()).toEqual(['enterChat', 'leaveChat', 'enterChat', 'leaveChat']);
    gateway.standIns.answer({ 'messaging.enterChat': () => ({ entered: true }) });
  });

  it('a failed report of leaving is not an error', async () => {
    const socket = await connected(ann);
    await ask(socket, 'joinChat', chatId);
    gateway.standIns.refuse('messaging.leaveChat', 'service.unavailable', messages.unavailable);
    expect(await ask(socket, 'leaveChat', chatId)).toEqual({ ok: true });
    gateway.standIns.answer({ 'messaging.leaveChat': () => ({ entered: false }) });
  });

  it('is renewed for all who are there, each once, by one call', async () => {
    const chats = gateway.app.get(EnteredChats);
    await until('all others have left', async () => {
      const before = gateway.standIns.count('messaging.stayInChats');
      await chats.stay();
      return gateway.standIns.count('messaging.stayInChats') === before;
    });
    const [first, second] = [await connected(ann), await connected(ann)];
    for (const socket of [first, second]) await ask(socket, 'joinChat', chatId);
    await chats.stay();
    const { request } = gateway.standIns.last('messaging.stayInChats');
    expect(request.present).toEqual([{ chatId, userId: idOf('Ann') }]);
    expect(request.place).toBe(gateway.standIns.last('messaging.enterChat').request.place);
  });

  it('people that the service has forgotten enter again, unless they have left meanwhile', async () => {
    const chats = gateway.app.get(EnteredChats);
    // A chat of its own: people who had the other one open leave it at their own pace.
    const forgotten = '01890000-0000-7000-8000-0000000000ff';
    const entered = () => calls().filter((call) => call === 'enterChat').length;
    const socket = await connected(ann);
    await ask(socket, 'joinChat', forgotten);
    const missing = [{ chatId: forgotten, userId: idOf('Ann') }];
    gateway.standIns.answer({ 'messaging.stayInChats': () => ({ missing }) });
    await chats.stay();
    expect(entered()).toBe(2);
    gateway.standIns.answer({
      'messaging.stayInChats': async () => {
        await ask(socket, 'leaveChat', forgotten);
        return { missing };
      },
    });
    await chats.stay();
    expect(entered()).toBe(2);
    gateway.standIns.answer({ 'messaging.stayInChats': () => ({ missing: [] }) });
  });
});
