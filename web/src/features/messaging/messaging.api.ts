import { limits } from '@parlour/contracts/limits';
import type { ChatWire, MessageWire } from '@parlour/contracts/messaging/messaging';
import type {
  AddParticipant,
  CreateChat,
  GetMessages,
  GivenMessage,
  LeaveChat,
  MuteChat,
  RenameChat,
} from '@parlour/contracts/messaging/messaging.requests';
import type { ReplyOf } from '@parlour/contracts/rpc';
import { api, tagOf } from '../../shared/api.ts';
import {
  change,
  keptForReturn,
  paged,
  pathTo,
  type PageOf,
  type Posted,
  type Submitted,
} from '../../shared/http/endpoint.ts';
import { selectUserId } from '../../shared/state/session.slice.ts';
import type { State } from '../../shared/state/store.ts';
import { storedOutgoing } from './sending/outbox-storage.ts';
import type { Outgoing } from './sending/outgoing.ts';

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
  /** Whether the viewer has left the chat since. */
  readonly isLeft?: boolean;
}

/** Where messages are written, beside the room. */
interface InChat {
  readonly chatId: string;
}

function pageOf(messages: readonly MessageWire[]): HistoryPage {
  return { messages, older: messages.length < limits.messagesPage ? undefined : messages[0]?._id };
}

function before(pageParam: string): Required<GetMessages> {
  return { before: pageParam, limit: limits.messagesPage };
}

const roomPath = '/messaging/getMessages';

const history = {
  ...keptForReturn,
  infiniteQueryOptions: { initialPageParam: '', getNextPageParam: (page: HistoryPage) => page.older },
};

export const messagingApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMessages: build.infiniteQuery<HistoryPage, 'room', string>({
      ...history,
      query: ({ pageParam }) => ({ path: roomPath, query: before(pageParam) }),
      transformResponse: pageOf,
      providesTags: ['Messages'],
    }),
    /** The room's newest message, or none. */
    getNewestMessage: build.query<readonly MessageWire[], undefined>({
      query: () => ({ path: roomPath, query: { limit: 1 } }),
      providesTags: ['Messages'],
    }),
    getChat: build.infiniteQuery<ChatPage, string, string>({
      ...history,
      query: ({ queryArg, pageParam }) => ({
        path: pathTo`/chat/${queryArg}`,
        query: before(pageParam),
      }),
      transformResponse: (chat: ReplyOf<'messaging.getChat'>) => ({ ...pageOf(chat.messages), chat }),
      providesTags: (_result, _error, chatId) => [tagOf('Chat', chatId)],
    }),
    getChats: build.infiniteQuery<PageOf<'messaging.getChats'>, string, string>({
      ...paged((viewer) => ({ path: pathTo`/chat/getChatsByUser/${viewer}` })),
      providesTags: ['Chats'],
    }),
    getUnread: build.query<ReplyOf<'messaging.unread'>, undefined>({
      query: () => ({ path: '/chat/unread' }),
      providesTags: ['Unread'],
    }),
    /**
     * Whether the room has messages that came since the viewer was there. Client state without a
     * call, as the following one.
     */
    getRoomNews: build.query<boolean, undefined>({
      queryFn: () => ({ data: false }),
      keepUnusedDataFor: 24 * 60 * 60,
    }),
    /**
     * Pending messages of a place, including those of an earlier visit. Client state without a
     * call; kept in the cache so that signing out clears it.
     */
    getOutbox: build.query<readonly Outgoing[], string>({
      // the page's own store, whose type the endpoints don't know
      queryFn: (place, { getState }) => ({ data: storedOutgoing(selectUserId(getState() as State) ?? '', place) }),
      keepUnusedDataFor: 24 * 60 * 60,
    }),
    addMessage: build.mutation<ReplyOf<'messaging.addMessage'>, Posted<GivenMessage>>({
      query: ({ at, submissionKey, ...message }) => ({
        path: '/messaging/addMessage',
        method: 'POST',
        body: { messageToAdd: { ...message, msgDateTime: at } },
        submissionKey,
      }),
    }),
    addChatMessage: build.mutation<ReplyOf<'messaging.addChatMessage'>, Posted<GivenMessage> & InChat>({
      query: ({ chatId, at, submissionKey, ...message }) => ({
        path: pathTo`/chat/${chatId}/addMessage`,
        method: 'POST',
        body: { ...message, msgDateTime: at },
        submissionKey,
      }),
    }),
    createChat: build.mutation<ReplyOf<'messaging.createChat'>, Submitted<CreateChat>>({
      query: change('/chat/createChat'),
    }),
    leaveChat: build.mutation<ReplyOf<'messaging.leave'>, Submitted<LeaveChat>>({ query: change('/chat/leave') }),
    renameChat: build.mutation<ReplyOf<'messaging.rename'>, Submitted<RenameChat>>({
      query: change('/chat/rename', 'PATCH'),
    }),
    muteChat: build.mutation<ReplyOf<'messaging.mute'>, Submitted<MuteChat>>({ query: change('/chat/mute') }),
    addParticipant: build.mutation<ReplyOf<'messaging.addParticipant'>, Submitted<AddParticipant> & InChat>({
      query: ({ chatId, ...body }) => change(pathTo`/chat/${chatId}/addParticipant`)(body),
    }),
  }),
});

export const {
  useGetMessagesInfiniteQuery,
  useGetChatInfiniteQuery,
  useGetChatsInfiniteQuery,
  useGetUnreadQuery,
  useGetOutboxQuery,
  useGetRoomNewsQuery,
  useCreateChatMutation,
  useAddParticipantMutation,
  useLeaveChatMutation,
  useRenameChatMutation,
  useMuteChatMutation,
} = messagingApi;
