import { statement } from '@parlour/kernel/database/database';
import type { Policy } from '@parlour/kernel/policy/policy';
import { doneReply } from '@parlour/kernel/log/reply';
import { type ClosePoll, pollDecider, pollStream } from './poll.decider.ts';

const due = statement(
  'polls.due',
  `select id as "pollId", community_id as "communityId" from polls
    where status = 'active' and expires_at <= clock_timestamp() order by expires_at limit $1`,
);

/** A poll whose time is over. */
interface DuePoll {
  readonly pollId: string;
  readonly communityId: string;
}

/**
 * Closes polls when their time is over, or at the next start: what is due is in a table, not in a
 * timer. Source: decisions P-1.
 */
export const closingPolicy: Policy<DuePoll> = {
  name: 'poll closings',
  reactions: {},
  async due(database, limit) {
    const polls = await database.query<DuePoll>(due, [limit]);
    return polls.map((poll) => ({ id: pollStream(poll.pollId), command: poll }));
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
