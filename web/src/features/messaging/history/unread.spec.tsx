import { expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { MessageWire } from '@parlour/contracts/messaging/messaging';
import { api } from '../../../shared/api.ts';
import { createStore } from '../../../shared/state/store.ts';
import { fakeServer } from '../../../shared/testing/fake-server.ts';
import { heldRoute } from '../../../shared/testing/held-route.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { messagingApi } from '../messaging.api.ts';
import { messagingLive } from '../messaging.live.ts';
import { RoomMark, RoomMute } from '../chats/room-marks.tsx';
import { Room } from '../chats/room.tsx';
import { chatId, chatOf, chats, emitLive, renderChats, room, said, serveRoom } from '../testing/talk.tsx';
import { UnreadInTitle, UnreadTotal } from './unread.tsx';

const unread = 'GET /chat/unread';
/** What the server says of the viewer. */
const own =
  (count: number, roomMuted = false) =>
  () => ({ body: { unread: count, roomMuted } });
const noNews = () => waitFor(() => expect(screen.queryByText('New messages')).not.toBeInTheDocument());

test('[EV-21] events carry the total unread count, which is not requested again', async () => {
  const server = fakeServer({ [unread]: own(1) });
  const { store } = renderPage(<UnreadTotal />);
  await screen.findByText('1 unread message');
  for (let n = 1; n <= 20; n++) {
    emitLive(store, 'chatUpdate', { chat: chatOf(chatId, { unread: n }), type: 'newMessage', total: 80 + n });
  }
  await screen.findByText('100 unread messages');
  expect(screen.getByText('99+')).toBeInTheDocument();
  emitLive(store, 'chatRead', { chatId, unread: 0, total: 80 });
  await screen.findByText('80 unread messages');
  expect(server.to('/chat/unread')).toHaveLength(1);
});

test('an event during the request for the number is not lost', async () => {
  const held = heldRoute();
  const server = fakeServer({ [unread]: held.route });
  const { store } = renderPage(<UnreadTotal />);
  await held.asked();
  emitLive(store, 'chatUpdate', { chat: chatOf(chatId, { unread: 2 }), type: 'newMessage', total: 2 });
  await held.answer({ body: { unread: 1 } });
  await held.answer({ body: { unread: 2 } });
  await screen.findByText('2 unread messages');
  expect(server.to('/chat/unread')).toHaveLength(2);
});

test('[BM-2] a muted chat is marked, and what is unread there is not in the total', async () => {
  const server = fakeServer({
    [chats]: () => ({ body: [chatOf(chatId, { unread: 3, muted: true })] }),
    [unread]: own(0),
  });
  const store = createStore();
  renderPage(<UnreadTotal />, { store });
  renderChats(undefined, store);
  const row = within(await screen.findByRole('list', { name: 'Chats' })).getByRole('link');
  expect(row).toHaveAttribute('data-unread', 'false');
  expect(row).toHaveTextContent('Muted');
  expect(row).toHaveTextContent('3 unread messages');
  server.routes[unread] = own(3);
  emitLive(store, 'chatMuted', { chatId, muted: false });
  await waitFor(() => expect(row).toHaveAttribute('data-unread', 'true'));
  await waitFor(() => expect(screen.getAllByText('3 unread messages')).toHaveLength(2));
});

test('[M-10] the tab’s title counts unread messages, but not those of a muted chat', async () => {
  const server = fakeServer({ [unread]: own(3) });
  const { store } = renderPage(<UnreadInTitle />);
  await waitFor(() => expect(document.title).toMatch(/^\(3\) /));
  server.routes[unread] = own(0);
  emitLive(store, 'chatMuted', { chatId, muted: true });
  await waitFor(() => expect(document.title).not.toMatch(/^\(/));
});

test('[BM-2, M-10] the room’s entry shows that something is new, unless the room is muted', async () => {
  const server = serveRoom([], {
    [unread]: own(0),
    'POST /chat/mute': () => ({ body: { _id: 'global', muted: true } }),
  });
  const store = createStore();
  const { user } = renderPage(
    <>
      <RoomMark />
      <RoomMute />
    </>,
    { store },
  );
  const button = await screen.findByRole('button', { name: 'Mute' });
  emitLive(store, 'messageUpdate', { msg: said('m1', 'ann') });
  emitLive(store, 'messageUpdate', { msg: { ...said('m0'), version: 2 } });
  expect(screen.queryByText('New messages')).not.toBeInTheDocument();
  emitLive(store, 'messageUpdate', { msg: said('m2') });
  await screen.findByText('New messages');
  const there = renderPage(<Room />, { store });
  await noNews();
  there.unmount();
  server.routes[unread] = own(0, true);
  await user.click(button);
  await screen.findByText('Muted');
  expect(server.to('/chat/mute')[0]?.body).toEqual({ chatId: 'global', muted: true });
  emitLive(store, 'messageUpdate', { msg: said('m3') });
  expect(screen.queryByText('New messages')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Unmute' })).toBeInTheDocument();
});

test('[BM-2] what was written in the room while there was no connection is news, unless it is the viewer’s', async () => {
  const newest = { body: [said('m1')] };
  const server = fakeServer({
    [room]: () => newest,
    [unread]: own(0),
  });
  const { store } = renderPage(<RoomMark />);
  const live = messagingLive(store.dispatch);
  const isNews = () => messagingApi.endpoints.getRoomNews.select(undefined)(store.getState()).data;
  const catchUp = async (message: MessageWire, seconds: number) => {
    newest.body = [{ ...message, msgDateTime: `2026-06-01T10:00:0${seconds}.000Z` }];
    await act(() => live.catchUp());
    return isNews();
  };
  // The first time, nobody knows since when it has been there.
  expect(await catchUp(said('m1'), 0)).toBe(false);
  expect(await catchUp(said('m1'), 0)).toBe(false);
  expect(await catchUp(said('m2', 'ann'), 1)).toBe(false);
  expect(await catchUp(said('m3'), 2)).toBe(true);
  await screen.findByText('New messages');
  expect(server.to('/messaging/getMessages').map(({ query }) => query.get('limit'))).toEqual(['1', '1', '1', '1']);
  renderPage(<Room />, { store });
  await noNews();
  act(() => live.messageUpdate({ msg: { ...said('m4', 'ann'), msgDateTime: '2026-06-01T10:00:04.000Z' } }));
  expect(await catchUp(said('m4', 'ann'), 4)).toBe(false);
  // It was read with the rest of the open room.
  newest.body = [{ ...said('m5'), msgDateTime: '2026-06-01T10:00:05.000Z' }];
  act(() => void store.dispatch(api.util.invalidateTags(['Messages'])));
  await screen.findByText('text of m5');
  expect(await catchUp(said('m5'), 5)).toBe(false);
});

test('[BE-3] a restored message is no news in the room', async () => {
  serveRoom([said('m1'), { ...said('m2'), msgDateTime: '2026-06-01T10:05:00.000Z' }], { [unread]: own(0) });
  const { store } = renderPage(
    <>
      <RoomMark />
      <Room />
    </>,
  );
  await screen.findByText('text of m2');
  // A loaded one, and one older than those.
  emitLive(store, 'messageUpdate', { msg: said('m1') });
  emitLive(store, 'messageUpdate', { msg: { ...said('m0'), msgDateTime: '2026-05-01T10:00:00.000Z' } });
  emitLive(store, 'messageUpdate', { msg: { ...said('m1', 'ben', 'after those'), version: 2 } });
  await screen.findByText('after those');
  expect(screen.queryByText('New messages')).not.toBeInTheDocument();
});
