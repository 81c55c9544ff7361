import { type Database, statement } from '@parlour/kernel/database/database';
import { leads } from '@parlour/people/leader-view';
import { wants } from '../preferences/preferences.queries.ts';
import { unreadOf } from './notification.queries.ts';
import {
  aboutOf,
  type NotifyOf,
  type NotifyOfAnswer,
  type NotifyOfComment,
  type NotifyOfMention,
  type NotifyOfMentionInChat,
  postOf,
} from './notify.policy.ts';
import { chatReadableBy, passesBlocks, questionVisibleTo } from './visibility.ts';

/** SQL: `recipient(id)` has an account and is not $1, the actor. */
const isReachable = 'recipient.id <> $1 and not exists (select from people p where p.id = recipient.id and p.deleted)';

/**
 * SQL: which of `recipient(id)` are notified of what $1 did, of type $2: never the actor, deleted
 * accounts, people who opted out, or who have blocked the actor. A block does not stop decisions
 * on their own request, reports, or what moderators do with their posts. Source: decisions N-2,
 * M-17.
 */
const others = `${isReachable}
   and ${wants('recipient.id', '$2::text')}
   and ${passesBlocks('$2::text', 'recipient.id', '$1')}`;

// $4: the answer that was commented on; null for the question, or for a new answer.
const ofQuestion = statement(
  'recipients.ofQuestion',
  `select distinct recipient.id
     from questions q
    cross join lateral (
      select q.asked_by as id where $4::text is null
      union all select a.answered_by from answers a where a.id = $4
      union all select f.user_id from question_followers f where f.question_id = q.id) recipient
    where q.id = $3 and ${others} and ${questionVisibleTo({ viewer: 'recipient.id', fresh: 'true' })}
    order by recipient.id`,
);

const ofAnswer = statement(
  'recipients.ofAnswer',
  `select recipient.id
     from questions q cross join lateral (select a.answered_by as id from answers a where a.id = $4::text) recipient
    where q.id = $3 and ${others} and ${questionVisibleTo({ viewer: 'recipient.id', fresh: 'true' })}`,
);

const ofPeople = statement(
  'recipients.ofPeople',
  `select distinct recipient.id from unnest($3::text[]) as recipient(id) where ${others} order by recipient.id`,
);

// Nobody can opt out of warnings, nor of their own name. Source: decisions M-22, U-18.
const ofWarned = statement(
  'recipients.ofWarned',
  `select distinct recipient.id from unnest($2::text[]) as recipient(id) where ${isReachable} order by recipient.id`,
);

// $3: the question; $4: the post that mentions them; $5: canonical names.
const ofMentioned = statement(
  'recipients.ofMentioned',
  `select recipient.id
     from questions q join people recipient on recipient.canonical_name = any($5::text[]) and not recipient.deleted
    where q.id = $3 and ${others} and ${questionVisibleTo({ viewer: 'recipient.id', fresh: 'true' })}
      and not exists (
        select from notifications n
         where n.user_id = recipient.id and n.target_id = $3 and n.about in ('answer', 'comment')
           and coalesce(n.comment_id, n.answer_id) = $4)
    order by recipient.id`,
);

// $3: the chat; $4: canonical names.
const ofMentionedInChat = statement(
  'recipients.ofMentionedInChat',
  `select recipient.id from people recipient
    where recipient.canonical_name = any($4::text[]) and not recipient.deleted and ${others}
      and ${chatReadableBy('recipient.id', '$3::text')}
    order by recipient.id`,
);

/** For how long a name that nobody has may be a newcomer's. */
const newcomers = `interval '2 seconds'`;

const unknownNames = statement(
  'recipients.unknownNames',
  `select $2::timestamptz > now() - ${newcomers} and exists (
     select from unnest($1::text[]) as named(name)
      where not exists (select from people p where p.canonical_name = named.name)) as awaited`,
);

/** Whether a name in a new text is unknown: it may be of somebody who has just registered. */
export async function awaitsName(
  database: Database,
  command: NotifyOfMention | NotifyOfMentionInChat,
): Promise<boolean> {
  const [row] = await database.query<{ awaited: boolean }>(unknownNames, [command.names, command.occurredAt]);
  return row?.awaited === true;
}

/**
 * Following again after unfollowing sends no second notification while the first is unread, nor
 * within a day of it, even if it was deleted. Source: decisions N-2.
 */
const ofFollowed = statement(
  'recipients.ofFollowed',
  `select recipient.id from (select $3::text as id) recipient
    where ${others} and not exists (
      select from notifications n
       where n.user_id = recipient.id and n.target_id = $1 and n.about = $2
         and (n.notified_at > $4::timestamptz - interval '1 day' or ${unreadOf('recipient.id')}))`,
);

/**
 * Only those who still lead the community. Whoever withdraws a request to join and repeats it is
 * not announced again to people who have not read of it yet. A decision ends the earlier requests.
 * Source: decisions N-2, C-12.
 */
const ofRequest = statement(
  'recipients.ofRequest',
  `select distinct recipient.id from unnest($3::text[]) as recipient(id)
    where ${others} and ${leads('recipient.id', '$4')} and not exists (
      select from notifications n
       where n.user_id = recipient.id and n.target_id = $4 and n.about = $2 and n.actor_id = $1 and ${unreadOf('recipient.id')}
         and not exists (
           select from decided_requests d
            where d.community_id = n.target_id and d.user_id = n.actor_id and d.decided_at >= n.notified_at))
    order by recipient.id`,
);

const ofNewcomer = statement(
  'recipients.ofNewcomer',
  `select recipient.id from people recipient where recipient.operator and ${others} order by recipient.id`,
);

/**
 * The recipients, by the current questions, answers, follows, accounts and preferences; each once.
 * Source: decisions N-2.
 */
export async function readRecipients(database: Database, command: NotifyOf): Promise<string[]> {
  const rows = await database.query<{ id: string }>(...statementFor(command));
  return rows.map((row) => row.id);
}

function statementFor(command: NotifyOf): [typeof ofQuestion, readonly unknown[]] {
  const common = [command.actorId, aboutOf[command.type]];
  switch (command.type) {
    case 'NotifyOfAnswer':
    case 'NotifyOfComment':
      return [ofQuestion, [...common, command.questionId, commentedAnswer(command)]];
    case 'NotifyOfAcceptance':
      return [ofAnswer, [...common, command.questionId, command.answerId]];
    case 'NotifyOfMention':
      return [ofMentioned, [...common, command.questionId, postOf(command), command.names]];
    case 'NotifyOfMentionInChat':
      return [ofMentionedInChat, [...common, command.chatId, command.names]];
    case 'NotifyOfFollower':
      return [ofFollowed, [...common, command.userId, command.occurredAt]];
    case 'NotifyOfRequest':
      return [ofRequest, [...common, command.userIds, command.communityId]];
    case 'NotifyOfNewcomer':
      return [ofNewcomer, common];
    case 'NotifyOfInvitation':
    case 'NotifyOfDecision':
    case 'NotifyOfOwnership':
    case 'NotifyOfModeration':
    case 'NotifyOfPoll':
    case 'NotifyOfReport':
      return [ofPeople, [...common, command.userIds]];
    case 'NotifyOfWarning':
      return [ofWarned, [command.actorId, command.userIds]];
    case 'NotifyOfRename':
      return [ofWarned, [command.actorId, [command.userId]]];
  }
}

function commentedAnswer(command: NotifyOfAnswer | NotifyOfComment): string | null {
  return command.type === 'NotifyOfComment' ? command.answerId : null;
}
