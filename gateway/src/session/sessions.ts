import { Injectable } from '@nestjs/common';
import type { PendingWire } from '@parlour/contracts/identity/approval';
import type { SessionGrant, SessionWire, UserWire } from '@parlour/contracts/identity/identity';
import type { Login, Signup } from '@parlour/contracts/identity/identity.requests';
import type { Rpc } from '@parlour/contracts/rpc';
import { type Answer, Answered } from '../http/answers/answer.ts';
import type { Caller } from '../http/requests/caller.ts';
import { ServiceCalls } from '../http/service-calls.ts';
import { notSignedIn } from './access-tokens.ts';
import { EndedSessions } from './ended-sessions.ts';
import type { Session } from './session.ts';

/** What of these fields is there. */
export function given<Field extends string>(
  fields: Readonly<Record<Field, string | undefined>>,
): { readonly [Name in Field]?: string } {
  const there = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(there) as { readonly [Name in Field]?: string }; // of those fields
}

/** Starts, refreshes and ends sessions: identity decides, the cookies follow. */
@Injectable()
export class Sessions {
  constructor(
    private readonly calls: ServiceCalls,
    private readonly ended: EndedSessions,
  ) {}

  /** The password is not part of the command's identity, because that is stored. */
  async begin(
    { username, password, newPassword }: Login,
    caller: Caller,
    older: Session | null,
  ): Promise<Answered<UserWire>> {
    const request = { username, password, ...given({ newPassword }), ...caller.client };
    const { answer, body } = await this.calls.command('identity.login', request, caller, { username });
    await this.endOlder(older, caller);
    return new Answered({ ...answer, body: body.user, isPrivate: true, session: body });
  }

  /** With a new account, unless it waits for approval. The password as above. */
  async beginAnew(
    { username, password, code, invitation, answer }: Signup,
    caller: Caller,
    older: Session | null,
  ): Promise<Answered<UserWire | PendingWire>> {
    const request = { username, password, ...given({ code, invitation, answer }), ...caller.client };
    return this.beginUnlessPending(
      await this.calls.command('identity.signup', request, caller, { username }),
      caller,
      older,
    );
  }

  /** With a Google account. The token, like a password, is not part of the command's identity. */
  async beginByGoogle(
    google: Pick<Rpc['identity.googleLogin']['request'], 'googleToken' | 'nonce' | 'code' | 'answer' | 'again'>,
    caller: Caller,
    older: Session | null,
  ): Promise<Answered<UserWire | PendingWire>> {
    const request = { ...google, ...caller.client };
    return this.beginUnlessPending(
      await this.calls.command('identity.googleLogin', request, caller, {}),
      caller,
      older,
    );
  }

  /** By the link for a forgotten password, whose token is not part of the command's identity. */
  async beginByLink(
    { token, password }: Pick<Rpc['identity.resetForgotten']['request'], 'token' | 'password'>,
    caller: Caller,
    older: Session | null,
  ): Promise<Answered<UserWire>> {
    const request = { token, password, ...caller.client };
    const { answer, body } = await this.calls.command('identity.resetForgotten', request, caller, {});
    await this.endOlder(older, caller);
    return new Answered({ ...answer, body: body.user, isPrivate: true, session: body });
  }

  /** What was typed may be an address, so it is not part of the command's identity. */
  forgotPassword(name: string, caller: Caller): Promise<Answered<{ sent: true }>> {
    return this.calls.command('identity.forgotPassword', { name }, caller, {});
  }

  /** Nor is the token of a link. */
  confirmEmail(token: string, caller: Caller): Promise<Answered<{ email: string }>> {
    return this.calls.command('identity.confirmEmail', { token }, caller, {});
  }

  /** @throws {DomainError} `session.missing` without a refresh token */
  async continue(refreshToken: string | null, caller: Caller): Promise<Answered<UserWire>> {
    if (refreshToken === null) throw notSignedIn();
    const { answer, body } = await this.calls.command(
      'identity.refresh',
      { refreshToken, ...caller.client },
      caller,
      {},
    );
    return new Answered({ ...answer, body: body.user, isPrivate: true, session: body });
  }

  /** This gateway refuses the session at once; the others learn of it live. */
  async end(caller: Caller): Promise<Answered<{ loggedOut: true }>> {
    if (!caller.session) throw notSignedIn();
    return this.endOne(caller.session.id, caller);
  }

  /** The same of any session of the caller's: identity refuses those of others. */
  async endOne(sessionId: string, caller: Caller): Promise<Answered<{ loggedOut: true }>> {
    const { answer } = await this.calls.command('identity.logout', { sessionId }, caller);
    if (sessionId === caller.session?.id) return this.over(answer, sessionId);
    this.refuse(sessionId);
    return new Answered({ ...answer, isPrivate: true });
  }

  /** All of the caller's sessions, including this one. */
  async endAll(caller: Caller): Promise<Answered<{ ended: number }>> {
    const { answer } = await this.calls.command('identity.logoutEverywhere', {}, caller);
    return this.over(answer, caller.session?.id);
  }

  /** The caller's active sessions. */
  async list(caller: Caller): Promise<Answered<readonly SessionWire[]>> {
    const { answer, body } = await this.calls.read('identity.getSessions', {}, caller);
    return new Answered({ ...answer, body: body.sessions, isPrivate: true });
  }

  /**
   * Changes the password: all sessions end, including this one, and a new one starts in its place.
   */
  async resetPassword(password: string, caller: Caller): Promise<Answered<UserWire>> {
    if (!caller.session) throw notSignedIn();
    const request = { password, ...caller.client };
    const { answer, body } = await this.calls.command('identity.resetPassword', request, caller, {});
    this.refuse(caller.session.id);
    return new Answered({ ...answer, body: body.user, isPrivate: true, session: body });
  }

  /** Deletes the account and all its sessions. */
  async deleteUser(caller: Caller): Promise<Answered<UserWire>> {
    const { answer } = await this.calls.command('identity.deleteUser', {}, caller);
    return this.over(answer, caller.session?.id);
  }

  private async beginUnlessPending(
    { answer, body }: Answered<SessionGrant | PendingWire>,
    caller: Caller,
    older: Session | null,
  ): Promise<Answered<UserWire | PendingWire>> {
    if ('pending' in body) return new Answered({ ...answer, body, isPrivate: true });
    await this.endOlder(older, caller);
    return new Answered({ ...answer, body: body.user, isPrivate: true, session: body });
  }

  /**
   * A browser has one session: signing in again ends the old one, so that it does not stay in the
   * list. A failure of that must not prevent signing in.
   */
  private async endOlder(older: Session | null, caller: Caller): Promise<void> {
    if (!older) return;
    this.refuse(older.id);
    await this.calls.command('identity.logout', { sessionId: older.id }, caller.in(older)).catch(() => undefined);
  }

  private over<Body>(answer: Answer<Body>, sessionId: string | undefined): Answered<Body> {
    if (sessionId !== undefined) this.refuse(sessionId);
    return new Answered({ ...answer, isPrivate: true, session: 'ended' });
  }

  private refuse(sessionId: string): void {
    this.ended.add([{ sessionId, endedAt: new Date().toISOString() }]);
  }
}
