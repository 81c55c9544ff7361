import { Injectable } from '@nestjs/common';
import { DomainError } from '@parlour/contracts/errors';
import type {
  InvitationWire,
  InvitedWire,
  InvitingCommunity,
  StoredInvitation,
} from '@parlour/contracts/identity/invitations';
import type { CreateInvitation } from '@parlour/contracts/identity/invitations.requests';
import { messages } from '@parlour/contracts/messages';
import type { PageRequest } from '@parlour/contracts/page.requests';
import { Answered } from '../http/answers/answer.ts';
import type { Caller } from '../http/requests/caller.ts';
import { PrivateCalls } from '../http/requests/private-calls.ts';
import { Site } from '../site/site.ts';

/** Invitations of identity, with the communities that they lead into. */
@Injectable()
export class Invitations {
  constructor(
    private readonly calls: PrivateCalls,
    private readonly site: Site,
  ) {}

  /**
   * @throws {DomainError} `community.position` for a community that the caller may not invite to
   */
  async create(
    { expiresAt, uses, communityIds = [], note }: CreateInvitation,
    caller: Caller,
  ): Promise<Answered<InvitationWire>> {
    const communities = await this.communities(communityIds, caller, caller.session?.user.id);
    if (communities.length < communityIds.length) {
      throw new DomainError('community.position', messages.invitationForeign);
    }
    const request = { expiresAt, uses, communityIds, note };
    const made = await this.calls.command('identity.createInvitation', request, caller);
    return made.map((invitation) => described(invitation, communities));
  }

  async own(query: PageRequest, caller: Caller): Promise<Answered<readonly InvitationWire[]>> {
    const listed = await this.calls.list('identity.getInvitations', query, caller);
    const ids = listed.body.flatMap(({ communityIds }) => communityIds);
    const communities = await this.communities([...new Set(ids)], caller);
    return listed.map((rows) => rows.map((row) => described(row, communities)));
  }

  async revoke(code: string, caller: Caller): Promise<Answered<InvitationWire>> {
    const revoked = await this.calls.command('identity.revokeInvitation', { code }, caller);
    const communities = await this.communities(revoked.body.communityIds, caller);
    return revoked.map((invitation) => described(invitation, communities));
  }

  /** @throws {DomainError} `invitation.over`, whatever became of it */
  async open(code: string, caller: Caller): Promise<Answered<InvitedWire>> {
    const found = await this.calls.read('identity.getInvitation', { code }, caller);
    const { by, expiresAt, inviterId, communityIds } = found.body;
    const communities = await this.communities(communityIds, caller, inviterId);
    return found.map(() => ({ site: this.site.current.name, by, expiresAt, communities }));
  }

  /** Those that are open; with an inviter, that they may invite to. */
  private async communities(
    ids: readonly string[],
    caller: Caller,
    inviterId?: string,
  ): Promise<readonly InvitingCommunity[]> {
    if (ids.length === 0) return [];
    const request = { ids, ...(inviterId !== undefined && { inviterId }) };
    return (await this.calls.read('communities.getInviting', request, caller)).body.communities;
  }
}

function described(
  { communityIds, ...invitation }: StoredInvitation,
  communities: readonly InvitingCommunity[],
): InvitationWire {
  return { ...invitation, communities: communities.filter(({ _id }) => communityIds.includes(_id)) };
}
