import type { MigrationInterface, QueryRunner } from 'typeorm';
import { blockTable } from '@parlour/people/block-view';
import { neverUndone } from '@parlour/kernel/database/kernel-tables';

const tables = `
  create table games (
    id text not null,
    game_type text not null,
    private boolean not null,
    created_by text not null,
    computer text,
    rematch_of text,
    created_at timestamptz not null,
    status text not null,
    player1 text,
    player2 text,
    winner text,
    ended_by text,
    listed_at timestamptz not null,
    listed_position bigint not null,
    updated_at timestamptz not null,
    move_count int not null,
    version int not null,
    kept1 text,
    kept2 text,
    constraint games_pkey primary key (id)
  ) with (fillfactor = 80);
  create index games_of_player1 on games (player1) where status <> 'OVER';
  create index games_of_player2 on games (player2) where status <> 'OVER';
  create index games_rematch on games (rematch_of) where rematch_of is not null;
  create index games_open on games (listed_at desc, listed_position desc)
    where not private and status = 'WAITING_TO_START' and rematch_of is null;
  create index games_open_of_type on games (game_type, listed_at desc, listed_position desc)
    where not private and status = 'WAITING_TO_START' and rematch_of is null;
  create index games_public on games (status, listed_at desc, listed_position desc)
    where not private and status <> 'WAITING_TO_START';
  create index games_public_of_type on games (status, game_type, listed_at desc, listed_position desc)
    where not private and status <> 'WAITING_TO_START';
  create index games_kept1 on games (kept1) where status = 'WAITING_TO_START';
  create index games_kept2 on games (kept2) where status = 'WAITING_TO_START';
  create index games_played1 on games (player1, listed_at, listed_position) where status <> 'WAITING_TO_START';
  create index games_played2 on games (player2, listed_at, listed_position) where status <> 'WAITING_TO_START';
  create index games_between on games (player1, player2) where status = 'OVER';
  create index games_created on games (created_by) where status = 'WAITING_TO_START';

  create table game_moves (
    game_id text not null,
    number int not null,
    move jsonb not null,
    constraint game_moves_pkey primary key (game_id, number)
  );

  create table game_viewers (
    game_id text not null,
    user_id text not null,
    host boolean not null,
    invited_position bigint not null,
    place int not null,
    game_type text not null,
    status text not null,
    listed_at timestamptz not null,
    listed_position bigint not null,
    constraint game_viewers_pkey primary key (game_id, user_id)
  );
  create index game_viewers_list on game_viewers (user_id, status, listed_at desc, listed_position desc);
  create index game_viewers_hosted on game_viewers (user_id, status, listed_at desc, listed_position desc) where host;

  create table game_totals (
    game_type text not null,
    status text not null,
    games bigint not null,
    constraint game_totals_pkey primary key (game_type, status)
  );

  ${blockTable}
`;

/** Games, their moves, viewers of private ones, counts of public ones, from this service's log. */
export class Games1795800000002 implements MigrationInterface {
  readonly name = 'Games1795800000002';
  readonly up = (runner: QueryRunner): Promise<unknown> => runner.query(tables);
  readonly down = neverUndone;
}
