import { Injectable } from '@nestjs/common';
import type { UserWire } from '@parlour/contracts/identity';
import { Answered } from '../http/answer.ts';
import type { Caller } from '../http/caller.ts';
import { Calls } from '../http/calls.ts';
import { notSignedIn } from './access-tokens.ts';
import { EndedSessions } from './ended-sessions.ts';

interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Begins, continues and ends sessions: identity decides, the cookies follow. */
@Injectable()
export class Sessions {
  constructor(
    private readonly calls: Calls,
    private readonly ended: EndedSessions,
  ) {}

  /** By a new or a known account. The password stays out of what the command is known by, for that is stored. */
  async begin(
    name: 'identity.signup' | 'identity.login',
    { username, password }: Credentials,
    caller: Caller,
  ): Promise<Answered<UserWire>> {
    const { answer } = await this.calls.command(name, { username, password, ...caller.client }, caller, { username });
    return new Answered({ ...answer, body: answer.body.user, isPrivate: true, session: answer.body });
  }

  /** @throws {DomainError} `session.missing` without a refresh token */
  async continue(refreshToken: string | null, caller: Caller): Promise<Answered<UserWire>> {
    if (refreshToken === null) throw notSignedIn();
    const { answer } = await this.calls.command('identity.refresh', { refreshToken, ...caller.client }, caller, {});
    return new Answered({ ...answer, body: answer.body.user, isPrivate: true, session: answer.body });
  }

  /** This gateway refuses the session at once; the others hear of it live. */
  async end(caller: Caller): Promise<Answered<{ loggedOut: true }>> {
    if (!caller.session) throw notSignedIn();
    const sessionId = caller.session.id;
    const { answer } = await this.calls.command('identity.logout', { sessionId }, caller);
    this.ended.add([{ sessionId, endedAt: new Date().toISOString() }]);
    return new Answered({ ...answer, isPrivate: true, session: 'ended' });
  }
}
