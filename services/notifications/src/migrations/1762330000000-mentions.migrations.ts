import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which comment or message a notification is about, which posts are deleted, and which
 * notifications are viewed, or deleted all at once.
 */
export class Mentions1762330000000 implements MigrationInterface {
  readonly name = 'Mentions1762330000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table notifications add column comment_id text, add column message_id text,
        add column viewed boolean not null default false, add column swept_by text;
      alter table notifications alter column viewed drop default;
      create table deleted_posts (id text not null, constraint deleted_posts_pkey primary key (id));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table notifications drop column comment_id, drop column message_id, drop column viewed, drop column swept_by',
    );
    await runner.query('drop table deleted_posts');
  }
}
