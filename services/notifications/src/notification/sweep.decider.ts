import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { NotificationsRestored, NotificationsSwept } from '@parlour/contracts/notifications/notifications';
import type { Decider } from '@parlour/kernel/log/decider';

/** The last time that a person deleted all their notifications. */
export interface SweepState {
  readonly last: { readonly sweepId: string; readonly at: string; readonly isUndone: boolean } | null;
}

/** Delete all notifications of a person. */
export interface Sweep {
  readonly type: 'Sweep';
  readonly userId: string;
  readonly sweepId: string;
  /** Whether there were any when this was read, after the last such deletion of that time. */
  readonly any: boolean;
  readonly last: string | null;
  /** ISO-8601. */
  readonly now: string;
}

/** Restore what was deleted last. */
export interface RestoreSweep {
  readonly type: 'RestoreSweep';
  readonly userId: string;
  /** What was deleted before this time can't be restored any more; ISO-8601. */
  readonly since: string;
}

/** The stream of one person's deletions of everything. */
export function sweepStream(userId: string): string {
  return `notificationsweep/${userId}`;
}

/**
 * The rules of deleting all notifications, and of restoring them: those of the last time, for some
 * minutes. Source: decisions U-15.
 */
export const sweepDecider: Decider<SweepState, Sweep | RestoreSweep, NotificationsSwept | NotificationsRestored> = {
  initial: { last: null },
  snapshots: ['NotificationsSwept'],

  decide(command, { last }) {
    const { userId } = command;
    if (command.type === 'Sweep') {
      const { any, sweepId, now } = command;
      // Another tab has deleted what was seen: a second deletion of nothing would take its Undo.
      if (!any || command.last !== (last?.sweepId ?? null)) return [];
      return [{ type: 'NotificationsSwept', data: { userId, sweepId, sweptAt: now } }];
    }
    if (!last || last.isUndone || last.at < command.since)
      throw new DomainError('restore.late', messages.notificationsGone);
    return [{ type: 'NotificationsRestored', data: { userId, sweepId: last.sweepId } }];
  },

  evolve(state, event) {
    switch (event.type) {
      case 'NotificationsSwept':
        return { last: { sweepId: event.data.sweepId, at: event.data.sweptAt, isUndone: false } };
      case 'NotificationsRestored':
        return { last: state.last && { ...state.last, isUndone: true } };
      default:
        event satisfies never;
        return state;
    }
  },
};
