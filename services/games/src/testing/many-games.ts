import { fillTables } from '@parlour/kernel/testing/fill-tables';
import { personOf } from '@parlour/kernel/testing/people';
import type { GamesWorld } from './games-world.ts';

/** A person who plays a few games, hosts some and is invited to others. */
export const reader = personOf('Reader');

/** The id of the n-th game. */
export function idOf(n: number): string {
  return `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;
}

const gameId = (n: string): string => `'01900000-0000-7000-8000-' || lpad((${n})::text, 12, '0')`;

/**
 * Thousands of games: of ten, three wait (most of them inactive for long), three run, four are
 * over; every seventh is private, with three guests; every tenth waiting one is a rematch, mostly
 * for others than the reader. The reader plays some of each kind and is a guest of some private
 * ones; in the running private ones it is not their turn. Each game has three events, which stand
 * before the log, so that nobody publishes them: somebody declined it.
 */
export async function fillGames(world: GamesWorld, games: number): Promise<void> {
  await fillTables(world.database, async (sql) => {
    await sql(
      `insert into people (id, name, canonical_name)
     select 'person' || n, 'Person ' || n, 'person ' || n from generate_series(0, 999) n
     union all select 'guest' || n, 'Guest ' || n, 'guest ' || n from generate_series(0, 499) n
     union all select $1, $2, lower($2) on conflict do nothing`,
      [reader.id, reader.name],
    );
    await sql(
      `insert into games (id, game_type, private, created_by, computer, rematch_of, created_at, status, player1, player2, winner, ended_by,
                        listed_at, listed_position, updated_at, move_count, version)
     select ${gameId('n')}, (array['Nim', 'Chopsticks', 'TicTacToe'])[n % 3 + 1], n % 7 = 0, person, null, null, at,
            case when n % 10 < 3 then 'WAITING_TO_START' when n % 10 < 6 then 'IN_PROGRESS' else 'OVER' end,
            person, case when n % 10 >= 3 then 'person' || (n + 1) % 1000 end, case when n % 10 >= 6 then person end,
            case when n % 10 >= 6 then 'play' end, at, n, at, case when n % 10 < 3 then 0 when n % 210 = 14 then 3 else 4 end, 7
       from generate_series(1, $1::int) n,
            lateral (select now() - ($1 - n) * interval '1 minute' as at,
                            case when n % 210 in (0, 4, 14, 21, 28) then $2 else 'person' || n % 1000 end as person) p`,
      [games, reader.id],
    );
    await sql(
      `update games set rematch_of = ${gameId('listed_position - 1')}, kept1 = 'person' || listed_position % 1000,
              kept2 = case when listed_position % 5000 = 0 then $1 else 'person' || (listed_position + 1) % 1000 end
        where status = 'WAITING_TO_START' and not private and listed_position % 100 = 0`,
      [reader.id],
    );
    await sql(
      `insert into game_moves (game_id, number, move)
     select id, m, '{"numObjects": 1}' from games, generate_series(1, 4) m where game_type = 'Nim' and move_count = 4`,
    );
    await sql(
      `insert into game_viewers (game_id, user_id, host, invited_position, place, game_type, status, listed_at, listed_position)
     select id, created_by, true, listed_position, 0, game_type, status, listed_at, listed_position from games where private
     union all
     select id, case when place = 1 and listed_position % 210 in (49, 63, 91) then $1 else 'guest' || (listed_position + place) % 500 end, false,
            listed_position, place, game_type, status, listed_at, listed_position
       from games, generate_series(1, 3) place where private`,
      [reader.id],
    );
    await sql(
      `insert into game_totals (game_type, status, games)
     select game_type, status, count(*) from games where not private and status <> 'WAITING_TO_START' group by 1, 2`,
    );
    await sql(
      `insert into events (position, event_id, stream_id, version, ordering_key, type, schema_version, data, meta, occurred_at)
     select -3 * g.listed_position - e.version, gen_random_uuid(), 'game/' || g.id, e.version, g.id, e.type, 1,
            jsonb_build_object('gameId', g.id, 'userId', 'guest' || g.listed_position % 500), '{}', g.listed_at
       from games g, (values (1, 'GameCreated'), (2, 'InvitationDeclined'), (3, 'PlayerJoined')) e(version, type)`,
    );
    await sql('analyze');
  });
}
