import { checkMessage } from '@parlour/contracts/checks';
import { DomainError, refuse } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { ChatCreated, ChatMessagePosted, ParticipantAdded } from '@parlour/contracts/messaging';
import type { Decider } from '@parlour/kernel/log/decider';

/** Whether the chat exists, and its participants in the order of joining. */
export type ChatState =
  | { readonly status: 'unbegun' }
  | { readonly status: 'begun'; readonly participants: readonly string[] };

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
}

/** Add one person to a chat of three or more. */
export interface AddParticipant {
  readonly type: 'AddParticipant';
  readonly chatId: string;
  readonly addedBy: string;
  /** Null for an unknown name. */
  readonly userId: string | null;
}

/** The stream of one chat. */
export function chatStream(chatId: string): string {
  return `chat/${chatId}`;
}

/**
 * Non-participants get `chat.unknown`, as if the chat did not exist. Source: decisions M-2.
 * @throws {DomainError} `chat.unknown`
 */
export function refuseOutsider(chat: ChatState, userId: string): void {
  if (chat.status === 'begun' && chat.participants.includes(userId)) return;
  throw new DomainError('chat.unknown', messages.chatUnknown);
}

/**
 * The messages as they are posted, trimmed. Source: specification VA-8; decisions M-5.
 * @throws {DomainError} `text.empty`, `text.tooLong`
 */
export function postedBy(from: string, chatId: string, written: readonly WrittenMessage[]): ChatMessagePosted[] {
  return written.map(({ messageId, text }) => {
    refuse(checkMessage(text));
    return { type: 'ChatMessagePosted', data: { chatId, messageId, from, text: text.trim() } };
  });
}

/** The rules of chats and their participants. Source: decisions M-3, M-5, M-6. */
export const chatDecider: Decider<
  ChatState,
  CreateChat | AddParticipant,
  ChatCreated | ChatMessagePosted | ParticipantAdded
> = {
  initial: { status: 'unbegun' },

  decide(command, state) {
    switch (command.type) {
      case 'CreateChat':
        return create(command, state);
      case 'AddParticipant':
        return add(command, state);
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'ChatCreated':
        return { status: 'begun', participants: event.data.participants };
      case 'ParticipantAdded': {
        const before = state.status === 'begun' ? state.participants : [];
        return { status: 'begun', participants: [...before, event.data.userId] };
      }
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
  return [{ type: 'ChatCreated', data: { chatId, createdBy, participants } }, ...posted];
}

function add({ chatId, addedBy, userId }: AddParticipant, state: ChatState): ParticipantAdded[] {
  refuseOutsider(state, addedBy);
  const participants = state.status === 'begun' ? state.participants : [];
  const added = known(userId);
  if (participants.includes(added)) return [];
  if (participants.length < 3) throw new DomainError('chat.twoPeople', messages.chatTwoPeople);
  if (participants.length >= limits.chatParticipants) throw new DomainError('chat.full', messages.chatFull);
  return [{ type: 'ParticipantAdded', data: { chatId, userId: added, addedBy } }];
}

function known(userId: string | null): string {
  if (userId === null) throw new DomainError('user.unknown', messages.userUnknown);
  return userId;
}
