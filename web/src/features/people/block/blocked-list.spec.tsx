import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { BlockedPersonWire } from '@parlour/contracts/identity/identity';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { ann, renderPage } from '../../../shared/testing/render-page.tsx';
import BlockedList from './blocked-list.tsx';

const person = (username: string): BlockedPersonWire => ({
  _id: username,
  username,
  blockedAt: '2026-01-05T09:00:00.000Z',
});

test('[BM-20] lists the people whom the viewer has blocked, and lifts a block', async () => {
  let names = ['carl', 'bea'];
  const server = fakeServer({
    'GET /user/blocked': () => ({ body: names.map(person) }),
    'POST /user/unblock': () => {
      names = ['carl'];
      return { body: ann };
    },
  });
  const { user } = renderPage(
    <section>
      <h2 tabIndex={-1}>Blocked people</h2>
      <BlockedList />
    </section>,
  );
  const list = await screen.findByRole('list', { name: 'People you have blocked' });
  const rows = within(list).getAllByRole('listitem');
  expect(rows[0]).toHaveTextContent('carl');
  expect(rows[1]).toHaveTextContent('bea');
  await user.click(screen.getByRole('button', { name: 'Unblock bea' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Unblock bea' })).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: 'Unblock carl' })).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Blocked people' })).toHaveFocus();
  expect(server.to('/user/unblock')[0]?.body).toEqual({ username: 'bea' });
});

test('[BM-20] says that nobody is blocked', async () => {
  fakeServer({ 'GET /user/blocked': () => ({ body: [] }) });
  renderPage(<BlockedList />);
  expect(await screen.findByText('You haven’t blocked anybody')).toBeInTheDocument();
});

test('[BM-20] says that the list could not be loaded, and tries again', async () => {
  const server = fakeServer({
    'GET /user/blocked': () => ({ status: 503, body: { error: 'Busy.', code: 'service.unavailable' } }),
  });
  const { user } = renderPage(<BlockedList />);
  expect(await screen.findByRole('alert')).toHaveTextContent('The people you have blocked could not be loaded');
  server.routes['GET /user/blocked'] = () => ({ body: [person('bea')] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Unblock bea' })).toBeInTheDocument();
});
