import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { checkCredentials, checkWellFormed } from '@parlour/contracts/text/checks';
import { DomainError, type Fault, refuse } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { Database } from '@parlour/kernel/database/database';
import { Commands, originOf, Outcome } from '@parlour/kernel/log/commands';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import { doneAfter, readReply } from '@parlour/kernel/log/reply';
import { SessionEndings } from '../session/session-endings.ts';
import { newSession, readStanding } from '../session/session.queries.ts';
import { choosePassword } from '../user/own-settings.decider.ts';
import { checkStanding, type DeleteUser, type Standing, userDecider, userStream } from '../user/user.decider.ts';
import { readOwnUser } from '../user/user.queries.ts';
import { changePasswords, findCredential } from './passwords/credentials.ts';
import { eraseAccount } from './erasure.ts';
import { noneOperates, readOtherOperators } from './last-operator.ts';
import { PasswordRules } from './passwords/password-rules.ts';
import { Passwords } from './passwords/passwords.ts';

const passwordMissing: Fault = { code: 'password.tooShort', text: messages.passwordResetMissing };

const passwordSame: Fault = { code: 'password.same', text: messages.passwordSame };

/** A call for which the owner must have signed in a short time ago. */
type OwnersCall = Call<'identity.resetPassword' | 'identity.deleteUser'>;

/** Actions for the owner of an account only, soon after signing in. Source: decisions U-4, U-5. */
@Controller()
export class OwnAccountController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
    private readonly passwords: Passwords,
    private readonly endings: SessionEndings,
    private readonly rules: PasswordRules,
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
    const standing = await this.standingOf(call);
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
    const passwordHash = await this.passwords.hash(password, userId);
    const outcome = await this.commands.execute(originOf(call), {
      ...choosePassword(userId, standing),
      reply: readReply(changePasswords, {
        passwordHash,
        session: newSession(userId, call.request),
        provenBy: { sessionId },
      }),
      // It contains a refresh token.
      keepReply: false,
    });
    await this.endings.endMarked(userId, call.context);
    return outcome;
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
      this.standingOf(call),
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

  /** The session must be active: the decision depends on its owner. */
  private async standingOf(call: OwnersCall): Promise<Standing> {
    const standing = await readStanding(this.database, sessionOf(call), actorOf(call).id);
    if (!standing) throw new DomainError('session.ended', messages.notSignedIn);
    return standing;
  }
}

/** @throws {DomainError} `session.missing` */
function sessionOf({ context: { sessionId } }: OwnersCall): string {
  if (sessionId === null) throw new DomainError('session.missing', messages.notSignedIn);
  return sessionId;
}
