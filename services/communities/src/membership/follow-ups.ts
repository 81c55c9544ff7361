import type { Database } from '@parlour/kernel/database/database';
import type { CommandOrigin, Commands } from '@parlour/kernel/log/commands';
import type { Policy } from '@parlour/kernel/policy/policy';
import {
  type CommunityCommand,
  communityDecider,
  communityGuard,
  type CommunityState,
  communityStream,
} from '../community/community.decider.ts';
import { doneReply } from '@parlour/kernel/log/done-reply';
import { membershipDecider, type MembershipCommand, membershipGuard, membershipStream } from './membership.decider.ts';
import {
  type AdmitAllPending,
  type FollowUp,
  followUpsOfEvents,
  type HandedOver,
  type LetGo,
} from './follow-ups.policy.ts';
import {
  followUpBatch,
  readFormerOwner,
  readHeir,
  readMemberships,
  readOwns,
  readPending,
} from './follow-ups.queries.ts';
import type { MembershipState } from './membership-status.ts';

/**
 * Executes the follow-ups of events. Its commands decide for themselves whether there is anything
 * left to do.
 */
export const standingsPolicy: Policy<FollowUp> = {
  name: 'standings',
  reactions: followUpsOfEvents,
  execute(followUp, origin, { commands, database }) {
    const followUps = new FollowUps(commands, database);
    switch (followUp.type) {
      case 'LetGo':
        return followUps.letGo(followUp, origin);
      case 'AdmitAllPending':
        return followUps.admitAll(followUp, origin);
      case 'StepDown':
        return followUps.stepDown(followUp, origin);
    }
  },
};

class FollowUps {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
  ) {}

  async admitAll({ communityId, before }: AdmitAllPending, origin: CommandOrigin): Promise<void> {
    for (;;) {
      const userIds = await readPending(this.database, communityId, before);
      await this.all(
        userIds.map((userId) =>
          this.change(origin, communityId, userId, { type: 'AdmitPending', communityId, userId }),
        ),
      );
      if (userIds.length < followUpBatch) return;
    }
  }

  /** With the key of its event: done once, whatever the next owner does with them afterwards. */
  async stepDown({ communityId, userId }: HandedOver, origin: CommandOrigin): Promise<void> {
    const former = await readFormerOwner(this.database, communityId, userId);
    if (former.deleted) {
      // Their memberships may have ended before this: only the community has them on its list.
      if (!former.listed) return;
      await this.change(origin, communityId, userId, { type: 'EndMembership', communityId, userId, owns: true });
      return;
    }
    await this.commands.execute(origin, {
      streamId: membershipStream(communityId, userId),
      orderingKey: communityId,
      decider: membershipDecider,
      guards: [communityGuard(communityId)],
      command: ({ guards: [community] }): MembershipCommand => {
        return { type: 'StepDown', communityId, userId, community: community as CommunityState }; // of the guard above
      },
      reply: doneReply,
    });
  }

  /** A community that they own gets another owner, or is closed, before their membership ends. */
  async letGo({ userId }: LetGo, origin: CommandOrigin): Promise<void> {
    let after = '';
    for (;;) {
      const memberships = await readMemberships(this.database, userId, after);
      await this.all(
        memberships.map(async ({ communityId, standing }) => {
          if (standing === 'owner') await this.passOn(origin, communityId, userId);
          // A closed community keeps its owner, until the account is deleted.
          const owns = standing === 'owner' && (await readOwns(this.database, communityId, userId));
          await this.change(origin, communityId, userId, { type: 'EndMembership', communityId, userId, owns });
        }),
      );
      if (memberships.length < followUpBatch) return;
      after = memberships.at(-1)?.communityId ?? after;
    }
  }

  /** If there is no next owner, the community is closed. Source: decisions U-5. */
  private async passOn(origin: CommandOrigin, communityId: string, from: string): Promise<void> {
    const to = await readHeir(this.database, communityId, from);
    await this.commands.execute(
      { ...origin, key: null },
      {
        streamId: communityStream(communityId),
        orderingKey: communityId,
        decider: communityDecider,
        guards: to === undefined ? [] : [membershipGuard(communityId, to)],
        command: ({ guards: [own] }): CommunityCommand =>
          to === undefined
            ? { type: 'CloseCommunity', communityId, from }
            : { type: 'PassOwnership', communityId, from, to, heir: own as MembershipState }, // of the guard above
        reply: doneReply,
      },
    );
  }

  private change(
    origin: CommandOrigin,
    communityId: string,
    userId: string,
    command: MembershipCommand,
  ): Promise<unknown> {
    return this.commands.execute(
      { ...origin, key: null },
      {
        streamId: membershipStream(communityId, userId),
        orderingKey: communityId,
        decider: membershipDecider,
        command: () => command,
        reply: doneReply,
      },
    );
  }

  /** Waits for all, so that nothing is in flight when the cause is retried. */
  private async all(changes: readonly Promise<unknown>[]): Promise<void> {
    const failed = (await Promise.allSettled(changes)).find((change) => change.status === 'rejected');
    if (failed) throw failed.reason;
  }
}
