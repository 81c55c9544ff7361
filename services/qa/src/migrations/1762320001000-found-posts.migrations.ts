import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a search over everything finds posts by: the stems of their words. */
export class FoundPosts1762320001000 implements MigrationInterface {
  readonly name = 'FoundPosts1762320001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index question_terms_found;
      -- Of all questions, again if the site's language changes. Its names are resolved when it runs, as a rebuild replaces tables.
      create function renew_search_terms() returns void language sql as $$
        update question_terms t
           set terms = question_terms_of(q.words, q.tag_keys, q.community_id) || search_terms(q.title || ' ' || q.text)
          from questions q where q.id = t.id and q.deleted_by is null and q.words <> ''
      $$;
      select renew_search_terms();
      create index question_terms_found on question_terms using gin (terms_in_segment(question_segment(number), terms))
        with (fastupdate = off);
      analyze question_terms;

      create index answers_found on answers using gin (terms_in_segment(search_segment(position), search_terms(text)))
        with (fastupdate = off);
      create index comments_found on comments using gin (terms_in_segment(search_segment(position), search_terms(text)))
        with (fastupdate = off);
      create index tags_found on tags using gin (search_terms(name || ' ' || description));
      create index comments_of_author on comments (commented_by, position);
      analyze answers, comments, tags;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function renew_search_terms;
      drop index answers_found, comments_found, tags_found, comments_of_author;
      update question_terms t set terms = question_terms_of(q.words, q.tag_keys, q.community_id)
        from questions q where q.id = t.id and q.deleted_by is null;
    `);
  }
}
