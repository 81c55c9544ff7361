import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import { checkCredentials, checkUsername, checkWellFormed } from '@parlour/contracts/text/checks';
import { DomainError, type Fault, refuse } from '@parlour/contracts/errors';
import { checkReservedLooks } from '@parlour/contracts/text/look-alikes';
import { checkAnswer, type PendingWire } from '@parlour/contracts/identity/approval';
import type { SessionGrant } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import type { CallContext, ClientInfo } from '@parlour/contracts/rpc';
import { Database } from '@parlour/kernel/database/database';
import { Commands, originOf, Outcome } from '@parlour/kernel/log/commands';
import { type Call, Handles } from '@parlour/kernel/rpc/calls';
import { limitKeyOf } from '@parlour/kernel/service/limit-key';
import { readReply, type Reply } from '@parlour/kernel/log/reply';
import { accountWaiting, pending, waitingReply } from '../approval/waiting.queries.ts';
import { IdentityConfig } from '../identity-config.ts';
import { findInvitation } from '../invitation/invitation.queries.ts';
import { newSession, startByPasswordHash } from '../session/session.queries.ts';
import { readSite } from '../site/site.queries.ts';
import { type RegisterUser, spelled, userDecider, userStream } from '../user/user.decider.ts';
import { ChosenPasswords, provenWithoutSession } from './passwords/chosen-passwords.ts';
import { type Credential, findCredential, findCredentialOfSignup, openAccounts } from './passwords/credentials.ts';
import { registerPerhapsFirst } from './signup/first-account.ts';
import { PasswordRules } from './passwords/password-rules.ts';
import { accountSuspended } from './suspension.ts';
import { Passwords } from './passwords/passwords.ts';
import { checkAdmission } from './signup/signup-code.ts';
import { releaseName, reservationOf, reservationsOf, reserveName } from './signup/usernames.ts';

const givenAgain: Fault = { code: 'password.temporary', text: messages.passwordTemporarySame };

/** The namespace of ids of sign-ups with an Idempotency-Key. */
const namespace = '0b1f7a52-4c0e-5a57-8a4c-6f3d9f1f6f0e';

/** Opens accounts, and signs in by password. */
@Controller()
export class AccountController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
    private readonly passwords: Passwords,
    private readonly rules: PasswordRules,
    private readonly chosen: ChosenPasswords,
    private readonly config: IdentityConfig,
  ) {}

  /**
   * Opens an account and its first session. The name is reserved before the password is hashed, so
   * a taken name costs no hash.
   * An invitation admits whatever the site's settings are. Whoever must be approved waits instead.
   * @throws {DomainError} `signup.code`; `signup.closed`; `invitation.over`; `username.taken`;
   * `username.alike`; invalid name, password or answer; `service.unavailable`
   */
  @Handles('identity.signup')
  async signup(@Payload() call: Call<'identity.signup'>): Promise<Outcome<SessionGrant | PendingWire>> {
    const { request, context } = call;
    const username = spelled(request.username);
    const password = request.password.trim();
    const answer = request.answer?.trim() ?? '';
    const site = await readSite(this.database, this.config);
    const invitation = await this.invitationOf(request.invitation?.trim() ?? '');
    refuse(
      invitation ? undefined : checkAdmission(site, request.code),
      checkCredentials(username, password),
      checkWellFormed(password),
      checkUsername(username),
      checkAnswer(answer),
    );
    // Only what is not too long: these take their time.
    refuse(checkReservedLooks(username, site.name), await this.rules.check(password, username));
    const userId = uuidv7();
    const commandId = signupId(context);
    const inTheWay = await reserveName(this.database, username, userId);
    if (inTheWay) return this.signupAgain(call, inTheWay, commandId);
    try {
      const passwordHash = await this.passwords.hashOfNewcomer(password, limitKeyOf(request.address));
      const opening = readReply(openAccounts, {
        ...{ passwordHash, session: newSession(userId, request) },
        invitationId: invitation?.invitationId,
      });
      return await registerPerhapsFirst(this.database, userId, ({ isFirst, reservations }) => {
        const waits = !isFirst && !invitation && site.signUp === 'approval';
        const waiting = { userId, name: username, answer, signIn: { passwordHash } };
        const reply: Reply<SessionGrant | PendingWire> = waits ? waitingReply(waiting) : opening;
        return this.commands.execute(originOf(call, commandId), {
          streamId: userStream(userId),
          orderingKey: userId,
          decider: userDecider,
          command: (): RegisterUser => ({ type: 'RegisterUser', userId, name: username, isFirst, invitation, waits }),
          reservations: [...reservationsOf(username, userId), ...reservations],
          reply,
          // It contains a refresh token.
          keepReply: false,
        });
      });
    } catch (failure) {
      // Whatever the append's outcome: this does not release a name that it took for good.
      await releaseName(this.database, username, userId).catch(() => undefined);
      throw failure;
    }
  }

  /**
   * Begins a session. An unknown name and a wrong password look the same, in text and in time. A
   * temporary password is only good for choosing another one.
   * @throws {DomainError} `login.failed`; `account.suspended`; `account.waiting`;
   * `password.temporary`; `password.expired`; an invalid new password; `service.unavailable`
   */
  @Handles('identity.login')
  async login(@Payload() call: Call<'identity.login'>) {
    const { request } = call;
    const username = request.username.trim();
    const password = request.password.trim();
    refuse(checkCredentials(username, password), checkWellFormed(username), checkWellFormed(password));
    const credential = await findCredential(this.database, username);
    const matches = await this.passwords.matches(credential?.passwordHash, password, limitKeyOf(request.address));
    if (!credential || !matches) throw new DomainError('login.failed', messages.loginFailed);
    if (credential.temporary === 'no') return new Outcome(await this.enter(credential, request), {});
    return this.replaceTemporary(credential, call);
  }

  /** What the newcomer's event says of it; whether it is used up shows when it is counted. */
  private async invitationOf(code: string): Promise<RegisterUser['invitation']> {
    if (code === '') return undefined;
    const { invitationId, inviterId, communityIds } = await findInvitation(this.database, code);
    return { invitationId, inviterId, communityIds };
  }

  /**
   * The name is taken. If it is by this very sign-up, whose answer was lost, signs in to the
   * account: the retry has the same key and password. Not with a temporary password.
   * @throws {DomainError} the conflict with the name
   */
  private async signupAgain(
    { request }: Call<'identity.signup'>,
    inTheWay: Fault,
    commandId: string,
  ): Promise<Outcome<SessionGrant | PendingWire>> {
    const name = reservationOf(request.username.trim(), '');
    const credential = await findCredentialOfSignup(this.database, name, commandId);
    const place = limitKeyOf(request.address);
    const isSame =
      credential && (await this.passwords.matches(credential.passwordHash, request.password.trim(), place));
    if (!isSame || credential.temporary !== 'no') throw new DomainError(inTheWay.code, inTheWay.text);
    if (credential.waiting) return new Outcome(pending, {});
    return new Outcome(await this.enter(credential, request), {});
  }

  /** With a temporary password one chooses another one, and signs in with that. */
  private async replaceTemporary(
    { userId, temporary, suspended, passwordHash: provenHash }: Credential,
    call: Call<'identity.login'>,
  ): Promise<Outcome<SessionGrant>> {
    const { request } = call;
    // Only for people who know the password.
    if (suspended) throw accountSuspended();
    if (temporary === 'over') throw new DomainError('password.expired', messages.passwordTemporaryOver);
    const password = request.newPassword?.trim() ?? '';
    if (password === '') throw new DomainError('password.temporary', messages.passwordTemporary);
    refuse(
      password === request.password.trim() ? givenAgain : undefined,
      checkCredentials('-', password),
      checkWellFormed(password),
    );
    refuse(await this.rules.check(password, request.username.trim()));
    const proof = { standing: provenWithoutSession, provenBy: { passwordHash: provenHash } };
    return this.chosen.choose(call, { userId, password, ...proof });
  }

  private async enter(
    { userId, passwordHash, suspended, waiting }: Credential,
    client: ClientInfo,
  ): Promise<SessionGrant> {
    // Only for people who know the password.
    if (suspended) throw accountSuspended();
    if (waiting) throw accountWaiting();
    const grant = await startByPasswordHash(this.database, newSession(userId, client), passwordHash);
    // The password was changed, or the account deleted, during the comparison.
    if (!grant) throw new DomainError('login.failed', messages.loginFailed);
    return grant;
  }
}

/** Sign-ups have no actor for the kernel's keys, so their own id makes them idempotent. */
function signupId({ idempotency }: CallContext): string {
  return idempotency ? uuidv5(`signup ${idempotency.key}`, namespace) : uuidv7();
}
