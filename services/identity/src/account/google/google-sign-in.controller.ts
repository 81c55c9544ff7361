import { createHash, randomInt } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { v7 as uuidv7 } from 'uuid';
import { checkUsername } from '@parlour/contracts/text/checks';
import { checkReservedLooks } from '@parlour/contracts/text/look-alikes';
import { DomainError, type Fault, refuse } from '@parlour/contracts/errors';
import { checkAnswer, type PendingWire } from '@parlour/contracts/identity/approval';
import type { SessionGrant } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import { Database } from '@parlour/kernel/database/database';
import { Commands, originOf, Outcome } from '@parlour/kernel/log/commands';
import { type Call, Handles } from '@parlour/kernel/rpc/calls';
import { readReply, type Reply } from '@parlour/kernel/log/reply';
import { accountWaiting, nameOfWaiting, waitingReply } from '../../approval/waiting.queries.ts';
import { IdentityConfig } from '../../identity-config.ts';
import { newSession, startByGoogleAccount } from '../../session/session.queries.ts';
import { readSite } from '../../site/site.queries.ts';
import { type RegisterUser, userDecider, userStream } from '../../user/user.decider.ts';
import {
  findGoogleAccount,
  noteEmail,
  openGoogleAccounts,
  subjectReservation,
  useGoogleToken,
} from './google-accounts.ts';
import { registerPerhapsFirst } from '../signup/first-account.ts';
import { nameOf } from './google-names.ts';
import { type GoogleIdentity, GoogleTokens } from './google-tokens.ts';
import { checkAdmission } from '../signup/signup-code.ts';
import { accountSuspended, isSuspendedAtGoogle } from '../suspension.ts';
import { releaseName, reservationsOf, reserveName } from '../signup/usernames.ts';

/** A concurrent request took the name or opened the account; a second look shows which. */
const overtaken: Fault = { code: 'command.conflict', text: messages.conflict };

/** How often to look again, and how many names to try. */
const attempts = { account: 3, names: 100 };

/** Signs in, and opens accounts, with Google. Source: decisions S-4. */
@Controller()
export class GoogleSignInController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
    private readonly tokens: GoogleTokens,
    private readonly config: IdentityConfig,
  ) {}

  /**
   * Signs in to the account of Google's subject, or opens one; never another account with the same
   * name or address. A token works once.
   * @throws {DomainError} as `GoogleTokens`; `google.refused` for a redeemed token, and for another
   * account than the one to reauthenticate; `signup.code`, `signup.closed` and an invalid answer
   * for a new account; `account.waiting`
   */
  @Handles('identity.googleLogin')
  async login(@Payload() call: Call<'identity.googleLogin'>): Promise<Outcome<SessionGrant | PendingWire>> {
    const { googleToken, nonce, again, code, answer = '' } = call.request;
    const google = await this.tokens.verify(googleToken, nonce);
    const userId = await findGoogleAccount(this.database, google.subject);
    refuseOther(userId, again);
    // Before the token is redeemed, so that it works again with the code.
    if (userId === undefined) {
      refuse(checkAdmission(await readSite(this.database, this.config), code), checkAnswer(answer.trim()));
    }
    const by = createHash('sha256')
      .update(call.context.idempotency?.key ?? uuidv7())
      .digest('base64url');
    if (!(await useGoogleToken(this.database, google.tokenHash, by, google.expiresAt))) {
      throw refused();
    }
    for (let attempt = 0; attempt < attempts.account; attempt++) {
      const entered = await this.enter(call, google);
      if (entered) return entered;
      // The account was deleted after it was found; reauthentication must not open a new one.
      if (again !== undefined) throw refused();
      const opened = await this.open(call, google);
      if (opened) return opened;
    }
    throw new DomainError(overtaken.code, overtaken.text);
  }

  private async enter(
    { request }: Call<'identity.googleLogin'>,
    google: GoogleIdentity,
  ): Promise<Outcome<SessionGrant> | undefined> {
    const userId = await findGoogleAccount(this.database, google.subject);
    refuseOther(userId, request.again);
    if (userId === undefined) return undefined;
    if (await isSuspendedAtGoogle(this.database, userId)) throw accountSuspended();
    if ((await nameOfWaiting(this.database, userId)) !== undefined) throw accountWaiting();
    await noteEmail(this.database, userId, google.email);
    const grant = await startByGoogleAccount(this.database, newSession(userId, request));
    return grant && new Outcome(grant, {});
  }

  /** Undefined if a concurrent request was faster. */
  private async open(
    call: Call<'identity.googleLogin'>,
    { subject, email }: GoogleIdentity,
  ): Promise<Outcome<SessionGrant | PendingWire> | undefined> {
    const userId = uuidv7();
    const site = await readSite(this.database, this.config);
    const name = await this.reserve(email, userId, site.name);
    const answer = call.request.answer?.trim() ?? '';
    try {
      return await registerPerhapsFirst(this.database, userId, ({ isFirst, reservations }) => {
        const waits = !isFirst && site.signUp === 'approval';
        const reply: Reply<SessionGrant | PendingWire> = waits
          ? waitingReply({ userId, name, answer, signIn: { email } })
          : readReply(openGoogleAccounts, { email, session: newSession(userId, call.request) });
        return this.commands.execute(originOf(call), {
          streamId: userStream(userId),
          orderingKey: userId,
          decider: userDecider,
          command: (): RegisterUser => ({ type: 'RegisterUser', userId, name, isFirst, waits }),
          reservations: [
            ...reservationsOf(name, userId).map((reservation) => ({ ...reservation, fault: overtaken })),
            { ...subjectReservation(subject, userId), fault: overtaken },
            ...reservations,
          ],
          reply,
          // It contains a refresh token.
          keepReply: false,
        });
      });
    } catch (failure) {
      await releaseName(this.database, name, userId).catch(() => undefined);
      if (failure instanceof DomainError && failure.code === overtaken.code) return undefined;
      throw failure;
    }
  }

  /** The first free name made from the address. */
  private async reserve(email: string, userId: string, siteName: string): Promise<string> {
    const isReserved = (name: string): boolean => checkReservedLooks(name, siteName) !== undefined;
    for (let attempt = 1; attempt <= attempts.names; attempt++) {
      const name = nameOf(email, attempt, () => randomInt(1_000, 1_000_000_000), isReserved);
      if (checkUsername(name) !== undefined || isReserved(name)) continue;
      if (!(await reserveName(this.database, name, userId))) return name;
    }
    throw new DomainError(overtaken.code, overtaken.text);
  }
}

/** Reauthentication must not switch to another account, which would end the user's own session. */
function refuseOther(userId: string | undefined, again: string | undefined): void {
  if (again !== undefined && userId !== again) throw refused();
}

function refused(): DomainError {
  return new DomainError('google.refused', messages.googleLoginFailed);
}
