import type { UserRowWire } from '@parlour/contracts/identity';
import { limits } from '@parlour/contracts/limits';
import type { ChatWire, MessageWire } from '@parlour/contracts/messaging';
import { api } from '../../shared/api.ts';
import { toListPage, type ListPage } from '../../shared/http/pages.ts';
import { selectUsername } from '../../shared/state/session.slice.ts';
import type { State } from '../../shared/state/store-types.ts';
import { unsentAt } from './unsent.ts';

/** A cached page of a history. The first page is the newest, and live messages are added to it. */
export interface HistoryPage {
  /** Oldest first. */
  readonly messages: readonly MessageWire[];
  /** The message before which there are older ones; undefined at the beginning of the history. */
  readonly older: string | undefined;
}

/** A page of a chat's history, with the chat at that time. */
export interface ChatPage extends HistoryPage {
  readonly chat: ChatWire;
}

/** A pending message: shown at once, settled by the reply or by a live event. */
export interface Outgoing {
  /** The key it is sent under, however often. */
  readonly key: string;
  readonly text: string;
  readonly at: string;
  /** `waiting` for the connection: sent automatically once that is back. */
  readonly status: 'sending' | 'sent' | 'waiting' | 'failed';
  /** The stored message, once known. */
  readonly messageId?: string | undefined;
  /** Why it failed or waits. */
  readonly detail?: string | undefined;
}

interface Sending {
  readonly text: string;
  readonly viewer: string;
  readonly at: string;
  readonly submissionKey: string;
}

function pageOf(messages: readonly MessageWire[]): HistoryPage {
  return { messages, older: messages.length < limits.messagesPage ? undefined : messages[0]?._id };
}

function before(pageParam: string) {
  return { before: pageParam === '' ? undefined : pageParam, limit: limits.messagesPage };
}

const pageOptions = { initialPageParam: '', getNextPageParam: (page: HistoryPage) => page.older };

export const messagingApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMessages: build.infiniteQuery<HistoryPage, 'room', string>({
      infiniteQueryOptions: pageOptions,
      query: ({ pageParam }) => ({ path: '/messaging/getMessages', query: before(pageParam) }),
      transformResponse: pageOf,
      providesTags: ['Messages'],
    }),
    getChat: build.infiniteQuery<ChatPage, string, string>({
      infiniteQueryOptions: pageOptions,
      query: ({ queryArg, pageParam }) => ({
        path: `/chat/${encodeURIComponent(queryArg)}`,
        query: before(pageParam),
      }),
      transformResponse: (chat: ChatWire) => ({ ...pageOf(chat.messages), chat }),
      providesTags: (_result, _error, chatId) => [{ type: 'Chat', id: chatId }],
    }),
    getChats: build.infiniteQuery<ListPage<ChatWire>, string, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (page) => page.next },
      query: ({ queryArg, pageParam }) => ({
        path: `/chat/getChatsByUser/${encodeURIComponent(queryArg)}`,
        query: { cursor: pageParam === '' ? undefined : pageParam },
      }),
      transformResponse: toListPage<ChatWire>,
      providesTags: ['Chats'],
    }),
    getUnread: build.query<{ readonly unread: number }, undefined>({
      query: () => ({ path: '/chat/unread' }),
      providesTags: ['Unread'],
    }),
    /** People to chat with, filtered by a part of their name, without the viewer. */
    getChatPartners: build.infiniteQuery<
      ListPage<UserRowWire>,
      { readonly search: string; readonly viewer: string },
      string
    >({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (page) => page.next },
      query: ({ queryArg: { search, viewer }, pageParam }) => ({
        path: '/user/getUsers',
        query: {
          search: search === '' ? undefined : search,
          exclude: viewer,
          cursor: pageParam === '' ? undefined : pageParam,
        },
      }),
      transformResponse: toListPage<UserRowWire>,
      providesTags: ['Users'],
    }),
    /**
     * Pending messages of a place, including those of an earlier visit. Client state without a
     * call; kept in the cache so that signing out clears it.
     */
    getOutbox: build.query<readonly Outgoing[], string>({
      // the page's own store, whose type the endpoints don't know
      queryFn: (place, { getState }) => ({ data: unsentAt(selectUsername(getState() as State) ?? '', place) }),
      keepUnusedDataFor: 24 * 60 * 60,
    }),
    addMessage: build.mutation<MessageWire, Sending>({
      query: ({ text, viewer, at, submissionKey }) => ({
        path: '/messaging/addMessage',
        method: 'POST',
        body: { messageToAdd: { msg: text, msgFrom: viewer, msgDateTime: at } },
        submissionKey,
      }),
    }),
    addChatMessage: build.mutation<ChatWire, Sending & { readonly chatId: string }>({
      query: ({ chatId, text, viewer, at, submissionKey }) => ({
        path: `/chat/${encodeURIComponent(chatId)}/addMessage`,
        method: 'POST',
        body: { msg: text, msgFrom: viewer, msgDateTime: at },
        submissionKey,
      }),
    }),
    createChat: build.mutation<ChatWire, { readonly participants: readonly string[]; readonly submissionKey: string }>({
      query: ({ participants, submissionKey }) => ({
        path: '/chat/createChat',
        method: 'POST',
        body: { participants, messages: [] },
        submissionKey,
      }),
    }),
    addParticipant: build.mutation<
      ChatWire,
      { readonly chatId: string; readonly username: string; readonly submissionKey: string }
    >({
      query: ({ chatId, username, submissionKey }) => ({
        path: `/chat/${encodeURIComponent(chatId)}/addParticipant`,
        method: 'POST',
        body: { username },
        submissionKey,
      }),
    }),
  }),
});

export const {
  useGetMessagesInfiniteQuery,
  useGetChatInfiniteQuery,
  useGetChatsInfiniteQuery,
  useGetUnreadQuery,
  useGetChatPartnersInfiniteQuery,
  useGetOutboxQuery,
  useCreateChatMutation,
  useAddParticipantMutation,
} = messagingApi;
