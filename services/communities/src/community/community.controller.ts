import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { v7 as uuidv7 } from 'uuid';
import { checkWellFormed } from '@parlour/contracts/text/checks';
import type { CommunityWire } from '@parlour/contracts/communities/communities';
import type { Source } from '@parlour/contracts/envelope';
import { DomainError, refuse } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { Database } from '@parlour/kernel/database/database';
import { Commands, type Guard, originOf, Outcome } from '@parlour/kernel/log/commands';
import { doneReply, madeReply } from '@parlour/kernel/log/reply';
import { actorOf, type Call, Handles } from '@parlour/kernel/rpc/calls';
import type { Json } from '@parlour/kernel/rpc/json';
import { withCurrent } from '@parlour/posts/stale-edits';
import { findBlockFault } from '@parlour/people/block-view';
import { KnownPeople } from '@parlour/people/known-people';
import { readContributions } from '../contribution/contribution.queries.ts';
import { membershipGuard } from '../membership/membership.decider.ts';
import type { MembershipState } from '../membership/membership-status.ts';
import {
  type ChangeVisibility,
  type CommunityCommand,
  communityDecider,
  communityGuard,
  communityStream,
  type CreateCommunity,
  nameReservations,
} from './community.decider.ts';
import { type ChoosePicture, pictureDecider, pictureStream } from './picture.decider.ts';
import { readCommunity, readOfferee, readVisibility } from './community.queries.ts';
import { lookForName } from './community-name.queries.ts';

/** Calls about communities. */
@Controller()
export class CommunityController {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
    private readonly people: KnownPeople,
  ) {}

  @Handles('communities.create')
  async create(@Payload() call: Call<'communities.create'>) {
    const ownerId = actorOf(call).id;
    const newId = uuidv7();
    const contributions = await readContributions(this.database, ownerId);
    const { isKnown } = await lookForName(this.database, call.request.name, newId);
    const { reply, positions } = await this.commands.execute(originOf(call), {
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
      reply: madeReply({ communityId: newId }),
    });
    return new Outcome(await readCommunity(this.database, reply.communityId, ownerId), positions);
  }

  @Handles('communities.edit')
  async edit(@Payload() call: Call<'communities.edit'>) {
    const { communityId, name, description, version } = call.request;
    const by = actorOf(call).id;
    // The names of outsiders' attempts are not reserved: the decider refuses these first.
    const { isKnown, isKept } = await lookForName(this.database, name, communityId);
    return withCurrent(
      () =>
        this.change(call, {
          command: ([own]) => ({ type: 'EditCommunity', communityId, by, own, name, description, version, isKept }),
          reservations: isKept ? [] : nameReservations(name, communityId, isKnown),
        }),
      async () => JSON.parse((await readCommunity(this.database, communityId, by)).text) as object, // a community
    );
  }

  @Handles('communities.setPicture')
  async setPicture(@Payload() call: Call<'communities.setPicture'>) {
    const { communityId, place, fileId } = call.request;
    const by = actorOf(call).id;
    const { positions } = await this.commands.execute(originOf(call), {
      streamId: pictureStream(communityId, place),
      orderingKey: communityId,
      decider: pictureDecider,
      guards: [communityGuard(communityId), membershipGuard(communityId, by)],
      command: ({ guards: [community, own] }): ChoosePicture => {
        return { type: 'ChoosePicture', communityId, place, fileId, by, community, own };
      },
      reply: doneReply,
    });
    return new Outcome(await readCommunity(this.database, communityId, by), positions);
  }

  @Handles('communities.offerOwnership')
  async offerOwnership(@Payload() call: Call<'communities.offerOwnership'>) {
    const { communityId, username } = call.request;
    const actor = actorOf(call);
    const by = actor.id;
    refuse(checkWellFormed(username));
    const [to = null] = username.trim() === '' ? [] : await this.people.idsOf([username], actor);
    if (to === null && username.trim() !== '') throw new DomainError('user.unknown', messages.userUnknown);
    const blocked = await findBlockFault(this.database, by, [to]);
    const userId = await readOfferee(this.database, communityId);
    return this.change(call, {
      command: ([caller, heir = caller, offeree = caller]) => ({
        ...{ type: 'OfferOwnership', communityId, by, own: caller, to, heir, blocked },
        current: userId === null ? null : { userId, own: offeree },
      }),
      guards: [to ?? by, userId ?? by].map((id) => membershipGuard(communityId, id)),
    });
  }

  @Handles('communities.acceptOwnership')
  acceptOwnership(@Payload() call: Call<'communities.acceptOwnership'>) {
    const { communityId, accept } = call.request;
    const by = actorOf(call).id;
    return this.change(call, {
      command: ([own]) => ({ type: 'AnswerOffer', communityId, by, own, accept }),
    });
  }

  @Handles('communities.close')
  close(@Payload() call: Call<'communities.close'>) {
    const { communityId } = call.request;
    const by = actorOf(call).id;
    return this.change(call, {
      command: ([own]) => ({ type: 'EndCommunity', communityId, by, own }),
      // Nothing may be posted in it any more.
      revokes: ['qa', 'notifications'],
    });
  }

  @Handles('communities.changeVisibility')
  async changeVisibility(@Payload() call: Call<'communities.changeVisibility'>) {
    const { communityId, visibility } = call.request;
    const by = actorOf(call).id;
    const { positions } = await this.commands.execute(originOf(call), {
      streamId: communityStream(communityId),
      orderingKey: communityId,
      decider: communityDecider,
      guards: [membershipGuard(communityId, by)],
      command: ({ guards: [own] }): ChangeVisibility => {
        return { type: 'ChangeVisibility', communityId, by, visibility, own };
      },
      reply: doneReply,
      // Outsiders lose access before the change is announced.
      revokes: ['qa', 'notifications'],
    });
    return new Outcome({ visibility: await readVisibility(this.database, communityId) }, positions);
  }

  /** Carries out a command on a whole community, and answers it. */
  private async change(
    call: Call<ChangeName>,
    {
      command,
      guards = [],
      ...more
    }: {
      /** From the memberships of the caller and of the further guards. */
      readonly command: (memberships: readonly [MembershipState, ...MembershipState[]]) => CommunityCommand;
      readonly guards?: readonly Guard<MembershipState>[];
      readonly reservations?: ReturnType<typeof nameReservations>;
      readonly revokes?: readonly Source[];
    },
  ): Promise<Outcome<Json<CommunityWire>>> {
    const { communityId } = call.request;
    const by = actorOf(call).id;
    const { positions } = await this.commands.execute(originOf(call), {
      streamId: communityStream(communityId),
      orderingKey: communityId,
      decider: communityDecider,
      guards: [membershipGuard(communityId, by), ...guards],
      command: ({ guards: states }) => command(states),
      reply: doneReply,
      ...more,
    });
    return new Outcome(await readCommunity(this.database, communityId, by), positions);
  }
}

type ChangeName =
  | 'communities.edit'
  | 'communities.offerOwnership'
  | 'communities.acceptOwnership'
  | 'communities.close';
