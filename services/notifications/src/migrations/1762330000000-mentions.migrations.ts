import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which comment or message a notification is about, and which posts are deleted. */
export class Mentions1762330000000 implements MigrationInterface {
  readonly name = 'Mentions1762330000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table notifications add column comment_id text, add column message_id text;
      create table deleted_posts (id text not null, constraint deleted_posts_pkey primary key (id));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table notifications drop column comment_id, drop column message_id');
    await runner.query('drop table deleted_posts');
  }
}
