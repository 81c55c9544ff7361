import type { RpcName } from '@parlour/contracts/rpc';
import type { Rights } from '@parlour/kernel/consumer/rights';
import { actorOf, type Call } from '@parlour/kernel/rpc/calls';

/** Who looks, and whether what is known of whom he follows can be believed. */
export interface Viewer {
  readonly viewer: string;
  /** False while identity is silent: then what is for followers only is for its author only. Source: architecture, 11. */
  readonly fresh: boolean;
}

/** SQL: where a statement has its viewer. */
export interface ViewerColumns {
  readonly viewer: string;
  readonly fresh: string;
}

/** The viewer of most statements: their first two parameters. */
export const firstParameters: ViewerColumns = { viewer: '$1::text', fresh: '$2::boolean' };

/**
 * Who looks by this call.
 * @throws {DomainError} `session.missing` when nobody is signed in
 */
export function viewerOf(call: Call<RpcName>, rights: Rights): Viewer {
  return { viewer: actorOf(call).id, fresh: rights.fresh('identity') };
}

/** SQL: whether the viewer may see the question `q`; in every query and every command. Source: decisions Q-6. */
export function visibleTo({ viewer, fresh }: ViewerColumns): string {
  return `(not q.only_followers or q.asked_by = ${viewer}
    or (${fresh} and exists (select from follows f where f.follower_id = ${viewer} and f.followed_id = q.asked_by)))`;
}

/** Whom a question is for, as counters are kept by it: everybody (blank), or the followers of a person (his id), himself among them. */
export function audienceOf(question: { readonly onlyFollowers: boolean; readonly askedBy: string }): string {
  return question.onlyFollowers ? question.askedBy : '';
}

/** SQL: `audienceOf` the question `q`. */
export const audienceColumn = `case when q.only_followers then q.asked_by else '' end`;

/** SQL: every audience that the viewer is of, as an array; a counter of one of these counts what `visibleTo` lets him see. */
export function audiencesOf({ viewer, fresh }: ViewerColumns): string {
  return `array(select '' union all select ${viewer}
    union all select f.followed_id from follows f where f.follower_id = ${viewer} and ${fresh})`;
}
