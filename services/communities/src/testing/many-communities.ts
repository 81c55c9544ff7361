import { fillTables, type Sql } from '@parlour/kernel/testing/fill-tables';
import { personOf } from '@parlour/kernel/testing/people';
import { type CommunitiesWorld } from './communities-world.ts';

/**
 * The viewer of the many communities: a moderator of the big one, and a member of a hundred others.
 */
export const reader = personOf('Reader');

/** The id of the n-th community; the first is the big one. */
export function idOf(n: number): string {
  return `01890000-0000-7000-9000-${String(n).padStart(12, '0')}`;
}

/** A community with ten thousand closed polls. */
export const pollster = idOf(301);

/** How many voted in the busiest poll: far more rows than a read of it may touch. */
const voters = 40_000;

/** The poll of the big community with very many votes. */
const busyPoll = idOf(900_001);

const sqlId = (n: string): string => `'01890000-0000-7000-9000-' || lpad((${n})::text, 12, '0')`;

/**
 * Fills the tables in bulk with this many communities; the first has this many members, and a tenth
 * as many pending and banned people.
 */
export async function fillCommunities(world: CommunitiesWorld, communities: number, members: number): Promise<void> {
  await fillTables(world.database, async (sql) => {
    // Names' pieces make `analyze` slow, and a third of its sample is enough.
    await sql('set default_statistics_target = 30');
    await sql(`set maintenance_work_mem = '256MB'`);
    await sql('drop index people_pieces, communities_pieces');
    await fill(sql, communities, members);
    await fillPolls(sql, voters);
    await sql('create index people_pieces on people using gin (text_pieces(canonical_name))');
    await sql(
      `create index communities_pieces on communities using gin (text_pieces(name_key || ' ' || description_key))`,
    );
    await sql('analyze');
  });
}

async function fill(sql: Sql, communities: number, members: number): Promise<void> {
  await sql(
    `insert into people (id, name, canonical_name) select 'person' || n, 'N' || n, 'n' || n from generate_series(0, $1::int) n`,
    [members],
  );
  await sql(`insert into people (id, name, canonical_name) values ($1, $2, lower($2)) on conflict do nothing`, [
    reader.id,
    reader.name,
  ]);
  await fillRows(sql, communities);
  await sql(`insert into community_totals (one, communities) values (true, $1)`, [communities]);
  await sql(`insert into community_members (community_id, user_id, standing, position, joined_position, name_key)
    select id, owner_id, 'owner', position, position, name_key from communities`);
  const stand = (status: string, from: string, to: string): Promise<unknown> =>
    sql(
      `insert into community_members (community_id, user_id, standing, position, joined_position, name_key)
       select $1, 'person' || n, '${status}', n, case when '${status}' in ('member', 'moderator') then n end, 'community 000001'
         from generate_series(${from}, ${to}) n on conflict do nothing`,
      [idOf(1)],
    );
  await stand('moderator', '2', '50');
  await stand('member', '51', String(Math.round(members * 0.8)));
  await stand('pending', String(Math.round(members * 0.8) + 1), String(Math.round(members * 0.9)));
  await stand('banned', String(Math.round(members * 0.9) + 1), String(members));
  await sql(
    `insert into community_members (community_id, user_id, standing, position, joined_position, name_key)
     select id, $1, case when position = 1 then 'moderator' else 'member' end, position, position, name_key
       from communities where position % 97 = 1`,
    [reader.id],
  );
  await sql(
    `insert into moderation_entries (id, community_id, position, number, act, by_id, to_id, at)
     select 'entry' || n, ${sqlId('1 + n % 50')}, n, n, 'banned', 'person2', 'person' || n % 1000, now() from generate_series(1, $1::int) n`,
    [members],
  );
}

async function fillRows(sql: Sql, communities: number): Promise<void> {
  await sql(
    `insert into communities (id, position, name, name_key, description, description_key, owner_id, visibility, created_at,
                              member_count, moderator_count, pending_count, banned_count)
     select ${sqlId('n')}, n, 'Community ' || n, 'community ' || lpad(n::text, 6, '0'), 'About rare' || n % 4000, 'about rare' || n % 4000,
            'person' || n % 1000, case when n % 3 = 0 then 'private' else 'public' end, now(), 1, 0, 0, 0
       from generate_series(1, $1::int) n`,
    [communities],
  );
}

async function fillPolls(sql: Sql, voters: number): Promise<void> {
  await sql(
    `insert into polls (id, community_id, position, created_by, question_text, expires_at, status, created_at)
     select ${sqlId('900000 + n')}, case when n % 2 = 0 then $1 else ${sqlId('1 + n % 200')} end, n, 'person2', 'Tea?',
            now() + n * interval '1 minute', case when n % 10 = 1 then 'active' else 'closed' end, now()
       from generate_series(1, 20000) n`,
    [pollster],
  );
  await sql(`update polls set community_id = $1 where id = $2`, [idOf(1), busyPoll]);
  await sql(`insert into poll_options (poll_id, option_id, place, text, vote_count)
    select id, 'o' || n, n, 'Option ' || n, 0 from polls, generate_series(0, 4) n`);
  await sql(
    `insert into poll_votes (poll_id, user_id, option_id, position)
     select $1, 'person' || n, 'o' || n % 5, n from generate_series(1, $2::int) n`,
    [busyPoll, voters],
  );
  await sql(`insert into poll_votes (poll_id, user_id, option_id, position)
    select id, 'person' || position % 1000, 'o0', position from polls on conflict do nothing`);
}
