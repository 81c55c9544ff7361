import { expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { personOf } from '../../../features/people/testing.ts';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { UsersPage } from './users-page.tsx';

const everybody = ['bea', 'Béatrice', 'carl'].map((name) => personOf(name));

function open(at = '/users') {
  const server = fakeServer({
    'GET /user/getUsers': ({ query }) => {
      const rows = everybody.filter(({ username }) => username.includes(query.get('search') ?? ''));
      return { body: rows, headers: { 'X-Total-Count': String(rows.length) } };
    },
    'GET /user/getFollowing/ann': () => ({ body: [] }),
  });
  return { server, ...renderPage(<UsersPage />, { at, path: '/users' }) };
}

const box = () => screen.getByRole('searchbox', { name: 'Search Usernames' });

test('[SC-26] the search runs once typing pauses, and is in the address', async () => {
  const { user, server, router } = open();
  await screen.findByText('3 users');
  await user.type(box(), ' carl ');
  await screen.findByText('1 user');
  expect(screen.queryByText('bea')).not.toBeInTheDocument();
  expect(server.to('/user/getUsers').map((call) => call.query.get('search'))).toEqual([null, 'carl']);
  expect(router.state.location.search).toBe('?name=carl');
  await waitFor(() => expect(box()).toHaveFocus());
  expect(box()).toHaveValue(' carl ');
});

test('[U-10] the order is in the address, beside the search', async () => {
  const { user, server, router } = open('/users?name=carl');
  await screen.findByText('1 user');
  await user.click(screen.getByRole('radio', { name: 'Newest' }));
  await waitFor(() => expect(server.to('/user/getUsers').at(-1)?.query.get('order')).toBe('newest'));
  expect(router.state.location.search).toBe('?name=carl&order=newest');
  expect(box()).toHaveValue('carl');
  await user.click(screen.getByRole('radio', { name: 'Name' }));
  expect(router.state.location.search).toBe('?name=carl');
});

test('[U-10] an address has an order, and an unknown one is by name', async () => {
  const { server, router } = open('/users?order=followed');
  await screen.findByText('3 users');
  expect(screen.getByRole('radio', { name: 'Most followed' })).toBeChecked();
  expect(server.to('/user/getUsers').map(({ query }) => query.get('order'))).toEqual(['followed']);
  await act(() => router.navigate('/users?order=wealth'));
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Name' })).toBeChecked());
});

test('Back restores the filter; the sidebar link shows everyone', async () => {
  const { router } = open('/users?name=carl');
  await screen.findByText('1 user');
  expect(box()).toHaveValue('carl');
  await act(() => router.navigate('/users'));
  await screen.findByText('3 users');
  await waitFor(() => {
    expect(box()).toHaveValue('');
  });
});
