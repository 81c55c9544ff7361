import { type Database, statement } from '@parlour/kernel/database/database';
import type { CommandOrigin, Commands } from '@parlour/kernel/log/commands';
import type { Policy } from '@parlour/kernel/policy/policy';
import { communityDecider, communityStream, type CommunityCommand } from '../community/community.decider.ts';
import { doneReply } from '@parlour/kernel/log/done-reply';
import { membershipDecider, type MembershipCommand, membershipGuard, membershipStream } from './membership.decider.ts';
import { type AdmitAllPending, type LetGo, type FollowUp, followUpsOf } from './follow-ups.policy.ts';
import type { MembershipState, Place } from './membership-status.ts';

/** How many are handled at a time: as many as one transaction of the log takes. */
const batch = 100;

const pending = statement(
  'followUps.pending',
  `select user_id from community_members
    where community_id = $1 and standing = 'pending' and position < $2 order by position limit ${batch}`,
);

const standings = statement(
  'followUps.standings',
  `select community_id, standing from community_members where user_id = $1 order by community_id limit ${batch}`,
);

/**
 * SQL: the person with this status for the longest time, except the one who goes and deleted
 * accounts.
 */
function eldest(status: Place): string {
  return `(select m.user_id, ${status === 'moderator' ? 0 : 1} as rank
             from community_members m join people p on p.id = m.user_id and not p.deleted
            where m.community_id = $1 and m.standing = '${status}' and m.user_id <> $2 order by m.position limit 1)`;
}

const heir = statement(
  'followUps.heir',
  `select user_id from (${eldest('moderator')} union all ${eldest('member')}) heirs order by rank limit 1`,
);

/**
 * Executes the follow-ups of events. Its commands decide for themselves whether there is anything
 * left to do.
 */
export function standingsPolicy(commands: Commands, database: Database): Policy<FollowUp> {
  const followUps = new FollowUps(commands, database);
  return {
    name: 'standings',
    sources: ['communities', 'identity'],
    react: followUpsOf,
    execute: (followUp, origin) =>
      followUp.type === 'LetGo' ? followUps.letGo(followUp, origin) : followUps.admitAll(followUp, origin),
  };
}

class FollowUps {
  constructor(
    private readonly commands: Commands,
    private readonly database: Database,
  ) {}

  async admitAll({ communityId, before }: AdmitAllPending, origin: CommandOrigin): Promise<void> {
    for (;;) {
      const rows = await this.database.query<{ user_id: string }>(pending, [communityId, before]);
      await this.all(
        rows.map(({ user_id: userId }) =>
          this.change(origin, communityId, userId, { type: 'AdmitPending', communityId, userId }),
        ),
      );
      if (rows.length < batch) return;
    }
  }

  /** A community that they own gets another owner, or is closed, before their membership ends. */
  async letGo({ userId }: LetGo, origin: CommandOrigin): Promise<void> {
    for (;;) {
      const rows = await this.database.query<{ community_id: string; standing: Place }>(standings, [userId]);
      await this.all(
        rows.map(async ({ community_id: communityId, standing }) => {
          if (standing === 'owner') await this.passOn(origin, communityId, userId);
          await this.change(origin, communityId, userId, { type: 'EndMembership', communityId, userId });
        }),
      );
      if (rows.length < batch) return;
    }
  }

  /**
   * To the oldest moderator, else the oldest member; if there is nobody, the community is closed.
   * Source: decisions U-5.
   */
  private async passOn(origin: CommandOrigin, communityId: string, from: string): Promise<void> {
    const [row] = await this.database.query<{ user_id: string }>(heir, [communityId, from]);
    await this.commands.execute(
      { ...origin, key: null },
      {
        streamId: communityStream(communityId),
        orderingKey: communityId,
        decider: communityDecider,
        guards: row ? [membershipGuard(communityId, row.user_id)] : [],
        command: ({ guards: [own] }): CommunityCommand =>
          row
            ? { type: 'PassOwnership', communityId, from, to: row.user_id, heir: own as MembershipState } // of the guard above
            : { type: 'CloseCommunity', communityId, from },
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
