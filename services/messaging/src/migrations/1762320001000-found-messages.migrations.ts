import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a search finds messages by: the stems of their words, and their chat. */
export class FoundMessages1762320001000 implements MigrationInterface {
  readonly name = 'FoundMessages1762320001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index room_messages_found on room_messages using gin (terms_in_segment(search_segment(position), search_terms(text)))
        with (fastupdate = off);
      create index chat_messages_found on chat_messages
        using gin (terms_in_segment(search_segment(position), search_terms(text) || ('@' || chat_id))) with (fastupdate = off);
      create index room_messages_of_sender on room_messages (from_id, position);
      create index chat_messages_of_sender on chat_messages (from_id, position);
      analyze room_messages, chat_messages;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop index room_messages_found, chat_messages_found, room_messages_of_sender, chat_messages_of_sender',
    );
  }
}
