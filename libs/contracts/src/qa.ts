/** A tag of a question. */
export interface TagWire {
  readonly name: string;
  readonly description: string;
}

/** Gateway to browser: an answer. */
export interface AnswerWire {
  readonly _id: string;
  readonly text: string;
  readonly ansBy: string;
  readonly ansDateTime: string;
  readonly comments: readonly CommentWire[];
}

/** Gateway to browser: a comment on a question or an answer. */
export interface CommentWire {
  readonly _id: string;
  readonly text: string;
  readonly commentBy: string;
  readonly commentDateTime: string;
}

/**
 * Gateway to browser: a question in a list, and the payload of `questionUpdate`. It has counts
 * where lists of names could grow without bound (decisions T-6).
 */
export interface QuestionRowWire {
  readonly _id: string;
  readonly title: string;
  readonly tags: readonly TagWire[];
  readonly askedBy: string;
  readonly askDateTime: string;
  readonly onlyFollowers: boolean;
  readonly communityId: string | null;
  readonly answerCount: number;
  readonly viewCount: number;
  readonly upVoteCount: number;
  readonly downVoteCount: number;
  /** The question's text, if the event of a live message changed it; absent in lists. */
  readonly text?: string;
}

/**
 * Gateway to browser: a question with everything that belongs to it; lists of names have at most
 * 1,000, including the viewer's own.
 */
export interface QuestionWire extends QuestionRowWire {
  readonly text: string;
  /** Oldest first; only a part for a very long question. */
  readonly answers: readonly AnswerWire[];
  /**
   * The id of the last of these answers if there are more: request them with it. Absent if all are
   * there.
   */
  readonly moreAnswersAfter?: string;
  readonly comments: readonly CommentWire[];
  readonly upVotes: readonly string[];
  readonly downVotes: readonly string[];
  readonly views: readonly string[];
  readonly following: readonly string[];
}

/** Gateway to browser: a tag with the number of its questions that the viewer may see. */
export interface TagCountWire extends TagWire {
  readonly qcnt: number;
}

/**
 * Gateway to browser: the reply to a vote, with lists of up to 1,000 names and exact counts.
 * Source: decisions Q-3.
 */
export interface VoteWire {
  readonly msg: string;
  readonly upVotes: readonly string[];
  readonly downVotes: readonly string[];
  readonly upVoteCount: number;
  readonly downVoteCount: number;
}

/** The orders of a list of questions. Source: specification LI-6; decisions Q-1. */
export const questionOrders = ['newest', 'unanswered', 'active', 'mostViewed', 'following'] as const;

/** One of `questionOrders`. */
export type QuestionOrder = (typeof questionOrders)[number];

/**
 * Browser to gateway: a new question; fields that the server owns are accepted and dropped
 * (decisions T-4).
 */
export interface AddQuestion {
  readonly title: string;
  readonly text: string;
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly askedBy?: string;
  readonly onlyFollowers?: boolean;
  readonly communityId?: string | null;
}

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

/** The direction of a vote. */
export type Vote = 'up' | 'down';

/**
 * A person voted on a question, which replaces their earlier vote. Stream `vote/<question>/<user>`;
 * ordering key the question.
 */
export interface VoteCast {
  readonly type: 'VoteCast';
  readonly data: {
    readonly questionId: string;
    readonly votedBy: string;
    readonly vote: Vote;
    /** The previous vote; null for a first vote. */
    readonly before: Vote | null;
  };
}

/** A person took their vote back. Stream and ordering key as for `VoteCast`. */
export interface VoteCancelled {
  readonly type: 'VoteCancelled';
  readonly data: { readonly questionId: string; readonly votedBy: string; readonly before: Vote };
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
  | QuestionFollowed
  | QuestionUnfollowed
  | CommentPosted
  | QuestionBlanked
  | AnswerBlanked
  | CommentBlanked;

/** The current schema version of each event type; older events are upcast when read. */
export const qaSchemaVersions = {
  QuestionAsked: 1,
  AnswerPosted: 1,
  QuestionViewed: 1,
  VoteCast: 1,
  VoteCancelled: 1,
  QuestionFollowed: 1,
  QuestionUnfollowed: 1,
  CommentPosted: 1,
  QuestionBlanked: 1,
  AnswerBlanked: 1,
  CommentBlanked: 1,
} as const satisfies Record<QaEvent['type'], number>;
