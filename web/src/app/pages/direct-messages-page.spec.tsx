import { expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { fakeServer } from '../../shared/testing/fake-server.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { asPhone } from '../shell/testing.ts';
import { DirectMessagesPage } from './direct-messages-page.tsx';
import { MessagingPage } from './messaging-page.tsx';

test('on a phone, the room and the chats lead to each other', async () => {
  fakeServer({
    'GET /chat/getChatsByUser/ann': () => ({ body: [] }),
    'GET /chat/unread': () => ({ body: { unread: 0 } }),
    'GET /messaging/getMessages': () => ({ body: [] }),
  });
  jest.spyOn(window, 'matchMedia').mockImplementation(asPhone);
  const chats = renderPage(<DirectMessagesPage />, { at: '/messaging/direct-message' });
  expect(screen.getByRole('link', { name: 'Global Messages' })).toHaveAttribute('href', '/messaging');
  chats.unmount();
  renderPage(<MessagingPage />, { at: '/messaging' });
  expect(screen.getByRole('link', { name: 'Direct Messages' })).toHaveAttribute('href', '/messaging/direct-message');
});

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
