import { Injectable } from '@nestjs/common';
import { isUnserved, DomainError } from '@parlour/contracts/errors';
import type { InvitingCommunity } from '@parlour/contracts/identity/invitations';
import {
  type ListedMember,
  memberFaults,
  memberLimits,
  type MembersWire,
  type MemberWire,
} from '@parlour/contracts/identity/members';
import type { AddMembers, MemberRow } from '@parlour/contracts/identity/members.requests';
import type { Answered } from '../http/answers/answer.ts';
import type { Caller } from '../http/requests/caller.ts';
import { PrivateCalls } from '../http/requests/private-calls.ts';

/** A row with the communities that its names mean. */
interface Resolved {
  readonly row: MemberRow;
  readonly communities: readonly InvitingCommunity[];
  readonly fault?: MemberWire['fault'];
}

/** Lists of members: their accounts are identity's, their communities those of communities. */
@Injectable()
export class Members {
  constructor(private readonly calls: PrivateCalls) {}

  async add({ rows, dryRun, renew }: AddMembers, caller: Caller): Promise<Answered<MembersWire>> {
    const resolved = await this.resolve(rows, caller);
    const request = {
      rows: resolved.flatMap(({ row: { username, number = null, email = '' }, fault }) =>
        fault ? [] : [{ username, number, email }],
      ),
      ...{ dryRun, renew },
    };
    const added = await this.calls.command('identity.addMembers', request, caller);
    const listed = added.body.members.values();
    const members = resolved.map(({ row, communities, fault }) => {
      const member: ListedMember = fault
        ? { status: 'invalid', userId: null, username: row.username.trim(), fault }
        : (listed.next().value ?? { status: 'unprocessed', userId: null, username: row.username });
      return { member, communities };
    });
    const joined = await this.join(members, dryRun, caller);
    return added.map(() => ({ members: joined }));
  }

  private async resolve(rows: readonly MemberRow[], caller: Caller): Promise<readonly Resolved[]> {
    const names = [...new Set(rows.flatMap(({ communities }) => communities.slice(0, memberLimits.communities)))];
    const found =
      names.length === 0 ? [] : (await this.calls.read('communities.findNamed', { names }, caller)).body.communities;
    const byName = new Map(names.map((name, place) => [name, found[place]]));
    return rows.map((row) => {
      const text = (code: 'community.unknown' | 'request.invalid', words: string): Resolved => {
        return { row, communities: [], fault: { code, text: words } };
      };
      if (row.communities.length > memberLimits.communities) return text('request.invalid', memberFaults.communities);
      const unknown = row.communities.find((name) => !byName.get(name));
      if (unknown !== undefined) return text('community.unknown', memberFaults.community(unknown));
      const communities = new Map(
        row.communities.flatMap((name) => byName.get(name) ?? []).map((one) => [one._id, one]),
      );
      return { row, communities: [...communities.values()] };
    });
  }

  /**
   * The accounts are there, with passwords that nobody can read again: these are answered even if
   * the communities cannot be reached.
   */
  private async join(
    members: readonly { readonly member: ListedMember; readonly communities: readonly InvitingCommunity[] }[],
    dryRun: boolean,
    caller: Caller,
  ): Promise<readonly MemberWire[]> {
    const there = members.flatMap(({ member: { userId, status }, communities }) =>
      userId === null || status === 'unprocessed' || communities.length === 0
        ? []
        : [{ userId, communityIds: communities.map(({ _id }) => _id) }],
    );
    const joins = new Map<string, readonly string[]>();
    let failed = false;
    if (there.length > 0) {
      try {
        const { body } = await this.calls.command('communities.admitListed', { members: there, dryRun }, caller);
        there.forEach(({ userId }, place) => joins.set(userId, body.joined[place] ?? []));
      } catch (failure) {
        if (!(failure instanceof DomainError) || !isUnserved(failure.code)) throw failure;
        failed = true;
      }
    }
    return members.map(({ member: { userId, ...member }, communities }) => {
      if (userId === null) {
        return { ...member, joined: member.status === 'new' ? communities.map(({ name }) => name) : [] };
      }
      const ids = joins.get(userId) ?? [];
      const joined = communities.flatMap(({ _id, name }) => (ids.includes(_id) ? [name] : []));
      const isMissing = failed && member.status !== 'unprocessed' && communities.length > 0;
      return {
        ...member,
        joined,
        ...(isMissing && { fault: { code: 'service.unavailable' as const, text: memberFaults.unjoined } }),
      };
    });
  }
}
