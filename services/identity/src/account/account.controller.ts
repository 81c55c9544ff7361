import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { SessionGrant } from '@parlour/contracts/identity';
import type { Outcome } from '@parlour/kernel/log/commands';
import { type Call, Handles } from '@parlour/kernel/rpc/calls';
import { Accounts } from './accounts.ts';

/** Calls of visitors. */
@Controller()
export class AccountController {
  constructor(@Inject(Accounts) private readonly accounts: Accounts) {}

  @Handles('identity.signup')
  signup(@Payload() call: Call<'identity.signup'>): Promise<Outcome<SessionGrant>> {
    return this.accounts.signup(call);
  }

  @Handles('identity.login')
  login(@Payload() call: Call<'identity.login'>): Promise<SessionGrant> {
    return this.accounts.login(call);
  }
}
