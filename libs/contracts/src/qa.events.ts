import type { Deleter, TakenOver } from './editable.ts';
import type { AnyEvent } from './envelope.ts';
import type { IsoTime } from './time.ts';
import type { TagWire, Vote } from './qa.ts';
import type { TagEvent } from './tag.events.ts';

/** A question was asked. Stream `question/<id>`; ordering key the question. */
export interface QuestionAsked {
  readonly type: 'QuestionAsked';
  readonly data: {
    readonly questionId: string;
    readonly askedBy: string;
    readonly title: string;
    readonly text: string;
    readonly tags: readonly TagWire[];
    readonly onlyFollowers: boolean;
    readonly communityId: string | null;
  };
}

/**
 * A question got another title, text or tags. Stream and ordering key as for `QuestionAsked`.
 * Source: decisions Q-18.
 */
export interface QuestionEdited {
  readonly type: 'QuestionEdited';
  readonly data: {
    readonly questionId: string;
    readonly editedBy: string;
    /** The new one: the first is 1. */
    readonly version: number;
    readonly title: string;
    readonly text: string;
    readonly tags: readonly TagWire[];
    /** The names of the tags before. */
    readonly tagsBefore: readonly string[];
    /** What decides who may see it, as it was asked. */
    readonly askedBy: string;
    readonly onlyFollowers: boolean;
    readonly communityId: string | null;
  };
}

/** An answer got another text. Stream and ordering key as for `AnswerPosted`. */
export interface AnswerEdited {
  readonly type: 'AnswerEdited';
  readonly data: {
    readonly answerId: string;
    readonly questionId: string;
    readonly editedBy: string;
    readonly version: number;
    readonly text: string;
  };
}

/** A comment got another text. Stream and ordering key as for `CommentPosted`. */
export interface CommentEdited {
  readonly type: 'CommentEdited';
  readonly data: {
    readonly commentId: string;
    readonly questionId: string;
    /** Null for a comment on the question itself. */
    readonly answerId: string | null;
    readonly editedBy: string;
    readonly version: number;
    readonly text: string;
  };
}

/**
 * How somebody deleted a post. Where this takes the place of a weaker deletion, a restoration comes
 * first, in the same transaction, so that nothing is counted twice.
 */
export interface PostDeletion extends Moderatable, TakenOver {
  readonly by: Deleter;
  readonly deletedBy: string;
  readonly reason: string | null;
  /** When it was first. */
  readonly deletedAt: IsoTime;
}

/** What others need to know of a deletion or restoration by somebody else than the author. */
export interface Moderation {
  readonly by: Exclude<Deleter, 'author'>;
  readonly author: string;
  /** The community of its question; null outside of communities. */
  readonly communityId: string | null;
}

interface Moderatable {
  /**
   * Absent if the author did it, and where another deletion follows at once. Source: decisions
   *
   */
  readonly moderated?: Moderation;
}

/**
 * What the counters need that a question counts in: who may see it, as it was asked, and the names
 * of its tags.
 */
interface CountedQuestion {
  readonly questionId: string;
  readonly askedBy: string;
  readonly onlyFollowers: boolean;
  readonly communityId: string | null;
  readonly tags: readonly string[];
}

/** A question was deleted, and can be restored for a while. Source: decisions Q-20. */
export interface QuestionDeleted {
  readonly type: 'QuestionDeleted';
  readonly data: CountedQuestion & PostDeletion;
}

/** A deleted question was restored. */
export interface QuestionRestored {
  readonly type: 'QuestionRestored';
  readonly data: CountedQuestion & { readonly restoredBy: string } & Moderatable;
}

/** An answer was deleted. */
export interface AnswerDeleted {
  readonly type: 'AnswerDeleted';
  readonly data: { readonly answerId: string; readonly questionId: string; readonly answeredBy: string } & PostDeletion;
}

/** A deleted answer was restored. */
export interface AnswerRestored {
  readonly type: 'AnswerRestored';
  readonly data: {
    readonly answerId: string;
    readonly questionId: string;
    readonly answeredBy: string;
    readonly restoredBy: string;
  } & Moderatable;
}

/** A comment was deleted. */
export interface CommentDeleted {
  readonly type: 'CommentDeleted';
  readonly data: {
    readonly commentId: string;
    readonly questionId: string;
    readonly answerId: string | null;
  } & PostDeletion;
}

/** A deleted comment was restored. */
export interface CommentRestored {
  readonly type: 'CommentRestored';
  readonly data: {
    readonly commentId: string;
    readonly questionId: string;
    readonly answerId: string | null;
    readonly restoredBy: string;
  } & Moderatable;
}

/** The events that delete and restore posts. */
export type PostDeletionEvent =
  | QuestionDeleted
  | QuestionRestored
  | AnswerDeleted
  | AnswerRestored
  | CommentDeleted
  | CommentRestored;

/** What somebody else than the author did with a post, from the events that say so. */
export interface ModeratedAct extends Moderation {
  readonly act: 'removed' | 'restored';
  readonly kind: 'question' | 'answer' | 'comment';
  readonly id: string;
  readonly questionId: string;
  /** The answer, or the one that the comment is on. */
  readonly answerId: string | null;
  readonly actorId: string;
  readonly reason: string | null;
}

/** Undefined if the author did it. */
export function moderatedActOf({ data }: PostDeletionEvent): ModeratedAct | undefined {
  if (!data.moderated) return undefined;
  const { questionId } = data;
  const answerId = 'answerId' in data ? data.answerId : null;
  const did =
    'deletedBy' in data
      ? ({ act: 'removed', actorId: data.deletedBy, reason: data.reason } as const)
      : ({ act: 'restored', actorId: data.restoredBy, reason: null } as const);
  const common = { ...data.moderated, ...did, questionId, answerId };
  if ('commentId' in data) return { ...common, kind: 'comment', id: data.commentId };
  return answerId === null
    ? { ...common, kind: 'question', id: questionId }
    : { ...common, kind: 'answer', id: answerId };
}

/** A question was answered. Stream `answer/<id>`; ordering key the question. */
export interface AnswerPosted {
  readonly type: 'AnswerPosted';
  readonly data: {
    readonly answerId: string;
    readonly questionId: string;
    readonly answeredBy: string;
    readonly text: string;
  };
}

/**
 * A person viewed a question by its id for the first time (decisions Q-4). Stream
 * `view/<question>/<user>`; ordering key the question.
 */
export interface QuestionViewed {
  readonly type: 'QuestionViewed';
  readonly data: { readonly questionId: string; readonly viewedBy: string };
}

/** What a vote is on. */
export interface VotedPost {
  readonly questionId: string;
  /** Absent for a vote on the question itself. */
  readonly answerId?: string;
}

/**
 * A person voted on a question or an answer, which replaces their earlier vote. Stream
 * `vote/<question or answer>/<user>`; ordering key the question.
 */
export interface VoteCast {
  readonly type: 'VoteCast';
  readonly data: VotedPost & {
    readonly votedBy: string;
    readonly vote: Vote;
    /** The previous vote; null for a first vote. */
    readonly before: Vote | null;
  };
}

/** A person took their vote back. Stream and ordering key as for `VoteCast`. */
export interface VoteCancelled {
  readonly type: 'VoteCancelled';
  readonly data: VotedPost & { readonly votedBy: string; readonly before: Vote };
}

/**
 * The asker accepted an answer, in place of the one before. Stream `acceptance/<question>`;
 * ordering key the question.
 */
export interface AnswerAccepted {
  readonly type: 'AnswerAccepted';
  readonly data: {
    readonly questionId: string;
    readonly answerId: string;
    readonly acceptedBy: string;
    /** The answer that was accepted until then; null if none was. */
    readonly before: string | null;
  };
}

/** The asker accepted no answer any more. Stream and ordering key as for `AnswerAccepted`. */
export interface AcceptanceWithdrawn {
  readonly type: 'AcceptanceWithdrawn';
  readonly data: { readonly questionId: string; readonly before: string };
}

/**
 * A person followed a question. Stream `questionfollow/<question>/<user>`; ordering key the
 * question.
 */
export interface QuestionFollowed {
  readonly type: 'QuestionFollowed';
  readonly data: { readonly questionId: string; readonly userId: string };
}

/** A person unfollowed a question. Stream and ordering key as for `QuestionFollowed`. */
export interface QuestionUnfollowed {
  readonly type: 'QuestionUnfollowed';
  readonly data: { readonly questionId: string; readonly userId: string };
}

/**
 * A comment on a question, or on one of its answers. Stream `comment/<id>`; ordering key the
 * question.
 */
export interface CommentPosted {
  readonly type: 'CommentPosted';
  readonly data: {
    readonly commentId: string;
    readonly questionId: string;
    /** Null for a comment on the question itself. */
    readonly answerId: string | null;
    readonly commentedBy: string;
    readonly text: string;
  };
}

/**
 * The operator blanked a question: its title and text are erased, from its own event too. Stream
 * `blanked/<question>`; ordering key the question, as for the next two. Source: decisions O-1.
 */
export interface QuestionBlanked {
  readonly type: 'QuestionBlanked';
  readonly data: { readonly questionId: string };
}

/** The operator blanked an answer. Stream `blanked/<answer>`. */
export interface AnswerBlanked {
  readonly type: 'AnswerBlanked';
  readonly data: { readonly answerId: string; readonly questionId: string };
}

/** The operator blanked a comment. Stream `blanked/<comment>`. */
export interface CommentBlanked {
  readonly type: 'CommentBlanked';
  readonly data: {
    readonly commentId: string;
    readonly questionId: string;
    /** Null for a comment on the question itself. */
    readonly answerId: string | null;
  };
}

/** The events in qa's log. */
export type QaEvent =
  | QuestionAsked
  | AnswerPosted
  | QuestionViewed
  | VoteCast
  | VoteCancelled
  | AnswerAccepted
  | AcceptanceWithdrawn
  | QuestionFollowed
  | QuestionUnfollowed
  | CommentPosted
  | QuestionBlanked
  | AnswerBlanked
  | CommentBlanked
  | QuestionEdited
  | AnswerEdited
  | CommentEdited
  | PostDeletionEvent
  | TagEvent;

/** The events about a question, its answers and comments. */
export type QuestionEvent = Exclude<QaEvent, TagEvent>;

/** Whether an event is about a question. */
export function isOfQuestion<Event extends AnyEvent>(
  event: Event,
): event is Exclude<Event, { readonly type: TagEvent['type'] }> {
  return !(event.type in tagEvents);
}

const tagEvents = { TagDescribed: true, TagBlanked: true } as const satisfies Record<TagEvent['type'], true>;

/** The current schema version of each event type; older events are upcast when read. */
export const qaSchemaVersions = {
  QuestionAsked: 1,
  AnswerPosted: 1,
  QuestionViewed: 1,
  VoteCast: 1,
  VoteCancelled: 1,
  AnswerAccepted: 1,
  AcceptanceWithdrawn: 1,
  QuestionFollowed: 1,
  QuestionUnfollowed: 1,
  CommentPosted: 1,
  QuestionBlanked: 1,
  AnswerBlanked: 1,
  CommentBlanked: 1,
  QuestionEdited: 1,
  AnswerEdited: 1,
  CommentEdited: 1,
  QuestionDeleted: 1,
  QuestionRestored: 1,
  AnswerDeleted: 1,
  AnswerRestored: 1,
  CommentDeleted: 1,
  CommentRestored: 1,
  TagDescribed: 1,
  TagBlanked: 1,
} as const satisfies Record<QaEvent['type'], number>;
