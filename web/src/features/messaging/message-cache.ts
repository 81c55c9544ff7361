import { tagOf } from '../../shared/api.ts';
import { type ChatWire, type MessageWire, roomId } from '@parlour/contracts/messaging/messaging';
import { QueryStatus } from '@reduxjs/toolkit/query';
import { selectUserId, selectUsername } from '../../shared/state/session.slice.ts';
import type { Thunk } from '../../shared/state/store.ts';
import { removeOutgoing } from './sending/outbox-storage.ts';
import { messagingApi, type ChatPage, type HistoryPage } from './messaging.api.ts';
import type { Outgoing } from './sending/outgoing.ts';

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

/** Updates a known message, unless it is known as it was changed later. */
function update(known: MessageWire, message: MessageWire): void {
  if (message.version >= known.version) Object.assign(known, message);
}

/** Whether a message was just written, as far as is known here: it may have been restored. */
function isNew(history: readonly HistoryPage[] | undefined, message: MessageWire): boolean {
  if (message.version > 1 || message.deleted !== null) return false;
  const known = history?.flatMap((page) => page.messages) ?? [];
  return known.every(({ _id, msgDateTime }) => _id !== message._id && msgDateTime <= message.msgDateTime);
}

/**
 * Adds a live message where everybody sees it, or updates it if it is there. The viewer's own may
 * have come by its reply before one that was written earlier.
 */
function enter(pages: readonly HistoryPage[], message: MessageWire): void {
  const all = pages.toReversed().flatMap((page) => page.messages);
  const known = all.find((each) => each._id === message._id);
  if (known) update(known, message);
  const [first] = pages;
  // A changed message may be older than everything loaded.
  const [oldest] = pages.at(-1)?.older === undefined ? [] : all;
  if (known || !first || (oldest && message.msgDateTime < oldest.msgDateTime)) return;
  const index = first.messages.findLastIndex(({ msgDateTime }) => msgDateTime <= message.msgDateTime) + 1;
  Object.assign(first, { messages: first.messages.toSpliced(index, 0, message) });
}

/** Adds the viewer's message as the reply brings it. If it is there, what is known may be newer. */
export function enterSent(place: Place, message: MessageWire): Thunk {
  return (dispatch) => {
    const add = ({ pages }: { readonly pages: readonly HistoryPage[] }): void => {
      if (!pages.some((page) => page.messages.some(({ _id }) => _id === message._id))) enter(pages, message);
    };
    const { updateQueryData } = messagingApi.util;
    if (place === 'room') dispatch(updateQueryData('getMessages', 'room', add));
    else dispatch(updateQueryData('getChat', place.chatId, add));
  };
}

/** Settles a pending message if the live one is the viewer's own. */
function settle(place: Place, message: MessageWire, fresh: boolean): Thunk {
  return (dispatch, getState) => {
    const viewer = selectUsername(getState());
    if (viewer === undefined || message.msgFrom !== viewer || message.notice !== null) return;
    dispatch(
      messagingApi.util.updateQueryData('getOutbox', nameOfPlace(place), (outbox) => {
        if (outbox.some((item) => item.messageId === message._id)) {
          return outbox.filter((item) => item.messageId !== message._id);
        }
        if (!fresh) return undefined;
        // The event came before the reply: take the first pending message with the same text,
        // failed ones last.
        const same = outbox.filter((one) => one.messageId === undefined && one.text === message.msg);
        const item = same.find(({ status }) => status === 'sending' || status === 'waiting') ?? same[0];
        if (item) {
          Object.assign(item, { messageId: message._id });
          removeOutgoing(selectUserId(getState()) ?? '', nameOfPlace(place), item.key);
        }
        return undefined;
      }),
    );
  };
}

/** Notes that there is news in the room, or that the viewer has seen it. */
export function noteRoomNews(isNews: boolean): Thunk {
  return (dispatch) => {
    dispatch(messagingApi.util.updateQueryData('getRoomNews', undefined, () => isNews));
  };
}

/**
 * Notes that there is news in the room if somebody else has just written a message. Returns whether
 * it is new.
 */
export function noteIfNew(message: MessageWire): Thunk<boolean> {
  return (dispatch, getState) => {
    const { data } = messagingApi.endpoints.getMessages.select('room')(getState());
    const fresh = isNew(data?.pages, message);
    if (fresh && message.msgFrom !== selectUsername(getState())) dispatch(noteRoomNews(true));
    return fresh;
  };
}

/** Adds a live message of the global room. */
export function enterMessage(message: MessageWire): Thunk {
  return (dispatch) => {
    const fresh = dispatch(noteIfNew(message));
    dispatch(
      messagingApi.util.updateQueryData('getMessages', 'room', ({ pages }) => {
        enter(pages, message);
      }),
    );
    dispatch(settle('room', message, fresh));
  };
}

/**
 * Applies a chat with its latest message: to its history, if that is loaded, and to its row in the
 * list.
 */
export function enterChat(chat: ChatWire, toTop: boolean): Thunk {
  return (dispatch, getState) => {
    const last = chat.messages.at(-1);
    const { data, isError } = messagingApi.endpoints.getChat.select(chat._id)(getState());
    // Whoever left it and is added again may read it again.
    if (isError || data?.pages[0]?.isLeft === true)
      dispatch(messagingApi.util.invalidateTags([tagOf('Chat', chat._id)]));
    const fresh = last !== undefined && isNew(data?.pages, last);
    dispatch(
      messagingApi.util.updateQueryData('getChat', chat._id, ({ pages }) => {
        const first = pages[0];
        if (first) showChat(first, chat);
        for (const message of chat.messages) enter(pages, message);
      }),
    );
    if (last) dispatch(settle({ chatId: chat._id }, last, fresh));
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

/** Sets what is the viewer's own about a chat, wherever the chat is shown. */
function showOwn(chatId: string, own: Partial<Pick<ChatWire, 'unread' | 'muted'>>): Thunk {
  return (dispatch, getState) => {
    dispatch(
      messagingApi.util.updateQueryData('getChat', chatId, ({ pages }) => {
        for (const page of pages) Object.assign(page.chat, own);
      }),
    );
    dispatch(
      messagingApi.util.updateQueryData('getChats', selectUsername(getState()) ?? '', ({ pages }) => {
        for (const row of pages.flatMap((page) => page.rows)) if (row._id === chatId) Object.assign(row, own);
      }),
    );
  };
}

/** Sets a chat's unread count where the chat is listed. */
export function showUnread(chatId: string, unread: number): Thunk {
  return showOwn(chatId, { unread });
}

/**
 * Shows a chat or the room as muted, or no longer. This may change the total of unread messages.
 */
export function showMuted(chatId: string, muted: boolean): Thunk {
  return (dispatch) => {
    if (chatId !== roomId) dispatch(showOwn(chatId, { muted }));
    dispatch(messagingApi.util.invalidateTags(['Unread']));
  };
}

/** Removes a chat that the viewer has left. Where it is open, it is unknown from now on. */
export function removeChat(chatId: string): Thunk {
  return (dispatch, getState) => {
    const { status } = messagingApi.endpoints.getChat.select(chatId)(getState());
    // A request in flight may still return it, so it is repeated.
    if (status === QueryStatus.pending) dispatch(messagingApi.util.invalidateTags([tagOf('Chat', chatId)]));
    else {
      dispatch(
        messagingApi.util.updateQueryData('getChat', chatId, ({ pages: [first] }) => {
          if (first) Object.assign(first, { isLeft: true });
        }),
      );
    }
    dispatch(
      messagingApi.util.updateQueryData('getChats', selectUsername(getState()) ?? '', ({ pages }) => {
        for (const page of pages) {
          const rows = page.rows.filter((row) => row._id !== chatId);
          Object.assign(page, { rows, total: page.total - (page.rows.length - rows.length) });
        }
      }),
    );
    dispatch(messagingApi.util.invalidateTags(['Unread']));
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
    else dispatch(messagingApi.util.updateQueryData('getUnread', undefined, (draft) => ({ ...draft, unread })));
  };
}

/**
 * Updates a changed message of a chat wherever it is shown. This is not news, so no order changes.
 */
export function changeMessage(chatId: string, message: MessageWire): Thunk {
  return (dispatch, getState) => {
    const change = (messages: readonly MessageWire[]) => {
      const known = messages.find((each) => each._id === message._id);
      if (known) update(known, message);
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

/** Shows a message as a call answered it after a change. */
export function showChanged(place: Place, message: MessageWire): Thunk {
  return place === 'room' ? enterMessage(message) : changeMessage(place.chatId, message);
}

function showChat(page: ChatPage, { participants, unread, name, group, muted }: ChatWire): void {
  Object.assign(page.chat, { participants, unread, name, group, muted });
}

/** Pending messages that are not in the history yet. */
export function withoutDelivered(outbox: readonly Outgoing[], messages: readonly MessageWire[]): readonly Outgoing[] {
  if (outbox.length === 0) return outbox;
  const known = new Set(messages.map((message) => message._id));
  return outbox.filter((item) => item.messageId === undefined || !known.has(item.messageId));
}
