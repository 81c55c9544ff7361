import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { nimOf } from '../../../features/games/testing/games.ts';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { CreateGamePage } from './create-game-page.tsx';

const path = '/games/new';

function open(query: string) {
  const server = fakeServer({
    'POST /games/create': () => ({ body: nimOf('new') }),
    'GET /user/getUsers': () => ({ body: [] }),
  });
  return { server, ...renderPage(<CreateGamePage />, { at: `${path}${query}`, path }) };
}

test('[U-11] somebody in the address is invited to a private game, unless they are taken out', async () => {
  const { user, server } = open('?with=c%23+fan');
  expect(screen.getByRole('checkbox', { name: 'Private Game' })).toBeChecked();
  expect(screen.getByRole('button', { name: 'Do not invite c# fan' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Nim' }));
  await waitFor(() => expect(server.to('/games/create')).toHaveLength(1));
  expect(server.to('/games/create')[0]?.body).toEqual({ gameType: 'Nim', invitedPlayers: ['c# fan'] });
});

test.each(['', '?with=', '?with=ANN'])('[U-11] nobody is invited by the address %j', (query) => {
  open(query);
  expect(screen.getByRole('checkbox', { name: 'Private Game' })).not.toBeChecked();
  expect(screen.queryByRole('button', { name: /Do not invite/ })).not.toBeInTheDocument();
});
