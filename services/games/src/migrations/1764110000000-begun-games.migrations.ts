import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finished games count only if both seats were taken: lists have no others. */
export class BegunGames1764110000000 implements MigrationInterface {
  readonly name = 'BegunGames1764110000000';

  async up(runner: QueryRunner): Promise<void> {
    await countOver(runner, 'and player1 is not null and player2 is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await countOver(runner, '');
  }
}

async function countOver(runner: QueryRunner, condition: string): Promise<void> {
  await runner.query(`
    update game_totals t set games = (
      select count(*) from games
       where not private and status = 'OVER' and game_type = t.game_type ${condition}
    ) where t.status = 'OVER'`);
}
