import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { AdminPersonWire } from '@parlour/contracts/site';
import { Database } from '@parlour/kernel/database/database';
import { Commands } from '@parlour/kernel/log/commands';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import type { Json } from '@parlour/kernel/rpc/json';
import { refuseUnlessOperating } from '../site/site.queries.ts';
import { idOfUser } from '../user/user.queries.ts';
import { readAccount, readAccounts } from './account.queries.ts';
import { Operator } from './operator.ts';
import { Passwords } from './passwords/passwords.ts';

type OfAccount =
  | 'identity.suspend'
  | 'identity.restore'
  | 'identity.makeOperator'
  | 'identity.removeOperator'
  | 'identity.rename'
  | 'identity.replacePassword'
  | 'identity.endSessionsOf'
  | 'identity.getSessionsOf';

/** Calls of operators about accounts; unknown to everybody else. Source: decisions O-4. */
@Controller()
export class AdministrationController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
    private readonly passwords: Passwords,
  ) {}

  @Handles('identity.getAccounts')
  async getAccounts(@Payload() call: Call<'identity.getAccounts'>) {
    await refuseUnlessOperating(this.database, call.context.actor?.id);
    return readAccounts(this.database, call.request, actorOf(call).id);
  }

  @Handles('identity.suspend')
  suspend(@Payload() call: Call<'identity.suspend'>) {
    return this.change(call, (operator, username) => operator.suspend(username));
  }

  @Handles('identity.restore')
  restore(@Payload() call: Call<'identity.restore'>) {
    return this.change(call, (operator, username) => operator.restore(username));
  }

  @Handles('identity.makeOperator')
  makeOperator(@Payload() call: Call<'identity.makeOperator'>) {
    return this.change(call, (operator, username) => operator.makeOperator(username));
  }

  @Handles('identity.removeOperator')
  removeOperator(@Payload() call: Call<'identity.removeOperator'>) {
    return this.change(call, (operator, username) => operator.removeOperator(username));
  }

  @Handles('identity.rename')
  rename(@Payload() call: Call<'identity.rename'>) {
    const { name, reason = '' } = call.request;
    return this.change(call, (operator, username) => operator.rename(username, name, reason));
  }

  @Handles('identity.replacePassword')
  async replacePassword(@Payload() call: Call<'identity.replacePassword'>) {
    const operator = await this.operatorOf(call);
    return { password: await operator.resetPassword(call.request.username) };
  }

  @Handles('identity.getSessionsOf')
  async getSessionsOf(@Payload() call: Call<'identity.getSessionsOf'>) {
    const operator = await this.operatorOf(call);
    return { sessions: await operator.sessions(call.request.username) };
  }

  @Handles('identity.endSessionsOf')
  async endSessionsOf(@Payload() call: Call<'identity.endSessionsOf'>) {
    const operator = await this.operatorOf(call);
    const { username, sessionId } = call.request;
    return { ended: await operator.endSessions(username, sessionId) };
  }

  private async change(
    call: Call<OfAccount>,
    act: (operator: Operator, username: string) => Promise<unknown>,
  ): Promise<Json<AdminPersonWire>> {
    const operator = await this.operatorOf(call);
    const { username } = call.request;
    await act(operator, username);
    return readAccount(this.database, await idOfUser(this.database, username), actorOf(call).id);
  }

  private async operatorOf(call: Call<OfAccount>): Promise<Operator> {
    await refuseUnlessOperating(this.database, call.context.actor?.id);
    return new Operator(this.commands, this.database, actorOf(call), this.passwords);
  }
}
