import { computerPlayer, type GamesEvent } from '@parlour/contracts/games';
import { doneReply } from '@parlour/kernel/log/done-reply';
import { type Policy, reactionsTo } from '@parlour/kernel/policy/policy';
import { viewOf } from '../notification/notification.decider.ts';
import { readUnreadInvitations } from '../notification/notification.queries.ts';

/** A person has taken a seat in a game. */
export interface SeatTaken {
  readonly gameId: string;
  readonly userId: string;
}

/**
 * Marks the invitation as read of whoever takes a seat: it has been answered. Begins with the
 * oldest game, because earlier versions left answered invitations unread. Source: decisions U-16.
 */
export const invitationReading: Policy<SeatTaken> = {
  name: 'invitationReading',
  reactions: {
    games: reactionsTo<GamesEvent, SeatTaken>({
      PlayerJoined: ({ data: { gameId, userId } }) => (userId === computerPlayer ? [] : [{ gameId, userId }]),
    }),
  },
  async execute({ gameId, userId }, origin, { commands, database }) {
    for (const notificationId of await readUnreadInvitations(database, userId, gameId)) {
      // Without a key: it changes nothing where it is read already.
      const view = viewOf({ notificationId, userId, shown: 'unread' });
      await commands.execute({ ...origin, key: null }, { ...view, reply: doneReply });
    }
  },
};
