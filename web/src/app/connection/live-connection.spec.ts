import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import type { UserRowWire, UserWire } from '@parlour/contracts/identity/identity';
import { createElement } from 'react';
import { Provider } from 'react-redux';
import ToastPlace from '../../design/parts/feedback/toast-place.tsx';
import { showToast } from '../../design/parts/feedback/toasts.ts';
import { peopleApi } from '../../features/people/people.api.ts';
import { questionsApi } from '../../features/questions/questions.api.ts';
import { tagsApi } from '../../features/tags/tags.api.ts';
import { connectionStarted } from '../../shared/state/connection.slice.ts';
import { blockWanted } from '../../shared/state/blocking.slice.ts';
import { reportWanted } from '../../shared/state/reporting.slice.ts';
import { selectIsOperator, selectUsername, sessionEnded, userKnown } from '../../shared/state/session.slice.ts';
import { type FakeAnswer, fakeServer } from '../../shared/testing/fake-server.ts';
import { ann } from '../../shared/testing/render-page.tsx';
import { createStore } from '../../shared/state/store.ts';
import { bindSocket } from './live-socket.ts';
import { LiveConnection } from './live-connection.tsx';
import type { LiveSocket } from './own-socket.ts';

/** The part of a socket that bindSocket uses; `receive` simulates an incoming event. */
class FakeSocket {
  active = false;
  /** The engine of the present attempt, and what its manager says of it. */
  readonly io = { engine: new EventEmitter(), _readyState: 'open', on: () => undefined, off: () => undefined };
  readonly connect = jest.fn();
  readonly disconnect = jest.fn<() => unknown>();
  private handlers = new Map<string, ((argument: unknown) => void)[]>();
  private ofAny: (event: string, argument: unknown, positions: unknown) => void = () => undefined;

  on(event: string, handler: (argument: unknown) => void): void {
    this.handlers.set(event, [...(this.handlers.get(event) ?? []), handler]);
  }

  onAny(handler: (event: string, argument: unknown, positions: unknown) => void): void {
    this.ofAny = handler;
  }

  off(): void {
    this.handlers.clear();
  }

  receive(event: string, argument?: unknown, positions?: unknown): void {
    this.ofAny(event, argument, positions);
    for (const handler of this.handlers.get(event) ?? []) handler(argument);
  }
}

const refused = { status: 401, body: { error: 'Please sign in to continue.', code: 'session.ended' } };

function start() {
  const store = createStore();
  store.dispatch(userKnown(ann));
  store.dispatch(connectionStarted());
  const socket = new FakeSocket();
  const open = jest.fn();
  // The real class has dozens of members; bindSocket uses only these.
  const stop = bindSocket(socket as unknown as LiveSocket, store.dispatch, open);
  return { store, open, socket, stop, state: () => store.getState() };
}

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

test('a lost connection keeps the session and is shown; a reconnect is live again', () => {
  const { socket, state } = start();
  socket.receive('connect');
  expect(state().connection).toBe('live');
  socket.receive('disconnect', 'transport close');
  expect(state()).toMatchObject({ connection: 'lost', session: { status: 'signedIn' } });
  socket.receive('connect');
  expect(state().connection).toBe('live');
});

test('a first connection that fails is shown as lost', () => {
  const { socket, state } = start();
  socket.active = true;
  socket.receive('connect_error', new Error('websocket error'));
  expect(state()).toMatchObject({ connection: 'lost', session: { status: 'signedIn' } });
});

test('[LI-7] a connection that ends before it is complete is shown as lost, and made again in five seconds', () => {
  const { socket, state } = start();
  socket.io._readyState = 'opening';
  const first = socket.io.engine;
  first.emit('close', 'transport close');
  expect(state().connection).toBe('lost');
  expect(socket.disconnect).toHaveBeenCalled();
  const second = (socket.io.engine = new EventEmitter());
  jest.advanceTimersByTime(5_000);
  expect(socket.connect).toHaveBeenCalledTimes(1);
  // Late, of an attempt that is over.
  first.emit('close', 'transport close');
  jest.advanceTimersByTime(5_000);
  expect(socket.connect).toHaveBeenCalledTimes(1);
  second.emit('close', 'transport close');
  jest.advanceTimersByTime(5_000);
  expect(socket.connect).toHaveBeenCalledTimes(2);
});

test('[LI-7] reconnects one to five seconds after the server closed the connection', () => {
  const { socket } = start();
  socket.receive('connect');
  socket.receive('disconnect', 'io server disconnect');
  jest.advanceTimersByTime(999);
  expect(socket.connect).not.toHaveBeenCalled();
  jest.advanceTimersByTime(4_001);
  expect(socket.connect).toHaveBeenCalledTimes(1);
});

test('refreshes once and reconnects if refused for lack of a session', async () => {
  const server = fakeServer({ 'POST /user/refresh': () => ({ body: ann }) });
  const { socket, state } = start();
  socket.receive('connect_error', new Error('session.missing'));
  await jest.advanceTimersByTimeAsync(0);
  expect(server.to('/user/refresh')).toHaveLength(1);
  expect(socket.connect).toHaveBeenCalledTimes(1);
  socket.receive('connect_error', new Error('session.missing'));
  await jest.advanceTimersByTimeAsync(0);
  expect(server.to('/user/refresh')).toHaveLength(1);
  expect(state().session).toMatchObject({ status: 'signedOut', left: false });
});

test('a refused refresh ends the session', async () => {
  fakeServer({ 'POST /user/refresh': () => refused });
  const { socket, state } = start();
  socket.receive('connect_error', new Error('session.ended'));
  await jest.advanceTimersByTimeAsync(0);
  expect(state().session.status).toBe('signedOut');
  expect(socket.connect).not.toHaveBeenCalled();
});

test('a busy server does not end the session', () => {
  const { socket, state } = start();
  socket.receive('connect_error', new Error('service.unavailable'));
  jest.advanceTimersByTime(5_000);
  expect(socket.connect).toHaveBeenCalledTimes(1);
  expect(state()).toMatchObject({ connection: 'lost', session: { status: 'signedIn' } });
});

test('whoever has too many windows open reads so once, until this one is connected', async () => {
  jest.useRealTimers();
  const { stop, socket, state } = start();
  const view = render(createElement(ToastPlace));
  const text = 'You have too many windows of this site open.';
  const refusal = Object.assign(new Error('limit.reached'), { data: { code: 'limit.reached', error: text } });
  socket.receive('connect_error', refusal);
  await screen.findByText(text);
  expect(state()).toMatchObject({ connection: 'lost', session: { status: 'signedIn' } });
  socket.receive('connect_error', refusal);
  // Repeated ones get a count.
  await act(() => showToast('info', 'Another'));
  await act(() => showToast('info', 'Another'));
  await screen.findByText('Another (2)');
  expect(screen.queryByText(`${text} (2)`)).not.toBeInTheDocument();
  // Nothing closes it by itself.
  const shown = screen.getAllByRole('alert').find((toast) => toast.textContent.includes(text));
  expect(shown?.querySelector('.Toastify__progress-bar--animated')).toBeNull();
  act(() => socket.receive('connect'));
  await waitFor(() => expect(shown).not.toHaveAttribute('role'));
  stop();
  view.unmount();
});

test('[S-1] a refused socket ends the session', () => {
  const { socket, state } = start();
  socket.receive('connect_error', new Error('origin.foreign'));
  expect(state().session.status).toBe('signedOut');
});

test('once stopped, it neither listens nor reconnects', () => {
  const { socket, stop } = start();
  socket.receive('connect');
  socket.receive('disconnect', 'io server disconnect');
  stop();
  jest.advanceTimersByTime(10_000);
  expect(socket.connect).not.toHaveBeenCalled();
  expect(socket.disconnect).toHaveBeenCalledTimes(1);
});

test('once stopped before its connection is complete, it does not connect either', () => {
  const { socket, stop } = start();
  socket.io._readyState = 'opening';
  socket.disconnect.mockImplementation(() => socket.io.engine.emit('close', 'forced close'));
  stop();
  jest.advanceTimersByTime(10_000);
  expect(socket.connect).not.toHaveBeenCalled();
});

test('once stopped, a session that is renewed late neither connects nor signs in', async () => {
  let answer: (answer: FakeAnswer) => void = () => undefined;
  fakeServer({ 'POST /user/refresh': () => new Promise((resolve) => (answer = resolve)) });
  const { store, socket, stop } = start();
  socket.receive('connect_error', new Error('session.missing'));
  await jest.advanceTimersByTimeAsync(0);
  store.dispatch(sessionEnded());
  stop();
  answer({ body: ann });
  await jest.advanceTimersByTimeAsync(10_000);
  expect(socket.connect).not.toHaveBeenCalled();
  expect(store.getState().session.status).toBe('signedOut');
});

test('another person who takes over refetches everything', () => {
  const { store } = start();
  const read = (username: string) => store.dispatch(peopleApi.util.upsertQueryData('getFollowing', username, ['carl']));
  const known = () => Object.keys(store.getState().api.queries);
  const view = render(
    createElement(Provider, { store, children: createElement(LiveConnection, { open: () => undefined }) }),
  );
  void read('ann');
  act(() => void store.dispatch(userKnown({ ...ann, biography: 'new' })));
  expect(known()).toHaveLength(1);
  store.dispatch(reportWanted({ type: 'person', id: 'carl' }));
  store.dispatch(blockWanted('carl'));
  act(() => void store.dispatch(userKnown({ ...ann, _id: 'u2', username: 'bea' })));
  expect(known()).toEqual([]);
  expect(store.getState().reporting).toBeNull();
  expect(store.getState().blocking).toBeNull();
  void read('bea');
  act(() => void store.dispatch(sessionEnded()));
  expect(known()).toEqual([]);
  view.unmount();
});

test('following someone in another tab refetches what may be seen; being followed does not', async () => {
  const { store, socket } = start();
  const server = fakeServer({ 'GET /question/getQuestionById/q1': () => ({ body: { _id: 'q1', answers: [] } }) });
  await store.dispatch(questionsApi.endpoints.getQuestion.initiate({ id: 'q1', username: 'ann' }));
  const refetches = async (followed: Partial<UserRowWire>) => {
    socket.receive('userUpdate', { user: { ...ann, ...followed }, type: 'follow' });
    await jest.advanceTimersByTimeAsync(1_000);
    return server.to('/question/getQuestionById/q1').length;
  };
  expect(await refetches({ followerCount: ann.followerCount + 1 })).toBe(1);
  expect(await refetches({ followingCount: ann.followingCount + 1 })).toBe(2);
  expect(await refetches({ followingCount: ann.followingCount + 1 })).toBe(2);
});

test('[BM-51] whoever is renamed gets their session again, and goes on with the new name', async () => {
  const { store, socket } = start();
  const renamed = { ...ann, username: 'Anna' };
  const server = fakeServer({
    'GET /user/session': () => ({ body: renamed }),
    'GET /question/getQuestionById/q1': () => ({ body: { _id: 'q1', askedBy: 'ann', answers: [] } }),
  });
  await store.dispatch(questionsApi.endpoints.getQuestion.initiate({ id: 'q1', username: 'carl' }));
  socket.receive('userUpdate', { user: renamed, type: 'updated', formerName: 'ann' });
  await jest.advanceTimersByTimeAsync(1_000);
  expect(selectUsername(store.getState())).toBe('Anna');
  expect(server.calls.slice(1).map(({ path }) => path)).toEqual(['/user/session', '/question/getQuestionById/q1']);
  // The gateway checks calls by the name with which a socket was opened.
  expect([socket.disconnect, socket.connect].map((each) => each.mock.calls.length)).toEqual([1, 1]);
  socket.receive('userUpdate', { user: { ...ann, _id: 'another', username: 'Bea' }, type: 'updated', formerName: 'b' });
  await jest.advanceTimersByTimeAsync(1_000);
  expect(server.to('/user/session')).toHaveLength(1);
});

test('whoever becomes an operator has Administration at once', async () => {
  const { store, socket } = start();
  fakeServer({ 'GET /user/session': () => ({ body: { ...ann, operator: true } }) });
  socket.receive('userUpdate', { user: ann, type: 'follow' });
  await jest.advanceTimersByTimeAsync(1_000);
  expect(selectIsOperator(store.getState())).toBe(false);
  socket.receive('userUpdate', { user: ann, type: 'updated' });
  await jest.advanceTimersByTimeAsync(1_000);
  expect(selectIsOperator(store.getState())).toBe(true);
});

test('[BM-51] after a lost connection, a name that changed meanwhile is found', async () => {
  const { store, socket } = start();
  const known: { user: UserWire } = { user: ann };
  const server = fakeServer({
    'GET /user/session': () => ({ body: known.user }),
    'GET /notifications/unread': () => ({ body: { unread: 0 } }),
  });
  const connect = async () => {
    socket.receive('connect');
    await jest.advanceTimersByTimeAsync(1_000);
    return [server.to('/user/session').length, socket.disconnect.mock.calls.length];
  };
  expect(await connect()).toEqual([0, 0]);
  expect(await connect()).toEqual([1, 0]);
  known.user = { ...ann, username: 'Anna' };
  expect(await connect()).toEqual([2, 1]);
  expect(selectUsername(store.getState())).toBe('Anna');
});

test('what was read before a connection is refetched after it, the first one too', async () => {
  const { socket, store } = start();
  const question = 'GET /question/getQuestionById/q1';
  const server = fakeServer({
    [question]: () => ({ body: { _id: 'q1', answers: [] } }),
    'GET /notifications/unread': () => ({ body: { unread: 1 } }),
    'GET /messaging/getMessages': () => ({ body: [] }),
  });
  await store.dispatch(questionsApi.endpoints.getQuestion.initiate({ id: 'q1', username: 'ann' }));
  for (const reads of [2, 3]) {
    socket.receive('connect');
    await jest.advanceTimersByTimeAsync(0);
    expect(server.to('/question/getQuestionById/q1')).toHaveLength(reads);
    expect(server.to('/notifications/unread')).toHaveLength(reads - 1);
    expect(server.to('/messaging/getMessages')).toHaveLength(reads - 1);
  }
});

test('a read that is never answered is made again after a reconnection, and holds nothing back', async () => {
  const { socket, store } = start();
  const read = (id: string) => store.dispatch(questionsApi.endpoints.getQuestion.initiate({ id, username: 'ann' }));
  const server = fakeServer({
    'GET /user/session': () => ({ body: ann }),
    'GET /notifications/unread': () => ({ body: { unread: 0 } }),
    'GET /messaging/getMessages': () => ({ body: [] }),
    'GET /question/getQuestionById/q1': () => ({ body: { _id: 'q1', answers: [] } }),
    'GET /question/getQuestionById/q2': () => new Promise(() => undefined),
  });
  socket.receive('connect');
  await read('q1');
  void read('q2');
  await jest.advanceTimersByTimeAsync(0);
  server.routes['GET /question/getQuestionById/q2'] = () => ({ body: { _id: 'q2', answers: [] } });
  socket.receive('disconnect', 'transport close');
  socket.receive('connect');
  await jest.advanceTimersByTimeAsync(0);
  const { select } = questionsApi.endpoints.getQuestion;
  expect(select({ id: 'q2', username: 'ann' })(store.getState()).data?._id).toBe('q2');
  expect(server.to('/question/getQuestionById/q1')).toHaveLength(2);
});

test('after an event, no read is answered from an earlier state', async () => {
  const server = fakeServer({ 'GET /question/getQuestionById/q1': () => refused });
  const { socket, store } = start();
  socket.receive('connect');
  socket.receive('communityUpdate', { communityId: 'c1', position: 'member' }, 'communities:41');
  await store.dispatch(questionsApi.endpoints.getQuestion.initiate({ id: 'q1', username: 'ann' }));
  expect(server.calls.at(-1)?.headers.get('X-Min-Position')).toContain('communities:41');
  // After a reconnect, the log may be a different one.
  socket.receive('disconnect', 'transport close');
  socket.receive('connect');
  await store.dispatch(questionsApi.endpoints.getQuestion.initiate({ id: 'q1', username: 'ben' }));
  expect(server.calls.at(-1)?.headers.get('X-Min-Position')).toBeNull();
});

test('[EV-26] a tag that was described anew is read again, and lists of tags are not', async () => {
  const sea = { name: 'Sea', description: 'Salt', qcnt: 1, version: 1, editedAt: null };
  const server = fakeServer({
    'GET /tag/getTagByName/sea': () => ({ body: sea }),
    'GET /tag/getTagsWithQuestionNumber': () => ({ body: [] }),
  });
  const { socket, store } = start();
  await store.dispatch(tagsApi.endpoints.getTag.initiate('sea'));
  await store.dispatch(tagsApi.endpoints.getTags.initiate({ viewer: 'ann', search: '', order: 'questions' }));
  server.routes['GET /tag/getTagByName/sea'] = () => ({ body: { ...sea, description: 'Brine' } });
  socket.receive('tagUpdate', { name: 'Sea' });
  await jest.advanceTimersByTimeAsync(0);
  expect(tagsApi.endpoints.getTag.select('sea')(store.getState()).data?.description).toBe('Brine');
  expect(server.to('/tag/getTagsWithQuestionNumber')).toHaveLength(1);
});
