import { approvalTexts } from '@parlour/contracts/identity/approval';
import { operator } from '@parlour/contracts/envelope';
import { deletedUserName } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { roomId } from '@parlour/contracts/messaging/messaging';
import { privatePlaces } from '@parlour/contracts/notifications/notices';
import { siteTarget } from '@parlour/contracts/notifications/notifications';
import type { PostPlace } from '@parlour/contracts/qa/qa.events';
import { isoTime, nameOf } from '@parlour/kernel/database/row-expressions';
import { isForFollowers, isPrivate } from './visibility.ts';

// The operator on the server is no person; nobody else can have that name.
const actorName = `coalesce(${nameOf('actor')}, case when n.actor_id = '${operator.id}' then '${operator.id}' else '${deletedUserName}' end)`;

/** SQL: the title of the question `q`, or what stands in its place. */
const title = `case when q.deleted_by is null then q.title when q.deleted_by = 'author' then '${messages.deletedByAuthor}'
    else '${messages.deletedByOthers}' end`;

/** SQL: texts about the question `q` and what is below it. */
interface Sentences {
  /** The literal of a text with `%s`. */
  readonly of: (text: string) => string;
  readonly title: string;
}

const withTitle: Sentences = { of: (text) => `'${text}'`, title };

/** Where `n` is private, the place stands for the title, and a moderator's reason is left out. */
export function unlessPrivate(quotesPrivate: string): Sentences {
  const hidden = `not ${quotesPrivate}::boolean and ${isPrivate}`;
  const place = `case when ${isForFollowers} then '${privatePlaces.followers}' else '${privatePlaces.community}' end`;
  const named = (text: string): string => text.replace('"%s"', '%s').replace(': %s', '');
  return {
    of: (text) => (named(text) === text ? `'${text}'` : `case when ${hidden} then '${named(text)}' else '${text}' end`),
    title: `case when ${hidden} then ${place} else ${title} end`,
  };
}

/** SQL: the post of `n` that others removed or restored. */
function moderatedPost(said: Sentences): string {
  const ownPosts: Readonly<Record<PostPlace['kind'] | 'poll', string>> = {
    question: `'${messages.ownQuestion}'`,
    poll: `'${messages.ownPoll}'`,
    answer: `format(${said.of(messages.ownAnswer('%s'))}, ${said.title})`,
    comment: `format(${said.of(messages.ownComment('%s'))}, ${said.title})`,
  };
  const names = Object.entries(ownPosts).map(([kind, name]) => `when '${kind}' then ${name}`);
  return `case n.moderated ->> 'kind' ${names.join(' ')} end`;
}

/** SQL: the text for a value of the notification. */
const textOf = (value: string, texts: Readonly<Record<string, string>>): string =>
  `case ${value} ${Object.entries(texts)
    .map(([one, text]) => `when '${one}' then '${text}'`)
    .join(' ')} end`;

/**
 * SQL: what the viewer was warned about. It quotes no title, because they see the warning even if
 * they may no longer see the question. Source: decisions M-22.
 */
const warnedAbout = textOf("n.moderated ->> 'kind'", messages.warnedThings);

const reportTexts = [
  textOf("n.report ->> 'type'", messages.reportedThings),
  textOf("n.report ->> 'action'", messages.reportOutcomes),
];

/** SQL: what was reported, of an outcome or a warning; `person` of a rename; `poll` of a poll. */
const reportedType = `coalesce(n.report ->> 'type', case when n.moderated ->> 'act' in ('warned', 'renamed')
    or n.moderated ->> 'kind' = 'poll' then n.moderated ->> 'kind' end)`;

/** SQL: the position up to which a person has read their notifications. */
export const readUpTo = (userId: string): string =>
  `coalesce((select r.position from notification_reads r where r.user_id = ${userId}), 0)`;

/** SQL: whether a notification is read. */
export const readOf = (n: string): string => `(${n}.viewed or ${n}.position <= ${readUpTo(`${n}.user_id`)})`;
export const isRead = readOf('n');

/** SQL: the texts of a row that stands for several. One follower is one, however often. */
const foldedTexts = (count: string, said: Sentences): string => `
    when case when ${count} > 1 then 'answer' end then format(${said.of(messages.notifiedAnswers('%s', '%s'))}, ${count}, ${said.title})
    when case when ${count} > 1 then 'comment' end then format(${said.of(messages.notifiedComments('%s', '%s'))}, ${count}, ${said.title})
    when case when ${count} > 1 then 'request' end then case n.target_id
      when '${siteTarget}' then format('${approvalTexts.notifiedOfSeveral('%s')}', ${count})
      else format('${messages.notifiedRequests('%s', '%s')}', ${count}, n.community_name) end`;

/**
 * SQL: the notification `n` as JSON (`NotificationWire`), with `joins`, for the person with this
 * name. Its text uses current names and titles; `messages` adds no single quotes or percent signs.
 * Source: decisions X.
 */
export const notificationJson = (
  name: string,
  count?: string,
  said = withTitle,
): string => `json_build_object('_id', n.id, 'type', n.about,
  'id', case when n.about = 'follower' then ${actorName} when ${reportedType} = 'person' then coalesce(${nameOf('target')}, '${deletedUserName}') else n.target_id end,
  'answerId', n.answer_id, 'commentId', n.comment_id, 'messageId', n.message_id, 'users', json_build_array(${name}), 'actor', ${actorName},
  'message', case n.about ${count === undefined ? '' : foldedTexts(count, said)}
    when 'answer' then format(${said.of(messages.notifiedAnswer('%s'))}, ${said.title})
    when 'accepted' then format(${said.of(messages.notifiedAccepted('%s'))}, ${said.title})
    when 'comment' then format(${said.of(messages.notifiedComment('%s'))}, ${said.title})
    when 'mention' then case
      when n.message_id is null then format(${said.of(messages.notifiedMention('%s', '%s'))}, ${actorName}, ${said.title})
      when n.target_id = '${roomId}' then format('${messages.notifiedMentionInRoom('%s')}', ${actorName})
      else format('${messages.notifiedMentionInChat('%s')}', ${actorName}) end
    when 'follower' then format('${messages.notifiedFollower('%s')}', ${actorName})
    when 'moderated' then case n.moderated ->> 'act'
      when 'warned' then format(${said.of(messages.notifiedWarned('%s', '%s'))}, ${warnedAbout}, n.moderated ->> 'reason')
      when 'renamed' then format('${messages.notifiedRenamed('%s')}', ${nameOf('target')})
      when 'removed' then format(${said.of(messages.notifiedRemoved('%s', '%s'))}, ${moderatedPost(said)}, n.moderated ->> 'reason')
      else format('${messages.notifiedRestored('%s')}', ${moderatedPost(said)}) end
    when 'report' then format('${messages.notifiedReport('%s', '%s')}', ${reportTexts.join(', ')})
    when 'gameInvite' then format('${messages.notifiedGameInvite('%s', '%s')}', ${actorName}, n.game_type)
    else case when n.target_id = '${siteTarget}' then '${approvalTexts.notified}' else case n.what
      when 'requested' then format('${messages.notifiedRequested('%s', '%s')}', ${actorName}, n.community_name)
      when 'approved' then format('${messages.notifiedApproved('%s')}', n.community_name)
      when 'denied' then format('${messages.notifiedDenied('%s')}', n.community_name)
      when 'offered' then format('${messages.notifiedOffered('%s', '%s')}', ${actorName}, n.community_name)
      when 'accepted' then format('${messages.notifiedTakenOver('%s', '%s')}', ${actorName}, n.community_name)
      when 'inherited' then format('${messages.notifiedInherited('%s')}', n.community_name)
      when 'declined' then format('${messages.notifiedDeclined('%s', '%s')}', ${actorName}, n.community_name) end end end,
  'notifyDateTime', ${isoTime('n.notified_at')}, 'isRead', ${isRead}, 'reported', ${reportedType}${count === undefined ? '' : `, 'count', ${count}, 'actors', n.actors`})`;

export const joins = `left join people actor on actor.id = n.actor_id
  left join lateral (
    select p.* from people p where p.id = n.target_id and ${reportedType} = 'person' limit 1
  ) target on true
  left join questions q on q.id = n.target_id and n.about in ('answer', 'comment', 'accepted', 'mention', 'moderated')`;
