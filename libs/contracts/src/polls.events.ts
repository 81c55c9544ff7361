import type { Deleter, TakenOver } from './editable.ts';

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

/** Who changed a poll: its creator, or else somebody who leads the community. */
interface PollChange {
  readonly pollId: string;
  readonly communityId: string;
  readonly by: string;
  readonly as: Exclude<Deleter, 'operator'>;
}

/** Who removed or restored a poll: as above, or else an operator. */
interface PollRemoval extends Omit<PollChange, 'as'> {
  readonly as: Deleter;
}

/**
 * A poll expired, or somebody closed it early: only then it has `by` and `as`. Stream `poll/<id>`.
 */
export interface PollClosed {
  readonly type: 'PollClosed';
  readonly data: Pick<PollChange, 'pollId' | 'communityId'> & Partial<PollChange>;
}

/**
 * Question and options were changed before anybody voted. An option with the same text keeps its
 * id. Stream `poll/<id>`.
 */
export interface PollEdited {
  readonly type: 'PollEdited';
  readonly data: PollChange & {
    readonly questionText: string;
    readonly options: readonly { readonly optionId: string; readonly text: string }[];
  };
}

/** A poll was removed, with its votes. Stream `poll/<id>`. */
export interface PollDeleted {
  readonly type: 'PollDeleted';
  readonly data: PollRemoval &
    TakenOver & {
      readonly reason: string | null;
      readonly createdBy: string;
      /** When it was first, ISO-8601. */
      readonly deletedAt: string;
    };
}

/** A removed poll was restored, with its votes. Stream `poll/<id>`. */
export interface PollRestored {
  readonly type: 'PollRestored';
  readonly data: PollRemoval & {
    readonly createdBy: string;
    /** That before the removal. If the time of an active poll is over by now, it closes next. */
    readonly status: PollStatus;
  };
}

/**
 * The texts of a poll that can no longer be restored were erased. Stream `blanked/<poll>`, with the
 * poll as guard. Source: decisions P-14.
 */
export interface PollBlanked {
  readonly type: 'PollBlanked';
  readonly data: { readonly pollId: string; readonly communityId: string };
}
