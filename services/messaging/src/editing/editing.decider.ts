import { checkDeleteReason, postedText } from '@parlour/contracts/checks';
import { checkMessage } from '@parlour/contracts/post-checks';
import {
  type Deleter,
  isPastRestoring,
  isStronger,
  mayRestore,
  refuseFull,
  refuseStale,
  takenOver,
} from '@parlour/contracts/editable';
import { DomainError, type Fault, refuse } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { MessageDeleted, MessageEdited, MessageRestored } from '@parlour/contracts/messaging';
import type { Decider } from '@parlour/kernel/log/decider';
import type { ChatState } from '../chat/chat.decider.ts';

/** What has become of a message since it was posted. */
export interface MessageState {
  readonly version: number;
  /** Its text; null for the one it was posted with, which is in no event of this stream. */
  readonly text: string | null;
  readonly deleted: {
    readonly by: Deleter;
    /** When it was first. */
    readonly at: string;
    /** Whether its author had deleted it before an operator did. */
    readonly authorToo: boolean;
  } | null;
}

/** A message, and who wants to change it. */
interface Change {
  readonly messageId: string;
  /** Null for a message of the global room. */
  readonly chatId: string | null;
  readonly author: string;
  readonly actor: string;
  /** The chat's state; null for the room, which has no outsiders. */
  readonly chat: ChatState | null;
  /** Whether it was blanked on the server: then nothing is left to change. */
  readonly isBlanked: boolean;
}

/** A change that shows a text to the others. */
interface Showing extends Change {
  /** Why the author cannot reach another participant of its chat, if there is a block. */
  readonly blocked?: Fault | undefined;
}

/** Give a message another text. */
export interface EditMessage extends Showing {
  readonly type: 'EditMessage';
  readonly text: string;
  /** The text that it had before the stream was loaded: right as long as nobody has edited it. */
  readonly before: string;
  /** The version that the edit is based on. */
  readonly version: number;
}

/** Delete a message. */
export interface DeleteMessage extends Change {
  readonly type: 'DeleteMessage';
  /** Whether the actor is an operator of the site. */
  readonly isOperator: boolean;
  readonly reason: string;
  readonly now: string;
}

/** Undo the deletion of a message. */
export interface RestoreMessage extends Showing {
  readonly type: 'RestoreMessage';
  readonly isOperator: boolean;
  /** ISO-8601. */
  readonly now: string;
}

/** The stream of the changes of one message. */
export function messageChangeStream(messageId: string): string {
  return `messagechange/${messageId}`;
}

/**
 * Messages of a chat that one is not in, or has left, are unknown, as those that never were.
 * @throws {DomainError} `message.unknown`
 */
function refuseStranger({ chat, actor }: Change): void {
  if (chat === null || (chat.status === 'begun' && chat.participants.includes(actor))) return;
  throw new DomainError('message.unknown', messages.messageUnknown);
}

/**
 * The rules of changing messages: authors edit, delete and restore their own; operators remove
 * those of others from the global room, with a reason, also what its author has deleted. Source:
 * decisions M-11, M-12.
 */
export const messageChangeDecider: Decider<
  MessageState,
  EditMessage | DeleteMessage | RestoreMessage,
  MessageEdited | MessageDeleted | MessageRestored
> = {
  initial: { version: 1, text: null, deleted: null },
  snapshots: ['MessageEdited'],
  always: (command) => command.type === 'DeleteMessage' || ('isOperator' in command && command.isOperator),

  decide(command, state) {
    refuseStranger(command);
    switch (command.type) {
      case 'EditMessage':
        return edit(command, state);
      case 'DeleteMessage':
        return remove(command, state);
      case 'RestoreMessage':
        return restore(command, state);
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'MessageEdited':
        // What is deleted is not edited.
        return { version: event.data.version, text: event.data.text, deleted: null };
      case 'MessageDeleted': {
        const { by, deletedAt: at, authorToo = false } = event.data;
        return { ...state, deleted: { by, at, authorToo } };
      }
      case 'MessageRestored':
        return { ...state, deleted: null };
      default:
        event satisfies never;
        return state;
    }
  },
};

function edit(command: EditMessage, state: MessageState): MessageEdited[] {
  const { messageId, chatId, before } = command;
  const { version, deleted } = state;
  if (command.author !== command.actor) throw new DomainError('edit.notAuthor', messages.editNotAuthor);
  if (command.isBlanked || deleted) throw new DomainError('edit.deleted', messages.editDeleted);
  const text = postedText(command.text);
  refuse(checkMessage(text));
  if (text === (state.text ?? before)) return [];
  refuseBlocked(command);
  refuseStale(command.version, version);
  refuseFull(version);
  return [{ type: 'MessageEdited', data: { messageId, chatId, version: version + 1, text } }];
}

/** A block stops what a message of two would say anew. Source: decisions M-16. */
function refuseBlocked({ chat, blocked }: Showing): void {
  if (chat?.status === 'begun' && !chat.isGroup) refuse(blocked);
}

function remove(command: DeleteMessage, { deleted }: MessageState): MessageDeleted[] {
  const { messageId, chatId, now } = command;
  const isAuthor = command.author === command.actor;
  if (!isAuthor && !(command.isOperator && chatId === null)) {
    throw new DomainError('edit.notAuthor', messages.deleteNotAllowed);
  }
  if (command.isBlanked) throw new DomainError('edit.deleted', messages.editDeleted);
  const by = isAuthor ? 'author' : 'operator';
  if (deleted && (!isStronger(by, deleted.by) || isPastRestoring(deleted.at, now))) return [];
  const reason = isAuthor ? null : checkedReason(command.reason);
  const before = takenOver(deleted?.by, deleted?.authorToo);
  return [
    { type: 'MessageDeleted', data: { messageId, chatId, by, reason, deletedAt: deleted?.at ?? now, ...before } },
  ];
}

function checkedReason(given: string): string {
  const reason = given.trim();
  refuse(checkDeleteReason(reason));
  return reason;
}

function restore(command: RestoreMessage, { deleted }: MessageState): (MessageRestored | MessageDeleted)[] {
  const { messageId, chatId, now } = command;
  const author = command.author === command.actor;
  // Nobody moderates messages.
  const capacities = { author, moderator: false, operator: command.isOperator && chatId === null };
  if (!mayRestore(deleted?.by ?? 'author', capacities)) {
    throw new DomainError('edit.notAuthor', messages.restoreNotAllowed);
  }
  if (deleted && isPastRestoring(deleted.at, now)) throw new DomainError('restore.late', messages.restoreLate);
  if (command.isBlanked) throw new DomainError('edit.deleted', messages.editDeleted);
  if (!deleted) return [];
  refuseBlocked(command);
  if (deleted.authorToo) {
    return [{ type: 'MessageDeleted', data: { messageId, chatId, by: 'author', reason: null, deletedAt: deleted.at } }];
  }
  return [{ type: 'MessageRestored', data: { messageId, chatId } }];
}
