import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Socket } from 'socket.io-client';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { ChatWire, MessageWire } from '@parlour/contracts/messaging';
import type { SocketAnswer } from '@parlour/contracts/socket';
import { until } from '@parlour/kernel/testing/until';
import { idOf, unknownId } from '../testing/stand-ins.ts';
import { next, RunningGateway } from '../testing/running-gateway.ts';

const chatId = '01900000-0000-7000-8000-0000000000c1';
const message: MessageWire = { _id: unknownId, msg: 'Hello', msgFrom: 'Ann', msgDateTime: '2026-01-05T09:03:07.000Z' };

function chatWith(unread: number): ChatWire {
  return { _id: chatId, participants: ['Ann', 'Bob'], messages: [message], unread };
}

let gateway: RunningGateway;
let ann: { cookie: string };

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
      return changed;
    },
    'messaging.unread': () => ({ unread: 5 }),
  });
});

afterAll(() => gateway.stop());

beforeEach(() => {
  gateway.standIns.calls.length = 0;
});

const routes = [
  ['GET', 'messaging/getMessages', undefined, [message]],
  ['POST', 'messaging/addMessage', { messageToAdd: { msg: 'Hello', msgFrom: 'Ann', msgDateTime: 'x' } }, message],
  ['GET', 'chat/getChatsByUser/ann', undefined, [chatWith(2)]],
  ['GET', `chat/${chatId}`, undefined, chatWith(2)],
  ['GET', 'chat/unread', undefined, { unread: 5 }],
  ['POST', 'chat/createChat', { participants: ['Ann', 'Bob'], messages: [] }, chatWith(0)],
  ['POST', `chat/${chatId}/addMessage`, { msg: 'Hello', msgFrom: 'Ann', msgDateTime: 'x' }, chatWith(0)],
  ['POST', `chat/${chatId}/addParticipant`, { username: 'Cay' }, chatWith(0)],
  ['POST', `chat/${chatId}/markRead`, {}, chatWith(0)],
] as const;
const everywhere = routes.flatMap(([method, path, body, answer]) =>
  ['/', '/api/'].map((at) => [method, at + path, body, answer] as const),
);

describe('[CA-26, CA-27, CA-28, CA-30, CA-64, CA-65, CA-66] every route', () => {
  it.each(everywhere)('%s %s answers who is signed in, and no cache keeps it', async (method, path, body, expected) => {
    const answer = await gateway.send(path, { method, body, headers: ann });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual(expected);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(/^messaging:\d$/.test(answer.headers['x-position'] ?? '')).toBe(method === 'POST');
  });

  it.each(everywhere)('%s %s demands a session', async (method, path, body) => {
    const answer = await gateway.send(path, { method, body });
    expect(answer.status).toBe(401);
    expect(gateway.standIns.calls).toEqual([]);
  });

  it('chats are a plain list, with their number and the way on beside it', async () => {
    const answer = await gateway.send('/api/chat/getChatsByUser/Ann?limit=3', { headers: ann });
    expect(answer.headers).toMatchObject({
      'x-total-count': '40',
      link: '</api/chat/getChatsByUser/Ann?limit=3&cursor=17>; rel="next"',
    });
  });
});

describe('what the service is asked', () => {
  it.each([
    ['', { limit: 200 }],
    ['?limit=7', { limit: 7 }],
    ['?limit=5000', { limit: 200 }],
    [`?before=${unknownId.toUpperCase()}`, { limit: 200, before: unknownId }],
  ])('[CA-25, M-1] for messages%s', async (query, request) => {
    await gateway.send(`/api/messaging/getMessages${query}`, { headers: ann });
    expect(gateway.standIns.last('messaging.getMessages').request).toEqual(request);
    await gateway.send(`/api/chat/${chatId.toUpperCase()}${query}`, { headers: ann });
    expect(gateway.standIns.last('messaging.getChat').request).toEqual({ chatId, ...request });
  });

  it('[M-5] a message is its text, whatever stands beside it', async () => {
    const sent = { _id: 5, msg: ' Hi ', msgFrom: 'ANN', msgDateTime: {} };
    await gateway.post('/api/messaging/addMessage', { messageToAdd: sent }, ann);
    expect(gateway.standIns.last('messaging.addMessage').request).toEqual({ msg: ' Hi ' });
    await gateway.post(`/api/chat/${chatId}/addMessage`, sent, { ...ann, 'idempotency-key': 'k' });
    const call = gateway.standIns.last('messaging.addChatMessage');
    expect([call.request, call.context.idempotency?.key]).toEqual([{ chatId, msg: ' Hi ' }, 'k']);
  });

  it('[CA-29] a new chat is its people and one’s own first messages', async () => {
    const messagesSent = [{ msg: 'Hi', msgFrom: 'Ann', msgDateTime: 'x' }, { msg: 'Bob' }];
    await gateway.post('/api/chat/createChat', { participants: ['Bob', 'Ann'], messages: messagesSent }, ann);
    expect(gateway.standIns.last('messaging.createChat').request).toEqual({
      participants: ['Bob', 'Ann'],
      messages: ['Hi', 'Bob'],
    });
    await gateway.post('/api/chat/createChat', { participants: null, messages: null }, ann);
    expect(gateway.standIns.last('messaging.createChat').request).toEqual({ participants: [], messages: [] });
  });
});

describe('what is refused before the service is asked', () => {
  const id = { code: 'id.malformed', status: 400 };
  const shape = { code: 'request.invalid', status: 400 };
  const other = { code: 'actor.other', status: 403 };
  const add = '/api/messaging/addMessage';
  const create = '/api/chat/createChat';

  it.each([
    ['GET', '/api/chat/getChatsByUser/Bob', undefined, other],
    ['GET', '/api/chat/x', undefined, id],
    ['GET', `/api/chat/${chatId}?before=x`, undefined, id],
    ['GET', '/api/messaging/getMessages?before=x', undefined, id],
    ['GET', '/api/messaging/getMessages?limit=0', undefined, shape],
    ['GET', '/api/messaging/getMessages?limit=x', undefined, shape],
    ['POST', add, { messageToAdd: { msg: 'Hi', msgFrom: 'Bob' } }, other],
    ['POST', add, { messageToAdd: { msg: 5 } }, shape],
    ['POST', add, { messageToAdd: [] }, shape],
    ['POST', add, { messageToAdd: { msg: 'a\0b' } }, { code: 'request.illFormedText', status: 400 }],
    ['POST', `/api/chat/${chatId}/addMessage`, { msg: 'Hi', msgFrom: 'Bob' }, other],
    ['POST', `/api/chat/${chatId}/addMessage`, { msg: ['Hi'] }, shape],
    ['POST', '/api/chat/x/addMessage', { msg: 'Hi' }, id],
    ['POST', '/api/chat/x/addParticipant', { username: 'Bob' }, id],
    ['POST', `/api/chat/${chatId}/addParticipant`, { username: {} }, shape],
    ['POST', '/api/chat/x/markRead', {}, id],
    ['POST', create, { participants: ['Ann', 'Bob'], messages: [{ msg: 'Hi', msgFrom: 'Bob' }] }, other],
    ['POST', create, { participants: 'Ann' }, shape],
    ['POST', create, { participants: [{}] }, shape],
    ['POST', create, { participants: Array.from({ length: 1_001 }, () => 'Ann') }, shape],
    ['POST', create, { participants: ['Ann'], messages: Array.from({ length: 21 }, () => ({ msg: 'a' })) }, shape],
    ['POST', create, { participants: ['Ann'], messages: ['Hi'] }, shape],
  ] as const)('%s %s with %j', async (method, path, body, expected) => {
    const answer = await gateway.send(path, { method, body, headers: ann });
    expect({ status: answer.status, code: (answer.json as { code: string }).code }).toEqual(expected);
    expect(gateway.standIns.calls).toEqual([]);
  });
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

  function tell(unread: number, type: 'newMessage' | 'newParticipant' = 'newMessage'): Promise<void> {
    const after = position++;
    const payload = { chat: chatWith(unread), type };
    const tells = [{ to: [`user:${idOf('Ann')}`], event: 'chatUpdate', payload, position }] as const;
    return gateway.tell({ source: 'messaging', after, upTo: position, tells });
  }

  const marked = () => gateway.standIns.count('messaging.markRead');

  it('[EV-18] is authorised by the service each time, in the name of the session', async () => {
    const socket = await connected(ann);
    expect(await ask(socket, 'joinChat', chatId)).toEqual({ ok: true });
    expect(await ask(socket, 'joinChat', chatId.toUpperCase())).toEqual({ ok: true });
    expect(marked()).toBe(2);
    expect(gateway.standIns.last('messaging.markRead')).toMatchObject({
      request: { chatId },
      context: { actor: { id: idOf('Ann'), name: 'Ann' }, idempotency: null },
    });
  });

  it.each([unknownId])('of others’ answers that there is none, and stays outside: %s', async (foreign) => {
    const socket = await connected(ann);
    expect(await ask(socket, 'joinChat', foreign)).toEqual({ error: messages.chatUnknown, code: 'chat.unknown' });
    expect(socket.connected).toBe(true);
  });

  it.each(['', 'x', '../c', 5, null, {}, [], [chatId]])('takes no %j for a chat', async (given) => {
    const socket = await connected(ann);
    const refusal = { error: messages.chatIdInvalid, code: 'id.malformed' };
    expect(await ask(socket, 'joinChat', given)).toEqual(refusal);
    expect(await ask(socket, 'leaveChat', given)).toEqual(refusal);
    expect(gateway.standIns.calls).toEqual([]);
  });

  it('needs nobody who waits for the answer', async () => {
    const socket = await connected(ann);
    socket.emit('joinChat', chatId, 'no function');
    socket.emit('leaveChat');
    expect(await ask(socket, 'leaveChat', chatId)).toEqual({ ok: true });
  });

  it('what is said there is seen, until one leaves', async () => {
    const [first, second] = [await connected(ann), await connected(ann)];
    const heard: unknown[] = [];
    second.on('chatUpdate', (update) => heard.push(update));
    await tell(1);
    expect(marked()).toBe(0);
    for (const socket of [first, second]) await ask(socket, 'joinChat', chatId);
    await tell(1);
    await until('the message is seen', (saw) => saw(marked()) === 3);
    // One of two tabs is left: the other one still sees.
    await ask(first, 'leaveChat', chatId);
    await tell(1);
    await until('the message is seen', (saw) => saw(marked()) === 4);
    await ask(second, 'leaveChat', chatId);
    await tell(2);
    await until('all is heard', (saw) => saw(heard.length) === 4);
    expect(marked()).toBe(4);
  });

  it('who is gone has left', async () => {
    const [first, second] = [await connected(ann), await connected(ann)];
    await ask(first, 'joinChat', chatId);
    first.disconnect();
    // The server notices in its own time: until it does, messages are seen.
    await until('it has left', async () => {
      const before = marked();
      const heard = next(second, 'chatUpdate');
      await tell(1);
      await heard;
      return marked() === before;
    });
    expect(second.connected).toBe(true);
  });

  it('of many messages at once not each is marked by itself', async () => {
    const socket = await connected(ann);
    await ask(socket, 'joinChat', chatId);
    const markings: (() => void)[] = [];
    gateway.standIns.answer({
      'messaging.markRead': () => new Promise((resolve) => markings.push(() => resolve(chatWith(0)))),
    });
    for (let n = 0; n < 50; n++) await tell(n + 1);
    await until('the first is being marked', (saw) => saw(markings.length) === 1);
    markings[0]?.();
    await until('the others are being marked', (saw) => saw(markings.length) === 2);
    markings[1]?.();
    const heard = next(socket, 'chatUpdate');
    await tell(1);
    await heard;
    await until('the last is being marked', (saw) => saw(markings.length) === 3);
    markings[2]?.();
    gateway.standIns.answer({ 'messaging.markRead': () => chatWith(0) });
  });

  it('what brings nothing new marks nothing', async () => {
    const socket = await connected(ann);
    await ask(socket, 'joinChat', chatId);
    const heard = next(socket, 'chatUpdate');
    await tell(0, 'newParticipant');
    await heard;
    expect(marked()).toBe(1);
  });
});

it('messages are limited by person', async () => {
  const strict = await RunningGateway.start({ LIMITS: 'strict', TRUSTED_PROXIES: '127.0.0.1' });
  strict.standIns.answer({ 'messaging.addMessage': () => message });
  const bob = await strict.signIn('Bob');
  const statuses: number[] = [];
  for (let last = 1; last <= 21; last++) {
    const headers = { ...bob, 'x-forwarded-for': `192.0.2.${last}` };
    statuses.push((await strict.post('/api/messaging/addMessage', { messageToAdd: { msg: 'a' } }, headers)).status);
  }
  await strict.stop();
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
});
