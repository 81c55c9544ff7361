/** Gateway to browser: a message, in the global room or in a chat. */
export interface MessageWire {
  readonly _id: string;
  readonly msg: string;
  readonly msgFrom: string;
  readonly msgDateTime: string;
}

/**
 * Gateway to browser: a chat with its latest messages, the oldest first; in lists with its last
 * message alone.
 */
export interface ChatWire {
  readonly _id: string;
  readonly participants: readonly string[];
  readonly messages: readonly MessageWire[];
  /** How many messages the viewer has not seen. */
  readonly unread: number;
}

/** What happened to the chat of a `chatUpdate`. */
export type ChatUpdateType = 'created' | 'newMessage' | 'newParticipant';

/** A message was written in the global room. Stream `message/<id>`; ordering key `global`. */
export interface MessagePosted {
  readonly type: 'MessagePosted';
  readonly data: { readonly messageId: string; readonly from: string; readonly text: string };
}

/** A chat began. Stream `chat/<id>`; ordering key the chat, as of all that follow. */
export interface ChatCreated {
  readonly type: 'ChatCreated';
  readonly data: { readonly chatId: string; readonly createdBy: string; readonly participants: readonly string[] };
}

/**
 * A message was written in a chat. Stream `chatmessage/<id>`, or that of the chat for those that it
 * begins with.
 */
export interface ChatMessagePosted {
  readonly type: 'ChatMessagePosted';
  readonly data: { readonly chatId: string; readonly messageId: string; readonly from: string; readonly text: string };
}

/** Somebody joined a chat of three or more. Stream `chat/<id>`. */
export interface ParticipantAdded {
  readonly type: 'ParticipantAdded';
  readonly data: { readonly chatId: string; readonly userId: string; readonly addedBy: string };
}

/**
 * A participant has seen a chat up to one of its messages: on opening it and on leaving it, not for
 * each message that is said meanwhile. Stream `chatread/<chat>/<user>`.
 */
export interface ChatRead {
  readonly type: 'ChatRead';
  readonly data: { readonly chatId: string; readonly userId: string; readonly messageId: string };
}

/**
 * Whoever runs the site blanked a message of the global room: its text is gone, from its own event
 * too. Stream `blanked/<message>`; ordering key `global`. Source: decisions O-1.
 */
export interface MessageBlanked {
  readonly type: 'MessageBlanked';
  readonly data: { readonly messageId: string };
}

/**
 * Whoever runs the site blanked a message of a chat. Stream `blanked/<message>`; ordering key the
 * chat.
 */
export interface ChatMessageBlanked {
  readonly type: 'ChatMessageBlanked';
  readonly data: { readonly chatId: string; readonly messageId: string };
}

/** What the log of messaging can hold. */
export type MessagingEvent =
  | MessagePosted
  | ChatCreated
  | ChatMessagePosted
  | ParticipantAdded
  | ChatRead
  | MessageBlanked
  | ChatMessageBlanked;

/** The schema version that is written now, of each event type; older ones are upcast when read. */
export const messagingSchemaVersions = {
  MessagePosted: 1,
  ChatCreated: 1,
  ChatMessagePosted: 1,
  ParticipantAdded: 1,
  ChatRead: 1,
  MessageBlanked: 1,
  ChatMessageBlanked: 1,
} as const satisfies Record<MessagingEvent['type'], number>;
