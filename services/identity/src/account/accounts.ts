import { Inject, Injectable } from '@nestjs/common';
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import { checkCredentials, checkUsername, checkWellFormed } from '@parlour/contracts/checks';
import { DomainError, type Fault, refuse } from '@parlour/contracts/errors';
import { checkReservedLooks } from '@parlour/contracts/look-alikes';
import type { SessionGrant } from '@parlour/contracts/identity';
import { messages } from '@parlour/contracts/messages';
import type { CallContext, ClientInfo } from '@parlour/contracts/rpc';
import { Database } from '@parlour/kernel/database/database';
import { Commands, originOf, Outcome } from '@parlour/kernel/log/commands';
import type { Call } from '@parlour/kernel/rpc/calls';
import { IdentityConfig } from '../identity-config.ts';
import { SessionEndings } from '../session/session-endings.ts';
import { startByPasswordHash } from '../session/session-rows.ts';
import { newSession } from '../session/sessions.ts';
import { type RegisterUser, type ResetPassword, userDecider, userStream } from '../user/user.decider.ts';
import {
  changePasswords,
  type Credential,
  findCredential,
  findCredentialOfSignup,
  openAccounts,
} from './credentials.ts';
import { PasswordRules } from './password-rules.ts';
import { accountSuspended } from './suspension.ts';
import { Passwords } from './passwords.ts';
import { checkSignupCode } from './signup-code.ts';
import { releaseName, reservationOf, reservationsOf, reserveName } from './usernames.ts';

const givenAgain: Fault = { code: 'password.temporary', text: messages.passwordTemporarySame };

/** The namespace of the ids of signups that carry an Idempotency-Key. */
const namespace = '0b1f7a52-4c0e-5a57-8a4c-6f3d9f1f6f0e';

/** Accounts are opened, and entered by password. */
@Injectable()
export class Accounts {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
    @Inject(Passwords) private readonly passwords: Passwords,
    @Inject(PasswordRules) private readonly rules: PasswordRules,
    @Inject(SessionEndings) private readonly endings: SessionEndings,
    @Inject(IdentityConfig) private readonly config: IdentityConfig,
  ) {}

  /**
   * Opens an account and its first session. The name is kept before the password is hashed, so whoever comes second costs no hash.
   * @throws {DomainError} `signup.code`; `username.taken`; `username.alike`; what is wrong with name or password; `service.unavailable`
   */
  async signup(call: Call<'identity.signup'>): Promise<Outcome<SessionGrant>> {
    const { request, context } = call;
    const username = request.username.trim();
    const password = request.password.trim();
    refuse(
      checkSignupCode(this.config.SIGNUP_CODE, request.code),
      checkCredentials(username, password),
      checkWellFormed(password),
      checkUsername(username),
      checkReservedLooks(username),
      await this.rules.check(password, username),
    );
    const userId = uuidv7();
    const commandId = signupId(context);
    const inTheWay = await reserveName(this.database, username, userId);
    if (inTheWay) return this.signupAgain(call, inTheWay, commandId);
    try {
      const passwordHash = await this.passwords.hashOfNewcomer(password);
      return await this.commands.execute(originOf('identity.signup', context, commandId), {
        streamId: userStream(userId),
        orderingKey: userId,
        decider: userDecider,
        command: (): RegisterUser => ({ type: 'RegisterUser', userId, name: username }),
        reservations: reservationsOf(username, userId),
        reply: { read: openAccounts, argument: { passwordHash, session: newSession(userId, request) } },
        // It holds a refresh token.
        keepReply: false,
      });
    } catch (failure) {
      // Whatever became of the append: a name that it made last is not given back by this.
      await releaseName(this.database, username, userId).catch(() => undefined);
      throw failure;
    }
  }

  /**
   * Begins a session. A name that nobody has and a wrong password look the same, in text and in time. A password that the operator gave is good
   * only for choosing another one.
   * @throws {DomainError} `login.failed`; `account.suspended`; `password.temporary`; `password.expired`; what is wrong with a new password;
   * `service.unavailable`
   */
  async login(call: Call<'identity.login'>): Promise<Outcome<SessionGrant>> {
    const { request } = call;
    const username = request.username.trim();
    const password = request.password.trim();
    refuse(checkCredentials(username, password), checkWellFormed(username), checkWellFormed(password));
    const credential = await findCredential(this.database, username);
    const matches = await this.passwords.matches(credential?.passwordHash, password);
    if (!credential || !matches) throw new DomainError('login.failed', messages.loginFailed);
    if (credential.temporary === 'no') return new Outcome(await this.enter(credential, request), {});
    return this.replaceTemporary(credential, call);
  }

  /**
   * Something stands in the way of the name. If it is this very signup, whose answer was lost, then the account is entered: the retry shows the same
   * key and password. By a password that the operator gave nobody enters here.
   * @throws {DomainError} what stands in the way
   */
  private async signupAgain(
    { request }: Call<'identity.signup'>,
    inTheWay: Fault,
    commandId: string,
  ): Promise<Outcome<SessionGrant>> {
    const name = reservationOf(request.username.trim(), '');
    const credential = await findCredentialOfSignup(this.database, name, commandId);
    const isSame = credential && (await this.passwords.matches(credential.passwordHash, request.password.trim()));
    if (!isSame || credential.temporary !== 'no') throw new DomainError(inTheWay.code, inTheWay.text);
    return new Outcome(await this.enter(credential, request), {});
  }

  /** Whoever comes with the operator's password chooses another one, and enters by that. */
  private async replaceTemporary(
    { userId, temporary, suspended }: Credential,
    { request, context }: Call<'identity.login'>,
  ): Promise<Outcome<SessionGrant>> {
    // All this is told to nobody but who knows the password.
    if (suspended) throw accountSuspended();
    if (temporary === 'over') throw new DomainError('password.expired', messages.passwordTemporaryOver);
    const password = request.newPassword?.trim() ?? '';
    if (password === '') throw new DomainError('password.temporary', messages.passwordTemporary);
    refuse(
      password === request.password.trim() ? givenAgain : undefined,
      checkCredentials('-', password),
      checkWellFormed(password),
      await this.rules.check(password, request.username.trim()),
    );
    const passwordHash = await this.passwords.hash(password);
    const outcome = await this.commands.execute(originOf('identity.login', context, uuidv7()), {
      streamId: userStream(userId),
      orderingKey: userId,
      decider: userDecider,
      command: (): ResetPassword => ({ type: 'ResetPassword', userId, isGoogleUser: false, sinceLoginMs: 0 }),
      reply: { read: changePasswords, argument: { passwordHash, session: newSession(userId, request) } },
      // It holds a refresh token.
      keepReply: false,
    });
    await this.endings.endMarked(userId, context);
    return outcome;
  }

  private async enter({ userId, passwordHash, suspended }: Credential, client: ClientInfo): Promise<SessionGrant> {
    // Told to nobody but who knows the password.
    if (suspended) throw accountSuspended();
    const grant = await startByPasswordHash(this.database, newSession(userId, client), passwordHash);
    // Another password was chosen, or the account deleted, while this one was compared.
    if (!grant) throw new DomainError('login.failed', messages.loginFailed);
    return grant;
  }
}

/** Signups have no actor whose commands the kernel could know again; their own id does it. */
function signupId({ idempotency }: CallContext): string {
  return idempotency ? uuidv5(`signup ${idempotency.key}`, namespace) : uuidv7();
}
