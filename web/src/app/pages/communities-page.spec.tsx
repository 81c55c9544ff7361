import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
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
