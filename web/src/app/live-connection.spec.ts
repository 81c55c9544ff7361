import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, render } from '@testing-library/react';
import type { UserRowWire } from '@parlour/contracts/identity';
import { createElement } from 'react';
import { Provider } from 'react-redux';
import { peopleApi } from '../features/people/people.api.ts';
import { questionsApi } from '../features/questions/questions.api.ts';
import { connectionStarted } from '../shared/state/connection.slice.ts';
import { sessionEnded, userKnown } from '../shared/state/session.slice.ts';
import { fakeServer } from '../shared/testing/fake-server.ts';
import { ann, newStore } from '../shared/testing/render-page.tsx';
import { keepLive, type LiveSocket } from './keep-live.ts';
import { LiveConnection } from './live-connection.tsx';

/** What keepLive uses of a socket; `tell` plays the wire. */
class FakeSocket {
  active = false;
  readonly connect = jest.fn();
  readonly disconnect = jest.fn();
  private handlers = new Map<string, (argument: unknown) => void>();
  private ofAny: (event: string, argument: unknown, positions: unknown) => void = () => undefined;

  on(event: string, handler: (argument: unknown) => void): void {
    this.handlers.set(event, handler);
  }

  onAny(handler: (event: string, argument: unknown, positions: unknown) => void): void {
    this.ofAny = handler;
  }

  off(): void {
    this.handlers.clear();
  }

  tell(event: string, argument?: unknown, positions?: unknown): void {
    this.ofAny(event, argument, positions);
    this.handlers.get(event)?.(argument);
  }
}

const refused = { status: 401, body: { error: 'Please log in to continue.', code: 'session.ended' } };

function start() {
  const store = newStore();
  store.dispatch(userKnown(ann));
  store.dispatch(connectionStarted());
  const socket = new FakeSocket();
  const open = jest.fn();
  // The real class has dozens of members; these are all that is used.
  const stop = keepLive(socket as unknown as LiveSocket, store.dispatch, open);
  return { store, open, socket, stop, state: () => store.getState() };
}

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

test('a lost wire keeps the session and is said; a new one is live again', () => {
  const { socket, state } = start();
  socket.tell('connect');
  expect(state().connection).toBe('live');
  socket.tell('disconnect', 'transport close');
  expect(state()).toMatchObject({ connection: 'lost', session: { status: 'signedIn' } });
  socket.tell('connect');
  expect(state().connection).toBe('live');
});

test('a first connection that does not come yet is still the first', () => {
  const { socket, state } = start();
  socket.active = true;
  socket.tell('connect_error', new Error('websocket error'));
  expect(state()).toMatchObject({ connection: 'connecting', session: { status: 'signedIn' } });
});

test('[LI-7] closed by the server, it comes back after one to five seconds', () => {
  const { socket } = start();
  socket.tell('connect');
  socket.tell('disconnect', 'io server disconnect');
  jest.advanceTimersByTime(999);
  expect(socket.connect).not.toHaveBeenCalled();
  jest.advanceTimersByTime(4_001);
  expect(socket.connect).toHaveBeenCalledTimes(1);
});

test('refused for want of a session: one refresh, then again', async () => {
  const server = fakeServer({ 'POST /user/refresh': () => ({ body: ann }) });
  const { socket, state } = start();
  socket.tell('connect_error', new Error('session.missing'));
  await jest.advanceTimersByTimeAsync(0);
  expect(server.to('/user/refresh')).toHaveLength(1);
  expect(socket.connect).toHaveBeenCalledTimes(1);
  socket.tell('connect_error', new Error('session.missing'));
  await jest.advanceTimersByTimeAsync(0);
  expect(server.to('/user/refresh')).toHaveLength(1);
  expect(state().session).toMatchObject({ status: 'signedOut', left: false });
});

test('a refresh that is refused ends the session', async () => {
  fakeServer({ 'POST /user/refresh': () => refused });
  const { socket, state } = start();
  socket.tell('connect_error', new Error('session.ended'));
  await jest.advanceTimersByTimeAsync(0);
  expect(state().session.status).toBe('signedOut');
  expect(socket.connect).not.toHaveBeenCalled();
});

test('a busy server is no refusal', () => {
  const { socket, state } = start();
  socket.tell('connect_error', new Error('service.unavailable'));
  jest.advanceTimersByTime(5_000);
  expect(socket.connect).toHaveBeenCalledTimes(1);
  expect(state().session.status).toBe('signedIn');
});

test('[S-1] a refused socket ends the session', () => {
  const { socket, state } = start();
  socket.tell('connect_error', new Error('origin.foreign'));
  expect(state().session.status).toBe('signedOut');
});

test('stopped, it neither listens nor comes back', () => {
  const { socket, stop } = start();
  socket.tell('connect');
  socket.tell('disconnect', 'io server disconnect');
  stop();
  jest.advanceTimersByTime(10_000);
  expect(socket.connect).not.toHaveBeenCalled();
  expect(socket.disconnect).toHaveBeenCalledTimes(1);
});

test('somebody else who takes over reads everything anew', () => {
  const { store } = start();
  const read = (username: string) => store.dispatch(peopleApi.util.upsertQueryData('getFollowing', username, ['carl']));
  const known = () => Object.keys(store.getState().api.queries);
  const view = render(
    createElement(Provider, { store, children: createElement(LiveConnection, { open: () => undefined }) }),
  );
  void read('ann');
  act(() => void store.dispatch(userKnown({ ...ann, biography: 'new' })));
  expect(known()).toHaveLength(1);
  act(() => void store.dispatch(userKnown({ ...ann, _id: 'u2', username: 'bea' })));
  expect(known()).toEqual([]);
  void read('bea');
  act(() => void store.dispatch(sessionEnded()));
  expect(known()).toEqual([]);
  view.unmount();
});

test('whom one follows in another tab decides here too what may be seen; being followed does not', async () => {
  const { store, socket } = start();
  const server = fakeServer({ 'GET /question/getQuestionById/q1': () => ({ body: { _id: 'q1' } }) });
  await store.dispatch(questionsApi.endpoints.getQuestion.initiate({ id: 'q1', viewer: 'ann' }));
  const asked = async (followed: Partial<UserRowWire>) => {
    socket.tell('userUpdate', { user: { ...ann, ...followed }, type: 'follow' });
    await jest.advanceTimersByTimeAsync(1_000);
    return server.to('/question/getQuestionById/q1').length;
  };
  expect(await asked({ followerCount: ann.followerCount + 1 })).toBe(1);
  expect(await asked({ followingCount: ann.followingCount + 1 })).toBe(2);
  expect(await asked({ followingCount: ann.followingCount + 1 })).toBe(2);
});

test('back after a lost wire: what was missed is caught up with, the first time there is nothing to', async () => {
  const { socket } = start();
  const server = fakeServer({ 'GET /notifications/unread': () => ({ body: { unread: 1 } }) });
  socket.tell('connect');
  await jest.advanceTimersByTimeAsync(0);
  expect(server.to('/notifications/unread')).toHaveLength(0);
  socket.tell('connect');
  await jest.advanceTimersByTimeAsync(0);
  expect(server.to('/notifications/unread')).toHaveLength(1);
});

test('whoever was told of something asks every service for no earlier state', async () => {
  const server = fakeServer({ 'GET /question/getQuestionById/q1': () => refused });
  const { socket, store } = start();
  socket.tell('connect');
  socket.tell('communityUpdate', { communityId: 'c1', position: 'member' }, 'communities:41');
  await store.dispatch(questionsApi.endpoints.getQuestion.initiate({ id: 'q1', viewer: 'ann' }));
  expect(server.calls.at(-1)?.headers.get('X-Min-Position')).toContain('communities:41');
  // After a lost connection the log may be another one.
  socket.tell('disconnect', 'transport close');
  socket.tell('connect');
  await store.dispatch(questionsApi.endpoints.getQuestion.initiate({ id: 'q1', viewer: 'ben' }));
  expect(server.calls.at(-1)?.headers.get('X-Min-Position')).toBeNull();
});
