import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { ChatWire, MessageWire } from '@parlour/contracts/messaging';
import type { ServerToClientEvents } from '@parlour/contracts/socket';
import { api } from '../../shared/api.ts';
import ToastPlace from '../../shared/parts/toast-place.tsx';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { newStore, renderPage } from '../../shared/testing/render-page.tsx';
import { DirectMessages } from './direct-messages.tsx';
import { reportEnteredChats } from './entered-chat.ts';
import { messagingLive } from './messaging.live.ts';
import { Room } from './room.tsx';
import { UnreadTotal } from './unread.tsx';

const chatId = '01900000-0000-7000-8000-0000000000c1';
const otherId = '01900000-0000-7000-8000-0000000000c2';
const room = 'GET /messaging/getMessages';
const chats = 'GET /chat/getChatsByUser/ann';

function said(id: string, msgFrom = 'ben', msg = `text of ${id}`): MessageWire {
  return { _id: id, msg, msgFrom, msgDateTime: '2026-06-01T10:00:00.000Z' };
}

function chatOf(id: string, change: Partial<ChatWire> = {}): ChatWire {
  return { _id: id, participants: ['ann', 'ben'], messages: [said(`last of ${id}`)], unread: 0, ...change };
}

/** The next connection check, which the test triggers. */
let tick = (): void => undefined;

beforeEach(() => {
  localStorage.clear();
  const { setInterval } = globalThis;
  jest.spyOn(globalThis, 'setInterval').mockImplementation(((run: () => void, ms: number) => {
    if (ms !== 5_000) return setInterval(run, ms);
    tick = run;
    return 0;
  }) as typeof setInterval); // the one overload that is used
});

const texts = () => [...screen.getByRole('log').querySelectorAll('p')].map((text) => text.textContent);
const field = () => screen.getByRole('textbox', { name: 'Message' });

const handlers = new WeakMap<object, ReturnType<typeof messagingLive>>();

/** Simulates a live event. */
function emitLive<Name extends 'messageUpdate' | 'chatUpdate' | 'chatRead' | 'chatMessageUpdate'>(
  store: ReturnType<typeof newStore>,
  name: Name,
  ...args: Parameters<ServerToClientEvents[Name]>
): void {
  const live = handlers.get(store) ?? messagingLive(store.dispatch);
  handlers.set(store, live);
  act(() => {
    const handle = live[name] as (...given: typeof args) => void; // the handler of that name
    handle(...args);
  });
}

test('[SC-24] the room shows its messages, or that there are none', async () => {
  const server = fakeServer({ [room]: () => ({ body: [] }) });
  renderPage(<Room />);
  await screen.findByText('No messages yet');
  expect(server.calls[0]?.query.get('limit')).toBe('200');
});

test('older messages are requested before the oldest loaded one', async () => {
  const page = Array.from({ length: 200 }, (_, n) => said(`m${n + 100}`));
  const server = fakeServer({ [room]: ({ query }) => ({ body: query.has('before') ? [said('m99')] : page }) });
  const { user } = renderPage(<Room />);
  await user.click(await screen.findByRole('button', { name: 'Show older messages' }));
  await screen.findByText('text of m99');
  expect(server.calls[1]?.query.get('before')).toBe('m100');
  expect(texts()[0]).toBe('text of m99');
  expect(screen.queryByRole('button', { name: 'Show older messages' })).not.toBeInTheDocument();
});

test('the viewer’s message appears at once and is settled by the reply; Shift and Enter add a line', async () => {
  let answer: (() => void) | undefined;
  const server = fakeServer({
    [room]: () => ({ body: [said('m1')] }),
    'POST /messaging/addMessage': () =>
      new Promise((resolve) => {
        answer = () => resolve({ body: said('m2', 'ann', 'one\ntwo') });
      }),
  });
  const { user, store } = renderPage(<Room />);
  await screen.findByText('text of m1');
  await user.type(field(), 'one{Shift>}{Enter}{/Shift}two{Enter}');
  await waitFor(() => expect(texts()).toEqual(['text of m1', 'one\ntwo']));
  expect(screen.getByText('Sending…')).toBeInTheDocument();
  expect(field()).toHaveValue('');
  expect(server.to('/messaging/addMessage')[0]?.body).toMatchObject({
    messageToAdd: { msg: 'one\ntwo', msgFrom: 'ann' },
  });
  act(() => answer?.());
  await waitFor(() => expect(screen.queryByText('Sending…')).not.toBeInTheDocument());
  emitLive(store, 'messageUpdate', { msg: said('m2', 'ann', 'one\ntwo') });
  await waitFor(() => expect(texts()).toEqual(['text of m1', 'one\ntwo']));
});

test('it appears once if the event comes before the reply', async () => {
  let answer: (() => void) | undefined;
  fakeServer({
    [room]: () => ({ body: [] }),
    'POST /messaging/addMessage': () =>
      new Promise((resolve) => {
        answer = () => resolve({ body: said('m2', 'ann', 'hello') });
      }),
  });
  const { user, store } = renderPage(<Room />);
  await user.type(await screen.findByRole('textbox', { name: 'Message' }), 'hello{Enter}');
  await screen.findByText('Sending…');
  emitLive(store, 'messageUpdate', { msg: said('m2', 'ann', 'hello') });
  await waitFor(() => expect(screen.getByRole('log')).toHaveTextContent('hello'));
  await waitFor(() => expect(screen.queryByText('Sending…')).not.toBeInTheDocument());
  expect(texts()).toEqual(['hello']);
  act(() => answer?.());
  emitLive(store, 'messageUpdate', { msg: said('m3', 'ben', 'and you') });
  await waitFor(() => expect(texts()).toEqual(['hello', 'and you']));
});

test.each([
  ['messages', () => renderPage(<Room />), room],
  ['chats', () => renderChats(), chats],
])('[TX-11] failing %s say what failed and can be reloaded', async (what, show, call) => {
  const server = fakeServer({ [call]: () => 'down' });
  const { user } = show();
  expect(await screen.findByRole('alert')).toHaveTextContent(`Error when fetching ${what}`);
  server.routes[call] = () => ({ body: [] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
});

test('[TX-11] a failure is shown, and a retry keeps the key', async () => {
  const answers = ['down', { status: 429, body: { error: 'Slow down.', code: 'limit.reached' } }] as const;
  const server = fakeServer({
    [room]: () => ({ body: [] }),
    'POST /messaging/addMessage': () =>
      answers[server.to('/messaging/addMessage').length - 1] ?? { body: said('m1', 'ann', 'hello') },
  });
  const { user } = renderPage(<Room />);
  await user.type(await screen.findByRole('textbox', { name: 'Message' }), 'hello{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Error while creating a new message');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText(/Slow down/);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  const keys = server.to('/messaging/addMessage').map((call) => call.headers.get('Idempotency-Key'));
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(texts()).toEqual(['hello']);
});

test('an unsent message is still failed after a reload, keeps its key on retry, and can be discarded', async () => {
  let served = false;
  const server = fakeServer({
    [room]: () => ({ body: [] }),
    'POST /messaging/addMessage': ({ body }) => {
      const { msg } = (body as { messageToAdd: MessageWire }).messageToAdd; // as the page sends it
      return served ? { body: said(`id of ${msg}`, 'ann', msg) } : 'down';
    },
  });
  const first = renderPage(<Room />);
  await first.user.type(await screen.findByRole('textbox', { name: 'Message' }), 'one{Enter}two{Enter}three{Enter}');
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(3));
  first.unmount();
  first.store.dispatch(api.util.resetApiState());

  served = true;
  const second = renderPage(<Room />);
  expect(await screen.findAllByText('Error while creating a new message')).toHaveLength(3);
  expect(texts()).toEqual(['one', 'two', 'three']);
  await second.user.click(screen.getAllByRole('button', { name: 'Discard' })[1]!); // of three
  await second.user.click(screen.getAllByRole('button', { name: 'Try again' })[0]!); // of two
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1));
  // The other two were not tried, because the first one could not reach the server.
  const keys = server.to('/messaging/addMessage').map((call) => call.headers.get('Idempotency-Key'));
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
  second.unmount();

  const third = renderPage(<Room />);
  await screen.findByRole('alert');
  expect(texts()).toEqual(['three']);
  // It has arrived: another tab sent it.
  emitLive(third.store, 'messageUpdate', { msg: said('m3', 'ann', 'three') });
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  third.unmount();
  expect(Object.keys(localStorage)).toEqual([]);
});

test('a live message settles a pending one, not a failed one with the same text', async () => {
  let answer: (() => void) | undefined;
  let calls = 0;
  fakeServer({
    [room]: () => ({ body: [] }),
    'POST /messaging/addMessage': () =>
      ++calls === 1
        ? { status: 429, body: { error: 'Slow down.', code: 'limit.reached' } }
        : new Promise((resolve) => {
            answer = () => resolve({ body: said('m2', 'ann', 'hi') });
          }),
  });
  const { user, store } = renderPage(<Room />);
  await user.type(await screen.findByRole('textbox', { name: 'Message' }), 'hi{Enter}');
  await screen.findByRole('alert');
  await user.type(field(), 'hi{Enter}');
  await waitFor(() => expect(answer).toBeDefined());
  emitLive(store, 'messageUpdate', { msg: said('m2', 'ann', 'hi') });
  act(() => answer?.());
  await waitFor(() => expect(screen.queryByText('Sending…')).not.toBeInTheDocument());
  await waitFor(() => expect(texts()).toEqual(['hi', 'hi']));
  expect(screen.getByRole('alert')).toBeInTheDocument();
});

test('messages are sent one by one, in the order of writing', async () => {
  const server = fakeServer({
    [room]: () => ({ body: [] }),
    'POST /messaging/addMessage': ({ body }) => {
      const { msg } = (body as { messageToAdd: MessageWire }).messageToAdd;
      return { body: said(`id of ${msg}`, 'ann', msg) };
    },
  });
  const { user } = renderPage(<Room />);
  await user.type(await screen.findByRole('textbox', { name: 'Message' }), 'a{Enter}b{Enter}c{Enter}');
  await waitFor(() => expect(server.to('/messaging/addMessage')).toHaveLength(3));
  expect(
    server.to('/messaging/addMessage').map(({ body }) => (body as { messageToAdd: MessageWire }).messageToAdd.msg),
  ).toEqual(['a', 'b', 'c']);
});

describe('without a connection', () => {
  /** Writes three messages while the server is unreachable, then restores the connection. */
  async function writeOffline(onLine = false) {
    const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
    let line: 'down' | 'up' = 'down';
    const server = fakeServer({
      [room]: () => ({ body: [] }),
      'POST /messaging/addMessage': ({ body }) => {
        const { msg } = (body as { messageToAdd: MessageWire }).messageToAdd; // as the page sends it
        return line === 'up' ? { body: said(`id of ${msg}`, 'ann', msg) } : 'down';
      },
    });
    const page = renderPage(<Room />);
    await page.user.type(await screen.findByRole('textbox', { name: 'Message' }), 'a{Enter}b{Enter}c{Enter}');
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(3));
    const sent = () =>
      server.to('/messaging/addMessage').map(({ body }) => (body as { messageToAdd: MessageWire }).messageToAdd.msg);
    const lineIsBack = () => {
      line = 'up';
      online.mockReturnValue(true);
    };
    return { ...page, server, sent, lineIsBack };
  }

  /** All three were sent, once each and in order, the first one under its original key. */
  async function expectSent({ server, sent }: Awaited<ReturnType<typeof writeOffline>>): Promise<void> {
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
    expect(sent().slice(-3)).toEqual(['a', 'b', 'c']);
    const keys = server.to('/messaging/addMessage').map((call) => call.headers.get('Idempotency-Key'));
    expect(new Set(keys).size).toBe(3);
    expect(texts()).toEqual(['a', 'b', 'c']);
  }

  test('a message says so, and all are sent in order once the browser is online', async () => {
    const written = await writeOffline();
    const text = 'Error while creating a new message. You are offline. It will be sent when the connection is back.';
    expect(screen.getAllByText(text)).toHaveLength(3);
    expect(new Set(written.sent())).toEqual(new Set(['a']));
    written.lineIsBack();
    act(() => void window.dispatchEvent(new Event('online')));
    await expectSent(written);
  });

  test('they are sent by themselves even if no event reports the connection', async () => {
    const written = await writeOffline(true);
    expect(screen.getAllByText(/Cannot connect to Parlour\. It will be sent/)).toHaveLength(3);
    written.lineIsBack();
    act(() => tick());
    await expectSent(written);
  });

  test('a manual retry also sends the ones before it; a discarded one is not sent', async () => {
    const written = await writeOffline(true);
    written.lineIsBack();
    await written.user.click(screen.getAllByRole('button', { name: 'Discard' })[1]!); // of three
    await written.user.click(screen.getAllByRole('button', { name: 'Try again' })[1]!); // of two
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
    expect(written.sent().filter((text, index, all) => text !== all[index - 1])).toEqual(['a', 'c']);
  });

  test('a chat’s messages wait too, after leaving its page', async () => {
    let line: 'down' | 'up' = 'down';
    const server = fakeServer({
      [chats]: () => ({ body: [] }),
      [`GET /chat/${chatId}`]: () => ({ body: chatOf(chatId, { messages: [] }) }),
      [`POST /chat/${chatId}/addMessage`]: () =>
        line === 'up' ? { body: chatOf(chatId, { messages: [said('m1', 'ann', 'hello')] }) } : 'down',
    });
    const { user, unmount } = renderChats(chatId);
    await user.type(await screen.findByRole('textbox', { name: 'Message' }), 'hello{Enter}');
    await screen.findByRole('alert');
    unmount();
    line = 'up';
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(Object.keys(localStorage)).toEqual([]));
    expect(server.to(`/chat/${chatId}/addMessage`)).toHaveLength(2);
  });
});

test('[VA-8] blanks are refused at the field, and a draft stays in the browser', async () => {
  const server = fakeServer({ [room]: () => ({ body: [] }) });
  const first = renderPage(<Room />);
  await first.user.type(await screen.findByRole('textbox', { name: 'Message' }), '   {Enter}');
  expect(screen.getByText('Message cannot be empty')).toBeInTheDocument();
  await first.user.type(field(), 'half');
  expect(screen.queryByText('Message cannot be empty')).not.toBeInTheDocument();
  first.unmount();
  const second = renderPage(<Room />);
  expect(await screen.findByRole('textbox', { name: 'Message' })).toHaveValue('   half');
  await second.user.clear(field());
  expect(server.to('/messaging/addMessage')).toEqual([]);
});

function renderChats(open?: string, store = newStore()) {
  const opened: string[] = [];
  const view = renderPage(
    <DirectMessages chatId={open} addressOf={(id) => `/dm?chat=${id ?? ''}`} onOpen={(id) => opened.push(id)} />,
    { store },
  );
  return { ...view, opened };
}

test('[SC-25, VA-9] without a chat, the page asks to select a user; without a user, none is created', async () => {
  const server = fakeServer({
    [chats]: () => ({ body: [] }),
    'GET /user/getUsers': () => ({
      body: [
        { _id: 'u2', username: 'ben' },
        { _id: 'u3', username: 'cay' },
      ],
    }),
    'POST /chat/createChat': () => ({ body: chatOf(chatId, { messages: [] }) }),
  });
  const { user, opened } = renderChats();
  expect(screen.getByText('Select a user to start chatting')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Start a Chat' }));
  await user.click(screen.getByRole('button', { name: 'Create New Chat' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Please select a user to chat with');
  await user.click(await screen.findByRole('button', { name: 'ben' }));
  expect(server.to('/user/getUsers')[0]?.query.get('exclude')).toBe('ann');
  await user.click(screen.getByRole('button', { name: 'Create New Chat' }));
  await waitFor(() => expect(opened).toEqual([chatId]));
  expect(server.to('/chat/createChat')[0]?.body).toEqual({ participants: ['ann', 'ben'], messages: [] });
});

test('[EV-8] live events sort the chats, the most recent first, with unread counts', async () => {
  fakeServer({ [chats]: () => ({ body: [chatOf(chatId), chatOf(otherId, { participants: ['ann', 'cay'] })] }) });
  const { store } = renderChats();
  const names = () =>
    within(screen.getByRole('list', { name: 'Chats' }))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
  await screen.findByRole('list', { name: 'Chats' });
  const changed = chatOf(otherId, { participants: ['ann', 'cay'], messages: [said('n1', 'cay', 'news')], unread: 3 });
  emitLive(store, 'chatUpdate', { chat: changed, type: 'newMessage', total: 3 });
  await waitFor(() => expect(names()).toEqual([`/dm?chat=${otherId}`, `/dm?chat=${chatId}`]));
  expect(screen.getByText('3 unread messages')).toBeInTheDocument();
  emitLive(store, 'chatRead', { chatId: otherId, unread: 0, total: 0 });
  await waitFor(() => expect(screen.queryByText('3 unread messages')).not.toBeInTheDocument());
  const begun = chatOf('c3', { participants: ['dan', 'ann'], messages: [], unread: 0 });
  emitLive(store, 'chatUpdate', { chat: begun, type: 'created', total: 0 });
  await waitFor(() => expect(names()[0]).toBe('/dm?chat=c3'));
});

test('a blanked message is replaced in place; one older than those loaded is not added', async () => {
  const page = Array.from({ length: 200 }, (_, n) => said(`m${n + 1}`));
  fakeServer({ [room]: () => ({ body: page }) });
  const { store } = renderPage(<Room />);
  await screen.findByText('text of m200');
  emitLive(store, 'messageUpdate', { msg: said('m199', 'ben', 'Removed') });
  await waitFor(() => expect(texts().slice(-2)).toEqual(['Removed', 'text of m200']));
  emitLive(store, 'messageUpdate', {
    msg: { ...said('m0', 'ben', 'Removed'), msgDateTime: '2026-05-01T10:00:00.000Z' },
  });
  emitLive(store, 'messageUpdate', { msg: said('m201') });
  await waitFor(() => expect(texts().slice(-3)).toEqual(['Removed', 'text of m200', 'text of m201']));
});

test('[EV-22] a blanked message of a chat is replaced in place, and the chat keeps its position', async () => {
  const [first, last] = [said('m1'), said('m2')];
  const chat = chatOf(chatId, { messages: [first, last] });
  fakeServer({
    [chats]: () => ({ body: [chatOf(otherId), { ...chat, messages: [last] }] }),
    [`GET /chat/${chatId}`]: () => ({ body: chat }),
  });
  const { store } = renderChats(chatId);
  await waitFor(() => expect(texts()).toEqual(['text of m1', 'text of m2']));
  emitLive(store, 'chatMessageUpdate', { chatId, msg: { ...first, msg: 'Removed' } });
  await waitFor(() => expect(texts()).toEqual(['Removed', 'text of m2']));
  const links = within(screen.getByRole('list', { name: 'Chats' })).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([`/dm?chat=${otherId}`, `/dm?chat=${chatId}`]);
  expect(links[1]).toHaveTextContent('text of m2');
  emitLive(store, 'chatMessageUpdate', { chatId, msg: { ...last, msg: 'Removed' } });
  await waitFor(() => expect(links[1]).toHaveTextContent('Removed'));
});

test('[EV-21] events carry the total unread count, which is not requested again', async () => {
  const server = fakeServer({ 'GET /chat/unread': () => ({ body: { unread: 1 } }) });
  const { store } = renderPage(<UnreadTotal />);
  await screen.findByText('1 unread message');
  for (let n = 1; n <= 20; n++) {
    emitLive(store, 'chatUpdate', { chat: chatOf(chatId, { unread: n }), type: 'newMessage', total: 80 + n });
  }
  await screen.findByText('100 unread messages');
  expect(screen.getByText('99+')).toBeInTheDocument();
  emitLive(store, 'chatRead', { chatId, unread: 0, total: 80 });
  await screen.findByText('80 unread messages');
  expect(server.to('/chat/unread')).toHaveLength(1);
});

test('an event during the request for the number is not lost', async () => {
  let answer = (_: { body: object }): void => undefined;
  const server = fakeServer({ 'GET /chat/unread': () => new Promise((resolve) => (answer = resolve)) });
  const { store } = renderPage(<UnreadTotal />);
  await waitFor(() => expect(server.to('/chat/unread')).toHaveLength(1));
  emitLive(store, 'chatUpdate', { chat: chatOf(chatId, { unread: 2 }), type: 'newMessage', total: 2 });
  answer({ body: { unread: 1 } });
  await waitFor(() => expect(server.to('/chat/unread')).toHaveLength(2));
  answer({ body: { unread: 2 } });
  await screen.findByText('2 unread messages');
});

test('[EV-18] an open chat is entered while it is shown, again after each reconnect, and left with the page', async () => {
  fakeServer({
    [chats]: () => ({ body: [] }),
    [`GET /chat/${chatId}`]: () => ({ body: chatOf(chatId) }),
  });
  const emitted: string[] = [];
  const socket = { connected: true, emit: (name: string, id: string) => emitted.push(`${name} ${id}`) };
  reportEnteredChats(socket as unknown as Parameters<typeof reportEnteredChats>[0]); // all that it uses
  const { unmount } = renderChats(chatId);
  await screen.findByRole('heading', { name: 'ben' });
  expect(emitted).toEqual([`joinChat ${chatId}`]);
  reportEnteredChats(socket as unknown as Parameters<typeof reportEnteredChats>[0]); // as above
  expect(emitted).toEqual([`joinChat ${chatId}`, `joinChat ${chatId}`]);
  unmount();
  expect(emitted.at(-1)).toBe(`leaveChat ${chatId}`);
});

test.each([
  ['x', undefined],
  [otherId, { error: 'Chat not found', code: 'chat.unknown' }],
])('[TX-25] an unknown chat in the address (%s) is reported', async (id, body) => {
  fakeServer({
    [chats]: () => ({ body: [] }),
    [`GET /chat/${otherId}`]: () => ({ status: 404, body }),
  });
  renderChats(id);
  await screen.findByText('Invalid chat ID');
});

test('[EV-8, TX-26] an unknown type of chat event is reported', async () => {
  const { store } = renderPage(<ToastPlace />);
  // A newer server may send this.
  emitLive(store, 'chatUpdate', { chat: chatOf(chatId), type: 'burnt' as 'created', total: 0 });
  await screen.findByText('Invalid chat update type');
});

test('people can be added to a chat of three, not to a chat of two', async () => {
  const three = chatOf(chatId, { participants: ['ann', 'ben', 'cay'] });
  const server = fakeServer({
    [chats]: () => ({ body: [three] }),
    [`GET /chat/${chatId}`]: () => ({ body: three }),
    [`GET /chat/${otherId}`]: () => ({ body: chatOf(otherId) }),
    'GET /user/getUsers': () => ({
      body: [
        { _id: 'u2', username: 'ben' },
        { _id: 'u4', username: 'dan' },
      ],
    }),
    [`POST /chat/${chatId}/addParticipant`]: () => ({
      body: { ...three, participants: ['ann', 'ben', 'cay', 'dan'] },
    }),
  });
  const { user, unmount } = renderChats(chatId);
  await user.click(await screen.findByRole('button', { name: 'Add a participant' }));
  await user.click(await screen.findByRole('button', { name: 'dan' }));
  await waitFor(() => expect(screen.getByRole('heading')).toHaveTextContent('ben, cay, dan and you'));
  expect(server.to(`/chat/${chatId}/addParticipant`)[0]?.body).toEqual({ username: 'dan' });
  unmount();
  renderChats(otherId);
  await screen.findByRole('heading', { name: 'ben' });
  expect(screen.queryByRole('button', { name: 'Add a participant' })).not.toBeInTheDocument();
});
