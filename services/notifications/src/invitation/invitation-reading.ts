import { computerPlayer, type GamesEvent } from '@parlour/contracts/games/games';
import { doneReply } from '@parlour/kernel/log/reply';
import { type Policy, reactionsTo } from '@parlour/kernel/policy/policy';
import { viewOf } from '../notification/notification.decider.ts';
import { readUnreadInvitations } from '../notification/notification.queries.ts';

/** Nobody has to answer invitations to a game any more: one person, or null for all. */
export interface Settled {
  readonly gameId: string;
  readonly userId: string | null;
}

/**
 * Marks the invitation as read of whoever takes a seat, because it has been answered, and those of
 * a game that is over or was withdrawn, because nothing is left to answer. Source: decisions U-16.
 */
export const invitationReading: Policy<Settled> = {
  name: 'invitationReading',
  reactions: {
    games: reactionsTo<GamesEvent, Settled>({
      PlayerJoined: ({ data: { gameId, userId } }) => (userId === computerPlayer ? [] : [{ gameId, userId }]),
      GameEnded: ({ data: { gameId } }) => [{ gameId, userId: null }],
    }),
  },
  async execute({ gameId, userId }, origin, { commands, database }) {
    for (const invitation of await readUnreadInvitations(database, gameId, userId)) {
      // Without a key: it changes nothing where it is read already.
      const view = viewOf({ ...invitation, shown: 'unread' });
      await commands.execute({ ...origin, key: null }, { ...view, reply: doneReply });
    }
  },
};
