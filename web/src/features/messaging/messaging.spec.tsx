import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { messages } from '@parlour/contracts/messages';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { unedited } from '@parlour/contracts/editable';
import type { ChatWire, MessageWire } from '@parlour/contracts/messaging';
import type { ServerToClientEvents } from '@parlour/contracts/socket';
import { api } from '../../shared/api.ts';
import { ReportPlace } from '../../design/parts/report-place.tsx';
import ToastPlace from '../../design/parts/toast-place.tsx';
import { fakeServer, type FakeAnswer } from '../../shared/testing/fake-server.ts';
import { forgetOnline, onlineUpdate } from '../../shared/state/online.ts';
import { userKnown } from '../../shared/state/session.slice.ts';
import { ann, renderPage } from '../../shared/testing/render-page.tsx';
import { createStore } from '../../shared/state/store.ts';
import { DirectMessages } from './direct-messages.tsx';
import { reportPresence } from './chat-presence.ts';
import { positionIn, rememberPosition } from './history-position.ts';
import { messagingApi } from './messaging.api.ts';
import { messagingLive } from './messaging.live.ts';
import { Room } from './room.tsx';
import { RoomMark, RoomMute } from './room-marks.tsx';
import { UnreadInTitle, UnreadTotal } from './unread.tsx';

const chatId = '01900000-0000-7000-8000-0000000000c1';
const otherId = '01900000-0000-7000-8000-0000000000c2';
const room = 'GET /messaging/getMessages';
const chats = 'GET /chat/getChatsByUser/ann';

function said(id: string, msgFrom = 'ben', msg = `text of ${id}`): MessageWire {
  return { _id: id, msg, msgFrom, msgDateTime: '2026-06-01T10:00:00.000Z', notice: null, ...unedited };
}

function chatOf(id: string, change: Partial<ChatWire> = {}): ChatWire {
  const { participants = ['ann', 'ben'] } = change;
  const rest = { messages: [said(`last of ${id}`)], unread: 0, name: null, muted: false };
  return { _id: id, participants, group: participants.length > 2, ...rest, ...change };
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
function emitLive<Name extends keyof ServerToClientEvents & keyof ReturnType<typeof messagingLive>>(
  store: ReturnType<typeof createStore>,
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

const busy = { status: 503, body: { error: 'Busy.', code: 'service.unavailable' } };

test('older messages that can’t be loaded say so beside the history, until they can', async () => {
  const page = Array.from({ length: 200 }, (_, n) => said(`m${n + 100}`));
  const server = fakeServer({ [room]: ({ query }) => (query.has('before') ? busy : { body: page }) });
  const { user } = renderPage(<Room />);
  await user.click(await screen.findByRole('button', { name: 'Show older messages' }));
  const failure = await screen.findByRole('alert');
  expect(failure).toHaveTextContent(`${messages.messagesFailed}Busy.`);
  // What is added there is read out as a message.
  expect(screen.getByRole('log')).not.toContainElement(failure);
  server.routes[room] = () => ({ body: [said('m99')] });
  await user.click(screen.getByRole('button', { name: 'Show older messages' }));
  await screen.findByText('text of m99');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('more chats, and more people for a new one, that can’t be loaded say so at the end of the list', async () => {
  const hasMore = { Link: '</?cursor=next>; rel="next"' };
  fakeServer({
    [chats]: ({ query }) => (query.has('cursor') ? busy : { body: [chatOf(chatId)], headers: hasMore }),
    'GET /user/getUsers': ({ query }) =>
      query.has('cursor') ? busy : { body: [{ _id: 'u2', username: 'ben' }], headers: hasMore },
  });
  const { user } = renderChats();
  await user.click(await screen.findByRole('button', { name: 'Show more chats' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(messages.chatsFailed);
  await user.click(screen.getByRole('button', { name: 'Start a Chat' }));
  await user.click(await screen.findByRole('button', { name: 'Show more users' }));
  await waitFor(() => expect(screen.getAllByRole('alert').at(0)).toHaveTextContent(messages.usersFailed));
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

/** Makes the pointer a finger. */
function touch(): void {
  jest
    .spyOn(window, 'matchMedia')
    .mockImplementation(
      (media) => Object.assign(new EventTarget(), { media, matches: media.includes('coarse') }) as MediaQueryList,
    );
}

test('on a touch screen, Enter adds a line; the button and Ctrl and Enter send', async () => {
  touch();
  const server = fakeServer({
    [room]: () => ({ body: [] }),
    'POST /messaging/addMessage': () => ({ body: said('m1', 'ann', 'one\ntwo') }),
  });
  const { user } = renderPage(<Room />);
  await user.type(await screen.findByRole('textbox', { name: 'Message' }), 'one{Enter}two');
  expect(field()).toHaveValue('one\ntwo');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(texts()).toEqual(['one\ntwo']));
  expect(server.to('/messaging/addMessage')).toHaveLength(1);
  await user.type(field(), 'three{Control>}{Enter}{/Control}');
  await waitFor(() => expect(server.to('/messaging/addMessage')).toHaveLength(2));
});

test('[BW-2] a name after @ is completed; Enter takes it, and does not send', async () => {
  const server = fakeServer({
    [room]: () => ({ body: [] }),
    'GET /user/complete': () => ({ body: [{ username: 'Bea Lee' }] }),
  });
  const { user } = renderPage(<Room />);
  const written = await screen.findByRole('textbox', { name: 'Message' });
  await user.type(written, 'hi @be');
  await screen.findByRole('option', { name: /Bea Lee/ });
  await user.keyboard('{Enter}');
  expect(written).toHaveValue('hi @"Bea Lee" ');
  expect(server.to('/messaging/addMessage')).toEqual([]);
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

test.each([true, false])(
  'it stays in its place, and is gone with those before it after a new reading; its event came first: %s',
  async (eventFirst) => {
    let answer: (() => void) | undefined;
    const mine = said('m2', 'ann', 'hello');
    const server = fakeServer({
      [room]: () => ({ body: [said('m1')] }),
      'POST /messaging/addMessage': () => new Promise((resolve) => (answer = () => resolve({ body: mine }))),
    });
    const { user, store } = renderPage(<Room />);
    await screen.findByText('text of m1');
    await user.type(field(), 'hello{Enter}');
    await waitFor(() => expect(answer).toBeDefined());
    if (eventFirst) emitLive(store, 'messageUpdate', { msg: mine });
    act(() => answer?.());
    await waitFor(() => expect(screen.queryByText('Sending…')).not.toBeInTheDocument());
    emitLive(store, 'messageUpdate', { msg: said('m3', 'ben', 'and you') });
    await waitFor(() => expect(texts()).toEqual(['text of m1', 'hello', 'and you']));
    const later = Array.from({ length: 200 }, (_, n) => said(`later ${n}`));
    server.routes[room] = () => ({ body: later });
    act(() => void store.dispatch(api.util.invalidateTags(['Messages'])));
    await screen.findByText('text of later 199');
    expect(texts()).toEqual(later.map(({ msg }) => msg));
  },
);

test('the reply about a message of a chat brings it into the history; it does not undo what came meanwhile', async () => {
  let answer: (() => void) | undefined;
  const mine = said('m2', 'ann', 'hello');
  fakeServer({
    [chats]: () => ({ body: [] }),
    [`GET /chat/${chatId}`]: () => ({ body: chatOf(chatId, { messages: [said('m1')] }) }),
    [`POST /chat/${chatId}/addMessage`]: () =>
      new Promise((resolve) => (answer = () => resolve({ body: chatOf(chatId, { messages: [mine] }) }))),
  });
  const { user, store } = renderChats(chatId);
  await screen.findByText('text of m1');
  const send = async () => {
    answer = undefined;
    await user.type(field(), 'hello{Enter}');
    await waitFor(() => expect(answer).toBeDefined());
  };
  const settled = () => waitFor(() => expect(screen.queryByText('Sending…')).not.toBeInTheDocument());
  await send();
  act(() => answer?.());
  await settled();
  const emit = (message: MessageWire, type: 'newMessage' | 'changedMessage') =>
    emitLive(store, 'chatUpdate', { chat: chatOf(chatId, { messages: [message] }), type, total: 0 });
  emit(said('m3'), 'newMessage');
  await waitFor(() => expect(texts()).toEqual(['text of m1', 'hello', 'text of m3']));
  await send();
  emit({ ...mine, msg: '', deleted: { by: 'author', reason: null } }, 'changedMessage');
  await screen.findByText('Deleted by its author');
  act(() => answer?.());
  await settled();
  expect(screen.getByText('Deleted by its author')).toBeInTheDocument();
});

test('a message that comes after a later one stands before it, as for everybody', async () => {
  const at = (message: MessageWire, seconds: number): MessageWire => ({
    ...message,
    msgDateTime: `2026-06-01T10:00:0${seconds}.000Z`,
  });
  fakeServer({
    [room]: () => ({ body: [said('m1')] }),
    'POST /messaging/addMessage': () => ({ body: at(said('m3', 'ann', 'hello'), 2) }),
  });
  const { user, store } = renderPage(<Room />);
  await screen.findByText('text of m1');
  await user.type(field(), 'hello{Enter}');
  await waitFor(() => expect(screen.queryByText('Sending…')).not.toBeInTheDocument());
  emitLive(store, 'messageUpdate', { msg: at(said('m2'), 1) });
  emitLive(store, 'messageUpdate', { msg: at(said('m4'), 2) });
  await waitFor(() => expect(texts()).toEqual(['text of m1', 'text of m2', 'hello', 'text of m4']));
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
  expect(screen.getByRole('log', { name: 'Messages' })).toHaveFocus();
  await second.user.click(screen.getAllByRole('button', { name: 'Try again' })[0]!); // of two
  expect(screen.getByRole('log', { name: 'Messages' })).toHaveFocus();
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText('Sending…')).not.toBeInTheDocument());
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
  async function writeOffline(onLine = false, away: FakeAnswer = 'down') {
    const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
    let line: 'down' | 'up' = 'down';
    const server = fakeServer({
      [room]: () => ({ body: [] }),
      'POST /messaging/addMessage': ({ body }) => {
        const { msg } = (body as { messageToAdd: MessageWire }).messageToAdd; // as the page sends it
        return line === 'up' ? { body: said(`id of ${msg}`, 'ann', msg) } : away;
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
    expect(screen.getAllByText(/Cannot connect to this site\. It will be sent/)).toHaveLength(3);
    written.lineIsBack();
    act(() => tick());
    await expectSent(written);
  });

  test.each([502, 503, 504])('they wait too while a proxy answers %i for a server that restarts', async (status) => {
    const written = await writeOffline(true, { status, body: 'Bad Gateway' });
    expect(screen.getAllByText(/Cannot connect to this site\. It will be sent/)).toHaveLength(3);
    expect(new Set(written.sent())).toEqual(new Set(['a']));
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

  test('one that is discarded while it is tried again is not sent', async () => {
    const written = await writeOffline(true);
    let answer: (answer: FakeAnswer) => void = () => undefined;
    const answered = new Promise<FakeAnswer>((resolve) => (answer = resolve));
    const { routes } = written.server;
    const add = 'POST /messaging/addMessage';
    const before = routes[add]!; // as writeOffline has it
    routes[add] = () => answered;
    written.lineIsBack();
    const tries = written.sent().length;
    act(() => tick());
    await waitFor(() => expect(written.sent()).toHaveLength(tries + 1));
    routes[add] = before;
    await written.user.click(screen.getAllByRole('button', { name: 'Discard' })[0]!); // of three
    act(() => answer({ body: said('id of a', 'ann', 'a') }));
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
    expect(texts()).toEqual(['b', 'c']);
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

function renderChats(open?: string, store = createStore()) {
  const opened: string[] = [];
  const onLeft = jest.fn(() => true);
  const view = renderPage(
    <DirectMessages
      chatId={open}
      addressOf={(id) => `/dm?chat=${id ?? ''}`}
      onOpen={(id) => opened.push(id)}
      onLeft={onLeft}
    />,
    { store },
  );
  return { ...view, opened, onLeft };
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

test('no chat moves while somebody points at the list, also once one of them is open', async () => {
  fakeServer({ [chats]: () => ({ body: [chatOf(chatId), chatOf(otherId, { participants: ['ann', 'cay'] })] }) });
  const { store, user } = renderChats();
  const list = within(await screen.findByRole('list', { name: 'Chats' }));
  const names = () => list.getAllByRole('link').map((link) => link.getAttribute('href')?.replace('/dm?chat=', ''));
  const first = list.getAllByRole('link')[0]!; // of two
  fireEvent.pointerEnter(first);
  const news = { participants: ['ann', 'cay'], messages: [said('n1', 'cay', 'news')], unread: 3 };
  emitLive(store, 'chatUpdate', { chat: chatOf(otherId, news), type: 'newMessage', total: 3 });
  emitLive(store, 'chatUpdate', { chat: chatOf('c3', { participants: ['dan', 'ann'] }), type: 'created', total: 3 });
  expect(await list.findByText('3 unread messages')).toBeInTheDocument();
  const pill = await screen.findByRole('button', { name: '1 new chat' });
  expect(names()).toEqual([chatId, otherId]);
  await user.click(pill);
  expect(names()).toEqual(['c3', otherId, chatId]);
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  await user.hover(first);
  const more = { messages: [said('n2', 'ben', 'more')] };
  emitLive(store, 'chatUpdate', { chat: chatOf(chatId, more), type: 'newMessage', total: 3 });
  expect(await list.findByText('more')).toBeInTheDocument();
  expect(names()).toEqual(['c3', otherId, chatId]);
  // The focus stays with the chat that was opened, and does not hold the list.
  act(() => first.focus());
  await user.unhover(first);
  await waitFor(() => expect(names()).toEqual([chatId, 'c3', otherId]));
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

test('[EV-8] a changed message of a chat is replaced in place, and the chat keeps its position', async () => {
  const [first, last] = [said('m1'), said('m2')];
  const chat = chatOf(chatId, { messages: [first, last] });
  fakeServer({
    [chats]: () => ({ body: [chatOf(otherId), { ...chat, messages: [last] }] }),
    [`GET /chat/${chatId}`]: () => ({ body: chat }),
  });
  const { store } = renderChats(chatId);
  await waitFor(() => expect(texts()).toEqual(['text of m1', 'text of m2']));
  const changed = (message: MessageWire) =>
    emitLive(store, 'chatUpdate', { chat: { ...chat, messages: [message] }, type: 'changedMessage', total: 0 });
  changed({ ...first, msg: 'Removed' });
  await waitFor(() => expect(texts()).toEqual(['Removed', 'text of m2']));
  const links = within(screen.getByRole('list', { name: 'Chats' })).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([`/dm?chat=${otherId}`, `/dm?chat=${chatId}`]);
  expect(links[1]).toHaveTextContent('text of m2');
  changed({ ...last, msg: 'Removed' });
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
  reportPresence(socket as unknown as Parameters<typeof reportPresence>[0]); // all that it uses
  const { unmount } = renderChats(chatId);
  await screen.findByRole('heading', { name: 'ben' });
  expect(emitted).toEqual([`joinChat ${chatId}`]);
  reportPresence(socket as unknown as Parameters<typeof reportPresence>[0]); // as above
  expect(emitted).toEqual([`joinChat ${chatId}`, `joinChat ${chatId}`]);
  unmount();
  expect(emitted.at(-1)).toBe(`leaveChat ${chatId}`);
});

test('[EV-18] a chat that could not be entered is entered again while it is shown', async () => {
  fakeServer({
    [chats]: () => ({ body: [] }),
    [`GET /chat/${chatId}`]: () => ({ body: chatOf(chatId) }),
  });
  let code = 'service.unavailable';
  const entries: string[] = [];
  const emit = (name: string, id: string, done?: (answer: unknown) => void): void => {
    if (name !== 'joinChat') return;
    entries.push(id);
    done?.({ error: 'No.', code });
  };
  reportPresence({ connected: true, emit } as unknown as Parameters<typeof reportPresence>[0]); // all that it uses
  jest.useFakeTimers();
  const { unmount } = renderChats(chatId);
  const pass = () => act(() => jest.advanceTimersByTimeAsync(5_000));
  await pass();
  await pass();
  expect(entries.length).toBeGreaterThan(1);
  code = 'chat.unknown';
  await pass();
  const before = entries.length;
  await pass();
  expect(entries).toHaveLength(before);
  code = 'service.unavailable';
  reportPresence({ connected: true, emit } as unknown as Parameters<typeof reportPresence>[0]); // as above
  unmount();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(entries).toHaveLength(before + 1);
  jest.useRealTimers();
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

test('closing the panel adds none of those who are still to be added', async () => {
  const three = chatOf(chatId, { participants: ['ann', 'ben', 'cay'] });
  let answer: (answer: FakeAnswer) => void = () => undefined;
  const server = fakeServer({
    [chats]: () => ({ body: [three] }),
    [`GET /chat/${chatId}`]: () => ({ body: three }),
    'GET /user/getUsers': () => ({ body: ['dan', 'eve'].map((username) => ({ _id: username, username })) }),
    [`POST /chat/${chatId}/addParticipant`]: () => new Promise((resolve) => (answer = resolve)),
  });
  const { user } = renderChats(chatId);
  await user.click(await screen.findByRole('button', { name: 'Add a participant' }));
  for (const name of ['dan', 'eve']) await user.click(await screen.findByRole('button', { name }));
  await user.click(screen.getByRole('button', { name: 'Add to the chat' }));
  await user.click(screen.getByRole('button', { name: 'Add a participant' }));
  act(() => field().focus());
  act(() => answer({ body: { ...three, participants: [...three.participants, 'dan'] } }));
  await waitFor(() => expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('ben, cay, dan and you'));
  expect(server.to(`/chat/${chatId}/addParticipant`)).toHaveLength(1);
  expect(field()).toHaveFocus();
});

test('[M-6] people can be added to a chat of three, once they are chosen; not to a chat of two', async () => {
  const three = chatOf(chatId, { participants: ['ann', 'ben', 'cay'] });
  const four = chatOf(chatId, { participants: ['ann', 'ben', 'cay', 'dan'] });
  const add = `POST /chat/${chatId}/addParticipant`;
  const server = fakeServer({
    [chats]: () => ({ body: [three] }),
    [`GET /chat/${chatId}`]: () => ({ body: three }),
    [`GET /chat/${otherId}`]: () => ({ body: chatOf(otherId) }),
    'GET /user/getUsers': () => ({
      body: ['ben', 'dan', 'eve'].map((username) => ({ _id: username, username })),
    }),
    [add]: ({ body }) => ((body as { username: string }).username === 'dan' ? { body: four } : busy),
  });
  const { user, unmount } = renderChats(chatId);
  await user.click(await screen.findByRole('button', { name: 'Add a participant' }));
  expect(await screen.findByRole('button', { name: 'ben already here' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Add to the chat' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Please select a user to add');
  for (const name of ['dan', 'eve']) await user.click(screen.getByRole('button', { name }));
  expect(server.to(`/chat/${chatId}/addParticipant`)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Add to the chat' }));
  await waitFor(() => expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('ben, cay, dan and you'));
  act(() => onlineUpdate({ people: [{ username: 'ben', online: true }] }));
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('ben (online), cay, dan and you');
  act(forgetOnline);
  // Who could not be added is still chosen.
  expect(await screen.findByRole('alert')).toHaveTextContent('The person could not be addedBusy.');
  expect(screen.queryByRole('button', { name: 'Do not add dan' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Do not add eve' })).toBeInTheDocument();
  server.routes[add] = () => ({ body: { ...four, participants: [...four.participants, 'eve'] } });
  await user.click(screen.getByRole('button', { name: 'Add to the chat' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add a participant' })).toHaveFocus());
  expect(server.to(`/chat/${chatId}/addParticipant`).map(({ body }) => body)).toEqual(
    ['dan', 'eve', 'eve'].map((username) => ({ username })),
  );
  unmount();
  renderChats(otherId);
  await screen.findByRole('heading', { name: 'ben' });
  expect(screen.queryByRole('button', { name: 'Add a participant' })).not.toBeInTheDocument();
});

test('[M-8] the first unread message of a chat has a line above it', async () => {
  const history = [said('m1'), said('m2'), said('m3')];
  fakeServer({
    [chats]: () => ({ body: [] }),
    [`GET /chat/${chatId}`]: () => ({ body: chatOf(chatId, { messages: history, unread: 2 }) }),
  });
  const { store } = renderChats(chatId);
  const line = (await screen.findByText('New')).closest('li');
  expect(line?.nextElementSibling).toHaveTextContent('text of m2');
  // It stays where it is once the server knows that they were seen.
  emitLive(store, 'chatRead', { chatId, unread: 0, total: 0 });
  expect(screen.getByText('New')).toBeInTheDocument();
});

test('[M-8] who comes back to the room sees what is new since', async () => {
  const server = fakeServer({ [room]: () => ({ body: [said('m1')] }) });
  const first = renderPage(<Room />);
  await screen.findByText('text of m1');
  expect(screen.queryByText('New')).not.toBeInTheDocument();
  first.unmount();
  server.routes[room] = () => ({ body: [said('m1'), said('m2', 'ann'), said('m3')] });
  renderPage(<Room />);
  const line = (await screen.findByText('New')).closest('li');
  expect(line?.nextElementSibling).toHaveTextContent('text of m3');
});

test('[M-8] what was missed while the device slept comes after its reader, and has a line above it', async () => {
  const back = Date.now();
  const at = (message: MessageWire, ms: number) => ({ ...message, msgDateTime: new Date(back + ms).toISOString() });
  const server = fakeServer({ [room]: () => ({ body: [at(said('m1'), -9_000)] }) });
  const { store } = renderPage(<Room />);
  await screen.findByText('text of m1');
  const visibility = jest.spyOn(document, 'visibilityState', 'get');
  for (const state of ['hidden', 'visible'] as const) {
    visibility.mockReturnValue(state);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  }
  const later = at(said('m4'), 60_000);
  emitLive(store, 'messageUpdate', { msg: later });
  await screen.findByText('text of m4');
  expect(screen.queryByText('New')).not.toBeInTheDocument();
  const missed = [at(said('m2', 'ann'), -8_000), at(said('m3'), -7_000)];
  server.routes[room] = () => ({ body: [at(said('m1'), -9_000), ...missed, later] });
  act(() => void store.dispatch(api.util.invalidateTags(['Messages'])));
  const line = (await screen.findByText('New')).closest('li');
  expect(line?.nextElementSibling).toHaveTextContent('text of m3');
});

test('[M-8] a place that is not loaded any more does not hide the first unread message', async () => {
  const history = [said('m1'), said('m2'), said('m3')];
  fakeServer({
    [chats]: () => ({ body: [] }),
    [`GET /chat/${chatId}`]: () => ({ body: chatOf(chatId, { messages: history, unread: 2 }) }),
  });
  // Above what is in view at the end.
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, this.getAttribute('data-id') === 'm2' ? -500 : 0, 100, 100);
  });
  rememberPosition('ann', `chat:${chatId}`, { newest: 'm0', top: { id: 'm0', offset: 0 } });
  renderChats(chatId);
  expect(await screen.findByRole('button', { name: '2 new messages' })).toBeInTheDocument();
});

test('[M-8] a place in a history is kept for half an hour; what was seen there, for the visit', () => {
  jest.useFakeTimers();
  const left = { newest: 'm9', top: { id: 'm1', offset: 5 } };
  rememberPosition('ann', 'room', left);
  jest.advanceTimersByTime(29 * 60_000);
  expect(positionIn('ann', 'room')).toEqual(left);
  jest.advanceTimersByTime(2 * 60_000);
  expect(positionIn('ann', 'room')).toEqual({ newest: 'm9', top: undefined });
  rememberPosition('ann', 'room', { newest: undefined, top: undefined });
  jest.useRealTimers();
});

test('a message can be copied, linked to and quoted by keyboard', async () => {
  fakeServer({
    [chats]: () => ({ body: [] }),
    [`GET /chat/${chatId}`]: () => ({ body: chatOf(chatId, { messages: [said('m1'), said('m2')] }) }),
  });
  const { user } = renderChats(chatId);
  await user.type(await screen.findByRole('textbox', { name: 'Message' }), 'so');
  await screen.findByText('text of m2');
  const rows = within(screen.getByRole('log')).getAllByRole('listitem').slice(-2);
  // One of them is a tab stop; the arrow keys lead to the others.
  expect(rows.map((row) => row.tabIndex)).toEqual([-1, 0]);
  act(() => rows[1]?.focus());
  await user.keyboard('{ArrowUp}');
  await waitFor(() => expect(rows[0]).toHaveFocus());
  // The log reads out messages, and not what can be done with each.
  expect(within(rows[0]!).getByRole('group', { name: 'Actions' }).closest('[aria-live]')).toHaveAttribute(
    'aria-live',
    'off',
  );
  const press = async (name: string) => {
    act(() => within(rows[0]!).getByRole('button', { name }).focus()); // of two
    await user.keyboard('{Enter}');
  };
  await press('Copy text');
  expect(await navigator.clipboard.readText()).toBe('text of m1');
  await press('Copy link');
  expect(await navigator.clipboard.readText()).toBe(
    `${location.origin}/messaging/direct-message?chat=${chatId}&message=m1`,
  );
  // The browser's way into a field's history, so that a quote can be undone.
  const execCommand = jest.fn<Document['execCommand']>(() => false);
  Object.assign(document, { execCommand });
  await press('Reply with quote');
  expect(execCommand).toHaveBeenCalledWith('insertText', false, '> **ben:** text of m1\n\n');
  Reflect.deleteProperty(document, 'execCommand');
  expect(field()).toHaveValue('> **ben:** text of m1\n\nso');
  await waitFor(() => expect(field()).toHaveFocus());
  await user.clear(field());
});

test('[M-8] a history stays loaded while its reader is elsewhere, and takes in what comes', async () => {
  const page = Array.from({ length: 200 }, (_, n) => said(`m${n + 100}`));
  const server = fakeServer({ [room]: ({ query }) => ({ body: query.has('before') ? [said('m99')] : page }) });
  const { user, store, router } = renderPage(<Room />);
  await user.click(await screen.findByRole('button', { name: 'Show older messages' }));
  await screen.findByText('text of m99');
  jest.useFakeTimers();
  await act(() => router.navigate('/elsewhere'));
  await act(() => jest.advanceTimersByTimeAsync(29 * 60_000));
  jest.useRealTimers();
  emitLive(store, 'messageUpdate', { msg: said('n1') });
  await act(() => router.navigate('/'));
  await screen.findByText('text of n1');
  expect(texts()).toHaveLength(202);
  expect(server.to('/messaging/getMessages')).toHaveLength(2);
});

test('older messages are not read out as if they were new', async () => {
  const page = Array.from({ length: 200 }, (_, n) => said(`m${n + 100}`));
  fakeServer({ [room]: ({ query }) => ({ body: query.has('before') ? [said('m99')] : page }) });
  const { user } = renderPage(<Room />);
  await user.click(await screen.findByRole('button', { name: 'Show older messages' }));
  await screen.findByText('text of m99');
  expect(screen.getByRole('log')).toHaveAttribute('aria-live', 'off');
  await waitFor(() => expect(screen.getByRole('log')).toHaveAttribute('aria-live', 'polite'), { timeout: 5_000 });
});

test('[M-8] an address leads to a message, however old', async () => {
  const page = Array.from({ length: 200 }, (_, n) => said(`m${n + 100}`));
  const server = fakeServer({ [room]: ({ query }) => ({ body: query.has('before') ? [said('m99')] : page }) });
  renderPage(<Room linked="m99" />);
  const row = (await screen.findByText('text of m99')).closest('li');
  expect(row).toHaveAttribute('data-marked', 'true');
  expect(server.calls).toHaveLength(2);
});

test('an address of a message that is not there says so', async () => {
  fakeServer({ [room]: () => ({ body: [said('m1')] }) });
  renderPage(
    <>
      <Room linked="gone" />
      <ToastPlace />
    </>,
  );
  await screen.findByText(/This message is too old to be shown here/);
});

test('chats are filtered by name; the people of a new one stand in its field', async () => {
  fakeServer({
    [chats]: () => ({ body: [chatOf(chatId), chatOf(otherId, { participants: ['ann', 'Cay'] })] }),
    'GET /user/getUsers': () => ({ body: [{ _id: 'u2', username: 'ben' }] }),
  });
  const { user } = renderChats();
  await user.type(await screen.findByRole('searchbox', { name: 'Filter chats' }), 'cA');
  const links = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'));
  await waitFor(() => expect(links()).toEqual([`/dm?chat=${otherId}`]));
  await user.type(screen.getByRole('searchbox', { name: 'Filter chats' }), 'x');
  expect(await screen.findByText('No chat with that name.')).toHaveRole('status');
  await user.click(screen.getByRole('button', { name: 'Start a Chat' }));
  await user.click(await screen.findByRole('button', { name: 'ben' }));
  await user.click(screen.getByRole('button', { name: 'Do not chat with ben' }));
  expect(screen.queryByRole('button', { name: 'Do not chat with ben' })).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('searchbox', { name: 'Search Usernames' })).toHaveFocus());
  await user.click(await screen.findByRole('button', { name: 'ben' }));
  await user.type(screen.getByRole('searchbox', { name: 'Search Usernames' }), '{Backspace}');
  expect(screen.queryByRole('button', { name: 'Do not chat with ben' })).not.toBeInTheDocument();
});

test('chats are filtered by name in a Turkish browser too, where a capital I is no i', async () => {
  fakeServer({ [chats]: () => ({ body: [chatOf(chatId), chatOf(otherId, { participants: ['ann', 'Ivan'] })] }) });
  jest.spyOn(String.prototype, 'toLocaleLowerCase').mockImplementation(function (this: string) {
    return this.replaceAll('I', 'ı').toLowerCase();
  });
  const { user } = renderChats();
  await user.type(await screen.findByRole('searchbox', { name: 'Filter chats' }), 'ivan');
  const links = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'));
  await waitFor(() => expect(links()).toEqual([`/dm?chat=${otherId}`]));
});

test('who starts a chat types one name after the other', async () => {
  fakeServer({
    [chats]: () => ({ body: [] }),
    'GET /user/getUsers': ({ query }) => ({
      body: ['ben', 'cay']
        .filter((name) => name.includes(query.get('search') ?? ''))
        .map((username) => ({ _id: username, username })),
    }),
  });
  const { user } = renderChats();
  await user.click(screen.getByRole('button', { name: 'Start a Chat' }));
  const search = () => screen.getByRole('searchbox', { name: 'Search Usernames' });
  expect(search()).toHaveFocus();
  await user.keyboard('be');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'cay' })).not.toBeInTheDocument());
  await user.keyboard('{Enter}');
  expect(search()).toHaveFocus();
  expect(search()).toHaveValue('');
  await user.click(await screen.findByRole('button', { name: 'cay' }));
  expect(screen.getByRole('button', { name: 'Do not chat with ben' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Do not chat with cay' })).toBeInTheDocument();
});

test('a group that is being sent is not changed any more, nor made twice', async () => {
  let answer = (): void => undefined;
  const made = chatOf(chatId, { participants: ['ann', 'ben', 'cay'], messages: [] });
  const server = fakeServer({
    [chats]: () => ({ body: [] }),
    'GET /user/getUsers': () => ({ body: ['ben', 'cay', 'dan'].map((username) => ({ _id: username, username })) }),
    'POST /chat/createChat': () => new Promise((resolve) => (answer = () => resolve({ body: made }))),
  });
  const { user, opened } = renderChats();
  await user.click(screen.getByRole('button', { name: 'Start a Chat' }));
  for (const name of ['ben', 'cay']) await user.click(await screen.findByRole('button', { name }));
  const create = screen.getByRole('button', { name: 'Create New Chat' });
  await user.click(create);
  await user.click(screen.getByRole('button', { name: 'dan' }));
  expect(screen.queryByRole('button', { name: 'Do not chat with dan' })).not.toBeInTheDocument();
  expect(create).toHaveAttribute('data-loading', 'true');
  await waitFor(() => expect(server.to('/chat/createChat')).toHaveLength(1));
  answer();
  await waitFor(() => expect(opened).toEqual([chatId]));
});

test('people who could not be searched for are not shown as if they were found', async () => {
  const people = 'GET /user/getUsers';
  const server = fakeServer({
    [chats]: () => ({ body: [] }),
    [people]: () => ({ body: [{ _id: 'u2', username: 'ben' }] }),
  });
  const { user } = renderChats();
  await user.click(screen.getByRole('button', { name: 'Start a Chat' }));
  await screen.findByRole('button', { name: 'ben' });
  server.routes[people] = () => 'down';
  await user.keyboard('zo');
  expect(await screen.findByText(messages.usersFailed)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'ben' })).not.toBeInTheDocument();
  server.routes[people] = () => ({ body: [] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No Users Found')).toHaveRole('status');
});

describe('[BM-2, M-9] a group', () => {
  const three = chatOf(chatId, { participants: ['ann', 'ben', 'cay'], messages: [said('m1')] });
  const notice = (id: string, msgFrom: string, kind: MessageWire['notice'], msg: string): MessageWire => ({
    ...said(id, msgFrom, msg),
    notice: kind,
  });

  function serve(chat: ChatWire = three) {
    return fakeServer({
      [chats]: () => ({ body: [chat] }),
      [`GET /chat/${chatId}`]: () => ({ body: chat }),
    });
  }

  async function choose(user: ReturnType<typeof renderPage>['user'], name: string): Promise<void> {
    await user.click(await screen.findByRole('button', { name: 'Chat options' }));
    await user.click(await screen.findByRole('menuitem', { name }));
  }

  /** The dialog stays while the call is under way: the answer would come to one that is gone. */
  async function expectStays(
    user: ReturnType<typeof renderPage>['user'],
    calls: () => readonly unknown[],
  ): Promise<void> {
    await waitFor(() => expect(calls()).toHaveLength(1));
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeVisible();
  }

  test('gets a name, which its head and its row show, and filters find', async () => {
    const server = serve();
    const named = { ...three, name: 'Bakers', messages: [notice('n1', 'ann', 'named', 'named the chat “Bakers”')] };
    let answer = (): void => undefined;
    server.routes['PATCH /chat/rename'] = () => new Promise((resolve) => (answer = () => resolve({ body: named })));
    const { user } = renderChats(chatId);
    await choose(user, 'Name this chat');
    const dialog = await screen.findByRole('dialog', { name: 'Name of the chat' });
    const name = within(dialog).getByRole('textbox', { name: 'Name' });
    await waitFor(() => expect(name).toHaveFocus());
    await user.type(name, 'Two  blanks{Enter}');
    expect(await within(dialog).findByText(/^Name cannot contain/)).toBeInTheDocument();
    await user.clear(name);
    await user.type(name, ' Bakers ');
    // A click beside it is often a slip.
    await user.click(document.querySelector('.mantine-Modal-overlay') ?? document.body);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    await user.type(name, '{Enter}');
    await expectStays(user, () => server.to('/chat/rename'));
    act(answer);
    await waitFor(() => expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('Bakers'));
    // A long one is cut.
    expect(screen.getByRole('heading', { level: 2 })).toHaveAttribute('title', 'Bakers');
    expect(server.to('/chat/rename')[0]?.body).toEqual({ chatId, name: 'Bakers' });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Chat options' })).toHaveFocus());
    expect(screen.getByRole('log')).toHaveTextContent('You named the chat “Bakers”');
    expect(screen.getByText('ben', { selector: 'header a, header a *' })).toBeInTheDocument();
    const row = within(screen.getByRole('list', { name: 'Chats' })).getByRole('link');
    expect(row).toHaveTextContent('Bakers');
    await user.type(screen.getByRole('searchbox', { name: 'Filter chats' }), 'bak');
    expect(screen.getByRole('list', { name: 'Chats' })).toBeInTheDocument();
  });

  test('others name it or leave: a line says so, which is neither a message nor unread', async () => {
    serve({ ...three, unread: 1 });
    const { store } = renderChats(chatId);
    await waitFor(() => expect(texts()).toEqual(['text of m1']));
    const changed = { ...three, participants: ['ann', 'cay'], unread: 1 };
    emitLive(store, 'chatUpdate', {
      chat: { ...changed, messages: [notice('n1', 'ben', 'left', 'left the chat')] },
      type: 'left',
      total: 1,
    });
    const line = (await within(screen.getByRole('log')).findByText('left the chat')).closest('li');
    expect(line).toHaveTextContent('ben left the chat');
    expect(within(line!).queryByRole('group', { name: 'Actions' })).not.toBeInTheDocument(); // found above
    await waitFor(() => expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('cay'));
    // It stays a group, that others can be added to.
    expect(screen.getByRole('button', { name: 'Add a participant' })).toBeInTheDocument();
    expect(screen.getByRole('list', { name: 'Chats' })).toHaveTextContent('ben left the chat');
  });

  test('somebody is added: a line says so, which moves the chat up', async () => {
    const server = serve();
    server.routes[chats] = () => ({ body: [chatOf(otherId), three] });
    const { store } = renderChats(chatId);
    await waitFor(() => expect(texts()).toEqual(['text of m1']));
    const line = notice('n1', 'ben', 'added', 'added my_old_friend');
    const chat = { ...three, participants: [...three.participants, 'my_old_friend'], messages: [line] };
    emitLive(store, 'chatUpdate', { chat, type: 'newParticipant', total: 0 });
    await within(screen.getByRole('log')).findByText('added my_old_friend');
    const rows = within(screen.getByRole('list', { name: 'Chats' })).getAllByRole('link');
    // A name is no Markdown.
    expect(rows[0]).toHaveTextContent('ben added my_old_friend');
  });

  test('is left after asking; it is gone from the list, and not asked for again', async () => {
    const server = serve();
    const rest = { ...three, participants: ['ben', 'cay'], messages: [] };
    let answer = (): void => undefined;
    server.routes['POST /chat/leave'] = () => new Promise((resolve) => (answer = () => resolve({ body: rest })));
    const { user, store, onLeft } = renderChats(chatId);
    await choose(user, 'Leave');
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Chat options' })).toHaveFocus());
    expect(server.to('/chat/leave')).toEqual([]);
    await choose(user, 'Leave');
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await expectStays(user, () => server.to('/chat/leave'));
    // The event may come before the reply.
    emitLive(store, 'chatLeft', { chatId });
    act(answer);
    await waitFor(() => expect(onLeft).toHaveBeenCalledTimes(1));
    expect(server.to('/chat/leave')[0]?.body).toEqual({ chatId });
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Direct Messages' })).toHaveFocus());
    await screen.findByText('You have no chats yet.');
    expect(screen.queryByText('Invalid chat ID')).not.toBeInTheDocument();
    expect(server.to(`/chat/${chatId}`)).toHaveLength(1);
  });

  test('that was left in another tab is gone here', async () => {
    const server = serve();
    const { store } = renderChats(chatId);
    await waitFor(() => expect(texts()).toEqual(['text of m1']));
    emitLive(store, 'chatLeft', { chatId });
    await screen.findByText('Invalid chat ID');
    expect(screen.getByText('You have no chats yet.')).toBeInTheDocument();
    expect(server.to(`/chat/${chatId}`)).toHaveLength(1);
    // Until somebody adds the viewer again.
    emitLive(store, 'chatUpdate', { chat: three, type: 'newParticipant', total: 0 });
    await waitFor(() => expect(texts()).toEqual(['text of m1']));
  });

  test('a chat between two can be muted, but not left or named', async () => {
    const server = serve(chatOf(chatId));
    server.routes['POST /chat/mute'] = ({ body }) => ({
      body: chatOf(chatId, { muted: (body as { muted: boolean }).muted }), // as the page sends it
    });
    const { user, store } = renderChats(chatId);
    await user.click(await screen.findByRole('button', { name: 'Chat options' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map((item) => item.textContent)).toEqual(['Mute']);
    await user.click(items[0]!); // the only one
    await waitFor(() => expect(screen.getAllByText('Muted')).toHaveLength(2));
    expect(server.to('/chat/mute')[0]?.body).toEqual({ chatId, muted: true });
    emitLive(store, 'chatMuted', { chatId, muted: false });
    await waitFor(() => expect(screen.queryByText('Muted')).not.toBeInTheDocument());
  });
});

test('[BM-2] a muted chat is marked, and what is unread there is not in the total', async () => {
  const server = fakeServer({
    [chats]: () => ({ body: [chatOf(chatId, { unread: 3, muted: true })] }),
    'GET /chat/unread': () => ({ body: { unread: 0, roomMuted: false } }),
  });
  const store = createStore();
  renderPage(<UnreadTotal />, { store });
  renderChats(undefined, store);
  const row = within(await screen.findByRole('list', { name: 'Chats' })).getByRole('link');
  expect(row).toHaveAttribute('data-unread', 'false');
  expect(row).toHaveTextContent('Muted');
  expect(row).toHaveTextContent('3 unread messages');
  server.routes['GET /chat/unread'] = () => ({ body: { unread: 3, roomMuted: false } });
  emitLive(store, 'chatMuted', { chatId, muted: false });
  await waitFor(() => expect(row).toHaveAttribute('data-unread', 'true'));
  await waitFor(() => expect(screen.getAllByText('3 unread messages')).toHaveLength(2));
});

test('[M-10] the tab’s title counts unread messages, but not those of a muted chat', async () => {
  const server = fakeServer({ 'GET /chat/unread': () => ({ body: { unread: 3, roomMuted: false } }) });
  const { store } = renderPage(<UnreadInTitle />);
  await waitFor(() => expect(document.title).toMatch(/^\(3\) /));
  server.routes['GET /chat/unread'] = () => ({ body: { unread: 0, roomMuted: false } });
  emitLive(store, 'chatMuted', { chatId, muted: true });
  await waitFor(() => expect(document.title).not.toMatch(/^\(/));
});

test('[BM-2, M-10] the room’s entry shows that something is new, unless the room is muted', async () => {
  const server = fakeServer({
    [room]: () => ({ body: [] }),
    'GET /chat/unread': () => ({ body: { unread: 0, roomMuted: false } }),
    'POST /chat/mute': () => ({ body: { _id: 'global', muted: true } }),
  });
  const store = createStore();
  const { user } = renderPage(
    <>
      <RoomMark />
      <RoomMute />
    </>,
    { store },
  );
  const button = await screen.findByRole('button', { name: 'Mute' });
  emitLive(store, 'messageUpdate', { msg: said('m1', 'ann') });
  emitLive(store, 'messageUpdate', { msg: { ...said('m0'), version: 2 } });
  expect(screen.queryByText('New messages')).not.toBeInTheDocument();
  emitLive(store, 'messageUpdate', { msg: said('m2') });
  await screen.findByText('New messages');
  const there = renderPage(<Room />, { store });
  await waitFor(() => expect(screen.queryByText('New messages')).not.toBeInTheDocument());
  there.unmount();
  server.routes['GET /chat/unread'] = () => ({ body: { unread: 0, roomMuted: true } });
  await user.click(button);
  await screen.findByText('Muted');
  expect(server.to('/chat/mute')[0]?.body).toEqual({ chatId: 'global', muted: true });
  emitLive(store, 'messageUpdate', { msg: said('m3') });
  expect(screen.queryByText('New messages')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Unmute' })).toBeInTheDocument();
});

test('[BM-2] what was written in the room while there was no connection is news, unless it is the viewer’s', async () => {
  const newest = { body: [said('m1')] };
  const server = fakeServer({
    [room]: () => newest,
    'GET /chat/unread': () => ({ body: { unread: 0, roomMuted: false } }),
  });
  const { store } = renderPage(<RoomMark />);
  const live = messagingLive(store.dispatch);
  const isNews = () => messagingApi.endpoints.getRoomNews.select(undefined)(store.getState()).data;
  const catchUp = async (message: MessageWire, seconds: number) => {
    newest.body = [{ ...message, msgDateTime: `2026-06-01T10:00:0${seconds}.000Z` }];
    await act(() => live.catchUp());
    return isNews();
  };
  // The first time, nobody knows since when it has been there.
  expect(await catchUp(said('m1'), 0)).toBe(false);
  expect(await catchUp(said('m1'), 0)).toBe(false);
  expect(await catchUp(said('m2', 'ann'), 1)).toBe(false);
  expect(await catchUp(said('m3'), 2)).toBe(true);
  await screen.findByText('New messages');
  expect(server.to('/messaging/getMessages').map(({ query }) => query.get('limit'))).toEqual(['1', '1', '1', '1']);
  renderPage(<Room />, { store });
  await waitFor(() => expect(screen.queryByText('New messages')).not.toBeInTheDocument());
  act(() => live.messageUpdate({ msg: { ...said('m4', 'ann'), msgDateTime: '2026-06-01T10:00:04.000Z' } }));
  expect(await catchUp(said('m4', 'ann'), 4)).toBe(false);
  // It was read with the rest of the open room.
  newest.body = [{ ...said('m5'), msgDateTime: '2026-06-01T10:00:05.000Z' }];
  act(() => void store.dispatch(api.util.invalidateTags(['Messages'])));
  await screen.findByText('text of m5');
  expect(await catchUp(said('m5'), 5)).toBe(false);
});

test('[BE-3] a restored message is no news in the room', async () => {
  fakeServer({
    [room]: () => ({ body: [said('m1'), { ...said('m2'), msgDateTime: '2026-06-01T10:05:00.000Z' }] }),
    'GET /chat/unread': () => ({ body: { unread: 0, roomMuted: false } }),
  });
  const { store } = renderPage(
    <>
      <RoomMark />
      <Room />
    </>,
  );
  await screen.findByText('text of m2');
  // A loaded one, and one older than those.
  emitLive(store, 'messageUpdate', { msg: said('m1') });
  emitLive(store, 'messageUpdate', { msg: { ...said('m0'), msgDateTime: '2026-05-01T10:00:00.000Z' } });
  emitLive(store, 'messageUpdate', { msg: { ...said('m1', 'ben', 'after those'), version: 2 } });
  await screen.findByText('after those');
  expect(screen.queryByText('New messages')).not.toBeInTheDocument();
});

describe('[BE-1, M-11] editing a message', () => {
  const edits = 'PATCH /messaging/editMessage';
  const editor = () => screen.getByRole('textbox', { name: 'Edited message' });
  const mine = said('m1', 'ann', 'Helo');

  function serve() {
    return fakeServer({ [room]: () => ({ body: [mine, said('m2')] }) });
  }

  /** Opens what can be done with a message of mine. */
  async function chooseAct(user: ReturnType<typeof renderPage>['user'], name: string): Promise<void> {
    await waitFor(() => expect(texts()).toHaveLength(2));
    const row = within(screen.getByRole('log')).getAllByRole('listitem').at(-2)!; // of two
    act(() => row.focus());
    await user.click(within(row).getByRole('button', { name }));
    if (name === 'Edit') await screen.findByRole('form', { name: 'Edit message' });
  }

  test('ArrowUp in an empty composer edits one’s last message; Enter saves, and the time is marked', async () => {
    const server = serve();
    const saved = { ...mine, msg: 'Hello', version: 2, editedAt: '2026-06-01T10:05:00.000Z' };
    server.routes[edits] = () => ({ body: saved });
    const { user } = renderPage(<Room />);
    await waitFor(() => expect(texts()).toEqual(['Helo', 'text of m2']));
    await user.type(field(), 'x{ArrowUp}');
    expect(screen.queryByRole('textbox', { name: 'Edited message' })).not.toBeInTheDocument();
    await user.clear(field());
    await user.type(field(), '{ArrowUp}');
    await waitFor(() => expect(editor()).toHaveFocus());
    // Once it is open, too.
    await user.type(field(), '{ArrowUp}');
    expect(editor()).toHaveFocus();
    await user.clear(editor());
    await user.type(editor(), '{Enter}');
    expect(screen.getByText('Message cannot be empty')).toBeInTheDocument();
    await user.type(editor(), 'Hello {Enter}');
    await waitFor(() => expect(texts()).toEqual(['Hello', 'text of m2']));
    expect(server.to('/messaging/editMessage').map(({ body }) => body)).toEqual([
      { mid: 'm1', msg: 'Hello', version: 1 },
    ]);
    expect(screen.getByText('edited')).toHaveAttribute('datetime', saved.editedAt);
    await waitFor(() => expect(field()).toHaveFocus());
  });

  test('ArrowUp edits no earlier message while the last one is on its way', async () => {
    const server = serve();
    let answer: (answer: FakeAnswer) => void = () => undefined;
    server.routes['POST /messaging/addMessage'] = () => new Promise((resolve) => (answer = resolve));
    const { user, store } = renderPage(<Room />);
    await waitFor(() => expect(texts()).toHaveLength(2));
    // The editor has been loaded.
    await user.type(field(), '{ArrowUp}');
    await waitFor(() => expect(editor()).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(field()).toHaveFocus());
    await user.type(field(), 'new{Enter}{ArrowUp}');
    expect(screen.queryByRole('textbox', { name: 'Edited message' })).not.toBeInTheDocument();
    act(() => answer({ body: said('m3', 'ann', 'new') }));
    const outbox = messagingApi.endpoints.getOutbox.select('room');
    await waitFor(() => expect(outbox(store.getState()).data).toEqual([]));
    await user.type(field(), '{ArrowUp}');
    expect(editor()).toHaveValue('new');
  });

  test('on a touch screen, Enter adds a line, and Ctrl and Enter save', async () => {
    touch();
    const server = serve();
    server.routes[edits] = () => ({ body: { ...mine, msg: 'Helo\nyou', version: 2 } });
    const { user } = renderPage(<Room />);
    await waitFor(() => expect(texts()).toHaveLength(2));
    await user.type(field(), '{ArrowUp}');
    await waitFor(() => expect(editor()).toHaveFocus());
    await user.type(editor(), '{Enter}you{Control>}{Enter}{/Control}');
    await waitFor(() => expect(texts()).toEqual(['Helo\nyou', 'text of m2']));
    expect(server.to('/messaging/editMessage').map(({ body }) => body)).toEqual([
      { mid: 'm1', msg: 'Helo\nyou', version: 1 },
    ]);
  });

  test('Escape cancels; the same text is not sent; others’ messages have no such button', async () => {
    const server = serve();
    const { user } = renderPage(<Room />);
    await chooseAct(user, 'Edit');
    await user.type(editor(), '{Escape}');
    expect(texts()).toEqual(['Helo', 'text of m2']);
    await chooseAct(user, 'Edit');
    await user.type(editor(), '{Enter}');
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Edit message' })).not.toBeInTheDocument());
    expect(server.to('/messaging/editMessage')).toEqual([]);
    const others = within(screen.getByRole('log')).getAllByRole('listitem').at(-1)!; // of two
    act(() => others.focus());
    expect(within(others).getByRole('button', { name: 'Copy text' })).toBeInTheDocument();
    expect(within(others).queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
  });

  test('Escape and Cancel ask before they discard what was changed', async () => {
    serve();
    const { user } = renderPage(<Room />);
    await chooseAct(user, 'Edit');
    await user.type(editor(), ' and more{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(editor()).toHaveFocus());
    expect(editor()).toHaveValue('Helo and more');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(texts()).toEqual(['Helo', 'text of m2']);
    await waitFor(() => expect(field()).toHaveFocus());
  });

  test('what was changed in one editor is not lost to another', async () => {
    fakeServer({ [room]: () => ({ body: [mine, said('m2', 'ann')] }) });
    const { user } = renderPage(<Room />);
    await chooseAct(user, 'Edit');
    await user.type(editor(), '!');
    const rows = within(screen.getByRole('log')).getAllByRole('listitem');
    const other = rows.at(-1)!; // of two
    act(() => other.focus());
    await user.click(within(other).getByRole('button', { name: 'Edit' }));
    await waitFor(() => expect(editor()).toHaveFocus());
    expect(editor()).toHaveValue('Helo!');
    await user.type(field(), '{ArrowUp}');
    await waitFor(() => expect(editor()).toHaveFocus());
    expect(editor()).toHaveValue('Helo!');
    await user.type(editor(), '{Backspace}');
    await user.type(field(), '{ArrowUp}');
    expect(editor()).toHaveValue('text of m2');
  });

  test('a stale edit shows what is current, keeps what was typed, and is saved over it when asked again', async () => {
    const server = serve();
    const current = { ...mine, msg: 'Hello from my phone', version: 2, editedAt: '2026-06-01T10:05:00.000Z' };
    server.routes[edits] = () => ({ status: 409, body: { error: 'Changed', code: 'edit.stale', current } });
    const { user } = renderPage(<Room />);
    await chooseAct(user, 'Edit');
    await user.type(editor(), '!{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Hello from my phone');
    expect(editor()).toHaveValue('Helo!');
    server.routes[edits] = () => ({ body: { ...current, msg: 'Helo!', version: 3 } });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(texts()).toEqual(['Helo!', 'text of m2']));
    expect(server.to('/messaging/editMessage').at(-1)?.body).toEqual({ mid: 'm1', msg: 'Helo!', version: 2 });
  });

  test('an edit that was left is still there, until it is saved or cancelled', async () => {
    const server = serve();
    const first = renderPage(<Room />);
    await chooseAct(first.user, 'Edit');
    await first.user.type(editor(), '!');
    first.unmount();
    const second = renderPage(<Room />);
    await chooseAct(second.user, 'Edit');
    expect(editor()).toHaveValue('Helo!');
    expect(screen.getByText('Draft restored')).toBeInTheDocument();
    await second.user.type(editor(), '{Escape}');
    await second.user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(Object.keys(localStorage)).toEqual([]);
    await chooseAct(second.user, 'Edit');
    expect(editor()).toHaveValue('Helo');
    await second.user.type(editor(), '!');
    second.unmount();
    server.routes[edits] = () => ({ body: { ...mine, msg: 'Helo!', version: 2 } });
    const third = renderPage(<Room />);
    await chooseAct(third.user, 'Edit');
    await third.user.type(editor(), '{Enter}');
    await waitFor(() => expect(texts()).toEqual(['Helo!', 'text of m2']));
    expect(Object.keys(localStorage)).toEqual([]);
    expect(server.to('/messaging/editMessage').map(({ body }) => body)).toEqual([
      { mid: 'm1', msg: 'Helo!', version: 1 },
    ]);
  });

  test('what was left of an edit is shown beside a newer version', async () => {
    const server = serve();
    const first = renderPage(<Room />);
    await chooseAct(first.user, 'Edit');
    await first.user.type(editor(), '!');
    first.unmount();
    server.routes[room] = () => ({ body: [{ ...mine, msg: 'Hello', version: 2 }, said('m2')] });
    const second = renderPage(<Room />);
    await chooseAct(second.user, 'Edit');
    expect(editor()).toHaveValue('Helo!');
    expect(await screen.findByRole('alert')).toHaveTextContent('It now says:Hello');
  });

  test('a refusal stays beside what was typed', async () => {
    const server = serve();
    server.routes[edits] = () => ({ status: 429, body: { error: 'Slow down.', code: 'limit.reached' } });
    const { user } = renderPage(<Room />);
    await chooseAct(user, 'Edit');
    await user.type(editor(), '!{Enter}');
    expect(await screen.findByText('Slow down.')).toBeInTheDocument();
    expect(editor()).toHaveValue('Helo!');
  });

  test('an edited message settles no pending one of the same text', async () => {
    const server = serve();
    let answer: (() => void) | undefined;
    server.routes['POST /messaging/addMessage'] = () =>
      new Promise((resolve) => {
        answer = () => resolve({ body: said('m3', 'ann', 'Hello') });
      });
    const { user, store } = renderPage(<Room />);
    await waitFor(() => expect(texts()).toHaveLength(2));
    await user.type(field(), 'Hello{Enter}');
    await screen.findByText('Sending…');
    emitLive(store, 'messageUpdate', { msg: { ...mine, msg: 'Hello', version: 2 } });
    await waitFor(() => expect(texts()).toEqual(['Hello', 'text of m2', 'Hello']));
    expect(screen.getByText('Sending…')).toBeInTheDocument();
    act(() => answer?.());
    await waitFor(() => expect(screen.queryByText('Sending…')).not.toBeInTheDocument());
  });

  test('[BE-3] a restored message settles no pending one of the same text', async () => {
    const server = serve();
    server.routes['POST /messaging/addMessage'] = () => 'down';
    const { user, store } = renderPage(<Room />);
    await waitFor(() => expect(texts()).toHaveLength(2));
    await user.type(field(), 'Helo{Enter}');
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    emitLive(store, 'messageUpdate', { msg: { ...mine, msg: '', deleted: { by: 'author', reason: null } } });
    await screen.findByText('Deleted by its author');
    emitLive(store, 'messageUpdate', { msg: mine });
    await waitFor(() => expect(texts()).toEqual(['Helo', 'text of m2', 'Helo']));
    expect(screen.getByRole('alert')).toBeInTheDocument();
  });

  test('an older version does not replace a newer one, in the room or in a chat', async () => {
    const now: MessageWire = { ...said('m1', 'ben', 'now'), version: 3, editedAt: '2026-06-01T10:05:00.000Z' };
    const before: MessageWire = { ...now, msg: 'before', version: 2 };
    const after: MessageWire = { ...said('m2', 'ben', 'after that'), version: 2 };
    const chat = chatOf(chatId, { messages: [now, said('m2')] });
    fakeServer({
      [room]: () => ({ body: chat.messages }),
      [chats]: () => ({ body: [chat] }),
      [`GET /chat/${chatId}`]: () => ({ body: chat }),
    });
    const inRoom = renderPage(<Room />);
    await waitFor(() => expect(texts()).toEqual(['now', 'text of m2']));
    emitLive(inRoom.store, 'messageUpdate', { msg: before });
    emitLive(inRoom.store, 'messageUpdate', { msg: after });
    await screen.findByText('after that');
    expect(texts()).toEqual(['now', 'after that']);
    inRoom.unmount();
    const { store } = renderChats(chatId);
    await waitFor(() => expect(texts()).toEqual(['now', 'text of m2']));
    const late = { ...chat, messages: [before, after] };
    emitLive(store, 'chatUpdate', { chat: late, type: 'changedMessage', total: 0 });
    await waitFor(() => expect(texts()).toContain('after that'));
    expect(texts()).toEqual(['now', 'after that']);
  });

  test('[BE-3, M-12] a deleted message leaves a line, until the toast or the line restores it', async () => {
    const server = serve();
    const gone: MessageWire = { ...mine, msg: '', deleted: { by: 'author', reason: null } };
    server.routes['DELETE /messaging/deleteMessage'] = () => ({ body: gone });
    server.routes['POST /messaging/restoreMessage'] = () => ({ body: mine });
    const { user } = renderPage(
      <>
        <Room />
        <ToastPlace />
      </>,
    );
    await chooseAct(user, 'Delete');
    const line = await screen.findByText('Deleted by its author');
    expect(screen.getByRole('log')).not.toHaveTextContent('Helo');
    expect(server.to('/messaging/deleteMessage')[0]?.body).toEqual({ mid: 'm1' });
    await waitFor(() => expect(line.closest('li')).toHaveFocus());
    expect(screen.queryByRole('group', { name: 'Actions' })).not.toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(texts()).toEqual(['Helo', 'text of m2']));
    await chooseAct(user, 'Delete');
    await user.click(await screen.findByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(texts()).toEqual(['Helo', 'text of m2']));
    expect(server.to('/messaging/restoreMessage').map(({ body }) => body)).toEqual([{ mid: 'm1' }, { mid: 'm1' }]);
  });

  test('after a report by keyboard, the focus is on the message', async () => {
    serve();
    const { user } = renderPage(
      <>
        <Room />
        <ReportPlace />
      </>,
    );
    await waitFor(() => expect(texts()).toHaveLength(2));
    const row = within(screen.getByRole('log')).getAllByRole('listitem').at(-1)!; // of two
    act(() => row.focus());
    act(() => within(row).getByRole('button', { name: 'Report…' }).focus());
    await user.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'Report this message' });
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Spam' })).toHaveFocus());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(row).toHaveFocus());
  });

  test('[BE-3] messages of others that are deleted say by whom, and cannot be restored', async () => {
    serve();
    const { store } = renderPage(<Room />);
    await waitFor(() => expect(texts()).toHaveLength(2));
    const deleted = { by: 'operator', reason: 'Spam' } as const;
    emitLive(store, 'messageUpdate', { msg: { ...said('m2', 'ben', ''), deleted } });
    expect(await screen.findByText(/Removed by the site's operator/)).toHaveTextContent(
      "Removed by the site's operator: Spam",
    );
    expect(screen.queryByRole('button', { name: 'Restore' })).not.toBeInTheDocument();
  });

  test.each([false, true])(
    '[BE-3, M-12] removing what others wrote in the room, as an operator: %s',
    async (operator) => {
      const server = serve();
      const gone: MessageWire = { ...said('m2', 'ben', ''), deleted: { by: 'operator', reason: 'Spam' } };
      server.routes['DELETE /messaging/deleteMessage'] = () => ({ body: gone });
      server.routes['POST /messaging/restoreMessage'] = () => ({ body: said('m2') });
      const { user, store } = renderPage(<Room />);
      if (operator) act(() => void store.dispatch(userKnown({ ...ann, operator })));
      await waitFor(() => expect(texts()).toHaveLength(2));
      const others = within(screen.getByRole('log')).getAllByRole('listitem').at(-1)!; // of two
      act(() => others.focus());
      await within(others).findByRole('button', { name: 'Copy text' });
      if (!operator) return expect(within(others).queryByRole('button', { name: 'Remove…' })).not.toBeInTheDocument();
      await user.click(within(others).getByRole('button', { name: 'Remove…' }));
      await user.type(await screen.findByRole('textbox', { name: /Reason/ }), 'Spam{Enter}');
      expect(await screen.findByText(/Removed by the site's operator/)).toHaveTextContent(
        "Removed by the site's operator: Spam",
      );
      expect(server.to('/messaging/deleteMessage')[0]?.body).toEqual({ mid: 'm2', reason: 'Spam' });
      await user.click(screen.getByRole('button', { name: 'Restore' }));
      await waitFor(() => expect(texts()).toEqual(['Helo', 'text of m2']));
      return undefined;
    },
  );

  test('[BE-3] the list of chats does not repeat what was deleted', async () => {
    const last = said('m1');
    fakeServer({ [chats]: () => ({ body: [chatOf(chatId, { messages: [last] })] }) });
    const { store } = renderChats();
    const list = await screen.findByRole('list', { name: 'Chats' });
    expect(list).toHaveTextContent('text of m1');
    const gone: MessageWire = { ...last, msg: '', deleted: { by: 'author', reason: null } };
    emitLive(store, 'chatUpdate', { chat: chatOf(chatId, { messages: [gone] }), type: 'changedMessage', total: 0 });
    await waitFor(() => expect(list).toHaveTextContent('Message deleted'));
  });
});
