import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { HostedGamesPage, PrivateGamesPage, PublicGamesPage } from './games-page.tsx';

test.each([
  ['Available Games', PublicGamesPage],
  ['Your Private Games', PrivateGamesPage],
  ['Your Hosted Games', HostedGamesPage],
])('[SC-36] %s: its title, Refresh List and View Global Leaderboard', async (title, Games) => {
  fakeServer({ 'GET /games/games': () => ({ body: [] }) });
  renderPage(<Games />, { at: '/games' });
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeInTheDocument();
  expect(document.title).toBe(`${title} · Parlour`);
  await screen.findByRole('button', { name: 'Refresh List' });
  expect(screen.getByRole('link', { name: 'View Global Leaderboard' })).toHaveAttribute('href', '/games/leaderboard');
});
