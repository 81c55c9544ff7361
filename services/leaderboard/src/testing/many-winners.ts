import { fillTables } from '@parlour/kernel/testing/fill-tables';
import { boardOf } from '../wins/period.ts';
import { allGames } from '../wins/win.entity.ts';
import type { LeaderboardWorld } from './leaderboard-world.ts';
import { looker } from './leaderboard-world.ts';

/**
 * Fills the tables in bulk as the games of many people would: nearly half have won once, few very
 * often; every hundredth account is deleted; names and wins are unrelated. The viewer follows every
 * hundredth of the others.
 */
export async function fillWinners(world: LeaderboardWorld, players: number): Promise<void> {
  await fillTables(world.database, async (sql) => {
    await sql(
      `insert into people (id, name, canonical_name, deleted)
     select 'person' || n, case when n % 100 = 99 then '' else md5('name' || n) end, case when n % 100 = 99 then '' else md5('name' || n) end, n % 100 = 99
       from generate_series(1, $1::int) n`,
      [players],
    );
    await sql(
      `insert into wins (user_id, game_type, wins)
     select 'person' || n, t, case t when 'all' then 2 else 1 end * (1 + (($1::int / n) + (n % 5) * (n % 2)))
       from generate_series(1, $1::int) n cross join unnest(array['all', 'Nim']) t`,
      [players],
    );
    await sql(
      'insert into win_counts (game_type, wins, players) select game_type, wins, count(*) from wins group by 1, 2',
    );
    const board = boardOf(allGames, 'month', new Date());
    await sql(
      `insert into period_wins (user_id, board, wins) select user_id, $1, wins from wins where game_type = '${allGames}'`,
      [board],
    );
    await sql(
      `insert into period_win_counts (board, wins, players) select $1, wins, players from win_counts where game_type = '${allGames}'`,
      [board],
    );
    await sql(
      `insert into follows (follower_id, followed_id) select $2, 'person' || n from generate_series(1, $1::int, 100) n`,
      [players, looker.id],
    );
    await world.join(looker.id);
    await world.wins(looker.id);
    await sql('analyze');
  });
}
