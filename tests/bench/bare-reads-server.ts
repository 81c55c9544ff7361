// The least that answers a list of questions and one question: Nest on Fastify, and one statement
// of PostgreSQL each, on the tables of a site. Whoever asks is not looked at.
import 'reflect-metadata';
import { Controller, Get, Module, Param } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import pg from 'pg';

const columns = `q.id as "_id", q.title, q.asked_at as "askDateTime", p.name as "askedBy",
  q.only_followers as "onlyFollowers", q.community_id as "communityId",
  q.answer_count as "answerCount", q.view_count as "viewCount",
  q.up_vote_count as "upVoteCount", q.down_vote_count as "downVoteCount",
  (select json_agg(json_build_object('name', t.name, 'description', t.description)) from tags t
    where t.key = any(q.tag_keys)) as tags`;
const from = 'from questions q join people p on p.id = q.asked_by';
const connection = JSON.parse(process.env['CONNECTION'] ?? '{}') as pg.PoolConfig;
const pool = new pg.Pool({ ...connection, max: 4 });

@Controller()
class Reads {
  @Get('list')
  async list(): Promise<unknown> {
    const text = `select ${columns} ${from} order by q.position desc limit 30`;
    return (await pool.query({ name: 'list', text })).rows;
  }

  @Get('question/:id')
  async question(@Param('id') id: string): Promise<unknown> {
    const text = `select ${columns}, q.text ${from} where q.id = $1`;
    return (await pool.query({ name: 'question', text, values: [id] })).rows[0];
  }
}

@Module({ controllers: [Reads] })
class Bare {}

const app = await NestFactory.create<NestFastifyApplication>(Bare, new FastifyAdapter(), { logger: false });
await app.listen(0, '127.0.0.1');
console.log(`The bare server listens: ${await app.getUrl()}`);
process.once('SIGTERM', () => process.exit(0));
