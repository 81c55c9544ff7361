import type { MigrationInterface, QueryRunner } from 'typeorm';
import { followTable } from '@parlour/people/follow-view';
import { neverUndone } from '@parlour/kernel/database/kernel-tables';

const tables = `
  create table wins (
    user_id text not null,
    game_type text not null,
    wins int not null,
    constraint wins_pkey primary key (user_id, game_type)
  );
  create index wins_by_number on wins (game_type, wins, user_id);

  create table win_counts (
    game_type text not null,
    wins int not null,
    players int not null,
    constraint win_counts_pkey primary key (game_type, wins)
  );

  ${followTable}

  create table period_wins (
    user_id text not null,
    board text not null,
    wins int not null,
    constraint period_wins_pkey primary key (user_id, board)
  );
  create index period_wins_by_number on period_wins (board, wins, user_id);

  create table period_win_counts (
    board text not null,
    wins int not null,
    players int not null,
    constraint period_win_counts_pkey primary key (board, wins)
  );

  create index people_by_name on people (canonical_name collate "C") where not deleted;
  create index people_deleted on people (id) where deleted;
`;

/** Wins, players per number of wins, and follows. */
export class Leaderboard1795800000002 implements MigrationInterface {
  readonly name = 'Leaderboard1795800000002';
  readonly up = (runner: QueryRunner): Promise<unknown> => runner.query(tables);
  readonly down = neverUndone;
}
