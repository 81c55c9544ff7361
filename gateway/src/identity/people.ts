import { Injectable } from '@nestjs/common';
import type { UserWire } from '@parlour/contracts/identity/identity';
import { Answered, type EnteredSession } from '../http/answers/answer.ts';
import type { Caller } from '../http/requests/caller.ts';
import { PrivateCalls } from '../http/requests/private-calls.ts';
import { ServiceCalls } from '../http/service-calls.ts';
import type { Session } from '../session/session.ts';

/** Reads people on a caller's behalf; the caller's own data is never cached. */
@Injectable()
export class People {
  constructor(
    private readonly calls: ServiceCalls,
    private readonly privately: PrivateCalls,
  ) {}

  /**
   * An operator may have renamed the caller. Their token has the name before until it gets the new
   * one here, because bodies may repeat the caller's name. Source: decisions O-12.
   */
  async self(caller: Caller): Promise<Answered<UserWire>> {
    const { answer, body: user } = await this.calls.read('identity.getSession', {}, caller);
    const renamed =
      caller.session !== null && caller.session.user.name !== user.username && sessionOf(caller.session, user);
    return new Answered({ ...answer, isPrivate: true, ...(renamed && { session: renamed }) });
  }

  async named(username: string, caller: Caller): Promise<Answered<UserWire>> {
    const { answer, body: user } = await this.calls.read('identity.getUser', { username }, caller);
    // Also by the id, because a former name leads to the caller too.
    return new Answered({ ...answer, isPrivate: caller.isNamed(username) || user._id === caller.session?.user.id });
  }

  /** They may be the caller's own, by any name they have had, with what is hidden from others. */
  async follows(
    name: 'identity.getFollowers' | 'identity.getFollowing',
    username: string,
    caller: Caller,
  ): Promise<Answered<readonly string[]>> {
    return (await this.privately.read(name, { username }, caller)).map(({ usernames }) => usernames);
  }
}

function sessionOf({ id: sessionId, authenticatedAt }: Session, user: UserWire): EnteredSession {
  return { user, sessionId, authenticatedAt: new Date(authenticatedAt * 1_000).toISOString() };
}
