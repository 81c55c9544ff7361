import { Inject, Injectable } from '@nestjs/common';
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import { checkCredentials, checkUsername, checkWellFormed } from '@parlour/contracts/checks';
import { DomainError, type Fault, refuse } from '@parlour/contracts/errors';
import type { SessionGrant } from '@parlour/contracts/identity';
import { messages } from '@parlour/contracts/messages';
import type { CallContext, ClientInfo } from '@parlour/contracts/rpc';
import { Database } from '@parlour/kernel/database/database';
import { Commands, originOf, Outcome } from '@parlour/kernel/log/commands';
import type { Reservation } from '@parlour/kernel/log/event-log';
import type { Call } from '@parlour/kernel/rpc/calls';
import { IdentityConfig } from '../identity-config.ts';
import { startByPasswordHash } from '../session/session-rows.ts';
import { newSession } from '../session/sessions.ts';
import { type RegisterUser, userDecider, userStream } from '../user/user.decider.ts';
import { type Credential, findCredential, findCredentialOfSignup, openAccounts } from './credentials.ts';
import { checkPassword } from './password-rules.ts';
import { accountSuspended } from './suspension.ts';
import { Passwords } from './passwords.ts';
import { checkSignupCode } from './signup-code.ts';
import { releaseName, reservationOf, reserveName } from './usernames.ts';

const taken: Fault = { code: 'username.taken', text: messages.usernameTaken };

/** The namespace of the ids of signups that carry an Idempotency-Key. */
const namespace = '0b1f7a52-4c0e-5a57-8a4c-6f3d9f1f6f0e';

/** Accounts are opened, and entered by password. */
@Injectable()
export class Accounts {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
    @Inject(Passwords) private readonly passwords: Passwords,
    @Inject(IdentityConfig) private readonly config: IdentityConfig,
  ) {}

  /**
   * Opens an account and its first session. The name is kept before the password is hashed, so whoever comes second costs no hash.
   * @throws {DomainError} `signup.code`; `username.taken`; what is wrong with name or password; `service.unavailable`
   */
  async signup({ request, context }: Call<'identity.signup'>): Promise<Outcome<SessionGrant>> {
    const username = request.username.trim();
    const password = request.password.trim();
    refuse(
      checkSignupCode(this.config.SIGNUP_CODE, request.code),
      checkCredentials(username, password),
      checkWellFormed(password),
      checkUsername(username),
      checkPassword(password, this.config.PASSWORD_MIN_LENGTH),
    );
    const userId = uuidv7();
    const commandId = signupId(context);
    const name = reservationOf(username, userId);
    if (!(await reserveName(this.database, name))) return this.signupAgain(request, name, commandId, password);
    try {
      const passwordHash = await this.passwords.hash(password);
      return await this.commands.execute(originOf('identity.signup', context, commandId), {
        streamId: userStream(userId),
        orderingKey: userId,
        decider: userDecider,
        command: (): RegisterUser => ({ type: 'RegisterUser', userId, name: username }),
        reservations: [{ ...name, fault: taken }],
        reply: { read: openAccounts, argument: { passwordHash, session: newSession(userId, request) } },
        // It holds a refresh token.
        keepReply: false,
      });
    } catch (failure) {
      // Whatever became of the append: a name that it made last is not given back by this.
      await releaseName(this.database, name).catch(() => undefined);
      throw failure;
    }
  }

  /**
   * Begins a session. A name that nobody has and a wrong password look the same, in text and in time.
   * @throws {DomainError} `login.failed`; `account.suspended`; `service.unavailable`
   */
  async login({ request }: Call<'identity.login'>): Promise<SessionGrant> {
    const username = request.username.trim();
    const password = request.password.trim();
    refuse(checkCredentials(username, password), checkWellFormed(username), checkWellFormed(password));
    const credential = await findCredential(this.database, username);
    const matches = await this.passwords.matches(credential?.passwordHash, password);
    if (!credential || !matches) throw new DomainError('login.failed', messages.loginFailed);
    return this.enter(credential, request);
  }

  /**
   * The name is taken. If by this very signup, whose answer was lost, then the account is entered: the retry shows the same key and password.
   * @throws {DomainError} `username.taken`
   */
  private async signupAgain(
    client: ClientInfo,
    name: Reservation,
    commandId: string,
    password: string,
  ): Promise<Outcome<SessionGrant>> {
    const credential = await findCredentialOfSignup(this.database, name, commandId);
    if (!credential || !(await this.passwords.matches(credential.passwordHash, password))) throw nameTaken();
    return new Outcome(await this.enter(credential, client), {});
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

function nameTaken(): DomainError {
  return new DomainError(taken.code, taken.text);
}

/** Signups have no actor whose commands the kernel could know again; their own id does it. */
function signupId({ idempotency }: CallContext): string {
  return idempotency ? uuidv5(`signup ${idempotency.key}`, namespace) : uuidv7();
}
