import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the deleted messages whose text is to be erased, also those deleted before. */
export class ErasedMessages1762600010000 implements MigrationInterface {
  readonly name = 'ErasedMessages1762600010000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['room_messages', 'chat_messages']) {
      await runner.query(`
        alter table ${table} add column deleted_at timestamptz;
        update ${table} m
           set deleted_at = (select (e.data ->> 'deletedAt')::timestamptz from events e
                 where e.stream_id = 'messagechange/' || m.id and e.type = 'MessageDeleted'
                 order by e.version desc limit 1)
         where m.deleted_by is not null
           and not exists (select from events b where b.stream_id = 'blanked/' || m.id);
        create index ${table}_deleted on ${table} (deleted_at) where deleted_at is not null;
      `);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table room_messages drop column deleted_at;
      alter table chat_messages drop column deleted_at;
    `);
  }
}
