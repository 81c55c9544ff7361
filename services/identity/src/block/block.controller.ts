import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { v7 as uuidv7 } from 'uuid';
import type { Source } from '@parlour/contracts/envelope';
import { Database } from '@parlour/kernel/database/database';
import { type CommandOrigin, Commands, originOf, Outcome } from '@parlour/kernel/log/commands';
import { doneReply } from '@parlour/kernel/log/reply';
import { StateChanges } from '@parlour/kernel/log/state-changes';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import { userGuard } from '../user/user.decider.ts';
import { idOfUser, readOwnUser } from '../user/user.queries.ts';
import { type BlockCommand, blockDecider, blockStream } from './block.decider.ts';
import { followsBetween } from './follow-endings.policy.ts';
import { endFollow } from './follow-endings.ts';

/** Calls about who blocks whom; each shows its caller's blocks alone. */
@Controller()
export class BlockController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
    private readonly states: StateChanges,
  ) {}

  /**
   * Blocks, and then ends follows both ways: whoever begins one at the same moment is either
   * refused by the block, or ends here. A policy ends what an interrupted call left.
   * @throws {DomainError} `block.self`, `user.unknown`
   */
  @Handles('identity.block')
  async block(@Payload() call: Call<'identity.block'>) {
    const blockerId = actorOf(call).id;
    const blockedId = await idOfUser(this.database, call.request.username);
    const origin = originOf(call);
    let { positions } = await this.change(origin, 'BlockUser', blockerId, blockedId);
    // Whoever watches the other one is told that they are offline.
    for (const userId of [blockerId, blockedId]) this.states.announce(userId);
    for (const follow of followsBetween(blockerId, blockedId)) {
      // They lose access to followers-only questions before this is answered.
      const revokes: readonly Source[] = ['qa', 'notifications'];
      const ending = await endFollow(this.commands, follow, { ...origin, commandId: uuidv7() }, revokes);
      positions = { ...positions, ...ending.positions };
    }
    return new Outcome(await readOwnUser(this.database, blockerId), positions);
  }

  /** @throws {DomainError} `block.self`, `user.unknown` */
  @Handles('identity.unblock')
  async unblock(@Payload() call: Call<'identity.unblock'>) {
    const blockerId = actorOf(call).id;
    const blockedId = await idOfUser(this.database, call.request.username);
    const origin = originOf(call);
    const { positions } = await this.change(origin, 'UnblockUser', blockerId, blockedId);
    return new Outcome(await readOwnUser(this.database, blockerId), positions);
  }

  private change(
    origin: CommandOrigin,
    type: BlockCommand['type'],
    blockerId: string,
    blockedId: string,
  ): Promise<Outcome<object>> {
    return this.commands.execute(origin, {
      streamId: blockStream(blockerId, blockedId),
      orderingKey: blockerId,
      decider: blockDecider,
      guards: [userGuard(blockerId), userGuard(blockedId)],
      command: ({ guards: [blocker, blocked] }): BlockCommand => ({ type, blockerId, blockedId, blocker, blocked }),
      reply: doneReply,
      // Nothing reaches the blocker once this is answered.
      revokes: type === 'BlockUser' ? ['messaging', 'games', 'communities', 'notifications'] : [],
    });
  }
}
