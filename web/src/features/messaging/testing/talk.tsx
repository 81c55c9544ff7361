import { expect, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { unedited } from '@parlour/contracts/posts/editable';
import type { ChatWire, MessageWire } from '@parlour/contracts/messaging/messaging';
import type { ServerToClientEvents } from '@parlour/contracts/socket';
import { fakeServer, type SeenCall } from '../../../shared/testing/fake-server.ts';
import { renderPage } from '../../../shared/testing/render-page.tsx';
import { createStore, type Store } from '../../../shared/state/store.ts';
import { DirectMessages } from '../chats/direct-messages.tsx';
import { messagingLive } from '../messaging.live.ts';
import { Room } from '../chats/room.tsx';

type Routes = Parameters<typeof fakeServer>[0];

export const chatId = '01900000-0000-7000-8000-0000000000c1';
export const otherId = '01900000-0000-7000-8000-0000000000c2';
export const room = 'GET /messaging/getMessages';
export const chats = 'GET /chat/getChatsByUser/ann';
export const people = 'GET /user/getUsers';
export const write = 'POST /messaging/addMessage';
export const busy = { status: 503, body: { error: 'Busy.', code: 'service.unavailable' } };

/** A message, of ben unless said otherwise. */
export function said(id: string, msgFrom = 'ben', msg = `text of ${id}`): MessageWire {
  return { _id: id, msg, msgFrom, msgDateTime: '2026-06-01T10:00:00.000Z', notice: null, ...unedited };
}

/** A chat with one message, of ann and ben unless said otherwise. */
export function chatOf(id: string, change: Partial<ChatWire> = {}): ChatWire {
  const { participants = ['ann', 'ben'] } = change;
  const rest = { messages: [said(`last of ${id}`)], unread: 0, name: null, muted: false };
  return { _id: id, participants, group: participants.length > 2, ...rest, ...change };
}

/** People as they are found. */
export const peopleOf = (...names: readonly string[]) => names.map((username) => ({ _id: username, username }));

/** A server whose room has these messages. */
export function serveRoom(shown: readonly MessageWire[], more: Routes = {}) {
  return fakeServer({ [room]: () => ({ body: shown }), ...more });
}

/** Opens the room, which has these messages. */
export async function openRoom(shown: readonly MessageWire[] = [], more: Routes = {}) {
  const server = serveRoom(shown, more);
  const view = renderPage(<Room />);
  if (shown.length === 0) await screen.findByText('No messages yet');
  else await waitFor(() => expect(texts()).toEqual(shown.map(({ msg }) => msg)));
  return { ...view, server };
}

/** A server whose room has more messages than one page: m100 to m299, and m99 before. */
export function serveLongRoom() {
  const page = Array.from({ length: 200 }, (_, n) => said(`m${n + 100}`));
  return fakeServer({ [room]: ({ query }) => ({ body: query.has('before') ? [said('m99')] : page }) });
}

/** A server with this chat, and these in the list. */
export function serveChat(chat: ChatWire = chatOf(chatId), listed: readonly ChatWire[] = [], more: Routes = {}) {
  return fakeServer({ [chats]: () => ({ body: listed }), [`GET /chat/${chat._id}`]: () => ({ body: chat }), ...more });
}

/** The text of a message that the page sends to the room. */
export function textOf({ body }: Pick<SeenCall, 'body'>): string {
  return (body as { messageToAdd: MessageWire }).messageToAdd.msg; // as the page sends it
}

/** Answers a message that the page sends to the room. */
export function accept(call: SeenCall) {
  return { body: said(`id of ${textOf(call)}`, 'ann', textOf(call)) };
}

export const texts = () => [...screen.getByRole('log').querySelectorAll('p')].map((text) => text.textContent);
export const field = () => screen.getByRole('textbox', { name: 'Message' });
export const composer = () => screen.findByRole('textbox', { name: 'Message' });
/** Waits until nothing is on its way. */
export const settled = () => waitFor(() => expect(screen.queryByText('Sending…')).not.toBeInTheDocument());

const handlers = new WeakMap<object, ReturnType<typeof messagingLive>>();

/** Simulates a live event. */
export function emitLive<Name extends keyof ServerToClientEvents & keyof ReturnType<typeof messagingLive>>(
  store: Store,
  name: Name,
  ...args: Parameters<ServerToClientEvents[Name]>
): void {
  const live = handlers.get(store) ?? messagingLive(store.dispatch);
  handlers.set(store, live);
  act(() => {
    const handle = live[name] as (...given: typeof args) => void; // the handler of that name
    handle(...args);
  });
}

/** Makes the pointer a finger. */
export function touch(): void {
  const answer = (media: string) => Object.assign(new EventTarget(), { media, matches: media.includes('coarse') });
  jest.spyOn(window, 'matchMedia').mockImplementation(answer as typeof matchMedia); // the rest is not used
}

/** Renders the chats of ann, one of them open. */
export function renderChats(open?: string, store = createStore()) {
  const opened: string[] = [];
  const onLeft = jest.fn(() => true);
  const view = renderPage(
    <DirectMessages
      chatId={open}
      addressOf={(id) => `/dm?chat=${id ?? ''}`}
      onOpen={(id) => opened.push(id)}
      onLeft={onLeft}
    />,
    { store },
  );
  return { ...view, opened, onLeft };
}
