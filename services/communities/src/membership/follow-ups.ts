import type { StandingChanged } from '@parlour/contracts/communities/communities';
import type { Database } from '@parlour/kernel/database/database';
import type { CommandOrigin, Commands, CommandSpec } from '@parlour/kernel/log/commands';
import type { Policy } from '@parlour/kernel/policy/policy';
import {
  type CommunityCommand,
  communityDecider,
  communityGuard,
  communityStream,
} from '../community/community.decider.ts';
import { type Done, doneAfter, doneReply } from '@parlour/kernel/log/reply';
import { membershipDecider, type MembershipCommand, membershipGuard, membershipStream } from './membership.decider.ts';
import {
  type AdmitAllPending,
  type FollowUp,
  followUpsOfEvents,
  type HandedOver,
  type LetGo,
  type LetIn,
} from './follow-ups.policy.ts';
import {
  refuseInherited,
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
      case 'AdmitInvited':
        return followUps.letIn(followUp, origin);
      case 'AdmitAllPending':
        return followUps.admitAll(followUp, origin);
      case 'StepDown':
        return followUps.stepDown(followUp, origin);
    }
  },
};

type MembershipSpec<Guarded extends readonly unknown[]> = CommandSpec<
  MembershipState,
  MembershipCommand,
  StandingChanged,
  Done,
  Guarded
>;

class FollowUps {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
  ) {}

  async admitAll({ communityId, before }: AdmitAllPending, origin: CommandOrigin): Promise<void> {
    let after = 0;
    for (;;) {
      const people = await readPending(this.database, communityId, after, before);
      await this.all(people.map(({ id }) => this.admit(origin, communityId, id)));
      if (people.length < followUpBatch) return;
      after = people.at(-1)?.position ?? after;
    }
  }

  private admit(origin: CommandOrigin, communityId: string, userId: string): Promise<unknown> {
    return this.change({ ...origin, key: null }, communityId, userId, {
      guards: [communityGuard(communityId)],
      command: ({ guards: [community] }) => {
        return { type: 'AdmitPending', communityId, userId, community };
      },
    });
  }

  /**
   * With the key of its event: once they have left, they stay away. One who has deleted their
   * account by now is let go next.
   */
  async letIn(invited: LetIn, origin: CommandOrigin): Promise<void> {
    const { communityId, userId, by } = invited;
    await this.change(origin, communityId, userId, {
      guards: [communityGuard(communityId), membershipGuard(communityId, by)],
      command: ({ guards: [community, inviter] }) => ({ ...invited, community, inviter }),
    });
  }

  /** With the key of its event: done once, whatever the next owner does with them afterwards. */
  async stepDown({ communityId, userId }: HandedOver, origin: CommandOrigin): Promise<void> {
    const former = await readFormerOwner(this.database, communityId, userId);
    // Their memberships may have ended before this: only the community has them on its list.
    if (former.deleted && former.listed) await this.end(origin, communityId, userId, true);
    if (former.deleted) return;
    await this.change(origin, communityId, userId, {
      guards: [communityGuard(communityId)],
      command: ({ guards: [community] }) => {
        return { type: 'StepDown', communityId, userId, community };
      },
      people: [userId],
    });
  }

  private end(origin: CommandOrigin, communityId: string, userId: string, owns: boolean): Promise<unknown> {
    return this.change({ ...origin, key: null }, communityId, userId, {
      command: () => ({ type: 'EndMembership', communityId, userId, owns }),
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
          await this.end(origin, communityId, userId, owns);
        }),
      );
      if (memberships.length < followUpBatch) return;
      after = memberships.at(-1)?.communityId ?? after;
    }
  }

  /** If there is no next owner, the community is closed. Source: decisions U-5. */
  private async passOn(origin: CommandOrigin, communityId: string, from: string): Promise<void> {
    const next = await readHeir(this.database, communityId, from);
    const community = { streamId: communityStream(communityId), orderingKey: communityId, decider: communityDecider };
    if (!next) {
      await this.commands.execute(
        { ...origin, key: null },
        {
          ...community,
          command: (): CommunityCommand => ({ type: 'CloseCommunity', communityId, from }),
          reply: doneAfter((tx) => refuseInherited(tx, communityId, from)),
        },
      );
      return;
    }
    const { id: to, standing } = next;
    if (standing === 'pending') await this.admit(origin, communityId, to);
    await this.commands.execute(
      { ...origin, key: null },
      {
        ...community,
        guards: [membershipGuard(communityId, to)],
        command: ({ guards: [heir] }): CommunityCommand => {
          return { type: 'PassOwnership', communityId, from, to, heir };
        },
        reply: doneReply,
      },
    );
  }

  private change<const Guarded extends readonly unknown[]>(
    origin: CommandOrigin,
    communityId: string,
    userId: string,
    change: Pick<MembershipSpec<Guarded>, 'command' | 'guards' | 'people'>,
  ): Promise<unknown> {
    return this.commands.execute(origin, {
      streamId: membershipStream(communityId, userId),
      orderingKey: communityId,
      decider: membershipDecider,
      reply: doneReply,
      ...change,
    });
  }

  /** Waits for all, so that nothing is in flight when the cause is retried. */
  private async all(changes: readonly Promise<unknown>[]): Promise<void> {
    const failed = (await Promise.allSettled(changes)).find((change) => change.status === 'rejected');
    if (failed) throw failed.reason;
  }
}
