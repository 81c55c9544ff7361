import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What searches find questions by, in a table of its own: a question's row changes with every view
 * and answer, and each change would write all of its words to their index again.
 */
export class QuestionTerms1761100000000 implements MigrationInterface {
  readonly name = 'QuestionTerms1761100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Words, tags and community, told apart by their first character. The index's limit for a term is just above 2,000 bytes.
      create function question_terms_of(words tsvector, tag_keys text[], community_id text) returns text[]
        language sql immutable parallel safe
      return array(
        select term from (
          select ':' || word from unnest(tsvector_to_array(words)) word
          union all
          select '#' || key from unnest(tag_keys) key
          union all
          select '@' || community_id where community_id is not null
        ) terms (term) where octet_length(term) <= 2000
      );

      -- Questions are searched by segments of 2,048, the newest first, so that a frequent term costs as little as a rare one.
      create function question_segment(number bigint) returns int language sql immutable strict parallel safe
      return (number >> 11)::int;

      -- The cost keeps PostgreSQL from computing it for each row in place of using the index.
      create function terms_in_segment(segment int, terms text[]) returns tsvector
        language sql immutable strict parallel safe cost 200
      return array_to_tsvector(array(select segment || term from unnest(terms) term));

      create table question_terms (
        id text not null,
        position bigint not null,
        number bigint not null,
        asked_by text not null,
        only_followers boolean not null,
        community_id text,
        terms text[] not null,
        constraint question_terms_pkey primary key (id)
      );
      insert into question_terms (id, position, number, asked_by, only_followers, community_id, terms)
      select q.id, q.position, row_number() over (order by q.position), q.asked_by, q.only_followers, q.community_id,
             question_terms_of(q.words, q.tag_keys, q.community_id)
        from questions q order by q.position;
      alter table question_terms add constraint question_terms_position unique (position) include (number);
      -- Without a list of pending entries, which each segment's search would read.
      create index question_terms_found on question_terms using gin (terms_in_segment(question_segment(number), terms))
        with (fastupdate = off);
      analyze question_terms;

      drop index questions_words, questions_tag_keys;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index questions_words on questions using gin (words);
      create index questions_tag_keys on questions using gin (tag_keys);
      drop table question_terms;
      drop function question_terms_of, question_segment, terms_in_segment;
    `);
  }
}
