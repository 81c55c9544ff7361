/** Gateway to browser: a message, in the global room or in a chat. */
export interface MessageWire {
  readonly _id: string;
  readonly msg: string;
  readonly msgFrom: string;
  readonly msgDateTime: string;
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
}

/** The kind of change in a `chatUpdate`. */
export type ChatUpdateType = 'created' | 'newMessage' | 'newParticipant';

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

/**
 * A participant has seen a chat up to a message: written on opening and on leaving it, not for each
 * message in between. Stream `chatread/<chat>/<user>`.
 */
export interface ChatRead {
  readonly type: 'ChatRead';
  readonly data: { readonly chatId: string; readonly userId: string; readonly messageId: string };
}

/**
 * The operator blanked a message of the global room: its text is erased, from its own event too.
 * Stream `blanked/<message>`; ordering key `global`. Source: decisions O-1.
 */
export interface MessageBlanked {
  readonly type: 'MessageBlanked';
  readonly data: { readonly messageId: string };
}

/** The operator blanked a message of a chat. Stream `blanked/<message>`; ordering key the chat. */
export interface ChatMessageBlanked {
  readonly type: 'ChatMessageBlanked';
  readonly data: { readonly chatId: string; readonly messageId: string };
}

/** The events in messaging's log. */
export type MessagingEvent =
  | MessagePosted
  | ChatCreated
  | ChatMessagePosted
  | ParticipantAdded
  | ChatRead
  | MessageBlanked
  | ChatMessageBlanked;

/** The current schema version of each event type; older events are upcast when read. */
export const messagingSchemaVersions = {
  MessagePosted: 1,
  ChatCreated: 1,
  ChatMessagePosted: 1,
  ParticipantAdded: 1,
  ChatRead: 1,
  MessageBlanked: 1,
  ChatMessageBlanked: 1,
} as const satisfies Record<MessagingEvent['type'], number>;
