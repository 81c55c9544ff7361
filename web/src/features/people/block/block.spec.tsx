import { expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { BlockedPersonWire } from '@parlour/contracts/identity/identity';
import ToastPlace from '../../../design/parts/feedback/toast-place.tsx';
import { api } from '../../../shared/api.ts';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { ann, renderPage } from '../../../shared/testing/render-page.tsx';
import { blockedKnown, useIsBlocked } from '../../../shared/state/blocked.slice.ts';
import { createStore } from '../../../shared/state/store.ts';
import { BlockPlace } from './block-place.tsx';
import { readBlocked, setBlocked } from './blocked.api.ts';
import { peopleLive } from '../people.live.ts';
import { PersonMenu, UnblockButton } from '../person-menu.tsx';

const blockedPerson = (username: string): BlockedPersonWire => ({
  _id: username,
  username,
  blockedAt: '2026-01-05T09:00:00.000Z',
});

function About({ username }: { readonly username: string }) {
  return (
    <>
      <h1 tabIndex={-1}>{username}</h1>
      {useIsBlocked(username) ? (
        <UnblockButton username={username} size="sm" then={() => screen.getByRole('heading')} />
      ) : (
        <PersonMenu username={username} />
      )}
    </>
  );
}

function show(routes: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({
    'GET /user/blocked': () => ({ body: [] }),
    'POST /user/block': () => ({ body: ann }),
    'POST /user/unblock': () => ({ body: ann }),
    ...routes,
  });
  const view = renderPage(
    <>
      <About username="bea" />
      <BlockPlace />
      <ToastPlace />
    </>,
  );
  return { server, ...view };
}

async function ask(user: ReturnType<typeof show>['user']): Promise<HTMLElement> {
  await user.click(screen.getByRole('button', { name: 'More about bea' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Block @bea' }));
  return screen.findByRole('dialog', { name: 'Block @bea?' });
}

test('[BM-20, M-14] asks, says what a block does, blocks, and unblocks', async () => {
  const { server, user } = show();
  const dialog = await ask(user);
  expect(dialog).toHaveTextContent('They can no longer send you messages, mention you, invite you or follow you.');
  expect(dialog).toHaveTextContent('They are not told.');
  expect(server.to('/user/block')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Block' }));
  await user.click(await screen.findByRole('button', { name: 'Unblock bea' }));
  expect(server.to('/user/block')[0]?.body).toEqual({ username: 'bea' });
  expect(await screen.findByRole('button', { name: 'More about bea' })).toBeInTheDocument();
  expect(server.to('/user/unblock')[0]?.body).toEqual({ username: 'bea' });
  await waitFor(() => expect(screen.getByRole('heading')).toHaveFocus());
});

test('[BM-20] if a block cannot be lifted, its button keeps the focus', async () => {
  const { user, store } = show({
    'POST /user/unblock': () => ({ status: 503, body: { error: 'Busy.', code: 'service.unavailable' } }),
  });
  act(() => void store.dispatch(blockedKnown(['bea'])));
  const button = await screen.findByRole('button', { name: 'Unblock bea' });
  await user.click(button);
  expect(await screen.findByText(/Error while unblocking this person/)).toBeInTheDocument();
  expect(button).toHaveFocus();
});

test('[BM-20] Cancel and Escape change nothing, and the focus returns to the button of the menu', async () => {
  const { server, user } = show();
  const button = screen.getByRole('button', { name: 'More about bea' });
  const dialog = await ask(user);
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(button).toHaveFocus();
  await ask(user);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(button).toHaveFocus());
  expect(server.to('/user/block')).toEqual([]);
});

test('[BM-20] a failure is said in the dialog, and the next try is the same submission', async () => {
  let answers = 0;
  const { server, user } = show({
    'POST /user/block': () =>
      ++answers === 1 ? { status: 503, body: { error: 'Busy.', code: 'service.unavailable' } } : { body: ann },
  });
  const dialog = await ask(user);
  await user.click(within(dialog).getByRole('button', { name: 'Block' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Error while blocking this person');
  await user.click(within(dialog).getByRole('button', { name: 'Block' }));
  await screen.findByRole('button', { name: 'Unblock bea' });
  const [first, second] = server.to('/user/block');
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
});

test('[BM-20] the page reads everybody who is blocked, page by page, and follows other tabs', async () => {
  const { store } = show({
    'GET /user/blocked': ({ query }) =>
      query.get('cursor') === 'more'
        ? { body: [blockedPerson('bea')] }
        : { body: [blockedPerson('carl')], headers: { Link: '</user/blocked?cursor=more>; rel="next"' } },
  });
  await act(() => store.dispatch(readBlocked()));
  expect(store.getState().blocked).toEqual(['carl', 'bea']);
  await screen.findByRole('button', { name: 'Unblock bea' });
  act(() => peopleLive(store.dispatch).blockUpdate({ username: 'bea', blocked: false }));
  expect(await screen.findByRole('button', { name: 'More about bea' })).toBeInTheDocument();
  act(() => peopleLive(store.dispatch).blockUpdate({ username: 'bea', blocked: true }));
  expect(await screen.findByRole('button', { name: 'Unblock bea' })).toBeInTheDocument();
});

test('[BM-20] a block keeps lists of questions that are not shown, with the place in them', async () => {
  const server = fakeServer({ 'GET /listed': () => ({ body: ['q1'] }), 'POST /user/block': () => ({ body: ann }) });
  const { listed } = api.injectEndpoints({
    endpoints: (build) => ({
      listed: build.query<string[], void>({ query: () => ({ path: '/listed' }), providesTags: ['Questions'] }),
    }),
  }).endpoints;
  const store = createStore();
  const read = store.dispatch(listed.initiate());
  await read;
  read.unsubscribe();
  await store.dispatch(setBlocked(true, { viewer: 'ann', username: 'bea', submissionKey: 'k' }));
  await Promise.all(store.dispatch(api.util.getRunningQueriesThunk()));
  expect(listed.select()(store.getState()).data).toEqual(['q1']);
  expect(server.to('/listed')).toHaveLength(1);
});
