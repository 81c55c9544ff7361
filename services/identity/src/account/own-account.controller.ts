import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { checkCredentials, checkWellFormed } from '@parlour/contracts/text/checks';
import { type Fault, refuse } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { Database } from '@parlour/kernel/database/database';
import { Commands, originOf, Outcome } from '@parlour/kernel/log/commands';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import { doneAfter } from '@parlour/kernel/log/reply';
import { SessionEndings } from '../session/session-endings.ts';
import { sessionOf, standingOf } from '../session/standing.ts';
import { checkStanding, type DeleteUser, userDecider, userStream } from '../user/user.decider.ts';
import { readOwnUser } from '../user/user.queries.ts';
import { ChosenPasswords } from './passwords/chosen-passwords.ts';
import { findCredential } from './passwords/credentials.ts';
import { eraseAccount } from './erasure.ts';
import { noneOperates, readOtherOperators } from './last-operator.ts';
import { PasswordRules } from './passwords/password-rules.ts';
import { Passwords } from './passwords/passwords.ts';

/** The fault of a blank new password. */
export const passwordMissing: Fault = { code: 'password.tooShort', text: messages.passwordResetMissing };

const passwordSame: Fault = { code: 'password.same', text: messages.passwordSame };

/** Actions for the owner of an account only, soon after signing in. Source: decisions U-4, U-5. */
@Controller()
export class OwnAccountController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
    private readonly passwords: Passwords,
    private readonly endings: SessionEndings,
    private readonly rules: PasswordRules,
    private readonly chosen: ChosenPasswords,
  ) {}

  /**
   * Changes the password. All sessions of the account end before this is answered, including the
   * caller's, and a new one begins: no earlier token is valid.
   * @throws {DomainError} `account.google`, `reauth`, or an invalid password
   */
  @Handles('identity.resetPassword')
  async resetPassword(@Payload() call: Call<'identity.resetPassword'>) {
    const { id: userId, name } = actorOf(call);
    const sessionId = sessionOf(call);
    const standing = await standingOf(this.database, call);
    const password = call.request.password.trim();
    refuse(
      checkStanding('ResetPassword', standing),
      password === '' ? passwordMissing : undefined,
      checkCredentials('-', password),
      checkWellFormed(password),
    );
    refuse(await this.rules.check(password, name));
    const credential = await findCredential(this.database, name);
    if (credential && (await this.passwords.matches(credential.passwordHash, password, userId))) refuse(passwordSame);
    return this.chosen.choose(call, { userId, standing, password, provenBy: { sessionId } });
  }

  /**
   * Deletes the account, and returns what it was. Its sessions end, and people they followed lose
   * access to followers-only questions, before this is answered.
   * @throws {DomainError} `reauth`, `operator.last`
   */
  @Handles('identity.deleteUser')
  async deleteUser(@Payload() call: Call<'identity.deleteUser'>) {
    const userId = actorOf(call).id;
    const [standing, user, guards] = await Promise.all([
      standingOf(this.database, call),
      readOwnUser(this.database, userId),
      readOtherOperators(this.database, userId),
    ]);
    const { positions } = await this.commands.execute(originOf(call), {
      streamId: userStream(userId),
      orderingKey: userId,
      decider: userDecider,
      guards,
      command: ({ guards }): DeleteUser => ({
        type: 'DeleteUser',
        userId,
        ...standing,
        isLast: noneOperates(guards),
      }),
      reply: doneAfter((tx) => eraseAccount(tx, userId)),
      keepReply: false,
      revokes: ['qa', 'notifications'],
    });
    await this.endings.endMarked(userId, call.context);
    return new Outcome(user, positions);
  }
}
