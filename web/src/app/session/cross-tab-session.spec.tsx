import { beforeEach, expect, test } from '@jest/globals';
import { act, render, waitFor } from '@testing-library/react';
import { messages } from '@parlour/contracts/messages';
import { Provider } from 'react-redux';
import { hasLeft, rememberSession } from '../../shared/state/known-session.ts';
import { sessionEnded, userKnown, userLeft } from '../../shared/state/session.slice.ts';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { ann } from '../../shared/testing/render-page.tsx';
import { createStore } from '../../shared/state/store.ts';
import { CrossTabSession } from './cross-tab-session.ts';

const place = 'parlour.session';
const bea = { ...ann, _id: 'u2', username: 'bea' };
const nobody = { status: 401, body: { error: 'Please sign in to continue.', code: 'session.missing' } };

/** Simulates another tab of this browser writing to storage. */
function inOtherTab(userId: string, left = false): void {
  rememberSession(userId, '', left);
  window.dispatchEvent(new StorageEvent('storage', { key: place, newValue: userId }));
}

function openTab() {
  const store = createStore();
  store.dispatch(userKnown(ann));
  render(
    <Provider store={store}>
      <CrossTabSession />
    </Provider>,
  );
  return store;
}

beforeEach(() => {
  localStorage.clear();
});

test('publishes who is signed in, and that nobody is any more', () => {
  const store = openTab();
  expect(localStorage.getItem(place)).toBe('u1');
  expect(localStorage.getItem('parlour.name')).toBe(ann.username);
  act(() => void store.dispatch(userLeft()));
  expect(localStorage.getItem(place)).toBe('');
  expect(localStorage.getItem('parlour.name')).toBe('');
  expect(hasLeft()).toBe(true);
});

test('another person’s login in another tab applies here', async () => {
  const server = fakeServer({ 'GET /user/session': () => ({ body: bea }) });
  const store = openTab();
  inOtherTab('u2');
  await waitFor(() => {
    expect(store.getState().session).toEqual({ status: 'signedIn', user: bea });
  });
  expect(server.to('/user/session')).toHaveLength(1);
});

test('signing out in another tab ends the session here', async () => {
  fakeServer({ 'GET /user/session': () => nobody, 'POST /user/refresh': () => nobody });
  const store = openTab();
  inOtherTab('', true);
  await waitFor(() => {
    expect(store.getState().session).toMatchObject({ status: 'signedOut', left: false, notice: undefined });
  });
});

test('a session that ended elsewhere is reported in all tabs', async () => {
  fakeServer({ 'GET /user/session': () => nobody, 'POST /user/refresh': () => nobody });
  const store = openTab();
  inOtherTab('');
  await waitFor(() => {
    expect(store.getState().session).toMatchObject({ status: 'signedOut', notice: messages.signedOut });
  });
});

test('a login in another tab signs this one in', async () => {
  fakeServer({ 'GET /user/session': () => ({ body: bea }) });
  const store = openTab();
  act(() => void store.dispatch(sessionEnded()));
  inOtherTab('u2');
  await waitFor(() => {
    expect(store.getState().session.status).toBe('signedIn');
  });
});

test('a suspended tab checks when it becomes visible', async () => {
  fakeServer({ 'GET /user/session': () => ({ body: bea }) });
  const store = openTab();
  localStorage.setItem(place, 'u2');
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => {
    expect(store.getState().session).toMatchObject({ user: { username: 'bea' } });
  });
});

test('the same person in another tab changes nothing', () => {
  const server = fakeServer({});
  openTab();
  inOtherTab('u1');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(server.calls).toEqual([]);
});
