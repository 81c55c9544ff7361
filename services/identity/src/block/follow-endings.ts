import type { Source } from '@parlour/contracts/envelope';
import type { CommandOrigin, Commands, Outcome } from '@parlour/kernel/log/commands';
import { doneReply } from '@parlour/kernel/log/reply';
import type { Policy } from '@parlour/kernel/policy/policy';
import { changeOfFollow } from '../follow/follow.decider.ts';
import { type EndedFollow, followsEnded } from './follow-endings.policy.ts';

/** Without a key: it changes nothing where nobody follows, and nothing once the block is lifted. */
export function endFollow(
  commands: Commands,
  ended: EndedFollow,
  origin: CommandOrigin,
  revokes: readonly Source[] = [],
): Promise<Outcome<object>> {
  return commands.execute(
    { ...origin, key: null },
    { ...changeOfFollow('EndFollow', ended), reply: doneReply, revokes },
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
