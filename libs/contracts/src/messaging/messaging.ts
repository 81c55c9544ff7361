import type { Editable } from '../posts/editable.ts';
import type { PlainText, PostChange, PostErased } from '../posts/posts.events.ts';
import type { IsoTime } from '../time.ts';

/**
 * Gateway to browser: a message, in the global room or in a chat. `msg` is empty while it is
 * deleted.
 */
export interface MessageWire extends Editable {
  readonly _id: string;
  readonly msg: string;
  readonly msgFrom: string;
  readonly msgDateTime: IsoTime;
  /**
   * For a line that the server wrote because of what `msgFrom` did: they added somebody, left the
   * chat, or named it. Null for what people write.
   */
  readonly notice: 'added' | 'left' | 'named' | null;
}

/**
 * Gateway to browser: a chat with its latest messages, oldest first; in lists, only the last
 * message.
 */
export interface ChatWire {
  readonly _id: string;
  readonly participants: readonly string[];
  readonly messages: readonly MessageWire[];
  /** The number of messages that the viewer hasn't seen. */
  readonly unread: number;
  /** Only groups can have one. */
  readonly name: string | null;
  /** Whether it was begun by three or more people: they can leave it, name it, and add others. */
  readonly group: boolean;
  /** Whether the viewer has muted it. */
  readonly muted: boolean;
}

/** Gateway to browser: the global room, as the answer to muting it. */
export interface RoomWire {
  readonly _id: typeof roomId;
  readonly muted: boolean;
}

/** The global room, where a call takes the id of a chat. Source: decisions M-10. */
export const roomId = 'global';

/** The kind of change in a `chatUpdate`. */
export type ChatUpdateType = 'created' | 'newMessage' | 'newParticipant' | 'left' | 'renamed' | 'changedMessage';

/** A message was sent to the global room. Stream `message/<id>`; ordering key `global`. */
export interface MessagePosted {
  readonly type: 'MessagePosted';
  readonly data: { readonly messageId: string; readonly from: string; readonly text: string };
}

/** A chat was created. Stream `chat/<id>`; ordering key the chat, as for all following events. */
export interface ChatCreated {
  readonly type: 'ChatCreated';
  readonly data: { readonly chatId: string; readonly createdBy: string; readonly participants: readonly string[] };
}

/**
 * A message was sent to a chat. Stream `chatmessage/<id>`, or the chat's for those it was created
 * with.
 */
export interface ChatMessagePosted {
  readonly type: 'ChatMessagePosted';
  readonly data: { readonly chatId: string; readonly messageId: string; readonly from: string; readonly text: string };
}

/** A person joined a chat of three or more. Stream `chat/<id>`. */
export interface ParticipantAdded {
  readonly type: 'ParticipantAdded';
  readonly data: { readonly chatId: string; readonly userId: string; readonly addedBy: string };
}

/** A person left a group. Stream `chat/<id>`. */
export interface ParticipantLeft {
  readonly type: 'ParticipantLeft';
  readonly data: { readonly chatId: string; readonly userId: string };
}

/** A participant named a group, or took its name away. Stream `chat/<id>`. */
export interface ChatRenamed {
  readonly type: 'ChatRenamed';
  readonly data: { readonly chatId: string; readonly name: string | null; readonly renamedBy: string };
}

/**
 * A person muted a chat or the global room (`global`), or no longer. Stream `mute/<chat>/<user>`;
 * ordering key the chat or `global`.
 */
export interface ChatMuted {
  readonly type: 'ChatMuted';
  readonly data: { readonly chatId: string; readonly userId: string; readonly muted: boolean };
}

/** Where a message is, in the events about its changes. */
export interface MessagePlace {
  readonly messageId: string;
  /** Null for a message of the global room. */
  readonly chatId: string | null;
}

/**
 * A message was edited, deleted or restored. Stream `messagechange/<message>`; ordering key the
 * chat or `global`, as for its erasing.
 */
export type MessageChange = PostChange<MessagePlace, PlainText>;

/** The events in messaging's log. */
export type MessagingEvent =
  | MessagePosted
  | ChatCreated
  | ChatMessagePosted
  | ParticipantAdded
  | ParticipantLeft
  | ChatRenamed
  | ChatMuted
  | MessageChange
  | PostErased<MessagePlace>;

/** The current schema version of each event type; older events are upcast when read. */
export const messagingSchemaVersions = {
  MessagePosted: 1,
  ChatCreated: 1,
  ChatMessagePosted: 1,
  ParticipantAdded: 1,
  ParticipantLeft: 1,
  ChatRenamed: 1,
  ChatMuted: 1,
  PostEdited: 1,
  PostDeleted: 1,
  PostRestored: 1,
  PostErased: 1,
} as const satisfies Record<MessagingEvent['type'], number>;
