import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { v7 as uuidv7 } from 'uuid';
import type { CommunityWire } from '@parlour/contracts/communities';
import type { Rpc } from '@parlour/contracts/rpc';
import { Database } from '@parlour/kernel/database/database';
import { Commands, originOf, Outcome } from '@parlour/kernel/log/commands';
import type { ReplyReader } from '@parlour/kernel/log/event-log';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import { readContributions } from '../contribution/contribution.view.ts';
import { doneReply } from '@parlour/kernel/log/done-reply';
import { membershipGuard } from '../membership/membership.decider.ts';
import type { MembershipState } from '../membership/membership-status.ts';
import {
  type ChangeVisibility,
  communityDecider,
  communityStream,
  type CreateCommunity,
  nameReservations,
} from './community.decider.ts';
import { readCommunities, readOwnCommunities } from './community-list.view.ts';
import { readCommunity, readVisibility } from './community-page.view.ts';
import { lookForName } from './names.ts';

const readMade: ReplyReader<string, { readonly communityId: string }> = async (_, ids) =>
  ids.map((communityId) => ({ communityId }));

/** Calls about communities. */
@Controller()
export class CommunityController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
  ) {}

  @Handles('communities.getCommunity')
  getCommunity(@Payload() call: Call<'communities.getCommunity'>): Promise<CommunityWire> {
    return readCommunity(this.database, call.request.communityId, actorOf(call).id);
  }

  @Handles('communities.getCommunities')
  getCommunities(
    @Payload() call: Call<'communities.getCommunities'>,
  ): Promise<Rpc['communities.getCommunities']['reply']> {
    return readCommunities(this.database, call.request, actorOf(call).id);
  }

  @Handles('communities.getOwn')
  getOwn(@Payload() call: Call<'communities.getOwn'>): Promise<Rpc['communities.getOwn']['reply']> {
    return readOwnCommunities(this.database, call.request, actorOf(call).id);
  }

  @Handles('communities.create')
  async create(@Payload() call: Call<'communities.create'>): Promise<Outcome<CommunityWire>> {
    const ownerId = actorOf(call).id;
    const newId = uuidv7();
    const contributions = await readContributions(this.database, ownerId);
    const isKnown = await lookForName(this.database, call.request.name);
    const { reply, positions } = await this.commands.execute(originOf('communities.create', call.context, uuidv7()), {
      streamId: communityStream(newId),
      orderingKey: newId,
      decider: communityDecider,
      command: (): CreateCommunity => ({
        ...call.request,
        type: 'CreateCommunity',
        communityId: newId,
        ownerId,
        contributions,
      }),
      reservations: nameReservations(call.request.name, newId, isKnown),
      // A retry gets the community that the first call created.
      reply: { read: readMade, argument: newId },
    });
    return new Outcome(await readCommunity(this.database, reply.communityId, ownerId), positions);
  }

  @Handles('communities.changeVisibility')
  async changeVisibility(
    @Payload() call: Call<'communities.changeVisibility'>,
  ): Promise<Outcome<Rpc['communities.changeVisibility']['reply']>> {
    const { communityId, visibility } = call.request;
    const by = actorOf(call).id;
    const { positions } = await this.commands.execute(
      originOf('communities.changeVisibility', call.context, uuidv7()),
      {
        streamId: communityStream(communityId),
        orderingKey: communityId,
        decider: communityDecider,
        guards: [membershipGuard(communityId, by)],
        command: ({ guards: [own] }): ChangeVisibility => {
          return { type: 'ChangeVisibility', communityId, by, visibility, own: own as MembershipState }; // of the guard above
        },
        reply: doneReply,
        // Outsiders lose access before the change is announced.
        revokes: ['qa', 'notifications'],
      },
    );
    return new Outcome({ visibility: await readVisibility(this.database, communityId) }, positions);
  }
}
