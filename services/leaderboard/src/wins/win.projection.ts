import type { Envelope, EnvelopeOf } from '@parlour/contracts/envelope';
import { computerPlayer, type GameEnded, type GamesEvent } from '@parlour/contracts/games/games';
import { type BoundStatement, statement } from '@parlour/kernel/database/database';
import { projection } from '@parlour/kernel/view/projection';
import { increase } from '@parlour/kernel/view/row-changes';
import { boardOf } from './period.ts';
import { allGames, PeriodWinCountRow, PeriodWinRow, WinCountRow, WinRow } from './win.entity.ts';

/** Wins that count, by type of game and in total. Source: decisions G-5, L-3. */
export const winView = projection<GamesEvent>({
  name: 'leaderboard.wins',
  source: 'games',
  entities: [WinRow, WinCountRow],
  changes: {
    GameEnded: (event) => countedWins(event).map((key) => increase(WinRow, key, { wins: 1 })),
  },
  after: playersCounted('wins', 'win_counts', 'game_type', (event) =>
    countedWins(event).map(({ userId, gameType }) => [userId, gameType]),
  ),
});

/** The same within each month and week. Source: decisions L-4. */
export const periodView = projection<GamesEvent>({
  name: 'leaderboard.periods',
  source: 'games',
  entities: [PeriodWinRow, PeriodWinCountRow],
  changes: {
    GameEnded: (event) => winsOfPeriods(event).map((key) => increase(PeriodWinRow, key, { wins: 1 })),
  },
  after: playersCounted('period_wins', 'period_win_counts', 'board', (event) =>
    winsOfPeriods(event).map(({ userId, board }) => [userId, board]),
  ),
});

/** The rows of `wins` that the end of a game adds to. */
function countedWins({ data }: Envelope<GameEnded>): Pick<WinRow, 'userId' | 'gameType'>[] {
  if (!data.counts) return [];
  return data.winners
    .filter((userId) => userId !== computerPlayer)
    .flatMap((userId) => [data.gameType, allGames].map((gameType) => ({ userId, gameType })));
}

/** The rows of `period_wins` that the end of a game adds to. */
function winsOfPeriods(event: Envelope<GameEnded>): Pick<PeriodWinRow, 'userId' | 'board'>[] {
  const at = new Date(event.occurredAt);
  return countedWins(event).flatMap(({ userId, gameType }) =>
    (['month', 'week'] as const).map((period) => ({ userId, board: boardOf(gameType, period, at) })),
  );
}

/**
 * Counts players by their number of wins, after the rows of wins are written. A person with new
 * wins moves from one count to another; only their row has the sum.
 */
function playersCounted(
  wins: string,
  counts: string,
  key: string,
  rowsOf: (event: Envelope<GameEnded>) => readonly (readonly [userId: string, key: string])[],
) {
  const move = statement(
    `${counts}.move`,
    `with added as (
       select user_id, ${key}, count(*)::int as wins
         from unnest($1::text[], $2::text[]) as n(user_id, ${key}) group by user_id, ${key}
     ), moved as (
       select w.${key}, w.wins, 1 as players from added a join ${wins} w using (user_id, ${key})
       union all
       select w.${key}, w.wins - a.wins, -1 from added a join ${wins} w using (user_id, ${key}) where w.wins > a.wins
     )
     insert into ${counts} (${key}, wins, players)
     select ${key}, wins, sum(players) from moved group by ${key}, wins having sum(players) <> 0
     on conflict (${key}, wins) do update set players = ${counts}.players + excluded.players`,
  );
  const forgetEmpty = statement(
    `${counts}.forgetEmpty`,
    `delete from ${counts} where ${key} = any($1::text[]) and players = 0`,
  );
  return (events: readonly EnvelopeOf<GamesEvent>[]): BoundStatement[] => {
    const won = events.flatMap((event) => (event.type === 'GameEnded' ? rowsOf(event) : []));
    if (won.length === 0) return [];
    const keys = won.map(([, of]) => of);
    return [
      { statement: move, values: [won.map(([userId]) => userId), keys] },
      { statement: forgetEmpty, values: [[...new Set(keys)]] },
    ];
  };
}
