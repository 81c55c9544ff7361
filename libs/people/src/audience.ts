import type { Source } from '@parlour/contracts/envelope';
import type { Rights } from '@parlour/kernel/consumer/rights';

/**
 * Who may see something: an expression over sets of people, the terms. It is a value, so that one
 * rule can be read in several ways: as SQL about one viewer (`audience-sql.ts`), and as the people
 * themselves (`audience-rooms.ts`).
 */
export type Audience<Term extends string> =
  | Term
  | { readonly anyOf: readonly Audience<Term>[] }
  | { readonly allOf: readonly Audience<Term>[] }
  | { readonly not: Audience<Term> };

/** The sets of people that decide who may see the content of a community. */
export type CommunityTerm =
  /** Owner, moderators and members. */
  | 'members'
  | 'banned'
  /** Everybody if the community is public, else nobody; likewise for the other conditions. */
  | 'isPublic'
  | 'isPrivate'
  /** Our copies of follows and communities are current. */
  | 'isFresh';

/** The sets of people that decide who may see a post. */
export type PostTerm =
  | 'author'
  /** The author's followers. */
  | 'followers'
  /** Those who may see the content of its community. */
  | 'community'
  | 'isForFollowers'
  | 'isInNoCommunity'
  | 'isFresh';

/**
 * Who may see the content of a community: everybody but the banned; in a private one its members.
 * Nobody may if the community is unknown here, or while our copy may be old.
 * Source: decisions C-4, C-6.
 */
export const communityAudience: Audience<CommunityTerm> = {
  allOf: ['isFresh', { anyOf: [{ allOf: ['isPublic', { not: 'banned' }] }, { allOf: ['isPrivate', 'members'] }] }],
};

/**
 * Who may see a post: only people who may see its community, and if it is for followers, only its
 * author and their followers. While our copies may be old, only the author may see what is
 * restricted.
 * Source: decisions; docs/design/architecture.md#who-may-see-a-question.
 */
export const postAudience: Audience<PostTerm> = {
  allOf: [
    { anyOf: [{ not: 'isForFollowers' }, 'author', { allOf: ['isFresh', 'followers'] }] },
    { anyOf: ['isInNoCommunity', { allOf: [{ not: 'isFresh' }, 'author'] }, 'community'] },
  ],
};

/** What decides who may see a post. */
export interface Post {
  readonly author: string;
  readonly isForFollowers: boolean;
  /** Null outside of communities. */
  readonly communityId: string | null;
}

/** What a reading makes of an expression: its result for each term, and how to combine results. */
export interface Reading<Term extends string, Result> {
  readonly terms: Readonly<Record<Term, Result>>;
  anyOf(results: readonly Result[]): Result;
  allOf(results: readonly Result[]): Result;
  not(result: Result): Result;
}

/** Reads an audience. */
export function readAs<Term extends string, Result>(audience: Audience<Term>, reading: Reading<Term, Result>): Result {
  if (typeof audience === 'string') return reading.terms[audience];
  const results = (parts: readonly Audience<Term>[]): Result[] => parts.map((part) => readAs(part, reading));
  if ('anyOf' in audience) return reading.anyOf(results(audience.anyOf));
  if ('allOf' in audience) return reading.allOf(results(audience.allOf));
  return reading.not(readAs(audience.not, reading));
}

/** The logs of which follows and communities are copies. */
const sources: readonly Source[] = ['identity', 'communities'];

/**
 * Whether our copies of follows and communities are current.
 * Source: docs/design/architecture.md#rights-of-another-service.
 */
export function areRightsFresh(rights: Rights): boolean {
  return sources.every((source) => rights.fresh(source));
}
