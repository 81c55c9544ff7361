import type { ChatWire, MessageWire } from '@parlour/contracts/messaging';
import { QueryStatus } from '@reduxjs/toolkit/query';
import { selectUsername } from '../../shared/state/session.slice.ts';
import type { Thunk } from '../../shared/state/store-types.ts';
import { forgetUnsent } from './unsent.ts';
import { messagingApi, type ChatPage, type HistoryPage, type Outgoing } from './messaging.api.ts';

/** Where messages belong: the global room, or a chat by its id. */
export type Place = 'room' | { readonly chatId: string };

/** A place as a key. */
export function nameOfPlace(place: Place): string {
  return place === 'room' ? 'room' : `chat:${place.chatId}`;
}

/** The place of a key. */
export function placeOfName(name: string): Place {
  return name === 'room' ? 'room' : { chatId: name.slice('chat:'.length) };
}

/** Appends a live message, or updates it if it is there. */
function enter(pages: readonly HistoryPage[], message: MessageWire): void {
  const all = pages.toReversed().flatMap((page) => page.messages);
  const known = all.find((each) => each._id === message._id);
  if (known) Object.assign(known, { msg: message.msg });
  const [first] = pages;
  // A changed message may be older than everything loaded.
  const [oldest] = pages.at(-1)?.older === undefined ? [] : all;
  if (known || !first || (oldest && message.msgDateTime < oldest.msgDateTime)) return;
  Object.assign(first, { messages: [...first.messages, message] });
}

/** Settles a pending message if the live one is the viewer's own. */
function settle(place: Place, message: MessageWire): Thunk {
  return (dispatch, getState) => {
    const viewer = selectUsername(getState());
    if (viewer === undefined || message.msgFrom !== viewer) return;
    dispatch(
      messagingApi.util.updateQueryData('getOutbox', nameOfPlace(place), (outbox) => {
        if (outbox.some((item) => item.messageId === message._id)) {
          return outbox.filter((item) => item.messageId !== message._id);
        }
        // The event came before the reply: take the first pending message with the same text,
        // failed ones last.
        const same = outbox.filter((one) => one.messageId === undefined && one.text === message.msg);
        const item = same.find(({ status }) => status === 'sending' || status === 'waiting') ?? same[0];
        if (item) {
          Object.assign(item, { messageId: message._id });
          forgetUnsent(viewer, nameOfPlace(place), item.key);
        }
        return undefined;
      }),
    );
  };
}

/** Adds a live message of the global room. */
export function enterMessage(message: MessageWire): Thunk {
  return (dispatch) => {
    dispatch(
      messagingApi.util.updateQueryData('getMessages', 'room', ({ pages }) => {
        enter(pages, message);
      }),
    );
    dispatch(settle('room', message));
  };
}

/**
 * Applies a chat with its latest message: to its history, if that is loaded, and to its row in the
 * list.
 */
export function enterChat(chat: ChatWire, toTop: boolean): Thunk {
  return (dispatch, getState) => {
    const last = chat.messages.at(-1);
    dispatch(
      messagingApi.util.updateQueryData('getChat', chat._id, ({ pages }) => {
        const first = pages[0];
        if (first) showChat(first, chat);
        for (const message of chat.messages) enter(pages, message);
      }),
    );
    if (last) dispatch(settle({ chatId: chat._id }, last));
    const viewer = selectUsername(getState()) ?? '';
    let found = false;
    dispatch(
      messagingApi.util.updateQueryData('getChats', viewer, ({ pages }) => {
        const first = pages[0];
        found = pages.some((page) => page.rows.some((row) => row._id === chat._id));
        if (!first || (!found && !toTop)) return;
        for (const page of pages) {
          const rows = toTop
            ? page.rows.filter((row) => row._id !== chat._id)
            : page.rows.map((row) => (row._id === chat._id ? chat : row));
          Object.assign(page, { rows });
        }
        if (!toTop) return;
        Object.assign(first, { rows: [chat, ...first.rows], total: first.total + (found ? 0 : 1) });
      }),
    );
    // Below everything loaded: its place can't be known here.
    if (!found && !toTop) dispatch(messagingApi.util.invalidateTags(['Chats']));
  };
}

/** Sets a chat's unread count where the chat is listed. */
export function showUnread(chatId: string, unread: number): Thunk {
  return (dispatch, getState) => {
    dispatch(
      messagingApi.util.updateQueryData('getChat', chatId, ({ pages }) => {
        for (const page of pages) Object.assign(page.chat, { unread });
      }),
    );
    dispatch(
      messagingApi.util.updateQueryData('getChats', selectUsername(getState()) ?? '', ({ pages }) => {
        for (const row of pages.flatMap((page) => page.rows)) if (row._id === chatId) Object.assign(row, { unread });
      }),
    );
  };
}

/**
 * Sets the total unread count from an event. A request in flight may return an older number, so it
 * is repeated.
 */
export function showTotal(unread: number): Thunk {
  return (dispatch, getState) => {
    const { status } = messagingApi.endpoints.getUnread.select(undefined)(getState());
    if (status === QueryStatus.pending) dispatch(messagingApi.util.invalidateTags(['Unread']));
    else dispatch(messagingApi.util.updateQueryData('getUnread', undefined, () => ({ unread })));
  };
}

/**
 * Updates a changed message of a chat wherever it is shown. This is not news, so no order changes.
 */
export function changeMessage(chatId: string, message: MessageWire): Thunk {
  return (dispatch, getState) => {
    const change = (messages: readonly MessageWire[]) => {
      const known = messages.find((each) => each._id === message._id);
      if (known) Object.assign(known, { msg: message.msg });
    };
    dispatch(
      messagingApi.util.updateQueryData('getChat', chatId, ({ pages }) => {
        for (const page of pages) change(page.messages);
      }),
    );
    dispatch(
      messagingApi.util.updateQueryData('getChats', selectUsername(getState()) ?? '', ({ pages }) => {
        for (const row of pages.flatMap((page) => page.rows)) if (row._id === chatId) change(row.messages);
      }),
    );
  };
}

function showChat(page: ChatPage, { participants, unread }: ChatWire): void {
  Object.assign(page.chat, { participants, unread });
}

/** Pending messages that are not in the history yet. */
export function withoutDelivered(outbox: readonly Outgoing[], messages: readonly MessageWire[]): readonly Outgoing[] {
  if (outbox.length === 0) return outbox;
  const known = new Set(messages.map((message) => message._id));
  return outbox.filter((item) => item.messageId === undefined || !known.has(item.messageId));
}
