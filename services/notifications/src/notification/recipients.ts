import { type Database, statement } from '@parlour/kernel/database/database';
import type { NotifyOf, NotifyOfAnswer, NotifyOfComment } from './notify.policy.ts';
import { questionVisibleTo } from './visibility.ts';

/** SQL: who of `heard(id)` hears of what $1 did: never he himself, never a deleted account. */
const others = `heard.id <> $1 and not exists (select from people p where p.id = heard.id and p.deleted)`;

// $3: the answer that was commented on; null where it was the question, or where an answer was given.
const ofQuestion = statement(
  'recipients.ofQuestion',
  `select distinct heard.id
     from questions q
    cross join lateral (
      select q.asked_by as id where $3::text is null
      union all select a.answered_by from answers a where a.id = $3
      union all select f.user_id from question_followers f where f.question_id = q.id) heard
    where q.id = $2 and ${others} and ${questionVisibleTo('heard.id', 'true')}
    order by heard.id`,
);

const ofPeople = statement(
  'recipients.ofPeople',
  `select distinct heard.id from unnest($2::text[]) as heard(id) where ${others} order by heard.id`,
);

/** Who hears of it, by what is known here of questions, answers, followings and accounts now; each once. Source: decisions N-2. */
export async function readRecipients(database: Database, command: NotifyOf): Promise<string[]> {
  const rows = await database.query<{ id: string }>(...asked(command));
  return rows.map((row) => row.id);
}

function asked(command: NotifyOf): [typeof ofQuestion, readonly unknown[]] {
  switch (command.type) {
    case 'NotifyOfAnswer':
    case 'NotifyOfComment':
      return [ofQuestion, [command.actorId, command.questionId, commentedAnswer(command)]];
    case 'NotifyOfFollower':
      return [ofPeople, [command.actorId, [command.userId]]];
    case 'NotifyOfInvitation':
      return [ofPeople, [command.actorId, command.userIds]];
  }
}

function commentedAnswer(command: NotifyOfAnswer | NotifyOfComment): string | null {
  return command.type === 'NotifyOfComment' ? command.answerId : null;
}
