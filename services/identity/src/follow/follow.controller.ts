import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { UserWire } from '@parlour/contracts/identity/identity';
import { Database } from '@parlour/kernel/database/database';
import { Commands, originOf, Outcome } from '@parlour/kernel/log/commands';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import type { Json } from '@parlour/kernel/rpc/json';
import { doneReply } from '@parlour/kernel/log/reply';
import { idOfUser, readOwnUser } from '../user/user.queries.ts';
import { type ChangeFollow, changeOfFollow } from './follow.decider.ts';

/** Calls about who follows whom. */
@Controller()
export class FollowController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
  ) {}

  @Handles('identity.follow')
  follow(@Payload() call: Call<'identity.follow'>) {
    return this.change('FollowUser', call);
  }

  @Handles('identity.unfollow')
  unfollow(@Payload() call: Call<'identity.unfollow'>) {
    return this.change('UnfollowUser', call);
  }

  private async change(
    type: ChangeFollow['type'],
    call: Call<'identity.follow' | 'identity.unfollow'>,
  ): Promise<Outcome<Json<UserWire>>> {
    const followerId = actorOf(call).id;
    const followedId = await idOfUser(this.database, call.request.username);
    const { positions } = await this.commands.execute(originOf(call), {
      ...changeOfFollow(type, { followerId, followedId }),
      reply: doneReply,
      // They lose access to followers-only questions before the change is announced.
      revokes: type === 'UnfollowUser' ? ['qa', 'notifications'] : [],
    });
    return new Outcome(await readOwnUser(this.database, followerId), positions);
  }
}
