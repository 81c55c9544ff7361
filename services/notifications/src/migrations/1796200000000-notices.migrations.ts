import type { MigrationInterface, QueryRunner } from 'typeorm';
import { neverUndone } from '@parlour/kernel/database/kernel-tables';

const columns = 'alter table notification_preferences add column choice jsonb';

/** What of notifications leaves the page, and when. */
export class Notices1796200000000 implements MigrationInterface {
  readonly name = 'Notices1796200000000';
  readonly up = (runner: QueryRunner): Promise<unknown> => runner.query(columns);
  readonly down = neverUndone;
}
