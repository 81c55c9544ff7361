import { type Database, statement } from '@parlour/kernel/database/database';
import type { Due, Policy } from '@parlour/kernel/policy/policy';
import { doneReply } from '@parlour/kernel/log/done-reply';
import { closingsDue, type DuePoll } from './closing.policy.ts';
import { type ClosePoll, pollDecider, pollStream } from './poll.decider.ts';

const due = statement(
  'polls.due',
  `select id, community_id, expires_at from polls
    where status = 'active' and expires_at <= clock_timestamp() order by expires_at limit $1`,
);

interface DueColumns {
  id: string;
  community_id: string;
  expires_at: Date;
}

/**
 * Closes polls when their time is over, or at the next start: what is due is in a table, not in a
 * timer.
 */
export const closingPolicy: Policy<DuePoll> = {
  name: 'poll closings',
  reactions: {},
  reactToDue: closingsDue,
  async due(database: Database, limit: number): Promise<readonly Due[]> {
    const rows = await database.query<DueColumns>(due, [limit]);
    return rows.map(({ id, community_id: communityId, expires_at: at }) => {
      return { id: pollStream(id), at: at.toISOString(), data: { pollId: id, communityId } };
    });
  },
  execute: ({ pollId, communityId }, origin, { commands }) =>
    commands.execute(
      // Without a key: a poll that is removed now may be restored and due again. It closes once.
      { ...origin, key: null },
      {
        streamId: pollStream(pollId),
        orderingKey: pollId,
        decider: pollDecider,
        command: ({ now }): ClosePoll => ({ type: 'ClosePoll', pollId, communityId, now }),
        reply: doneReply,
      },
    ),
};
