import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Database } from '@parlour/kernel/database/database';
import { Commands, originOf, Outcome } from '@parlour/kernel/log/commands';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import { readAccount } from '../account/account.queries.ts';
import { refuseUnlessOperating } from '../site/site.queries.ts';
import { decideApproval } from './approval.ts';
import { readWaiting } from './waiting.queries.ts';

/** Calls of operators about people who wait for approval; unknown to everybody else. */
@Controller()
export class ApprovalController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
  ) {}

  @Handles('identity.getWaiting')
  async getAll(@Payload() call: Call<'identity.getWaiting'>) {
    await refuseUnlessOperating(this.database, call.context.actor?.id);
    return readWaiting(this.database, call.request);
  }

  @Handles('identity.approve')
  async approve(@Payload() call: Call<'identity.approve'>) {
    const { positions } = await this.decide(call, 'approved');
    return new Outcome(await readAccount(this.database, call.request.userId, actorOf(call).id), positions);
  }

  @Handles('identity.decline')
  async decline(@Payload() call: Call<'identity.decline'>) {
    const { positions } = await this.decide(call, 'declined');
    return new Outcome({ declined: true as const }, positions);
  }

  private async decide(call: Call<'identity.approve' | 'identity.decline'>, decision: 'approved' | 'declined') {
    await refuseUnlessOperating(this.database, call.context.actor?.id);
    return decideApproval(this.commands, this.database, { userId: call.request.userId, decision }, originOf(call));
  }
}
