import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type Envelope, eventsOf } from '@parlour/contracts/envelope';
import { computerPlayer, type GamesEvent } from '@parlour/contracts/games';
import { statement, type Tx } from '@parlour/kernel/database/database';
import type { View } from '@parlour/kernel/view/view';

/** The type that stands for all of them. */
export const allGames = 'all';

/** How often a person has won a type of game, or all together; only winners have rows. */
@Entity('wins')
@Index('wins_by_number', ['gameType', 'wins', 'userId'])
export class WinRow {
  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'wins_pkey' })
  userId!: string;

  @PrimaryColumn('text', { name: 'game_type', primaryKeyConstraintName: 'wins_pkey' })
  gameType!: string;

  @Column('int')
  wins!: number;
}

/**
 * How many people have this number of wins, including deleted accounts: ranks and totals come from
 * these few rows.
 */
@Entity('win_counts')
export class WinCountRow {
  @PrimaryColumn('text', { name: 'game_type', primaryKeyConstraintName: 'win_counts_pkey' })
  gameType!: string;

  @PrimaryColumn('int', { primaryKeyConstraintName: 'win_counts_pkey' })
  wins!: number;

  @Column('int')
  players!: number;
}

// A person with a new win moves from one count to another.
const add = statement(
  'wins.add',
  `with added as (
     select user_id, game_type, wins from unnest($1::text[], $2::text[], $3::int[]) as n(user_id, game_type, wins)
   ), written as (
     insert into wins (user_id, game_type, wins) select user_id, game_type, wins from added
     on conflict (user_id, game_type) do update set wins = wins.wins + excluded.wins
     returning user_id, game_type, wins
   ), moved as (
     select game_type, wins, 1 as players from written
     union all
     select w.game_type, w.wins - a.wins, -1 from written w join added a using (user_id, game_type) where w.wins > a.wins
   )
   insert into win_counts (game_type, wins, players)
   select game_type, wins, sum(players) from moved group by 1, 2 having sum(players) <> 0
   on conflict (game_type, wins) do update set players = win_counts.players + excluded.players`,
);

const forgetEmpty = statement('wins.forgetEmpty', 'delete from win_counts where players = 0');

/** Wins that count, by type of game and in total. Source: decisions G-5, L-3. */
export const winView: View = {
  name: 'leaderboard.wins',
  source: 'games',
  tables: ['wins', 'win_counts'],
  async apply(events: readonly Envelope[], tx: Tx): Promise<void> {
    const won = new Map<string, { readonly userId: string; readonly gameType: string; wins: number }>();
    for (const event of eventsOf<GamesEvent>(events)) {
      if (event.type !== 'GameEnded' || !event.data.counts) continue;
      for (const userId of event.data.winners) {
        if (userId === computerPlayer) continue;
        for (const gameType of [event.data.gameType, allGames]) {
          const key = `${userId} ${gameType}`;
          const known = won.get(key) ?? { userId, gameType, wins: 0 };
          known.wins += 1;
          won.set(key, known);
        }
      }
    }
    if (won.size === 0) return;
    const rows = [...won.values()];
    await tx.query(add, [rows.map((row) => row.userId), rows.map((row) => row.gameType), rows.map((row) => row.wins)]);
    await tx.query(forgetEmpty);
  },
};
