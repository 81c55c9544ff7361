import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { DomainError, refuse } from '@parlour/contracts/errors';
import { checkCredentials, checkWellFormed } from '@parlour/contracts/text/checks';
import { Database } from '@parlour/kernel/database/database';
import { Commands, originOf } from '@parlour/kernel/log/commands';
import { type Call, Handles } from '@parlour/kernel/rpc/calls';
import { passwordMissing } from '../account/own-account.controller.ts';
import { ChosenPasswords, provenWithoutSession } from '../account/passwords/chosen-passwords.ts';
import { PasswordRules } from '../account/passwords/password-rules.ts';
import { accountSuspended } from '../account/suspension.ts';
import { IdentityConfig } from '../identity-config.ts';
import { confirming } from './email-commands.ts';
import { linkInvalid, refuseWithoutMail } from './email.decider.ts';
import { findEmail } from './email.queries.ts';
import { LinkTokens } from './link-tokens.ts';

/**
 * Another password for a forgotten one or for that of a new account, by the link in a mail. Source:
 * specification ML-3, IN-2.
 */
@Controller()
export class ResetController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
    private readonly chosen: ChosenPasswords,
    private readonly rules: PasswordRules,
    private readonly config: IdentityConfig,
    private readonly links: LinkTokens,
  ) {}

  /**
   * Ends all sessions of the account and begins a new one. The link is good for the password that
   * it was made for, so it works once.
   * @throws {DomainError} `mail.off`, `link.invalid`, `account.suspended`, or an invalid password
   */
  @Handles('identity.resetForgotten')
  async resetForgotten(@Payload() call: Call<'identity.resetForgotten'>) {
    refuseWithoutMail(this.config);
    const { request } = call;
    const { kind, emailId, userId, username, passwordHash, suspended } = await this.proven(request.token);
    if (suspended) throw accountSuspended();
    const password = request.password.trim();
    refuse(password === '' ? passwordMissing : undefined, checkCredentials('-', password), checkWellFormed(password));
    refuse(await this.rules.check(password, username));
    // The link came there, whatever becomes of the password.
    if (kind === 'account') await this.commands.execute({ ...originOf(call), key: null }, confirming(userId, emailId));
    const proof = { standing: provenWithoutSession, provenBy: { passwordHash } };
    return this.chosen.choose(call, { userId, password, ...proof }).catch((failure: unknown) => {
      // Another password was chosen meanwhile, perhaps by the same link.
      throw failure instanceof DomainError && failure.code === 'login.failed' ? linkInvalid() : failure;
    });
  }

  /** The address that a link came to: of a new account, it may not be confirmed yet. */
  private async proven(token: string) {
    for (const kind of ['reset', 'account'] as const) {
      const link = this.links.read(kind, token);
      const email = link && (await findEmail(this.database, link.id));
      if (!email || email.state === 'former' || (kind === 'reset' && email.state === 'new')) continue;
      const { passwordHash } = email;
      if (passwordHash !== null && link.isGenuine(passwordHash)) {
        return { ...email, kind, emailId: link.id, passwordHash };
      }
    }
    throw linkInvalid();
  }
}
