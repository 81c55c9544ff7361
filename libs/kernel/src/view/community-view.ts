import { Column, Entity, type MigrationInterface, PrimaryColumn, type QueryRunner } from 'typeorm';
import type { CommunitiesEvent, CommunityVisibility, MembershipStatus } from '@parlour/contracts/communities';
import { type Envelope, eventsOf } from '@parlour/contracts/envelope';
import { statement, type Tx } from '../database/database.ts';
import type { View } from './view.ts';

/**
 * A community, in a service that checks access to its content; the service's migrations create both
 * tables with `communityTables` and `ClosedCommunities1761000100000`. Closing a community does not
 * change who may see its content. Source: decisions C-4.
 */
@Entity('communities')
export class CommunityRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'communities_pkey' })
  id!: string;

  /**
   * `closed` marks a community that was closed before the column `closed` existed: nobody may see
   * it until this read model is rebuilt.
   */
  @Column('text')
  visibility!: CommunityVisibility | 'closed';

  @Column('boolean', { default: false })
  closed!: boolean;
}

/** The members of a community, including its owner, and the people banned from it. */
@Entity('community_people')
export class CommunityPersonRow {
  @PrimaryColumn('text', { name: 'community_id', primaryKeyConstraintName: 'community_people_pkey' })
  communityId!: string;

  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'community_people_pkey' })
  userId!: string;

  @Column('boolean')
  banned!: boolean;
}

/**
 * SQL: creates the tables of `CommunityRow` and `CommunityPersonRow`, for a service's migration.
 */
export const communityTables = `
  create table communities (
    id text not null,
    visibility text not null,
    constraint communities_pkey primary key (id)
  );
  create table community_people (
    community_id text not null,
    user_id text not null,
    banned boolean not null,
    constraint community_people_pkey primary key (community_id, user_id)
  );`;

/** Adds the column `closed`, in each service with these tables. */
export class ClosedCommunities1761000100000 implements MigrationInterface {
  readonly name = 'ClosedCommunities1761000100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table communities add column closed boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table communities drop column closed');
  }
}

const put = statement(
  'communities.put',
  `insert into communities (id, visibility) select * from unnest($1::text[], $2::text[])
   on conflict (id) do update set visibility = excluded.visibility`,
);

const close = statement(
  'communities.close',
  'update communities c set closed = n.closed from unnest($1::text[], $2::boolean[]) as n(id, closed) where c.id = n.id',
);

const leave = statement(
  'communities.leave',
  `delete from community_people p using unnest($1::text[], $2::text[]) as n(community_id, user_id)
    where p.community_id = n.community_id and p.user_id = n.user_id`,
);

const stand = statement(
  'communities.stand',
  `insert into community_people (community_id, user_id, banned) select * from unnest($1::text[], $2::text[], $3::boolean[])
   on conflict (community_id, user_id) do update set banned = excluded.banned`,
);

interface Place {
  readonly communityId: string;
  readonly userId: string;
  readonly standing: MembershipStatus;
}

/** Communities and membership, as far as they decide who may see the content of a community. */
export function communityView(service: string): View {
  return {
    name: `${service}.communities`,
    source: 'communities',
    tables: ['communities', 'community_people'],
    async apply(events: readonly Envelope[], tx: Tx): Promise<void> {
      const visibilities = new Map<string, CommunityRow['visibility']>();
      const places = new Map<string, Place>();
      const closed = new Map<string, boolean>();
      const set = (communityId: string, userId: string, standing: MembershipStatus): void => {
        places.set(`${communityId} ${userId}`, { communityId, userId, standing });
      };
      for (const { type, data } of eventsOf<CommunitiesEvent>(events)) {
        if (type === 'CommunityCreated' || type === 'CommunityVisibilityChanged') {
          visibilities.set(data.communityId, data.visibility);
        }
        if (type === 'CommunityClosed') closed.set(data.communityId, true);
        if (type === 'CommunityCreated') {
          closed.set(data.communityId, false);
          set(data.communityId, data.ownerId, 'member');
        }
        if (type === 'StandingChanged') set(data.communityId, data.userId, data.standing);
        if (type === 'OwnershipPassed') {
          // The previous owner deleted their account.
          set(data.communityId, data.from, 'none');
          set(data.communityId, data.to, 'member');
        }
      }
      const isGone = ({ standing }: Place): boolean => standing === 'none' || standing === 'pending';
      const gone = [...places.values()].filter(isGone);
      const there = [...places.values()].filter((place) => !isGone(place));
      if (visibilities.size > 0) await tx.query(put, [[...visibilities.keys()], [...visibilities.values()]]);
      if (closed.size > 0) await tx.query(close, [[...closed.keys()], [...closed.values()]]);
      if (gone.length > 0) await tx.query(leave, pairsOf(gone));
      if (there.length > 0) {
        await tx.query(stand, [...pairsOf(there), there.map(({ standing }) => standing === 'banned')]);
      }
    },
  };
}

function pairsOf(places: readonly Place[]): string[][] {
  return [places.map(({ communityId }) => communityId), places.map(({ userId }) => userId)];
}

/**
 * SQL: whether the person given by the expression `viewer` may see the community `c`; the
 * expression must not use the aliases `c` and `p`. Source: decisions Q-7, C-4, C-6.
 */
export function communityOpensTo(viewer: string): string {
  const person = (what: string): string =>
    `exists (select from community_people p where p.community_id = c.id and p.user_id = ${viewer} and ${what})`;
  return `case c.visibility when 'public' then not ${person('p.banned')}
    when 'private' then ${person('not p.banned')} else false end`;
}
