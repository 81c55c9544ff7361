import type { Editable } from '../posts/editable.ts';
import type { IsoTime } from '../time.ts';

/** A tag of a question. */
export interface TagWire {
  readonly name: string;
  readonly description: string;
}

/** Gateway to browser: an answer. */
export interface AnswerWire extends Editable {
  readonly _id: string;
  readonly text: string;
  readonly ansBy: string;
  readonly ansDateTime: IsoTime;
  readonly comments: readonly CommentWire[];
  /** Upvotes less downvotes. */
  readonly score: number;
  /** The viewer's own vote. Absent in live messages to many people. */
  readonly myVote?: Vote | null;
  /** Whether the asker has accepted it. */
  readonly accepted: boolean;
}

/** Gateway to browser: the reply to a vote on an answer. Source: decisions Q-24. */
export interface AnswerVoteWire extends AnswerWire {
  readonly msg: string;
}

/** Gateway to browser: an answer in the list of a person's answers. */
export interface AnswerRowWire {
  readonly _id: string;
  /** How the text begins, as plain text of at most 200 characters. */
  readonly excerpt: string;
  readonly ansDateTime: IsoTime;
  readonly question: { readonly _id: string; readonly title: string };
}

/** Gateway to browser: a comment on a question or an answer. */
export interface CommentWire extends Editable {
  readonly _id: string;
  readonly text: string;
  readonly commentBy: string;
  readonly commentDateTime: IsoTime;
}

/** Gateway to browser: the latest answer to a question, or comment on it or on an answer. */
export interface LastActivityWire {
  readonly who: string;
  readonly when: IsoTime;
  readonly what: 'answered' | 'commented';
}

/**
 * Gateway to browser: what both a list and its own page show of a question. It has counts where
 * lists of names could grow without bound (decisions T-6).
 */
export interface QuestionHeadWire extends Editable {
  readonly _id: string;
  readonly title: string;
  readonly tags: readonly TagWire[];
  readonly askedBy: string;
  readonly askDateTime: IsoTime;
  readonly onlyFollowers: boolean;
  readonly communityId: string | null;
  /** The answer that the asker has accepted; null while there is none. */
  readonly acceptedAnswerId: string | null;
  readonly answerCount: number;
  readonly viewCount: number;
  readonly upVoteCount: number;
  readonly downVoteCount: number;
  /** How the text begins, as plain text of at most 200 characters. */
  readonly excerpt: string;
}

/** Gateway to browser: a question in a list, and the payload of `questionUpdate`. */
export interface QuestionRowWire extends QuestionHeadWire {
  /** Null while nobody has answered or commented. */
  readonly lastActivity: LastActivityWire | null;
  /**
   * Whether there is something for the viewer to read: an answer since they read it last, or the
   * question itself if it was asked in the last two days. Absent in live messages, which are the
   * same for everybody. Source: decisions Q-36.
   */
  readonly unread?: boolean;
  /** The question's text, if the event of a live message changed it; absent in lists. */
  readonly text?: string;
}

/**
 * Gateway to browser: a question with everything that belongs to it; lists of names have at most
 * 1,000, including the viewer's own.
 */
export interface QuestionWire extends QuestionHeadWire {
  readonly text: string;
  /** Oldest first, unless requested otherwise; only a part for a very long question. */
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

/** Gateway to browser: a version of a question or an answer, with the name of whoever made it. */
export interface VersionWire {
  readonly version: number;
  /** Of questions only, as `tags`. */
  readonly title?: string;
  readonly text: string;
  readonly tags?: readonly TagWire[];
  readonly by: string;
  readonly at: IsoTime;
}

/** Gateway to browser: a tag, with the version of its description. Source: decisions Q-33. */
export interface DescribedTagWire extends TagWire {
  /** Counts from 1, the description that its first question brought. */
  readonly version: number;
  /** When somebody changed it last. */
  readonly editedAt: IsoTime | null;
}

/** Gateway to browser: a version of a tag's description. */
export interface TagVersionWire {
  readonly version: number;
  readonly text: string;
  /**
   * Null for the first one, as `at`: it came with a question, or from before the viewer could know
   * the tag.
   */
  readonly by: string | null;
  readonly at: IsoTime | null;
}

/** Gateway to browser: the versions of a tag’s description; `mayEdit` is the viewer’s right. */
export interface TagHistoryWire {
  readonly mayEdit: boolean;
  /** The newest first. */
  readonly versions: readonly TagVersionWire[];
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

/**
 * The orders of a list of questions: the specification's, and those without an accepted answer.
 * Source: specification LI-6; decisions.
 */
export const questionOrders = ['newest', 'unanswered', 'active', 'mostViewed', 'following', 'unsolved'] as const;

/** One of `questionOrders`. */
export type QuestionOrder = (typeof questionOrders)[number];

/**
 * The orders of a question's answers: the accepted one first, then by score, then by age; or by age
 * alone. Source: decisions.
 */
export const answerOrders = ['best', 'oldest', 'newest'] as const;

/** One of `answerOrders`. */
export type AnswerOrder = (typeof answerOrders)[number];

/** The orders of a list of tags: those with the most questions first, or by name. */
export const tagOrders = ['questions', 'name'] as const;

/** One of `tagOrders`. */
export type TagOrder = (typeof tagOrders)[number];

/** The direction of a vote. */
export type Vote = 'up' | 'down';
