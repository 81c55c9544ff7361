import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { statement, type Tx } from '@parlour/kernel/database/database';
import type { Place } from './membership-status.ts';

/** How many follow-ups are handled at a time: as many as one transaction of the log takes. */
export const followUpBatch = 100;

const pending = statement(
  'followUps.pending',
  `select user_id as id, position from community_members
    where community_id = $1 and standing = 'pending' and position > $2 and position < $3
    order by position limit ${followUpBatch}`,
);

/** Somebody who is pending in a community since a position. */
export interface PendingPerson {
  readonly id: string;
  readonly position: number;
}

/** The next people who have been pending in a community since between these positions. */
export function readPending(tx: Tx, communityId: string, after: number, before: number): Promise<PendingPerson[]> {
  return tx.query<PendingPerson>(pending, [communityId, after, before]);
}

const memberships = statement(
  'followUps.memberships',
  `select community_id as "communityId", standing from community_members
    where user_id = $1 and community_id > $2 order by community_id limit ${followUpBatch}`,
);

/** A person's status in a community. */
export interface Membership {
  readonly communityId: string;
  readonly standing: Place;
}

/** The next memberships of a person, after that in a community. */
export function readMemberships(tx: Tx, userId: string, after: string): Promise<Membership[]> {
  return tx.query<Membership>(memberships, [userId, after]);
}

const owns = statement(
  'followUps.owns',
  `select 1 as one from community_members where community_id = $1 and user_id = $2 and standing = 'owner'`,
);

/** Whether a person still owns a community. */
export async function readOwns(tx: Tx, communityId: string, userId: string): Promise<boolean> {
  return (await tx.query(owns, [communityId, userId])).length > 0;
}

const formerOwner = statement(
  'followUps.formerOwner',
  `select exists (select from people where id = $2 and deleted) as deleted,
          exists (select from community_members where community_id = $1 and user_id = $2 and standing <> 'owner') as listed`,
);

/** The traces of a former owner. */
export interface FormerOwner {
  /** Whether the account is deleted. */
  readonly deleted: boolean;
  /** Whether the community still has them on a list, and not as its owner again. */
  readonly listed: boolean;
}

/** The traces of a former owner in a community that they gave away. */
export async function readFormerOwner(tx: Tx, communityId: string, userId: string): Promise<FormerOwner> {
  const [row] = await tx.query<FormerOwner>(formerOwner, [communityId, userId]);
  return row ?? { deleted: false, listed: false };
}

/**
 * SQL: the person with this status for the longest time, except the owner who goes and deleted
 * accounts.
 */
function eldest(status: Place, rank: number, condition = 'true'): string {
  return `(select m.user_id as id, m.standing, ${rank} as rank
             from community_members m join people p on p.id = m.user_id and not p.deleted
            where m.community_id = $1 and m.standing = '${status}' and m.user_id <> $2 and ${condition}
            order by m.position limit 1)`;
}

const isPublic = `exists (select from communities c where c.id = $1 and c.visibility = 'public')`;

const heir = statement(
  'followUps.heir',
  `select id, standing from (
     ${eldest('moderator', 0)} union all ${eldest('member', 1)} union all ${eldest('pending', 2, isPublic)}) heirs
    order by rank limit 1`,
);

/** The next owner of a community, who may still have to be admitted. */
export interface Heir {
  readonly id: string;
  readonly standing: Place;
}

/**
 * The next owner: the oldest moderator, else the oldest member, else somebody who is about to
 * become one, because the community is public by now. Source: decisions U-5.
 */
export async function readHeir(tx: Tx, communityId: string, ownerId: string): Promise<Heir | undefined> {
  const [row] = await tx.query<Heir>(heir, [communityId, ownerId]);
  return row;
}

/**
 * Refuses to close a community that has got an heir since that was decided.
 * @throws {DomainError} `command.conflict`
 */
export async function refuseInherited(tx: Tx, communityId: string, ownerId: string): Promise<void> {
  if (await readHeir(tx, communityId, ownerId)) throw new DomainError('command.conflict', messages.conflict);
}
