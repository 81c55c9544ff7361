import type { MigrationInterface, QueryRunner } from 'typeorm';
import { neverUndone } from '@parlour/kernel/database/kernel-tables';

/** Pictures and banners of communities. */
export class CommunityPictures1796000000000 implements MigrationInterface {
  readonly name = 'CommunityPictures1796000000000';
  readonly up = (runner: QueryRunner): Promise<unknown> =>
    runner.query('alter table communities add picture text, add banner text');
  readonly down = neverUndone;
}
