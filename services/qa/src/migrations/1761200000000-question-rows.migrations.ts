import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a list shows of a question beside its title: how its text begins, and what came last. */
export class QuestionRows1761200000000 implements MigrationInterface {
  readonly name = 'QuestionRows1761200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(String.raw`
      -- How a text begins, without the marks of Markdown: at most 200 characters, none of them cut in half.
      create function question_excerpt(markdown text) returns text language sql immutable strict parallel safe
      return (
        select case when length(words.t) > 200 then rtrim(left(words.t, 199)) || '…' else words.t end
          -- fences of code, rules, and the addresses of links
          from (select regexp_replace(left(markdown, 2400),
                 '^[ \t]*(([${'`'}]{3}|~~~).*|([-*_=:|][ \t]*){3,}|\[[^][]+\]:.*)$', '', 'gn')) lines (t)
          -- headings, lists and quotations
          cross join lateral (select regexp_replace(lines.t,
                 '^[ \t]*((#{1,6}|[-*+]|[0-9]+[.)])[ \t]+|>[ \t]*)+', '', 'gn')) starts (t)
          cross join lateral (select regexp_replace(starts.t,
                 '!?\[([^][]*)\](\([^)]*\)|\[[^][]*\])', '\1', 'g')) links (t)
          cross join lateral (select regexp_replace(links.t, '<((https?|mailto):[^>\s]*)>', '\1', 'g')) addresses (t)
          -- emphasis, but not the signs within a word
          cross join lateral (select regexp_replace(addresses.t,
                 '(^|[^[:alnum:]*\\])\*+([^*\s\\]([^*]*[^*\s\\])?)\*+(?![[:alnum:]])', '\1\2', 'g')) stars (t)
          cross join lateral (select regexp_replace(stars.t,
                 '(^|[^[:alnum:]_\\])_+([^_\s\\]([^_]*[^_\s\\])?)_+(?![[:alnum:]])', '\1\2', 'g')) emphasis (t)
          cross join lateral (select regexp_replace(emphasis.t, '~~([^~]+)~~', '\1', 'g')) struck (t)
          cross join lateral (select regexp_replace(replace(struck.t, '${'`'}', ''), '\\([[:punct:]])', '\1', 'g')) bare (t)
          cross join lateral (select btrim(regexp_replace(bare.t, '\s+', ' ', 'g'))) words (t)
      );

      -- The default is for an older process that still serves: it does not know the column.
      -- Who answered or commented last, when, and which; null while nobody has.
      alter table questions add column excerpt text not null default '', add column last_by text, add column last_at timestamptz,
        add column last_kind text;
      update questions q
         set excerpt = question_excerpt(q.text), last_by = latest.by, last_at = latest.at, last_kind = latest.kind
        from questions every
        left join (
          select distinct on (question_id) question_id, by, at, kind
            from (select question_id, position, answered_by as by, answered_at as at, 'answered' as kind from answers
                  union all
                  select question_id, position, commented_by, commented_at, 'commented' from comments) said
           order by question_id, position desc) latest on latest.question_id = every.id
       where q.id = every.id;
      analyze questions;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table questions drop column excerpt, drop column last_by, drop column last_at, drop column last_kind;
      drop function question_excerpt;
    `);
  }
}
