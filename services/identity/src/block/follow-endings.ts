import type { Source } from '@parlour/contracts/envelope';
import type { CommandOrigin, Commands, Outcome } from '@parlour/kernel/log/commands';
import { doneReply } from '@parlour/kernel/log/done-reply';
import type { Policy } from '@parlour/kernel/policy/policy';
import { type FollowCommand, followDecider, followStream } from '../follow/follow.decider.ts';
import { userGuard } from '../user/user.decider.ts';
import { blockGuard } from './block.decider.ts';
import { type EndedFollow, followsEnded } from './follow-endings.policy.ts';

/** Without a key: it changes nothing where nobody follows, and nothing once the block is lifted. */
export function endFollow(
  commands: Commands,
  { followerId, followedId }: EndedFollow,
  origin: CommandOrigin,
  revokes: readonly Source[] = [],
): Promise<Outcome<object>> {
  return commands.execute(
    { ...origin, key: null },
    {
      streamId: followStream(followerId, followedId),
      orderingKey: followedId,
      decider: followDecider,
      guards: [
        userGuard(followerId),
        userGuard(followedId),
        blockGuard(followerId, followedId),
        blockGuard(followedId, followerId),
      ],
      command: ({ guards: [follower, followed, own, theirs] }): FollowCommand => ({
        ...{ type: 'EndFollow', followerId, followedId, follower, followed },
        ...{ hasBlocked: own.isBlocked, isBlocked: theirs.isBlocked },
      }),
      reply: doneReply,
      revokes,
    },
  );
}

/**
 * Ends the follows that an interrupted call left. Begins with the oldest block, because earlier
 * versions left some, too.
 */
export const followEndingPolicy: Policy<EndedFollow> = {
  name: 'followEndings',
  reactions: followsEnded,
  execute: (ended, origin, { commands }) => endFollow(commands, ended, origin),
};
