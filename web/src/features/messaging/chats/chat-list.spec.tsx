import { expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { messages } from '@parlour/contracts/messages';
import type { MessageWire } from '@parlour/contracts/messaging/messaging';
import ToastPlace from '../../../design/parts/feedback/toast-place.tsx';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { reportPresence } from '../chat-presence.ts';
import {
  busy,
  chatId,
  chatOf,
  chats,
  emitLive,
  otherId,
  people,
  peopleOf,
  renderChats,
  said,
  serveChat,
  texts,
} from '../testing/talk.tsx';

/** A chat with ben, and one with somebody else. */
function serveTwo(other = 'cay'): void {
  fakeServer({ [chats]: () => ({ body: [chatOf(chatId), chatOf(otherId, { participants: ['ann', other] })] }) });
}

/** The chats that are listed, in their order. */
const listed = () =>
  within(screen.getByRole('list', { name: 'Chats' }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href')?.replace('/dm?chat=', ''));

/** Enters the chats that are shown through this socket. */
const connect = (socket: object) => reportPresence(socket as Parameters<typeof reportPresence>[0]); // all that it uses

test('more chats, and more people for a new one, that can’t be loaded say so at the end of the list', async () => {
  const hasMore = { Link: '</?cursor=next>; rel="next"' };
  fakeServer({
    [chats]: ({ query }) => (query.has('cursor') ? busy : { body: [chatOf(chatId)], headers: hasMore }),
    [people]: ({ query }) => (query.has('cursor') ? busy : { body: peopleOf('ben'), headers: hasMore }),
  });
  const { user } = renderChats();
  await user.click(await screen.findByRole('button', { name: 'Show more chats' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(messages.chatsFailed);
  await user.click(screen.getByRole('button', { name: 'Start a Chat' }));
  await user.click(await screen.findByRole('button', { name: 'Show more users' }));
  await waitFor(() => expect(screen.getAllByRole('alert').at(0)).toHaveTextContent(messages.usersFailed));
});

test('chats are filtered by name', async () => {
  serveTwo('Cay');
  const { user } = renderChats();
  const filter = await screen.findByRole('searchbox', { name: 'Filter chats' });
  await user.type(filter, 'cA');
  await waitFor(() => expect(listed()).toEqual([otherId]));
  await user.type(filter, 'x');
  expect(await screen.findByText('No chat with that name.')).toHaveRole('status');
});

test('chats are filtered by name in a Turkish browser too, where a capital I is no i', async () => {
  serveTwo('Ivan');
  jest.spyOn(String.prototype, 'toLocaleLowerCase').mockImplementation(function (this: string) {
    return this.replaceAll('I', 'ı').toLowerCase();
  });
  const { user } = renderChats();
  await user.type(await screen.findByRole('searchbox', { name: 'Filter chats' }), 'ivan');
  await waitFor(() => expect(listed()).toEqual([otherId]));
});

test('[EV-8] live events sort the chats, the most recent first, with unread counts', async () => {
  serveTwo();
  const { store } = renderChats();
  await screen.findByRole('list', { name: 'Chats' });
  const changed = chatOf(otherId, { participants: ['ann', 'cay'], messages: [said('n1', 'cay', 'news')], unread: 3 });
  emitLive(store, 'chatUpdate', { chat: changed, type: 'newMessage', total: 3 });
  await waitFor(() => expect(listed()).toEqual([otherId, chatId]));
  expect(screen.getByText('3 unread messages')).toBeInTheDocument();
  emitLive(store, 'chatRead', { chatId: otherId, unread: 0, total: 0 });
  await waitFor(() => expect(screen.queryByText('3 unread messages')).not.toBeInTheDocument());
  const begun = chatOf('c3', { participants: ['dan', 'ann'], messages: [], unread: 0 });
  emitLive(store, 'chatUpdate', { chat: begun, type: 'created', total: 0 });
  await waitFor(() => expect(listed()[0]).toBe('c3'));
});

test('no chat moves while somebody points at the list, also once one of them is open', async () => {
  serveTwo();
  const { store, user } = renderChats();
  const list = within(await screen.findByRole('list', { name: 'Chats' }));
  const first = list.getAllByRole('link')[0]!; // of two
  fireEvent.pointerEnter(first);
  const news = { participants: ['ann', 'cay'], messages: [said('n1', 'cay', 'news')], unread: 3 };
  emitLive(store, 'chatUpdate', { chat: chatOf(otherId, news), type: 'newMessage', total: 3 });
  emitLive(store, 'chatUpdate', { chat: chatOf('c3', { participants: ['dan', 'ann'] }), type: 'created', total: 3 });
  expect(await list.findByText('3 unread messages')).toBeInTheDocument();
  const pill = await screen.findByRole('button', { name: '1 new chat' });
  expect(listed()).toEqual([chatId, otherId]);
  await user.click(pill);
  expect(listed()).toEqual(['c3', otherId, chatId]);
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  await user.hover(first);
  const more = { messages: [said('n2', 'ben', 'more')] };
  emitLive(store, 'chatUpdate', { chat: chatOf(chatId, more), type: 'newMessage', total: 3 });
  expect(await list.findByText('more')).toBeInTheDocument();
  expect(listed()).toEqual(['c3', otherId, chatId]);
  // The focus stays with the chat that was opened, and does not hold the list.
  act(() => first.focus());
  await user.unhover(first);
  await waitFor(() => expect(listed()).toEqual([chatId, 'c3', otherId]));
});

test('[EV-8] a changed message of a chat is replaced in place, and the chat keeps its position', async () => {
  const [first, last] = [said('m1'), said('m2')];
  const chat = chatOf(chatId, { messages: [first, last] });
  serveChat(chat, [chatOf(otherId), { ...chat, messages: [last] }]);
  const { store } = renderChats(chatId);
  await waitFor(() => expect(texts()).toEqual(['text of m1', 'text of m2']));
  const changed = (message: MessageWire) =>
    emitLive(store, 'chatUpdate', { chat: { ...chat, messages: [message] }, type: 'changedMessage', total: 0 });
  changed({ ...first, msg: 'Removed' });
  await waitFor(() => expect(texts()).toEqual(['Removed', 'text of m2']));
  const links = within(screen.getByRole('list', { name: 'Chats' })).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([`/dm?chat=${otherId}`, `/dm?chat=${chatId}`]);
  expect(links[1]).toHaveTextContent('text of m2');
  changed({ ...last, msg: 'Removed' });
  await waitFor(() => expect(links[1]).toHaveTextContent('Removed'));
});

test('[EV-18] an open chat is entered while it is shown, again after each reconnect, and left with the page', async () => {
  serveChat();
  const emitted: string[] = [];
  const socket = { connected: true, emit: (name: string, id: string) => emitted.push(`${name} ${id}`) };
  connect(socket);
  const { unmount } = renderChats(chatId);
  await screen.findByRole('heading', { name: 'ben' });
  expect(emitted).toEqual([`joinChat ${chatId}`]);
  connect(socket);
  expect(emitted).toEqual([`joinChat ${chatId}`, `joinChat ${chatId}`]);
  unmount();
  expect(emitted.at(-1)).toBe(`leaveChat ${chatId}`);
});

test('[EV-18] a chat that could not be entered is entered again while it is shown', async () => {
  serveChat();
  let code = 'service.unavailable';
  const entries: string[] = [];
  const emit = (name: string, id: string, done?: (answer: unknown) => void): void => {
    if (name !== 'joinChat') return;
    entries.push(id);
    done?.({ error: 'No.', code });
  };
  connect({ connected: true, emit });
  jest.useFakeTimers();
  const { unmount } = renderChats(chatId);
  const pass = () => act(() => jest.advanceTimersByTimeAsync(5_000));
  await pass();
  await pass();
  expect(entries.length).toBeGreaterThan(1);
  code = 'chat.unknown';
  await pass();
  const before = entries.length;
  await pass();
  expect(entries).toHaveLength(before);
  code = 'service.unavailable';
  connect({ connected: true, emit });
  unmount();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(entries).toHaveLength(before + 1);
  jest.useRealTimers();
});

test.each([
  ['x', undefined],
  [otherId, { error: 'Chat not found', code: 'chat.unknown' }],
])('[TX-25] an unknown chat in the address (%s) is reported', async (id, body) => {
  fakeServer({
    [chats]: () => ({ body: [] }),
    [`GET /chat/${otherId}`]: () => ({ status: 404, body }),
  });
  renderChats(id);
  await screen.findByText('Invalid chat ID');
});

test('[EV-8, TX-26] an unknown type of chat event is reported', async () => {
  const { store } = renderPage(<ToastPlace />);
  // A newer server may send this.
  emitLive(store, 'chatUpdate', { chat: chatOf(chatId), type: 'burnt' as 'created', total: 0 });
  await screen.findByText('Invalid chat update type');
});

test('[BE-3] the list of chats does not repeat what was deleted', async () => {
  const last = said('m1');
  fakeServer({ [chats]: () => ({ body: [chatOf(chatId, { messages: [last] })] }) });
  const { store } = renderChats();
  const list = await screen.findByRole('list', { name: 'Chats' });
  expect(list).toHaveTextContent('text of m1');
  const gone: MessageWire = { ...last, msg: '', deleted: { by: 'author', reason: null } };
  emitLive(store, 'chatUpdate', { chat: chatOf(chatId, { messages: [gone] }), type: 'changedMessage', total: 0 });
  await waitFor(() => expect(list).toHaveTextContent('Message deleted'));
});
