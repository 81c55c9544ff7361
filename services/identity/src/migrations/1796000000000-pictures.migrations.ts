import type { MigrationInterface, QueryRunner } from 'typeorm';
import { neverUndone } from '@parlour/kernel/database/kernel-tables';

/** Pictures of people. */
export class Pictures1796000000000 implements MigrationInterface {
  readonly name = 'Pictures1796000000000';
  readonly up = (runner: QueryRunner): Promise<unknown> => runner.query('alter table users add picture text');
  readonly down = neverUndone;
}
