import { expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { asPhone } from '../../shell/testing.ts';
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

test('the document has the title of the open chat, once it is known', async () => {
  const chatId = '0b5f1c7e-8d3a-4e21-9c60-1f2a3b4c5d6e';
  const chat = { _id: chatId, name: null, group: false, participants: ['ann', 'bea'], messages: [] };
  const known = { ...chat, unread: 0, muted: false };
  fakeServer({
    'GET /chat/getChatsByUser/ann': () => ({ body: [] }),
    [`GET /chat/${chatId}`]: () => ({ body: known }),
  });
  const path = '/messaging/direct-message';
  const { router } = renderPage(<DirectMessagesPage />, { at: `${path}?chat=${chatId}`, path });
  expect(document.title).toBe('Direct Messages · Parlour');
  await waitFor(() => expect(document.title).toBe('bea · Direct Messages · Parlour'));
  await act(() => router.navigate(path));
  expect(document.title).toBe('Direct Messages · Parlour');
});
