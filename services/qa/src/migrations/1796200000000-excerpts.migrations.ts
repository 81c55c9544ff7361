import type { MigrationInterface, QueryRunner } from 'typeorm';
import { neverUndone } from '@parlour/kernel/database/kernel-tables';

const functions = String.raw`
  alter function question_excerpt(text) rename to question_beginning;

  -- How a text begins, without the pictures of this site: what is shown there needs no words among those around it.
  create function question_excerpt(markdown text) returns text language sql immutable strict parallel safe
  return question_beginning(regexp_replace(left(markdown, 2400), '!\[[^][]*\]\(/file/[^()]*\)', '', 'g'));
`;

/** Excerpts without the alternative texts of pictures. */
export class Excerpts1796200000000 implements MigrationInterface {
  readonly name = 'Excerpts1796200000000';
  readonly up = (runner: QueryRunner): Promise<unknown> => runner.query(functions);
  readonly down = neverUndone;
}
