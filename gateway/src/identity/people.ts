import { Injectable } from '@nestjs/common';
import type { BlockedPersonWire, UserRowWire, UserWire } from '@parlour/contracts/identity/identity';
import type { Rpc } from '@parlour/contracts/rpc';
import type { PageRequest } from '@parlour/contracts/page.requests';
import { GetUsers } from '@parlour/contracts/identity/identity.requests';
import { Answered, type EnteredSession } from '../http/answers/answer.ts';
import type { Caller } from '../http/requests/caller.ts';
import { ServiceCalls } from '../http/service-calls.ts';
import type { Session } from '../session/session.ts';

/** Reads people on a caller's behalf; the caller's own data is never cached. */
@Injectable()
export class People {
  constructor(private readonly calls: ServiceCalls) {}

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

  list(query: GetUsers, caller: Caller): Promise<Answered<readonly UserRowWire[]>> {
    return this.calls.list('identity.getUsers', query, caller);
  }

  async blocked(query: PageRequest, caller: Caller): Promise<Answered<readonly BlockedPersonWire[]>> {
    const { answer } = await this.calls.list('identity.getBlocked', query, caller);
    return new Answered({ ...answer, isPrivate: true });
  }

  /** Whether the caller shows that they are online. */
  async showsOnline<Name extends 'identity.getOnlineShown' | 'identity.showOnline'>(
    name: Name,
    request: Rpc[Name]['request'],
    caller: Caller,
  ): Promise<Answered<Rpc[Name]['reply']>> {
    const { answer } = await this.calls.read(name, request, caller);
    return new Answered({ ...answer, isPrivate: true });
  }

  async follows(
    name: 'identity.getFollowers' | 'identity.getFollowing',
    username: string,
    caller: Caller,
  ): Promise<Answered<readonly string[]>> {
    const { answer, body } = await this.calls.read(name, { username }, caller);
    // It may be the caller's own, by any name that they have had, with what is hidden from others.
    return new Answered({ ...answer, body: body.usernames, isPrivate: true });
  }

  /** A change that answers the caller's new profile. */
  async change<
    Name extends
      | 'identity.follow'
      | 'identity.unfollow'
      | 'identity.block'
      | 'identity.unblock'
      | 'identity.updateBiography'
      | 'identity.toggleFollowVisibility',
  >(name: Name, request: Rpc[Name]['request'], caller: Caller): Promise<Answered<UserWire>> {
    const { answer } = await this.calls.command(name, request, caller);
    return new Answered<UserWire>({ ...answer, isPrivate: true });
  }
}

function sessionOf({ id: sessionId, authenticatedAt }: Session, user: UserWire): EnteredSession {
  return { user, sessionId, authenticatedAt: new Date(authenticatedAt * 1_000).toISOString() };
}
