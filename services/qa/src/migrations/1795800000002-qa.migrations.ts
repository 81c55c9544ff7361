import type { MigrationInterface, QueryRunner } from 'typeorm';
import { followTable } from '@parlour/people/follow-view';
import { communityTables } from '@parlour/people/community-view';
import { leaderTable } from '@parlour/people/leader-view';
import { neverUndone } from '@parlour/kernel/database/kernel-tables';

const tables = String.raw`
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

  -- The words that questions are found by.
  create function question_words(source text) returns tsvector language sql immutable strict parallel safe
  return to_tsvector('simple', search_cut(search_lower(source)));

  create table questions (
    id text not null,
    position bigint not null,
    title text not null,
    text text not null,
    words tsvector not null,
    asked_by text not null,
    asked_at timestamptz not null,
    only_followers boolean not null,
    community_id text,
    tag_keys text[] not null,
    active_position bigint not null,
    answer_count int not null,
    view_count int not null,
    up_vote_count int not null,
    down_vote_count int not null,
    excerpt text not null default '',
    last_by text,
    last_at timestamptz,
    last_kind text,
    accepted_answer_id text,
    version int not null default 1,
    edited_at timestamptz,
    deleted_by text,
    delete_reason text,
    deleted_at timestamptz,
    constraint questions_pkey primary key (id)
  );
  create index questions_newest on questions (position desc);
  create index questions_unanswered on questions (position desc) where answer_count = 0;
  create index questions_active on questions (active_position desc);
  create index questions_most_viewed on questions (view_count desc, position desc);
  create index questions_of_author on questions (asked_by, position desc);
  create index questions_of_community on questions (community_id, position desc) where community_id is not null;
  create index questions_unsolved on questions (position desc) where accepted_answer_id is null;
  create index questions_deleted on questions (deleted_at) where deleted_at is not null;
  create index questions_asked_at on questions (asked_at);
  create index questions_deleted_of_author on questions (asked_by) where deleted_by = 'author';

  create table question_views (
    question_id text not null,
    user_id text not null,
    position bigint not null,
    constraint question_views_pkey primary key (question_id, user_id)
  );
  create index question_views_order on question_views (question_id, position);

  create table answers (
    id text not null,
    question_id text not null,
    position bigint not null,
    text text not null,
    answered_by text not null,
    answered_at timestamptz not null,
    up_vote_count int not null default 0,
    down_vote_count int not null default 0,
    accepted boolean not null default false,
    version int not null default 1,
    edited_at timestamptz,
    deleted_by text,
    delete_reason text,
    deleted_at timestamptz,
    constraint answers_pkey primary key (id)
  );
  create index answers_of_question on answers (question_id, position);
  create index answers_of_author on answers (answered_by, position);
  create index answers_deleted on answers (deleted_at) where deleted_at is not null;
  create index answers_found on answers using gin (terms_in_segment(search_segment(position), search_terms(text)))
    with (fastupdate = off);
  create index answers_answered_at on answers (answered_at);

  create table tags (
    key text not null,
    name text not null,
    description text not null,
    questions bigint not null,
    described_by text,
    version int not null default 1,
    edited_at timestamptz,
    first_description text,
    constraint tags_pkey primary key (key)
  );
  create index tags_by_count on tags ((-questions), key) where questions > 0;
  create index tags_found on tags using gin (search_terms(name || ' ' || description));

  ${followTable}

  create table question_votes (
    question_id text not null,
    user_id text not null,
    up boolean not null,
    position bigint not null,
    constraint question_votes_pkey primary key (question_id, user_id)
  );
  create index question_votes_order on question_votes (question_id, up, position);

  create table question_follows (
    question_id text not null,
    user_id text not null,
    position bigint not null,
    question_position bigint not null,
    constraint question_follows_pkey primary key (question_id, user_id)
  );
  create index question_follows_order on question_follows (question_id, position);
  create index question_follows_of_user on question_follows (user_id, question_position desc);

  create table comments (
    id text not null,
    question_id text not null,
    answer_id text,
    position bigint not null,
    text text not null,
    commented_by text not null,
    commented_at timestamptz not null,
    version int not null default 1,
    edited_at timestamptz,
    deleted_by text,
    delete_reason text,
    deleted_at timestamptz,
    constraint comments_pkey primary key (id)
  );
  create index comments_of_question on comments (question_id, position) where answer_id is null;
  create index comments_of_answer on comments (answer_id, position) where answer_id is not null;
  create index comments_deleted on comments (deleted_at) where deleted_at is not null;
  create index comments_found on comments using gin (terms_in_segment(search_segment(position), search_terms(text)))
    with (fastupdate = off);
  create index comments_of_author on comments (commented_by, position);
  create index comments_commented_at on comments (commented_at);

  create table question_totals (
    audience text not null,
    questions bigint not null,
    unanswered bigint not null,
    solved bigint not null default 0,
    constraint question_totals_pkey primary key (audience)
  );
  create index question_totals_of_author on question_totals (split_part(audience, ':', 3))
    where audience >= 'd:' and audience < 'd;';

  create table contributions (
    user_id text not null,
    audience text not null,
    questions bigint not null,
    answers bigint not null,
    constraint contributions_pkey primary key (user_id, audience)
  );

  create table question_tags (
    key text not null,
    position bigint not null,
    question_id text not null,
    constraint question_tags_pkey primary key (key, position)
  );
  create index question_tags_of_question on question_tags (question_id);

  create table tag_counts (
    key text not null,
    audience text not null,
    questions bigint not null,
    constraint tag_counts_pkey primary key (key, audience)
  );
  create index tag_counts_of_audience on tag_counts (audience, key);

  create table tag_totals (
    one boolean not null,
    tags bigint not null,
    constraint tag_totals_pkey primary key (one)
  );

  ${communityTables}

  create table question_terms (
    id text not null,
    position bigint not null,
    number bigint not null,
    asked_by text not null,
    only_followers boolean not null,
    community_id text,
    terms text[] not null,
    constraint question_terms_position unique (position) include (number),
    constraint question_terms_pkey primary key (id)
  );
  create index question_terms_found on question_terms using gin (terms_in_segment(question_segment(number), terms))
    with (fastupdate = off);

  create table answer_votes (
    answer_id text not null,
    user_id text not null,
    up boolean not null,
    constraint answer_votes_pkey primary key (answer_id, user_id)
  );

  ${leaderTable}

  create table question_reads (
    user_id text not null,
    question_id text not null,
    position bigint not null,
    constraint question_reads_pkey primary key (user_id, question_id)
  );

  create index events_of_operators on events (position) where data -> 'moderated' ->> 'by' = 'operator';

  -- Of all questions, again if the site's language changes. Its names are resolved when it runs, as a rebuild replaces tables.
  create function renew_search_terms() returns void language sql as $$
    update question_terms t
       set terms = question_terms_of(q.words, q.tag_keys, q.community_id) || search_terms(q.title || ' ' || q.text)
      from questions q where q.id = t.id and q.deleted_by is null and q.words <> ''
  $$;
`;

/**
 * Questions with answers, comments, votes and tags, from this service's log; copies of others'
 * that decide who sees them.
 */
export class Qa1795800000002 implements MigrationInterface {
  readonly name = 'Qa1795800000002';
  readonly up = (runner: QueryRunner): Promise<unknown> => runner.query(tables);
  readonly down = neverUndone;
}
