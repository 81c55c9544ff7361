import { beforeEach, expect, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { openWantedAfterGoogle, rememberWanted, wantedBeforeGoogle } from '../../features/session/google-redirect.ts';
import { sessionApi } from '../../features/session/session.api.ts';
import ToastPlace from '../../design/parts/feedback/toast-place.tsx';
import { connectionLost, connectionMade, connectionStarted } from '../../shared/state/connection.slice.ts';
import { selectSession, sessionEnded, userKnown, userLeft } from '../../shared/state/session.slice.ts';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { ann } from '../../shared/testing/render-page.tsx';
import { setSiteTexts } from '../../shared/state/site.ts';
import { createStore } from '../../shared/state/store.ts';
import { nowhere, RestoredSession, SignedInOnly, SignedOutOnly } from './session-guard.tsx';

const nobody = { status: 401, body: { error: 'Please sign in to continue.', code: 'session.missing' } };

beforeEach(() => {
  setSiteTexts({ name: 'Knots', description: '' });
});

function Room() {
  return (
    <>
      <p>a room</p>
      <input aria-label="words" />
    </>
  );
}

function visit(at: string, store = createStore()) {
  // As the page does before it is drawn.
  if (selectSession(store.getState()).status === 'restoring')
    void store.dispatch(sessionApi.endpoints.restoreSession.initiate());
  const router = createMemoryRouter(
    [
      {
        Component: RestoredSession,
        children: [
          { Component: SignedOutOnly, children: [{ path: '/', element: <p>the login</p> }] },
          {
            Component: SignedInOnly,
            children: [
              { path: '/typo', element: <Room />, handle: nowhere },
              { path: '*', element: <Room /> },
            ],
          },
        ],
      },
    ],
    { initialEntries: [at] },
  );
  render(
    <Provider store={store}>
      <MantineProvider env="test">
        <RouterProvider router={router} />
      </MantineProvider>
    </Provider>,
  );
  return { store, router };
}

test('[SC-4, RO-1, S-1] visitors are sent to the login and, once signed in, to the page they wanted', async () => {
  fakeServer({ 'GET /user/session': () => nobody, 'POST /user/refresh': () => nobody });
  const { store, router } = visit('/question/7?a=b#c');
  expect(screen.getByRole('status')).toHaveTextContent('Opening Knots…');
  await screen.findByText('the login');
  expect(router.state.location.pathname).toBe('/');
  act(() => void store.dispatch(userKnown(ann)));
  await screen.findByText('a room');
  expect(router.state.location).toMatchObject({ pathname: '/question/7', search: '?a=b', hash: '#c' });
});

test('[S-1] a connection lost later keeps the screen', async () => {
  fakeServer({ 'GET /user/session': () => ({ body: ann }) });
  const { store } = visit('/home');
  await screen.findByText('a room');
  act(() => void store.dispatch(connectionStarted()));
  act(() => void store.dispatch(connectionMade()));
  await screen.findByText('a room');
  act(() => void store.dispatch(connectionLost()));
  await screen.findByText('a room');
});

test('the login does not lead back to an unknown address', async () => {
  fakeServer({ 'GET /user/session': () => nobody, 'POST /user/refresh': () => nobody });
  const { store, router } = visit('/typo');
  await screen.findByText('the login');
  act(() => void store.dispatch(userKnown(ann)));
  act(() => void store.dispatch(connectionStarted()));
  act(() => void store.dispatch(connectionMade()));
  await screen.findByText('a room');
  expect(router.state.location.pathname).toBe('/home');
});

test.each([
  ['the same person', 'u1', '/messaging/direct-message'],
  ['no other person', 'u2', '/home'],
])('after an expired session, %s is sent back to the page', async (_who, _id, pathname) => {
  const store = createStore();
  act(() => void store.dispatch(userKnown(ann)));
  act(() => void store.dispatch(connectionMade()));
  const { router } = visit('/messaging/direct-message?chat=7', store);
  await screen.findByText('a room');
  act(() => void store.dispatch(sessionEnded()));
  await screen.findByText('the login');
  act(() => void store.dispatch(userKnown({ ...ann, _id })));
  await screen.findByText('a room');
  expect(router.state.location.pathname).toBe(pathname);
});

test('[ST-1] after signing out, the login does not lead back', async () => {
  const store = createStore();
  act(() => void store.dispatch(userKnown(ann)));
  act(() => void store.dispatch(connectionMade()));
  const { router } = visit('/home', store);
  await screen.findByText('a room');
  act(() => void store.dispatch(userLeft()));
  await screen.findByText('the login');
  expect(router.state.location.state).toBeNull();
});

test('[S-1] the login with Google leads to the wanted page, once', async () => {
  const store = createStore();
  act(() => void store.dispatch(userKnown(ann)));
  act(() => void store.dispatch(connectionMade()));
  rememberWanted('/users?name=b');
  const { router } = visit('/', store);
  await screen.findByText('a room');
  expect(router.state.location).toMatchObject({ pathname: '/users', search: '?name=b' });
  expect(wantedBeforeGoogle()).toBeUndefined();
});

test.each([
  ['the person whose page it was', 'u1', '/users'],
  ['nobody else', 'u2', '/home'],
])('after Google, %s is sent to the wanted page', async (_who, _id, pathname) => {
  rememberWanted('/users?name=b', 'u1');
  window.history.replaceState(null, '', '/home');
  openWantedAfterGoogle();
  fakeServer({ 'GET /user/session': () => ({ body: { ...ann, _id } }) });
  const { router } = visit(window.location.pathname);
  await screen.findByText('a room');
  expect(router.state.location.pathname).toBe(pathname);
  expect(wantedBeforeGoogle('u1')).toBeUndefined();
});

test('[RO-2] people who are signed in are sent away from the login', async () => {
  const store = createStore();
  act(() => void store.dispatch(userKnown(ann)));
  act(() => void store.dispatch(connectionMade()));
  const { router } = visit('/', store);
  await screen.findByText('a room');
  expect(router.state.location.pathname).toBe('/home');
});

test('a failed reauthentication with Google is reported on the next page', async () => {
  const store = createStore();
  act(() => void store.dispatch(userKnown(ann)));
  act(() => void store.dispatch(connectionMade()));
  render(<ToastPlace />);
  visit('/?google=failed', store);
  await screen.findByText('a room');
  await screen.findByText('Google login failed. Please try again.');
});

test('when another person takes over, nothing of the previous one stays on the page', async () => {
  const store = createStore();
  act(() => void store.dispatch(userKnown(ann)));
  act(() => void store.dispatch(connectionMade()));
  visit('/home', store);
  await userEvent.type(await screen.findByRole('textbox'), 'a draft of ann');
  act(() => void store.dispatch(userKnown({ ...ann, biography: 'new' })));
  expect(screen.getByRole('textbox')).toHaveValue('a draft of ann');
  act(() => void store.dispatch(userKnown({ ...ann, _id: 'u2', username: 'bea' })));
  expect(screen.getByRole('textbox')).toHaveValue('');
});

test('an unreachable server signs nobody out', async () => {
  fakeServer({ 'GET /user/session': () => 'down' });
  visit('/home');
  expect(await screen.findByRole('alert')).toHaveTextContent('Knots cannot be reached');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
});
