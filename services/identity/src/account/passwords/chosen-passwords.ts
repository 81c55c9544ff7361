import { Injectable } from '@nestjs/common';
import type { SessionGrant } from '@parlour/contracts/identity/identity';
import { Commands, originOf, type Outcome } from '@parlour/kernel/log/commands';
import { readReply } from '@parlour/kernel/log/reply';
import type { Call } from '@parlour/kernel/rpc/calls';
import { SessionEndings } from '../../session/session-endings.ts';
import { newSession } from '../../session/session.queries.ts';
import { choosePassword } from '../../user/own-settings.decider.ts';
import type { Standing } from '../../user/user.decider.ts';
import { changePasswords, type ChosenPassword } from './credentials.ts';
import { Passwords } from './passwords.ts';

/** Whoever proves the account by its password, or by a link that came there, needs no session. */
export const provenWithoutSession: Standing = { isGoogleUser: false, sinceLoginMs: 0 };

/** Replaces passwords, which ends all sessions of an account and begins a new one. */
@Injectable()
export class ChosenPasswords {
  constructor(
    private readonly commands: Commands,
    private readonly passwords: Passwords,
    private readonly endings: SessionEndings,
  ) {}

  /**
   * @param password already checked
   * @throws {DomainError} `login.failed` if what proves the account holds no more
   */
  async choose(
    call: Call<'identity.login' | 'identity.resetPassword' | 'identity.resetForgotten'>,
    { userId, standing, password, provenBy }: Chosen,
  ): Promise<Outcome<SessionGrant>> {
    const passwordHash = await this.passwords.hash(password, userId);
    const outcome = await this.commands.execute(originOf(call), {
      ...choosePassword(userId, standing),
      reply: readReply(changePasswords, { passwordHash, session: newSession(userId, call.request), provenBy }),
      // It contains a refresh token.
      keepReply: false,
    });
    await this.endings.endMarked(userId, call.context);
    return outcome;
  }
}

interface Chosen {
  readonly userId: string;
  readonly standing: Standing;
  readonly password: string;
  /** Must still hold when the password is replaced. */
  readonly provenBy: ChosenPassword['provenBy'];
}
