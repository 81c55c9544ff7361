import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { SessionGrant, UserWire } from '@parlour/contracts/identity/identity';
import type { Outcome } from '@parlour/kernel/log/commands';
import { type Call, Handles } from '@parlour/kernel/rpc/calls';
import type { Json } from '@parlour/kernel/rpc/json';
import { Accounts } from './accounts.ts';
import { GoogleSignIn } from './google/google-sign-in.ts';
import { OwnAccount } from './own-account.ts';

/** Calls of visitors, and of owners about their accounts. */
@Controller()
export class AccountController {
  constructor(
    private readonly accounts: Accounts,
    private readonly google: GoogleSignIn,
    private readonly own: OwnAccount,
  ) {}

  @Handles('identity.signup')
  signup(@Payload() call: Call<'identity.signup'>): Promise<Outcome<SessionGrant>> {
    return this.accounts.signup(call);
  }

  @Handles('identity.login')
  login(@Payload() call: Call<'identity.login'>): Promise<Outcome<SessionGrant>> {
    return this.accounts.login(call);
  }

  @Handles('identity.googleLogin')
  googleLogin(@Payload() call: Call<'identity.googleLogin'>): Promise<Outcome<SessionGrant>> {
    return this.google.login(call);
  }

  @Handles('identity.resetPassword')
  resetPassword(@Payload() call: Call<'identity.resetPassword'>): Promise<Outcome<SessionGrant>> {
    return this.own.resetPassword(call);
  }

  @Handles('identity.deleteUser')
  deleteUser(@Payload() call: Call<'identity.deleteUser'>): Promise<Outcome<Json<UserWire>>> {
    return this.own.deleteUser(call);
  }
}
