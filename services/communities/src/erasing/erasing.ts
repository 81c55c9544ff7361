import { erasing } from '@parlour/kernel/log/erase-texts';
import type { Policy } from '@parlour/kernel/policy/policy';
import { pollGuard, pollStream } from '../poll/poll.decider.ts';
import { blankingStream, erasingDecider, type ErasePoll } from './erasing.decider.ts';
import { type DueRemoval, readDue } from './erasing.queries.ts';

/**
 * Erases the texts of polls that were removed 30 days ago, or at the next start: what is due is in
 * a table, not in a timer. Source: decisions P-14.
 */
export const erasingPolicy: Policy<DueRemoval> = {
  name: 'erasing removed polls',
  reactions: {},
  async due(database, limit) {
    const removals = await readDue(database, limit);
    return removals.map((removal) => ({
      id: `${blankingStream(removal.pollId)}/${removal.deletedAt}`,
      command: removal,
    }));
  },
  execute: (removal, origin, { commands }) =>
    commands.execute(origin, {
      streamId: blankingStream(removal.pollId),
      orderingKey: removal.pollId,
      decider: erasingDecider,
      guards: [pollGuard(removal.pollId)],
      command: ({ now, guards: [poll] }): ErasePoll => ({ type: 'ErasePoll', ...removal, now, poll }),
      reply: erasing('communities', {
        blanking: blankingStream(removal.pollId),
        streams: [pollStream(removal.pollId)],
      }),
    }),
};
