import type { Deleter } from '../posts/editable.ts';
import type { PostChange } from '../posts/posts.events.ts';

/** The status of a poll. */
export type PollStatus = 'active' | 'closed';

/** A poll was created. Stream `poll/<id>`; ordering key the poll, as for all following events. */
export interface PollCreated {
  readonly type: 'PollCreated';
  readonly data: {
    readonly pollId: string;
    readonly communityId: string;
    readonly createdBy: string;
    readonly questionText: string;
    readonly options: readonly { readonly optionId: string; readonly text: string }[];
    /** ISO-8601. */
    readonly expiresAt: string;
  };
}

/** A vote in a poll. Stream `pollvote/<poll>/<user>`, with the poll as guard. */
export interface PollVoted {
  readonly type: 'PollVoted';
  readonly data: {
    readonly pollId: string;
    readonly communityId: string;
    readonly optionId: string;
    readonly userId: string;
  };
}

/**
 * A poll expired, or somebody closed it early, its creator or else somebody who leads the
 * community: only then it has `by` and `as`. Stream `poll/<id>`.
 */
export interface PollClosed {
  readonly type: 'PollClosed';
  readonly data: {
    readonly pollId: string;
    readonly communityId: string;
    readonly by?: string;
    readonly as?: Exclude<Deleter, 'operator'>;
  };
}

/** Which poll an event is about. */
export interface PollPlace extends Pick<PollCreated['data'], 'pollId' | 'communityId' | 'createdBy'> {
  /**
   * Also of a removed one. If the time of an active poll that is restored is over, it closes next.
   */
  readonly status: PollStatus;
}

/**
 * A poll was changed before anybody voted, where an option with the same text keeps its id, or it
 * was removed or restored, with its votes. Stream `poll/<id>`.
 */
export type PollChange = PostChange<PollPlace, Pick<PollCreated['data'], 'questionText' | 'options'>>;
