// The least that answers a list of questions and one question: Nest on Fastify, and one statement
// of PostgreSQL each, on the tables of a site. Whoever asks is not looked at: no session, no
// rights, nothing unread.
import 'reflect-metadata';
import { Controller, Get, Module, Param } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import pg from 'pg';

const fewColumns = `q.id as "_id", q.title, q.asked_at as "askDateTime", p.name as "askedBy",
  q.only_followers as "onlyFollowers", q.community_id as "communityId",
  q.answer_count as "answerCount", q.view_count as "viewCount",
  q.up_vote_count as "upVoteCount", q.down_vote_count as "downVoteCount",
  (select json_agg(json_build_object('name', t.name, 'description', t.description)) from tags t
    where t.key = any(q.tag_keys)) as tags`;
const columns = `${fewColumns}, q.accepted_answer_id as "acceptedAnswerId", q.excerpt, q.version,
  q.edited_at as "editedAt", q.deleted_by as deleted`;
const from = 'from questions q join people p on p.id = q.asked_by';
const newest = 'order by q.position desc limit 30';

const names = (table: string, condition = 'true'): string =>
  `(select coalesce(json_agg(n.name), '[]') from ${table} x join people n on n.id = x.user_id where x.question_id = q.id and ${condition})`;
const comments = (condition: string): string =>
  `(select coalesce(json_agg(json_build_object('_id', c.id, 'text', c.text, 'commentBy', n.name,
      'commentDateTime', c.commented_at, 'version', c.version, 'editedAt', c.edited_at, 'deleted', c.deleted_by)), '[]')
      from comments c join people n on n.id = c.commented_by where ${condition})`;
const answers = `(select coalesce(json_agg(json_build_object('_id', a.id, 'text', a.text, 'ansBy', n.name,
      'ansDateTime', a.answered_at, 'comments', ${comments('c.answer_id = a.id')}, 'score', a.up_vote_count - a.down_vote_count,
      'accepted', a.accepted, 'version', a.version, 'editedAt', a.edited_at, 'deleted', a.deleted_by) order by a.position), '[]')
      from answers a join people n on n.id = a.answered_by where a.question_id = q.id)`;

const statements = {
  // The fields of the first measurement.
  'few-fields': `select ${fewColumns} ${from} ${newest}`,
  list: `select ${columns}, case when q.last_by is not null then json_build_object(
      'who', (select l.name from people l where l.id = q.last_by), 'when', q.last_at, 'what', q.last_kind) end as "lastActivity"
      ${from} ${newest}`,
  'question-few-fields': `select ${fewColumns}, q.text ${from} where q.id = $1`,
  question: `select ${columns}, q.text, ${answers} as answers,
      ${comments('c.question_id = q.id and c.answer_id is null')} as comments,
      ${names('question_votes', 'x.up')} as "upVotes", ${names('question_votes', 'not x.up')} as "downVotes",
      ${names('question_views')} as views, ${names('question_follows')} as following
      ${from} where q.id = $1`,
} as const;

const connection = JSON.parse(process.env['CONNECTION'] ?? '{}') as pg.PoolConfig;
const pool = new pg.Pool({ ...connection, max: 4 });

async function rowsOf(name: keyof typeof statements, ...values: readonly string[]): Promise<unknown[]> {
  const asked = { name, text: statements[name], values: [...values] };
  return (await pool.query<Record<string, unknown>>(asked)).rows;
}

@Controller()
class Reads {
  @Get('list')
  list(): Promise<unknown> {
    return rowsOf('list');
  }

  @Get('few-fields')
  fewFields(): Promise<unknown> {
    return rowsOf('few-fields');
  }

  @Get('question/:id')
  async question(@Param('id') id: string): Promise<unknown> {
    return (await rowsOf('question', id))[0];
  }

  @Get('question-few-fields/:id')
  async questionFewFields(@Param('id') id: string): Promise<unknown> {
    return (await rowsOf('question-few-fields', id))[0];
  }
}

@Module({ controllers: [Reads] })
class Bare {}

const app = await NestFactory.create<NestFastifyApplication>(Bare, new FastifyAdapter(), { logger: false });
await app.listen(0, '127.0.0.1');
console.log(`The bare server listens: ${await app.getUrl()}`);
process.once('SIGTERM', () => process.exit(0));
