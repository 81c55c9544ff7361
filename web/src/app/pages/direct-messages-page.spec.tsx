import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { DirectMessagesPage } from './direct-messages-page.tsx';

test('the address may name whom to write to: nothing is created before it is asked for', async () => {
  const server = fakeServer({
    'GET /chat/getChatsByUser/ann': () => ({ body: [] }),
    'GET /user/getUsers': () => ({ body: [] }),
    'POST /chat/createChat': () => 'down',
  });
  const { user } = renderPage(<DirectMessagesPage />, {
    at: '/messaging/direct-message?with=bea',
    path: '/messaging/direct-message',
  });
  await screen.findByRole('button', { name: /bea/ });
  expect(server.to('/chat/createChat')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Create New Chat' }));
  await waitFor(() =>
    expect(server.to('/chat/createChat')[0]?.body).toEqual({ participants: ['ann', 'bea'], messages: [] }),
  );
});
