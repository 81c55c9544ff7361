import { Injectable } from '@nestjs/common';
import type { UserRowWire, UserWire } from '@parlour/contracts/identity';
import type { Rpc } from '@parlour/contracts/rpc';
import { Answered } from '../http/answer.ts';
import type { Caller } from '../http/caller.ts';
import { Calls } from '../http/calls.ts';
import { pageOf, searched } from '../http/page-request.ts';
import type { GetUsersQuery } from './user.dto.ts';

/** Reads people on a caller's behalf; the caller's own data is never cached. */
@Injectable()
export class People {
  constructor(private readonly calls: Calls) {}

  async self(caller: Caller): Promise<Answered<UserWire>> {
    const { answer } = await this.calls.read('identity.getSession', {}, caller);
    return new Answered({ ...answer, isPrivate: true });
  }

  async named(username: string, caller: Caller): Promise<Answered<UserWire>> {
    const { answer } = await this.calls.read('identity.getUser', { username }, caller);
    return new Answered({ ...answer, isPrivate: caller.isNamed(username) });
  }

  list(query: GetUsersQuery, caller: Caller): Promise<Answered<readonly UserRowWire[]>> {
    const exclude = query.exclude === undefined ? {} : { exclude: query.exclude };
    return this.calls.list('identity.getUsers', { ...pageOf(query), ...searched(query.search), ...exclude }, caller);
  }

  async follows(
    name: 'identity.getFollowers' | 'identity.getFollowing',
    username: string,
    caller: Caller,
  ): Promise<Answered<readonly string[]>> {
    const { answer, body } = await this.calls.read(name, { username }, caller);
    return new Answered({ ...answer, body: body.usernames, isPrivate: caller.isNamed(username) });
  }

  /** A change that answers the caller's new profile. */
  async change<
    Name extends
      | 'identity.follow'
      | 'identity.unfollow'
      | 'identity.updateBiography'
      | 'identity.toggleFollowVisibility',
  >(name: Name, request: Rpc[Name]['request'], caller: Caller): Promise<Answered<UserWire>> {
    const { answer } = await this.calls.command(name, request, caller);
    return new Answered<UserWire>({ ...answer, isPrivate: true });
  }
}
