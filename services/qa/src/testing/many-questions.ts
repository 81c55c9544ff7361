import { fillTables } from '@parlour/kernel/testing/fill-tables';
import { personOf } from '@parlour/kernel/testing/people';
import { audienceColumn } from '../question/visibility.ts';
import { type QaWorld } from './qa-world.ts';

/** The viewer of the many questions, who follows every third person and five hundred questions. */
export const reader = personOf('Reader');

/** The question with the most activity. */
export const busyQuestion = idOf(1);

/** The id of the n-th question. */
export function idOf(n: number): string {
  return `01890000-0000-7000-9000-${String(n).padStart(12, '0')}`;
}

/**
 * Fills the tables with a thousand people's questions, by set-based SQL: every tenth question is
 * for followers, every third has an answer, each has two of five thousand tags, of which `common`
 * is on every twentieth.
 */
export async function fillQuestions(world: QaWorld, questions: number): Promise<void> {
  await fillTables(world.database, async (sql) => {
    const personId = (n: string): string => `'person' || ${n}`;
    const questionId = (n: string): string => `'01890000-0000-7000-9000-' || lpad((${n})::text, 12, '0')`;
    await sql(`insert into people (id, name, canonical_name)
    select ${personId('n')}, 'Person ' || n, 'person ' || n from generate_series(0, 999) n`);
    await sql(`insert into people (id, name, canonical_name) values ($1, $2, lower($2)) on conflict do nothing`, [
      reader.id,
      reader.name,
    ]);
    await sql(
      `insert into questions (id, position, title, text, words, asked_by, asked_at, only_followers, community_id, tag_keys, active_position,
                            answer_count, view_count, up_vote_count, down_vote_count, excerpt, last_by, last_at, last_kind)
     select ${questionId('n')}, n * 2, 'Title ' || n, 'Text', to_tsvector('simple', 'title w' || n % 7 || ' rare' || n % 4000 || ' text'),
            ${personId('n % 1000')}, now(), n % 10 = 0,
            case when n % 50 = 7 then ${questionId('0')} end,
            array['tag' || n % 5000, case when n % 20 = 1 then 'common' else 'tag' || (n + 1) % 5000 end],
            n * 2 + (n % 3)::int, case when n % 3 = 0 then 1 else 0 end, n % 97, 0, 0, 'Text',
            'person1', now(), 'commented'
       from generate_series(1, $1::int) n`,
      [questions],
    );
    await sql(`insert into question_terms (id, position, number, asked_by, only_followers, community_id, terms)
    select id, position, row_number() over (order by position), asked_by, only_followers, community_id,
           question_terms_of(words, tag_keys, community_id) from questions`);
    // The first of a hundred communities has every fiftieth question.
    await sql(`insert into communities (id, visibility)
    select ${questionId('n')}, 'public' from generate_series(0, 99) n`);
    await sql(`insert into question_tags (key, position, question_id)
    select t.key, q.position, q.id from questions q cross join unnest(q.tag_keys) t(key) on conflict do nothing`);
    await sql(`insert into tags (key, name, description, questions)
    select t.key, t.key, 'user added tag', count(*) filter (where ${audienceColumn} = '')
      from questions q cross join unnest(q.tag_keys) t(key) group by 1 on conflict do nothing`);
    await sql(`insert into tag_counts (key, audience, questions)
    select t.key, ${audienceColumn}, count(*) from questions q cross join unnest(q.tag_keys) t(key)
     where ${audienceColumn} <> '' group by 1, 2`);
    await sql(`insert into question_totals (audience, questions, unanswered)
    select ${audienceColumn}, count(*), count(*) filter (where answer_count = 0) from questions q group by 1`);
    // Ten thousand pairs of a community and an author whom the reader does not follow.
    await sql(`insert into question_totals (audience, questions, unanswered)
    select 'd:' || ${questionId('c')} || ':' || ${personId('3 * a + 1')}, 1, 1
      from generate_series(0, 99) c cross join generate_series(0, 99) a`);
    await sql(`insert into contributions (user_id, audience, questions, answers)
    select asked_by, ${audienceColumn}, count(*), 0 from questions q group by 1, 2`);
    await sql(`insert into answers (id, question_id, position, text, answered_by, answered_at)
    select 'answer of ' || id, id, position + 1, 'So.', 'person0', now() from questions where answer_count > 0`);
    await sql(`insert into comments (id, question_id, answer_id, position, text, commented_by, commented_at)
    select 'comment on ' || id, id, null, position + 1, 'Oh?', 'person1', now() from questions
    union all
    select 'comment on ' || id, question_id, id, position + 1, 'Oh?', 'person1', now() from answers`);
    for (const table of ['question_views', 'question_votes']) {
      const up = table === 'question_votes' ? ['up, ', 'n % 3 > 0, '] : ['', ''];
      await sql(
        `insert into ${table} (question_id, user_id, ${up[0]} position)
       select $1, ${personId('n')}, ${up[1]} n from generate_series(0, 999) n`,
        [busyQuestion],
      );
      await sql(
        `insert into ${table} (question_id, user_id, ${up[0]} position)
       select ${questionId('n')}, ${personId('n % 1000')}, ${up[1]} n from generate_series(2, $1::int) n`,
        [questions],
      );
    }
    await sql(
      `insert into question_views (question_id, user_id, position) select id, $1, position from questions on conflict do nothing`,
      [reader.id],
    );
    await sql(
      `insert into question_follows (question_id, user_id, position, question_position)
     select id, $1, position, position from questions where position % 40 = 0 limit 500`,
      [reader.id],
    );
    await sql(`insert into question_follows (question_id, user_id, position, question_position)
     select id, 'person' || position % 1000, position, position from questions`);
    await world.identity(
      ...Array.from({ length: 333 }, (_, n) => ({
        type: 'UserFollowed' as const,
        data: { followerId: reader.id, followedId: `person${n * 3}` },
      })),
    );
    await sql(`insert into follows (follower_id, followed_id)
    select ${personId('n')}, ${personId('(n * 7 + m) % 1000')} from generate_series(0, 999) n, generate_series(1, 20) m on conflict do nothing`);
    await sql('analyze');
  });
}
