import { DomainError, type Fault } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { MessageChange, MessagePlace } from '@parlour/contracts/messaging/messaging';
import { checkMessage } from '@parlour/contracts/posts/post-checks';
import type { PlainText } from '@parlour/contracts/posts/posts.events';
import type { Decider } from '@parlour/kernel/log/decider';
import {
  decideOnPost,
  evolvePost,
  plainKind,
  type PostChanges,
  type PostCommand,
  protects,
  unchanged,
} from '@parlour/posts/post.decider';
import type { ChatState } from '../chat/chat.decider.ts';

/** Change a message: edit, delete or restore it. */
export type ChangeMessage = PostCommand<PlainText> & {
  readonly place: MessagePlace;
  readonly author: string;
  /** The text that it had before the stream was loaded: right as long as nobody has edited it. */
  readonly before: string;
  /** The chat's state; null for the room, which has no outsiders. */
  readonly chat: ChatState | null;
  /** Why the author cannot reach another participant of its chat, if there is a block. */
  readonly blocked?: Fault | undefined;
};

/** The stream of the changes of one message. */
export function messageChangeStream(messageId: string): string {
  return `messagechange/${messageId}`;
}

const message = plainKind(checkMessage);

/**
 * The rules of changing messages: authors edit, delete and restore their own; operators remove
 * those of others from the global room, with a reason, also what its author has deleted. Source:
 * decisions M-11, M-12.
 */
export const messageChangeDecider: Decider<PostChanges<PlainText>, ChangeMessage, MessageChange> = {
  initial: unchanged,
  snapshots: ['PostEdited'],
  always: protects,
  decide(command, state) {
    const { chat, place, author, before } = command;
    // Messages of a chat that one is not in, or has left, are unknown, as those that never were.
    if (chat !== null && !(chat.status === 'begun' && chat.participants.includes(command.actorId))) {
      throw new DomainError('message.unknown', messages.messageUnknown);
    }
    const post = { author, texts: { text: before }, ...state };
    // A block stops what a message of two would say anew. Source: decisions M-16.
    const refusal = chat?.status === 'begun' && !chat.isGroup ? command.blocked : undefined;
    // Operators have no part in chats, and none in what nobody has deleted.
    const hasOperators = place.chatId === null && (command.type === 'DeletePost' || state.deleted !== null);
    const allowed =
      command.type === 'EditPost'
        ? command
        : { ...command, isOperator: command.isOperator && hasOperators, repeatsWithoutReason: true };
    // Nobody counts deleted messages, so that the last of several changes says everything.
    return decideOnPost(message, place, post, allowed, refusal).slice(-1);
  },
  evolve: (state, event) => evolvePost(message, state, event),
};
