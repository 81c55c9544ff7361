import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { rowOf } from '../../../features/communities/testing.ts';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { CommunitiesPage } from './communities-page.tsx';
import { CreateCommunityPage } from './create-community-page.tsx';
import { ExplorePage } from './explore-page.tsx';

test.each([
  ['Your Communities', CommunitiesPage],
  ['Explore', ExplorePage],
  ['Create Community', CreateCommunityPage],
])('[SC-46, SC-48] %s is the title of the page and of the tab', async (title, Page) => {
  fakeServer({
    'GET /community/userCommunities/ann': () => ({ body: [] }),
    'GET /community/allCommunities': () => ({ body: [] }),
    'GET /user/getUser/ann/contributions': () => ({ body: { total: 2 } }),
  });
  renderPage(<Page />, { at: '/community' });
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeInTheDocument();
  expect(document.title).toBe(`${title} · Parlour`);
});

test.each([
  ['one’s own', CommunitiesPage, '/community/userCommunities/ann'],
  ['all that one can read', ExplorePage, '/community/allCommunities'],
])('[BE-6] closed communities, %s, are listed when they are asked for', async (_, Page, path) => {
  const closed = rowOf({ _id: 'c9', name: 'Rowers', closedAt: '2026-06-05T10:00:00.000Z' });
  const open = rowOf({ _id: 'c1', name: 'Sailors' });
  const server = fakeServer({
    [`GET ${path}`]: ({ query }) => ({ body: query.get('status') === 'closed' ? [closed] : [open] }),
  });
  const { user } = renderPage(<Page />, { at: '/community' });
  await screen.findByRole('article', { name: 'Sailors' });
  expect(server.to(path)).toHaveLength(1);
  await user.click(screen.getByText('Closed communities'));
  const list = within(await screen.findByRole('list', { name: 'Closed communities' }));
  const card = within(list.getByRole('article', { name: 'Rowers' }));
  expect(card.getByText('Closed')).toBeInTheDocument();
  expect(card.queryByRole('button', { name: /^Join/ })).not.toBeInTheDocument();
});
