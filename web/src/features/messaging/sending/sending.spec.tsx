import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import type { MessageWire } from '@parlour/contracts/messaging/messaging';
import { api } from '../../../shared/api.ts';
import type { fakeServer, FakeAnswer } from '../../../shared/testing/fake-server.ts';
import { heldRoute } from '../../../shared/testing/held-route.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { Room } from '../chats/room.tsx';
import {
  accept,
  chatId,
  chatOf,
  composer,
  emitLive,
  field,
  openRoom,
  renderChats,
  room,
  said,
  serveChat,
  serveRoom,
  settled,
  textOf,
  texts,
  touch,
  write,
} from '../testing/talk.tsx';

type Server = ReturnType<typeof fakeServer>;

const tooFast = { status: 429, body: { error: 'Slow down.', code: 'limit.reached' } };

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

const sends = (server: Server) => server.to('/messaging/addMessage');
const keysOf = (server: Server) => sends(server).map(({ headers }) => headers.get('Idempotency-Key'));
const nothingFailed = () => waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
const button = (name: string, place: number) => screen.getAllByRole('button', { name })[place]!; // each test knows how many

test('the viewer’s message appears at once and is settled by the reply; Shift and Enter add a line', async () => {
  const held = heldRoute();
  const { user, store, server } = await openRoom([said('m1')], { [write]: held.route });
  await user.type(field(), 'one{Shift>}{Enter}{/Shift}two{Enter}');
  await waitFor(() => expect(texts()).toEqual(['text of m1', 'one\ntwo']));
  expect(screen.getByText('Sending…')).toBeInTheDocument();
  expect(field()).toHaveValue('');
  expect(sends(server)[0]?.body).toMatchObject({ messageToAdd: { msg: 'one\ntwo', msgFrom: 'ann' } });
  await held.answer({ body: said('m2', 'ann', 'one\ntwo') });
  await settled();
  emitLive(store, 'messageUpdate', { msg: said('m2', 'ann', 'one\ntwo') });
  await waitFor(() => expect(texts()).toEqual(['text of m1', 'one\ntwo']));
});

test('on a touch screen, Enter adds a line; the button and Ctrl and Enter send', async () => {
  touch();
  const { user, server } = await openRoom([], { [write]: () => ({ body: said('m1', 'ann', 'one\ntwo') }) });
  await user.type(field(), 'one{Enter}two');
  expect(field()).toHaveValue('one\ntwo');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(texts()).toEqual(['one\ntwo']));
  expect(sends(server)).toHaveLength(1);
  await user.type(field(), 'three{Control>}{Enter}{/Control}');
  await waitFor(() => expect(sends(server)).toHaveLength(2));
});

test('[BW-2] a name after @ is completed; Enter takes it, and does not send', async () => {
  const { user, server } = await openRoom([], {
    'GET /user/complete': () => ({ body: [{ username: 'Bea Lee' }] }),
  });
  await user.type(field(), 'hi @be');
  await screen.findByRole('option', { name: /Bea Lee/ });
  await user.keyboard('{Enter}');
  expect(field()).toHaveValue('hi @"Bea Lee" ');
  expect(sends(server)).toEqual([]);
});

test.each([true, false])(
  'it stays in its place, and is gone with those before it after a new reading; its event came first: %s',
  async (eventFirst) => {
    const held = heldRoute();
    const mine = said('m2', 'ann', 'hello');
    const { user, store, server } = await openRoom([said('m1')], { [write]: held.route });
    await user.type(field(), 'hello{Enter}');
    await held.asked();
    if (eventFirst) {
      emitLive(store, 'messageUpdate', { msg: mine });
      await waitFor(() => expect(texts()).toEqual(['text of m1', 'hello']));
    }
    await held.answer({ body: mine });
    await settled();
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
  const held = heldRoute();
  const mine = said('m2', 'ann', 'hello');
  const reply = { body: chatOf(chatId, { messages: [mine] }) };
  serveChat(chatOf(chatId, { messages: [said('m1')] }), [], { [`POST /chat/${chatId}/addMessage`]: held.route });
  const { user, store } = renderChats(chatId);
  await screen.findByText('text of m1');
  const emit = (message: MessageWire, type: 'newMessage' | 'changedMessage') =>
    emitLive(store, 'chatUpdate', { chat: chatOf(chatId, { messages: [message] }), type, total: 0 });
  await user.type(field(), 'hello{Enter}');
  await held.answer(reply);
  await settled();
  emit(said('m3'), 'newMessage');
  await waitFor(() => expect(texts()).toEqual(['text of m1', 'hello', 'text of m3']));
  await user.type(field(), 'hello{Enter}');
  await held.asked();
  emit({ ...mine, msg: '', deleted: { by: 'author', reason: null } }, 'changedMessage');
  await screen.findByText('Deleted by its author');
  await held.answer(reply);
  await settled();
  expect(screen.getByText('Deleted by its author')).toBeInTheDocument();
});

test('a message that comes after a later one stands before it, as for everybody', async () => {
  const at = (message: MessageWire, seconds: number): MessageWire => ({
    ...message,
    msgDateTime: `2026-06-01T10:00:0${seconds}.000Z`,
  });
  const { user, store } = await openRoom([said('m1')], {
    [write]: () => ({ body: at(said('m3', 'ann', 'hello'), 2) }),
  });
  await user.type(field(), 'hello{Enter}');
  await settled();
  emitLive(store, 'messageUpdate', { msg: at(said('m2'), 1) });
  emitLive(store, 'messageUpdate', { msg: at(said('m4'), 2) });
  await waitFor(() => expect(texts()).toEqual(['text of m1', 'text of m2', 'hello', 'text of m4']));
});

test('[TX-11] a failure is shown, and a retry keeps the key', async () => {
  const answers: FakeAnswer[] = [tooFast, tooFast, { body: said('m1', 'ann', 'hello') }];
  const { user, server } = await openRoom([], { [write]: () => answers.shift() ?? 'down' });
  await user.type(field(), 'hello{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Error while creating a new message');
  await user.click(button('Try again', 0));
  await screen.findByText(/Slow down/);
  await user.click(button('Try again', 0));
  await nothingFailed();
  expect(keysOf(server)).toHaveLength(3);
  expect(new Set(keysOf(server)).size).toBe(1);
  expect(texts()).toEqual(['hello']);
});

test('a message that the browser has no room for is said to be lost with the page, until it is sent', async () => {
  serveRoom([], { [write]: accept });
  const { user } = renderPage(<Room />);
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await user.type(await composer(), 'one');
  expect(screen.getByRole('alert')).toHaveTextContent('This browser cannot keep your text');
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('an unsent message is still failed after a reload, keeps its key on retry, and can be discarded', async () => {
  const server = serveRoom([], { [write]: () => 'down' });
  const first = renderPage(<Room />);
  await first.user.type(await composer(), 'one{Enter}two{Enter}three{Enter}');
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(3));
  first.unmount();
  first.store.dispatch(api.util.resetApiState());

  server.routes[write] = accept;
  const second = renderPage(<Room />);
  expect(await screen.findAllByText('Error while creating a new message')).toHaveLength(3);
  expect(texts()).toEqual(['one', 'two', 'three']);
  await second.user.click(button('Discard', 1));
  expect(screen.getByRole('log', { name: 'Messages' })).toHaveFocus();
  await second.user.click(button('Try again', 0));
  expect(screen.getByRole('log', { name: 'Messages' })).toHaveFocus();
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1));
  await settled();
  // The other two were not tried, because the first one could not reach the server.
  expect(keysOf(server).length).toBeGreaterThan(1);
  expect(new Set(keysOf(server)).size).toBe(1);
  second.unmount();

  const third = renderPage(<Room />);
  await screen.findByRole('alert');
  expect(texts()).toEqual(['three']);
  // It has arrived: another tab sent it.
  emitLive(third.store, 'messageUpdate', { msg: said('m3', 'ann', 'three') });
  await nothingFailed();
  third.unmount();
  expect(Object.keys(localStorage)).toEqual([]);
});

test('a live message settles a pending one, not a failed one with the same text', async () => {
  const { user, store, server } = await openRoom([], { [write]: () => tooFast });
  await user.type(field(), 'hi{Enter}');
  await screen.findByRole('alert');
  const held = heldRoute();
  server.routes[write] = held.route;
  await user.type(field(), 'hi{Enter}');
  await held.asked();
  emitLive(store, 'messageUpdate', { msg: said('m2', 'ann', 'hi') });
  await held.answer({ body: said('m2', 'ann', 'hi') });
  await settled();
  await waitFor(() => expect(texts()).toEqual(['hi', 'hi']));
  expect(screen.getByRole('alert')).toBeInTheDocument();
});

test('messages are sent one by one, in the order of writing', async () => {
  const { user, server } = await openRoom([], { [write]: accept });
  await user.type(field(), 'a{Enter}b{Enter}c{Enter}');
  await waitFor(() => expect(sends(server)).toHaveLength(3));
  expect(sends(server).map(textOf)).toEqual(['a', 'b', 'c']);
});

test('[VA-8] blanks are refused at the field, and a draft stays in the browser', async () => {
  const { user, server, unmount } = await openRoom();
  await user.type(field(), '   {Enter}');
  expect(screen.getByText('Message cannot be empty')).toBeInTheDocument();
  await user.type(field(), 'half');
  expect(screen.queryByText('Message cannot be empty')).not.toBeInTheDocument();
  unmount();
  renderPage(<Room />);
  expect(await composer()).toHaveValue('   half');
  await user.clear(field());
  expect(sends(server)).toEqual([]);
});

describe('without a connection', () => {
  const waiting = () => screen.queryAllByText('Waiting for the connection');
  const nothingWaits = () => waitFor(() => expect(waiting()).toEqual([]));

  /** Writes three messages while the server is unreachable, then restores the connection. */
  async function writeOffline(onLine = false, away: FakeAnswer = 'down') {
    const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
    const page = await openRoom([], { [write]: () => away });
    await page.user.type(field(), 'a{Enter}b{Enter}c{Enter}');
    await waitFor(() => expect(waiting()).toHaveLength(3));
    const lineIsBack = () => {
      page.server.routes[write] = accept;
      online.mockReturnValue(true);
    };
    return { ...page, sent: () => sends(page.server).map(textOf), lineIsBack };
  }

  /** All three were sent, once each and in order, the first one under its original key. */
  async function expectSent({ server, sent }: Awaited<ReturnType<typeof writeOffline>>): Promise<void> {
    await nothingWaits();
    expect(sent().slice(-3)).toEqual(['a', 'b', 'c']);
    expect(new Set(keysOf(server)).size).toBe(3);
    expect(texts()).toEqual(['a', 'b', 'c']);
  }

  test('a message waits, which is no failure, and all are sent in order once the browser is online', async () => {
    const written = await writeOffline();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(new Set(written.sent())).toEqual(new Set(['a']));
    written.lineIsBack();
    act(() => void window.dispatchEvent(new Event('online')));
    await expectSent(written);
  });

  test.each<[string, FakeAnswer]>([
    ['even if no event reports the connection', 'down'],
    ...[502, 503, 504].map((status): [string, FakeAnswer] => [
      `once a proxy no longer answers ${status} for a server that restarts`,
      { status, body: 'Bad Gateway' },
    ]),
  ])('they are sent by themselves, %s', async (_, away) => {
    const written = await writeOffline(true, away);
    expect(new Set(written.sent())).toEqual(new Set(['a']));
    written.lineIsBack();
    act(() => tick());
    await expectSent(written);
  });

  test('a manual retry also sends the ones before it; a discarded one is not sent', async () => {
    const written = await writeOffline(true);
    written.lineIsBack();
    await written.user.click(button('Discard', 1));
    await written.user.click(button('Try again', 1));
    await nothingWaits();
    expect(written.sent().filter((text, index, all) => text !== all[index - 1])).toEqual(['a', 'c']);
  });

  test('one that is discarded while it is tried again is not sent', async () => {
    const written = await writeOffline(true);
    const held = heldRoute();
    written.lineIsBack();
    written.server.routes[write] = held.route;
    act(() => tick());
    await held.asked();
    written.server.routes[write] = accept;
    await written.user.click(button('Discard', 0));
    await held.answer({ body: said('id of a', 'ann', 'a') });
    await nothingWaits();
    expect(texts()).toEqual(['b', 'c']);
  });

  test('a chat’s messages wait too, after leaving its page', async () => {
    const add = `POST /chat/${chatId}/addMessage`;
    const server = serveChat(chatOf(chatId, { messages: [] }), [], { [add]: () => 'down' });
    const { user, unmount } = renderChats(chatId);
    await user.type(await composer(), 'hello{Enter}');
    await waitFor(() => expect(waiting()).toHaveLength(1));
    unmount();
    server.routes[add] = () => ({ body: chatOf(chatId, { messages: [said('m1', 'ann', 'hello')] }) });
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(Object.keys(localStorage)).toEqual([]));
    expect(server.to(`/chat/${chatId}/addMessage`)).toHaveLength(2);
  });
});
