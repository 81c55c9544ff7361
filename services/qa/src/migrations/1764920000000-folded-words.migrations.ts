import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The words of questions with the letters of other searches. */
export class FoldedWords1764920000000 implements MigrationInterface {
  readonly name = 'FoldedWords1764920000000';

  async up(runner: QueryRunner): Promise<void> {
    await renewed(runner, 'search_lower(source)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await renewed(runner, 'lower(source)');
    await runner.query('drop function question_words');
  }
}

/** Makes the words of all questions by this function; those of blanked ones stay away. */
async function renewed(runner: QueryRunner, folded: string): Promise<void> {
  await runner.query(`
    create or replace function question_words(source text) returns tsvector language sql immutable strict parallel safe
    return to_tsvector('simple', regexp_replace(${folded}, '[^[:alnum:]]+', ' ', 'g'));
    update questions set words = question_words(title || ' ' || text) where words <> '';
    select renew_search_terms()`);
}
