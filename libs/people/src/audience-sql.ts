import {
  type Audience,
  communityAudience,
  type CommunityTerm,
  postAudience,
  readAs,
  type Reading,
} from './audience.ts';

/** The viewer, and whether our copies of follows and communities are current. */
export interface Viewer {
  readonly viewer: string;
  readonly fresh: boolean;
}

/**
 * SQL: expressions for the fields of a viewer. Neither these nor a post's columns may use the
 * aliases `c`, `f` and `p`.
 */
export interface ViewerColumns {
  readonly viewer: string;
  readonly fresh: string;
}

/** SQL: expressions for what decides who may see a post. */
export interface PostColumns {
  readonly author: string;
  readonly isForFollowers: string;
  readonly communityId: string;
}

const conditions: Omit<Reading<string, string>, 'terms'> = {
  anyOf: (parts) => `(${parts.join(' or ')})`,
  allOf: (parts) => `(${parts.join(' and ')})`,
  not: (part) => `not ${part}`,
};

const conditionOf = <Term extends string>(audience: Audience<Term>, terms: Record<Term, string>): string =>
  readAs(audience, { ...conditions, terms });

/** SQL: whether somebody may see the content of a community, from conditions for each term. */
export function communityVisibleBy(terms: Record<CommunityTerm, string>): string {
  return conditionOf(communityAudience, terms);
}

/** SQL: whether the viewer may see the content of the community `c`. */
export function communityVisibleTo({ viewer, fresh }: ViewerColumns): string {
  const person = (what: string): string =>
    `exists (select from community_people p where p.community_id = c.id and p.user_id = ${viewer} and ${what})`;
  return communityVisibleBy({
    members: person('not p.banned'),
    banned: person('p.banned'),
    isPublic: `c.visibility = 'public'`,
    isPrivate: `c.visibility = 'private'`,
    isFresh: fresh,
  });
}

/** SQL: whether the viewer may see the post. */
export function postVisibleTo({ author, isForFollowers, communityId }: PostColumns, columns: ViewerColumns): string {
  const { viewer, fresh } = columns;
  return conditionOf(postAudience, {
    author: `${author} = ${viewer}`,
    followers: `exists (select from follows f where f.follower_id = ${viewer} and f.followed_id = ${author})`,
    community: `exists (select from communities c where c.id = ${communityId} and ${communityVisibleTo(columns)})`,
    isForFollowers,
    isInNoCommunity: `${communityId} is null`,
    isFresh: fresh,
  });
}

/** SQL: whether not everybody may see the post. */
export function isRestricted({ isForFollowers, communityId }: Omit<PostColumns, 'author'>): string {
  return `(${isForFollowers} or exists (select from communities c where c.id = ${communityId} and c.visibility = 'private'))`;
}
