import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The counters of communities' questions for followers, by author: a total adds those of the people
 * whom the viewer follows, without reading all pairs of a community and an author.
 */
export class PairsOfAuthor1764900000000 implements MigrationInterface {
  readonly name = 'PairsOfAuthor1764900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index question_totals_of_author on question_totals (split_part(audience, ':', 3))
      where audience >= 'd:' and audience < 'd;'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index question_totals_of_author');
  }
}
