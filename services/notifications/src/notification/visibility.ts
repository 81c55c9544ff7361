import { siteTarget } from '@parlour/contracts/notifications/notifications';
import { roomId } from '@parlour/contracts/messaging/messaging';
import type { RpcName } from '@parlour/contracts/rpc';
import type { Rights } from '@parlour/kernel/consumer/rights';
import { actorOf, type Call } from '@parlour/kernel/rpc/calls';
import { areRightsFresh } from '@parlour/people/audience';
import {
  communityVisibleTo,
  isRestricted,
  type PostColumns,
  postVisibleTo,
  type ViewerColumns,
} from '@parlour/people/audience-sql';
import { leads } from '@parlour/people/leader-view';

/** The viewer, and whether copies of rights can be trusted. */
export interface Viewer {
  readonly viewer: string;
  /** Their name, for `users`. */
  readonly name: string;
  readonly fresh: boolean;
}

/**
 * The viewer of a call.
 * @throws {DomainError} `session.missing` when nobody is signed in
 */
export function viewerOf(call: Call<RpcName>, rights: Rights): Viewer {
  const { id, name } = actorOf(call);
  return { viewer: id, name, fresh: areRightsFresh(rights) };
}

/** SQL: what decides who may see the question `q`. */
const columnsOfQuestion: PostColumns = {
  author: 'q.asked_by',
  isForFollowers: 'q.only_followers',
  communityId: 'q.community_id',
};

/** SQL: whether the viewer may see the question `q`. */
export function questionVisibleTo(viewer: ViewerColumns): string {
  return postVisibleTo(columnsOfQuestion, viewer);
}

/** SQL: whether the question `q` is for the followers of its author. */
export const isForFollowers = columnsOfQuestion.isForFollowers;

/**
 * SQL: whether not everybody may read what `n` is about: the question `q`, joined if there is one;
 * otherwise a chat, a game, to which only those who are invited come, or a community.
 */
export const isPrivate = `case when n.about = 'gameInvite' then true
    when n.message_id is not null then n.target_id <> '${roomId}'
    when q.id is not null then ${isRestricted(columnsOfQuestion)}
    else ${isRestricted({ isForFollowers: 'false', communityId: 'n.target_id' })} end`;

/** SQL: whether the receiver may see the content of the community that `n` is about. */
function inCommunity(fresh: string): string {
  const viewer = { viewer: 'n.user_id', fresh };
  return `exists (select from communities c where c.id = n.target_id and ${communityVisibleTo(viewer)})`;
}

/**
 * SQL: whether a notification of this type reaches a person who has blocked its actor: only what
 * they have to know. Source: decisions M-17.
 */
export function passesBlocks(about: string, user: string, actor: string): string {
  return `(${about} in ('decision', 'moderated', 'report') or not exists (
     select from blocks b where b.blocker_id = ${user} and b.blocked_id = ${actor}))`;
}

/** SQL: whether the receiver may see the question that `n` is about. */
function inQuestion(fresh: string): string {
  return `exists (select from questions q where q.id = n.target_id and ${questionVisibleTo({ viewer: 'n.user_id', fresh })})`;
}

/** SQL: whether the post with this id is deleted; false if the id is null. */
function isDeleted(id: string): string {
  return `exists (select from deleted_posts d where d.id = ${id})`;
}

/** SQL: whether the post or message that mentions the receiver is there, and they may see it. */
function mentionVisible(fresh: string): string {
  return `case when n.message_id is null
        then not ${isDeleted('coalesce(n.comment_id, n.answer_id, n.target_id)')}
          and ${inQuestion(fresh)}
        else not exists (select from deleted_messages d where d.id = n.message_id)
          and ${chatReadableBy('n.user_id', 'n.target_id')} end`;
}

/** SQL: whether a person may read a chat; everybody may read the global room. */
export function chatReadableBy(user: string, chat: string): string {
  return `(${chat} = '${roomId}' or exists (
    select from chat_participants t where t.chat_id = ${chat} and t.user_id = ${user}))`;
}

/** SQL: whether the receiver has declined the game that they were invited to. */
const isDeclined = `exists (
    select from declined_invitations d where d.game_id = n.target_id and d.user_id = n.user_id)`;

/** SQL: whether the receiver is an operator. */
const operates = `exists (select from people p where p.id = n.user_id and p.operator)`;

/**
 * SQL: whether the notification `n` is still visible to its receiver; in every list, count and live
 * message. A notification about something that they can no longer see is left out, and comes back
 * if they can see it again; so is one of somebody they have blocked. Deleted accounts receive
 * nothing. `fresh` is whether our copies of follows and communities are current.
 * Source: decisions N-2, M-17.
 */
export function visible(fresh: string): string {
  return `(case n.about
      when 'mention' then ${mentionVisible(fresh)}
      when 'gameInvite' then not ${isDeclined}
      when 'decision' then true
      when 'report' then true
      when 'moderated' then n.moderated ->> 'act' in ('warned', 'renamed')
        or case n.moderated ->> 'kind' when 'poll' then ${inCommunity(fresh)} else ${inQuestion(fresh)} end
      when 'request' then ${fresh} and case n.target_id when '${siteTarget}' then ${operates}
        else ${leads('n.user_id', 'n.target_id')} and ${inCommunity(fresh)} end
      when 'ownership' then ${inCommunity(fresh)}
      when 'follower' then exists (select from people other where other.id = n.target_id and not other.deleted)
      else not ${isDeleted('coalesce(n.comment_id, n.answer_id)')} and ${inQuestion(fresh)} end
    and ${passesBlocks('n.about', 'n.user_id', 'n.actor_id')}
    and not exists (select from people viewer where viewer.id = n.user_id and viewer.deleted))`;
}
