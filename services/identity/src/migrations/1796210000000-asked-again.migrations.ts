import type { MigrationInterface, QueryRunner } from 'typeorm';
import { neverUndone } from '@parlour/kernel/database/kernel-tables';

const changes = `
  alter table emails add column forgotten_again int not null default 0;
  create index site_log_added on site_log (to_id) where act = 'memberAdded';
`;

/** How often a link was asked for again; whose account came of a list. */
export class AskedAgain1796210000000 implements MigrationInterface {
  readonly name = 'AskedAgain1796210000000';
  readonly up = (runner: QueryRunner): Promise<unknown> => runner.query(changes);
  readonly down = neverUndone;
}
