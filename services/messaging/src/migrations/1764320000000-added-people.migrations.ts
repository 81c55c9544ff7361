import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lines about people who were added to a group, also before. */
export class AddedPeople1764320000000 implements MigrationInterface {
  readonly name = 'AddedPeople1764320000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table chat_messages add column about_id text;
      insert into chat_messages (id, chat_id, position, from_id, text, posted_at, notice, about_id)
        select event_id, data ->> 'chatId', position, data ->> 'addedBy', 'added', occurred_at, 'added', data ->> 'userId'
          from events where type = 'ParticipantAdded';
      update chat_participants p set last_position = line.position
        from (select chat_id, max(position) as position from chat_messages where notice = 'added' group by chat_id) line
       where p.chat_id = line.chat_id and p.last_position < line.position;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from chat_messages where notice = 'added';
      alter table chat_messages drop column about_id;
      update chat_participants p set last_position =
        coalesce((select max(m.position) from chat_messages m where m.chat_id = p.chat_id), p.joined_position);
    `);
  }
}
