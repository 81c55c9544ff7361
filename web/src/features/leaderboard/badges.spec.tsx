import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { Badges } from './badges.tsx';

test.each([
  [0, 'No badges yet0 wins'],
  [1, 'No badges yet1 win'],
  [10, 'No badges yet10 wins'],
  [11, 'Bronze11 wins'],
  [25, 'Bronze25 wins'],
  [26, 'Silver26 wins'],
  [50, 'Silver50 wins'],
  [51, 'Gold51 wins'],
  [1_234, 'Gold1,234 wins'],
])('[SC-34, LI-12, L-1] %d wins', async (wins, text) => {
  fakeServer({ 'GET /games/wins': ({ query }) => ({ body: { wins: query.get('username') === 'c# fan' ? wins : 0 } }) });
  const { container } = renderPage(<Badges username="c# fan" />);
  await screen.findByText(/wins?$/);
  expect(container).toHaveTextContent(text);
});

test('[TX-37] wins that fail to load are not shown as none', async () => {
  const server = fakeServer({ 'GET /games/wins': () => 'down' });
  const { user } = renderPage(<Badges username="ann" />);
  expect(await screen.findByRole('alert')).toHaveTextContent('Error while getting wins');
  expect(screen.queryByText('No badges yet')).not.toBeInTheDocument();
  server.routes['GET /games/wins'] = () => ({ body: { wins: 30 } });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Silver');
});
