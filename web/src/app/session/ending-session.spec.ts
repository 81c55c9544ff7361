import { expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { profileApi } from '../../features/profile/profile.api.ts';
import { sessionApi } from '../../features/session/session.api.ts';
import { refreshSession } from '../../shared/http/client.ts';
import { createStore, type Store } from '../../shared/state/store.ts';
import { fakeServer } from '../../shared/testing/fake-server.ts';

const [submissionKey, username] = ['key', 'ann'];
const { deleteUser, logoutEverywhere, resetPassword } = profileApi.endpoints;
const calls: readonly (readonly [call: string, send: (store: Store) => PromiseLike<unknown>])[] = [
  ['POST /user/logout', ({ dispatch }) => dispatch(sessionApi.endpoints.logout.initiate())],
  ['POST /user/logoutEverywhere', ({ dispatch }) => dispatch(logoutEverywhere.initiate({ submissionKey }))],
  ['DELETE /user/deleteUser/ann', ({ dispatch }) => dispatch(deleteUser.initiate({ username, submissionKey }))],
  [
    'PATCH /user/resetPassword',
    ({ dispatch }) => dispatch(resetPassword.initiate({ username, password: 'correct horse', submissionKey })),
  ],
];

test.each(calls)('%s is answered before the session is refreshed', async (call, send) => {
  let answer = () => {};
  const server = fakeServer({
    [call]: async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return { body: {} };
    },
    'POST /user/refresh': () => ({
      status: 401,
      body: { error: 'Please sign in to continue.', code: 'session.ended' },
    }),
  });
  const ending = send(createStore());
  await waitFor(() => expect(server.calls).toHaveLength(1));
  const refresh = refreshSession();
  await Promise.resolve();
  expect(server.calls).toHaveLength(1);
  answer();
  await ending;
  expect(await refresh).toEqual({ status: 'over' });
});
