import type { AnyEvent } from '../envelope.ts';
import type {
  Moderation,
  PlainText,
  PostChange,
  PostDeleted,
  PostErased,
  PostRestored,
} from '../posts/posts.events.ts';
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

/** Which question, answer or comment an event is about. */
export interface PostPlace<Kind extends 'question' | 'answer' | 'comment' = 'question' | 'answer' | 'comment'> {
  readonly kind: Kind;
  readonly id: string;
  readonly questionId: string;
  /** An answer itself, or the one that a comment is on; null for others. */
  readonly answerId: string | null;
  readonly author: string;
}

/** A question, and what the counters need that it counts in: who may see it, and its tags. */
export interface QuestionPlace
  extends PostPlace<'question'>, Pick<QuestionAsked['data'], 'onlyFollowers' | 'communityId'> {
  /** The names of its tags before the event. */
  readonly tagsBefore: readonly string[];
}

/** What the author of a question writes. */
export type QuestionTexts = Pick<QuestionAsked['data'], 'title' | 'text' | 'tags'>;

/**
 * A question, an answer or a comment was edited, deleted or restored. Stream and ordering key as
 * for its posting.
 */
export type PostChanged<Kind extends PostPlace['kind'] = PostPlace['kind']> = {
  readonly question: PostChange<QuestionPlace, QuestionTexts>;
  readonly answer: PostChange<PostPlace<'answer'>, PlainText>;
  readonly comment: PostChange<PostPlace<'comment'>, PlainText>;
}[Kind];

/** The events that delete and restore posts. */
export type PostDeletionEvent = PostDeleted<PostPlace> | PostRestored<PostPlace>;

/** What somebody else than the author did with a post, from the events that say so. */
export interface ModeratedAct extends Moderation, Pick<PostPlace, 'kind' | 'id' | 'questionId' | 'answerId'> {
  readonly act: 'removed' | 'restored';
  readonly actorId: string;
  readonly reason: string | null;
}

/** Undefined if the author did it. */
export function moderatedActOf({ data }: PostDeletionEvent): ModeratedAct | undefined {
  if (!data.moderated) return undefined;
  const { kind, id, questionId, answerId, moderated } = data;
  const did =
    'deletedBy' in data
      ? ({ act: 'removed', actorId: data.deletedBy, reason: data.reason } as const)
      : ({ act: 'restored', actorId: data.restoredBy, reason: null } as const);
  return { ...moderated, ...did, kind, id, questionId, answerId };
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
  | PostChanged
  | PostErased<PostPlace<'question'>>
  | PostErased<PostPlace<'answer'>>
  | PostErased<PostPlace<'comment'>>
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
  PostEdited: 1,
  PostDeleted: 1,
  PostRestored: 1,
  PostErased: 1,
  TagDescribed: 1,
  TagBlanked: 1,
} as const satisfies Record<QaEvent['type'], number>;
