import type { CommunityVisibility } from '@parlour/contracts/communities/communities';
import type { LiveMessage, Room } from '@parlour/contracts/live';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { type Audience, communityAudience, type CommunityTerm, type Post, postAudience, readAs } from './audience.ts';

/** A community, as far as it decides who may see its content. */
export interface CommunityCopy {
  readonly visibility: CommunityVisibility;
  /** May be empty if the community is public, where they decide nothing. */
  readonly members: readonly string[];
  readonly banned: readonly string[];
}

/** Our copies of what decides who may see some posts. */
export interface Copies {
  readonly isFresh: boolean;
  /** The followers of each author of a post for followers. */
  readonly followers: ReadonlyMap<string, readonly string[]>;
  /** By id. */
  readonly communities: ReadonlyMap<string, CommunityCopy>;
}

/** The rooms that a live message goes to. */
export type Rooms = Pick<LiveMessage, 'to' | 'except'>;

/** A set of people: these, or everybody but these. */
interface People {
  readonly everybodyBut: boolean;
  readonly ids: ReadonlySet<string>;
}

const these = (ids: readonly string[]): People => ({ everybodyBut: false, ids: new Set(ids) });
const not = ({ everybodyBut, ids }: People): People => ({ everybodyBut: !everybodyBut, ids });
const everybody = not(these([]));
const everybodyIf = (condition: boolean): People => (condition ? everybody : these([]));

function both(one: People, other: People): People {
  if (one.everybodyBut && other.everybodyBut) return { everybodyBut: true, ids: new Set([...one.ids, ...other.ids]) };
  const [few, rest] = one.everybodyBut ? [other, one] : [one, other];
  return these([...few.ids].filter((id) => rest.ids.has(id) !== rest.everybodyBut));
}

const allOf = (sets: readonly People[]): People => sets.reduce(both, everybody);

const peopleOf = <Term extends string>(audience: Audience<Term>, terms: Record<Term, People>): People =>
  readAs(audience, { terms, not, allOf, anyOf: (sets) => not(allOf(sets.map(not))) });

/** The people who may see the content of a community. */
function peopleOfCommunity(community: CommunityCopy | undefined, isFresh: boolean): People {
  return peopleOf<CommunityTerm>(communityAudience, {
    members: these(community?.members ?? []),
    banned: these(community?.banned ?? []),
    isPublic: everybodyIf(community?.visibility === 'public'),
    isPrivate: everybodyIf(community?.visibility === 'private'),
    isFresh: everybodyIf(isFresh),
  });
}

/** The maximum number of rooms per message. */
const roomsPerMessage = 500;

/** The rooms of those who may see the post: of everybody, with exceptions, or of some people. */
export function roomsOf(post: Post, { isFresh, followers, communities }: Copies): readonly Rooms[] {
  const { author, isForFollowers, communityId } = post;
  return inRooms(
    peopleOf(postAudience, {
      author: these([author]),
      followers: these(followers.get(author) ?? []),
      community: peopleOfCommunity(communityId === null ? undefined : communities.get(communityId), isFresh),
      isForFollowers: everybodyIf(isForFollowers),
      isInNoCommunity: everybodyIf(communityId === null),
      isFresh: everybodyIf(isFresh),
    }),
  );
}

/** The rooms of those who may see the content of a community, for the service that owns it. */
export function roomsOfCommunity(community: CommunityCopy): readonly Rooms[] {
  return inRooms(peopleOfCommunity(community, true));
}

function inRooms({ everybodyBut, ids }: People): readonly Rooms[] {
  const rooms = [...ids].map((id): Room => `user:${id}`);
  if (everybodyBut) return [{ to: ['public'], ...(rooms.length > 0 && { except: rooms }) }];
  return Array.from({ length: Math.ceil(rooms.length / roomsPerMessage) }, (_, index) => ({
    to: rooms.slice(index * roomsPerMessage, (index + 1) * roomsPerMessage),
  }));
}

const audiences = statement(
  'communities.audiences',
  `select c.id, c.visibility,
          coalesce((select json_agg(p.user_id order by p.user_id) from community_people p
                     where p.community_id = c.id and not p.banned and c.visibility = 'private'), '[]') as members,
          coalesce((select json_agg(p.user_id order by p.user_id) from community_people p
                     where p.community_id = c.id and p.banned), '[]') as banned
     from communities c where c.id = any($1::text[])`,
);

const ofPeople = statement(
  'follows.ofPeople',
  `select followed_id as author, json_agg(follower_id order by follower_id) as followers
     from follows where followed_id = any($1::text[]) group by followed_id`,
);

/** While our copies may be old, they are not read. */
async function readCopies(tx: Tx, posts: readonly Post[], isFresh: boolean): Promise<Copies> {
  const communityIds = new Set(posts.flatMap(({ communityId }) => communityId ?? []));
  const authors = new Set(posts.filter(({ isForFollowers }) => isForFollowers).map(({ author }) => author));
  const copiesOf = async <Row extends object>(asked: typeof audiences, ids: ReadonlySet<string>): Promise<Row[]> =>
    isFresh && ids.size > 0 ? tx.query<Row>(asked, [[...ids]]) : [];
  const communities = await copiesOf<CommunityCopy & { id: string }>(audiences, communityIds);
  const followings = await copiesOf<{ author: string; followers: string[] }>(ofPeople, authors);
  return {
    isFresh,
    communities: new Map(communities.map((community) => [community.id, community])),
    followers: new Map(followings.map(({ author, followers }) => [author, followers])),
  };
}

/** The rooms of those who may see each of these posts. */
export async function readRooms<Key>(
  tx: Tx,
  posts: ReadonlyMap<Key, Post>,
  isFresh: boolean,
): Promise<Map<Key, readonly Rooms[]>> {
  const copies = await readCopies(tx, [...posts.values()], isFresh);
  return new Map([...posts].map(([key, post]) => [key, roomsOf(post, copies)]));
}
