import { type BoundStatement, statement, type Tx } from '../database/database.ts';
import { Json } from '../rpc/json.ts';
import type { CommandKey } from './append.ts';

/** A command that was carried out under its key. */
export interface KeptReply extends CommandKey {
  readonly reply: object;
  readonly position: number;
}

const store = statement(
  'replies.store',
  `insert into commands (actor, route, key, body_hash, reply, position)
   select actor, route, key, body_hash, reply::json, position
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[]) as c(actor, route, key, body_hash, reply, position)`,
);

const forget = statement('replies.forget', 'delete from commands where actor = any($1::text[])');

/** The statement that stores replies, for the append's own transaction. */
export function storingReplies(kept: readonly KeptReply[]): BoundStatement {
  const values = [
    kept.map((row) => row.actor),
    kept.map((row) => row.route),
    kept.map((row) => row.key),
    kept.map((row) => row.bodyHash),
    kept.map(({ reply }) => (reply instanceof Json ? reply.text : JSON.stringify(reply))),
    kept.map((row) => row.position),
  ];
  return { statement: store, values };
}

/**
 * Deletes what was answered to people who are gone: stored replies contain their names, and no
 * retry can need them any more.
 */
export async function forgetReplies(tx: Tx, actors: readonly string[]): Promise<void> {
  if (actors.length > 0) await tx.query(forget, [actors]);
}
