import { checkChatName, postedText } from '@parlour/contracts/text/checks';
import { checkMessage } from '@parlour/contracts/posts/post-checks';
import { DomainError, type Fault, refuse } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type {
  ChatCreated,
  ChatMessagePosted,
  ChatRenamed,
  ParticipantAdded,
  ParticipantLeft,
} from '@parlour/contracts/messaging/messaging';
import type { Decider } from '@parlour/kernel/log/decider';

/** Whether the chat exists, and its participants in the order of joining. */
export type ChatState = { readonly status: 'unbegun' } | Begun;

interface Begun {
  readonly status: 'begun';
  readonly participants: readonly string[];
  /** Whether three or more began it; it stays a group when people leave. */
  readonly isGroup: boolean;
  readonly name: string | null;
}

/** A new message. */
export interface WrittenMessage {
  readonly messageId: string;
  readonly text: string;
}

/** Begin a chat, with its first messages. */
export interface CreateChat {
  readonly type: 'CreateChat';
  readonly chatId: string;
  readonly createdBy: string;
  /** By id; null for an unknown name. */
  readonly participants: readonly (string | null)[];
  readonly messages: readonly WrittenMessage[];
  /** Why the creator cannot reach one of them, if there is a block. */
  readonly blocked?: Fault | undefined;
}

/** Add one person to a group. */
export interface AddParticipant {
  readonly type: 'AddParticipant';
  readonly chatId: string;
  readonly addedBy: string;
  /** Null for an unknown name. */
  readonly userId: string | null;
  /** Why the actor cannot reach them, if there is a block. */
  readonly blocked?: Fault | undefined;
}

/** Leave a group. */
export interface LeaveChat {
  readonly type: 'LeaveChat';
  readonly chatId: string;
  readonly userId: string;
}

/** Name a group; an empty name takes the name away. */
export interface RenameChat {
  readonly type: 'RenameChat';
  readonly chatId: string;
  readonly renamedBy: string;
  readonly name: string;
}

/** The stream of one chat. */
export function chatStream(chatId: string): string {
  return `chat/${chatId}`;
}

/**
 * Non-participants get `chat.unknown`, as if the chat did not exist. Source: decisions M-2.
 * @throws {DomainError} `chat.unknown`
 */
export function refuseOutsider(chat: ChatState, userId: string): asserts chat is Begun {
  if (chat.status === 'begun' && chat.participants.includes(userId)) return;
  throw new DomainError('chat.unknown', messages.chatUnknown);
}

/**
 * The messages as they are posted. Source: specification VA-8; decisions M-5.
 * @throws {DomainError} `text.empty`, `text.tooLong`
 */
export function postedBy(from: string, chatId: string, written: readonly WrittenMessage[]): ChatMessagePosted[] {
  return written.map(({ messageId, text: typed }) => {
    const text = postedText(typed);
    refuse(checkMessage(text));
    return { type: 'ChatMessagePosted', data: { chatId, messageId, from, text } };
  });
}

/** The rules of chats and their participants. Source: decisions M-3, M-5, M-6, M-9, M-16. */
export const chatDecider: Decider<
  ChatState,
  CreateChat | AddParticipant | LeaveChat | RenameChat,
  ChatCreated | ChatMessagePosted | ParticipantAdded | ParticipantLeft | ChatRenamed
> = {
  initial: { status: 'unbegun' },
  longest: ({ type }) => (type === 'RenameChat' ? limits.sharedEvents.chat : limits.streamEvents),
  always: (command) => command.type === 'LeaveChat' || (command.type === 'RenameChat' && command.name.trim() === ''),

  decide(command, state) {
    switch (command.type) {
      case 'CreateChat':
        return create(command, state);
      case 'AddParticipant':
        return add(command, state);
      case 'LeaveChat':
        return leave(command, state);
      case 'RenameChat':
        return rename(command, state);
    }
  },

  evolve(state, event) {
    if (event.type === 'ChatCreated') {
      const { participants } = event.data;
      return { status: 'begun', participants, isGroup: participants.length > 2, name: null };
    }
    // Every chat begins with that.
    if (state.status === 'unbegun') return state;
    switch (event.type) {
      case 'ParticipantAdded':
        return { ...state, participants: [...state.participants, event.data.userId] };
      case 'ParticipantLeft':
        return { ...state, participants: state.participants.filter((id) => id !== event.data.userId) };
      case 'ChatRenamed':
        return { ...state, name: event.data.name };
      case 'ChatMessagePosted':
        return state;
      default:
        event satisfies never;
        return state;
    }
  },
};

function create(command: CreateChat, state: ChatState): (ChatCreated | ChatMessagePosted)[] {
  const { chatId, createdBy } = command;
  if (!command.participants.includes(createdBy)) {
    throw new DomainError('chat.participants', messages.chatParticipants);
  }
  const participants = [...new Set(command.participants.map(known))];
  if (participants.length === 1) throw new DomainError('chat.self', messages.chatSelf);
  if (participants.length > limits.chatParticipants) throw new DomainError('chat.full', messages.chatFull);
  const posted = postedBy(createdBy, chatId, command.messages);
  if (state.status === 'begun') return [];
  refuse(command.blocked);
  return [{ type: 'ChatCreated', data: { chatId, createdBy, participants } }, ...posted];
}

function add({ chatId, addedBy, userId, blocked }: AddParticipant, state: ChatState): ParticipantAdded[] {
  refuseOutsider(state, addedBy);
  const { participants, isGroup } = state;
  const added = known(userId);
  if (participants.includes(added)) return [];
  if (!isGroup) throw new DomainError('chat.twoPeople', messages.chatTwoPeople);
  refuse(blocked);
  if (participants.length >= limits.chatParticipants) throw new DomainError('chat.full', messages.chatFull);
  return [{ type: 'ParticipantAdded', data: { chatId, userId: added, addedBy } }];
}

function leave({ chatId, userId }: LeaveChat, state: ChatState): ParticipantLeft[] {
  refuseOutsider(state, userId);
  if (!state.isGroup) throw new DomainError('chat.twoPeople', messages.chatLeaveTwo);
  return [{ type: 'ParticipantLeft', data: { chatId, userId } }];
}

function rename({ chatId, renamedBy, name: given }: RenameChat, state: ChatState): ChatRenamed[] {
  refuseOutsider(state, renamedBy);
  if (!state.isGroup) throw new DomainError('chat.twoPeople', messages.chatRenameTwo);
  const trimmed = given.trim();
  refuse(checkChatName(trimmed));
  const name = trimmed === '' ? null : trimmed;
  return name === state.name ? [] : [{ type: 'ChatRenamed', data: { chatId, name, renamedBy } }];
}

function known(userId: string | null): string {
  if (userId === null) throw new DomainError('user.unknown', messages.userUnknown);
  return userId;
}
