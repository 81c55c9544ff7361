import type {
  CommunitiesEvent,
  CommunityVisibility,
  MembershipStatus,
} from '@parlour/contracts/communities/communities';
import type { AnyEvent, Source } from '@parlour/contracts/envelope';
import type { IdentityEvent } from '@parlour/contracts/identity/identity';
import type { Post } from '../audience.ts';
import { AppliedPositions } from '@parlour/kernel/consumer/applied-positions';
import { Rights } from '@parlour/kernel/consumer/rights';
import { type Database, openDatabase } from '@parlour/kernel/database/database';
import type { ServiceDefinition } from '@parlour/kernel/service/service-module';
import { envelopesOf } from '@parlour/kernel/testing/envelopes';
import { patientLimits } from '@parlour/kernel/testing/patience';
import { createThrowawayDatabase } from '@parlour/kernel/testing/postgres';
import { silentLogger } from '@parlour/kernel/testing/silent-logger';
import { applyViews } from '@parlour/kernel/view/view';

// Every kind of viewer and every kind of post, and by the decisions alone, who may see what. Each
// name says what happened.

/** What happens between a viewer and each author. */
const followings = {
  stranger: [],
  follower: ['follows'],
  'former follower': ['follows', 'unfollows'],
  followed: ['is followed'],
} as const;

/** The membership of a person in each community, oldest first. */
const memberships = {
  outsider: [],
  pending: ['pending'],
  denied: ['pending', 'none'],
  member: ['pending', 'member'],
  moderator: ['member', 'moderator'],
  'former member': ['member', 'none'],
  'banned member': ['member', 'banned'],
  'banned stranger': ['banned'],
  unbanned: ['banned', 'none'],
} as const satisfies Record<string, readonly MembershipStatus[]>;

const places: Readonly<Record<string, readonly CommunityVisibility[]>> = {
  public: ['public'],
  private: ['private'],
  'made public': ['private', 'public'],
  'made private': ['public', 'private'],
};

/** A person who may see a post or not. */
export interface CaseViewer {
  readonly id: string;
  readonly following: keyof typeof followings;
  readonly membership: keyof typeof memberships | 'owner' | 'former owner';
  readonly isDeleted: boolean;
}

/** A post of some author in some community. */
export interface CasePost extends Post {
  readonly id: string;
}

const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] => Object.keys(record) as Key[]; // of its type

const readers: readonly CaseViewer[] = keysOf(followings).flatMap((following) =>
  keysOf(memberships).flatMap((membership) =>
    [false, true].map((isDeleted) => ({
      id: `${following}, ${membership}${isDeleted ? ', deleted' : ''}`,
      following,
      membership,
      isDeleted,
    })),
  ),
);

const owners: readonly CaseViewer[] = (['owner', 'former owner'] as const).map((membership) => ({
  id: membership,
  following: 'follower',
  membership,
  isDeleted: false,
}));

const authors: readonly CaseViewer[] = (
  [
    ['member', false],
    ['outsider', false],
    ['banned member', false],
    ['member', true],
  ] as const
).map(([membership, isDeleted]) => ({
  id: `author, ${membership}${isDeleted ? ', deleted' : ''}`,
  following: 'stranger',
  membership,
  isDeleted,
}));

/** All viewers, the authors included. */
export const caseViewers: readonly CaseViewer[] = [...readers, ...owners, ...authors];

const known = keysOf(places).flatMap((place) => [place, `${place}, closed`]);
const communityIds: readonly (string | null)[] = [null, ...known, 'unknown'];

/** All posts. */
export const casePosts: readonly CasePost[] = authors.flatMap(({ id: author }) =>
  communityIds.flatMap((communityId) =>
    [false, true].map((isForFollowers) => ({
      id: `by ${author}${isForFollowers ? ', for followers' : ''}, in ${communityId ?? 'no community'}`,
      author,
      isForFollowers,
      communityId,
    })),
  ),
);

/** Whether the viewer may see the post. Source: decisions, C-4, C-6, U-5. */
export function maySee(viewer: CaseViewer, { author, isForFollowers, communityId }: CasePost, fresh: boolean): boolean {
  const isAuthor = viewer.id === author;
  if (!isForFollowers && communityId === null) return true;
  if (!fresh) return isAuthor;
  const follows = viewer.following === 'follower' && !viewer.isDeleted && !author.endsWith('deleted');
  if (isForFollowers && !isAuthor && !follows) return false;
  if (communityId === null) return true;
  if (communityId === 'unknown') return false;
  return /^(private|made private)/.test(communityId)
    ? ['owner', 'moderator', 'member'].includes(viewer.membership)
    : !viewer.membership.startsWith('banned');
}

/** Everything that `see` finds true, in one comparable list. */
export function pairsOf(see: (viewer: CaseViewer, post: CasePost) => boolean): string[] {
  return caseViewers.flatMap((viewer) =>
    casePosts.filter((post) => see(viewer, post)).map((post) => `${viewer.id} | ${post.id}`),
  );
}

function identityEvents(): IdentityEvent[] {
  const follow = (type: 'UserFollowed' | 'UserUnfollowed', followerId: string, followedId: string): IdentityEvent => ({
    type,
    data: { followerId, followedId },
  });
  const happened = [...readers, ...owners].flatMap(({ id, following }) =>
    authors.flatMap((author) =>
      followings[following].map((what) => {
        if (what === 'is followed') return follow('UserFollowed', author.id, id);
        return follow(what === 'follows' ? 'UserFollowed' : 'UserUnfollowed', id, author.id);
      }),
    ),
  );
  const deleted = caseViewers.filter(({ isDeleted }) => isDeleted);
  return [
    ...caseViewers.map(({ id }): IdentityEvent => ({ type: 'UserRegistered', data: { userId: id, name: id } })),
    ...happened,
    ...deleted.map(({ id }): IdentityEvent => ({ type: 'UserDeleted', data: { userId: id } })),
  ];
}

function communityEvents(communityId: string): CommunitiesEvent[] {
  const [visibility = 'public', ...later] = places[communityId.replace(', closed', '')] ?? [];
  const stood = caseViewers.flatMap(({ id: userId, membership }) =>
    membership === 'owner' || membership === 'former owner'
      ? []
      : memberships[membership].map((standing): CommunitiesEvent => {
          const data = { communityId, userId, before: 'none', standing, reason: 'joined', by: null } as const;
          return { type: 'StandingChanged', data };
        }),
  );
  return [
    {
      type: 'CommunityCreated',
      data: { communityId, name: communityId, description: 'Who sails', ownerId: 'former owner', visibility },
    },
    ...stood,
    {
      type: 'OwnershipPassed',
      data: { communityId, from: 'former owner', to: 'owner', accepted: false, name: communityId },
    },
    ...later.map((next): CommunitiesEvent => {
      return { type: 'CommunityVisibilityChanged', data: { communityId, visibility: next, by: 'owner' } };
    }),
    ...(communityId.endsWith('closed')
      ? [{ type: 'CommunityClosed', data: { communityId, by: 'owner' } } as const satisfies CommunitiesEvent]
      : []),
  ];
}

/** A database in which all of this happened. */
export interface CaseDatabase {
  readonly database: Database;
  /** Whether our copies of follows and communities are current. */
  rights(areFresh: boolean): Rights;
  close(): Promise<void>;
}

/** Fills the read models of a service on its own database; `others` are events of further logs. */
export async function openCaseDatabase(
  { source: own, database: definition, views }: ServiceDefinition,
  others: Partial<Record<Source, readonly AnyEvent[]>>,
): Promise<CaseDatabase> {
  const databases = await createThrowawayDatabase<Source>({ sources: [own] });
  const database = await openDatabase(databases.connections[own], definition, silentLogger, { limits: patientLimits });
  await database.dataSource.runMigrations();
  const communities = known.flatMap(communityEvents);
  const logs = Object.entries({ identity: identityEvents(), communities, ...others }) as [Source, AnyEvent[]][]; // by its keys
  for (const [source, events] of logs) {
    const envelopes = envelopesOf(source, events);
    for (const view of views.filter((each) => each.source === source)) {
      await database.transaction((tx) => applyViews([view], envelopes, tx));
    }
  }
  return {
    database,
    rights(areFresh) {
      const sources = ['identity', 'communities'] as const;
      const rights = new Rights(sources, new AppliedPositions(sources, database));
      if (areFresh) for (const source of sources) rights.confirm(source, performance.now());
      return rights;
    },
    async close() {
      await database.close();
      await databases.drop();
    },
  };
}
