import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For whom the seats of rematches are reserved: lists do not show a waiting one as open to all. */
export class KeptSeats1761000000000 implements MigrationInterface {
  readonly name = 'KeptSeats1761000000000';

  async up(runner: QueryRunner): Promise<void> {
    // Seats are swapped, and a finished game keeps its players.
    await runner.query(`
      alter table games add column kept1 text, add column kept2 text;
      update games r set kept1 = g.player2, kept2 = g.player1 from games g where g.id = r.rematch_of;

      drop index games_public, games_public_of_type;
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
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index games_open, games_open_of_type, games_public, games_public_of_type, games_kept1, games_kept2;
      create index games_public on games (status, listed_at desc, listed_position desc) where not private;
      create index games_public_of_type on games (status, game_type, listed_at desc, listed_position desc) where not private;
      alter table games drop column kept1, drop column kept2;
    `);
  }
}
