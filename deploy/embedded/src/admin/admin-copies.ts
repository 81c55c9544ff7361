import { newTagDescription } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { type Database, statement } from '@parlour/kernel/database/database';

// A day of replies may take longer than a statement's time limit; nobody waits for it.
const takeTime = statement('copies.takeTime', 'set local statement_timeout = 0');

const findReplies = statement(
  'copies.replies',
  'select actor, route, key, reply from commands where strpos(reply::text, $1) > 0',
);

const replaceReply = statement(
  'copies.replaceReply',
  'update commands set reply = $4::json where actor = $1 and route = $2 and key = $3',
);

interface StoredReply {
  readonly actor: string;
  readonly route: string;
  readonly key: string;
  readonly reply: object;
}

/** Blanks a post or a message in stored replies, which a retry would get again. */
export async function blankCopies(database: Database, id: string): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(takeTime);
    for (const { actor, route, key, reply } of await tx.query<StoredReply>(findReplies, [id])) {
      await tx.query(replaceReply, [actor, route, key, JSON.stringify(withoutTextOf(id, reply))]);
    }
  });
}

/** Blanks a tag's description in stored replies, of which many have it: rows of questions, too. */
export async function blankDescriptionCopies(database: Database, text: string): Promise<void> {
  if (text === '' || text === newTagDescription) return;
  await database.transaction(async (tx) => {
    await tx.query(takeTime);
    // As it is written in JSON.
    for (const { actor, route, key, reply } of await tx.query<StoredReply>(findReplies, [JSON.stringify(text)])) {
      await tx.query(replaceReply, [actor, route, key, JSON.stringify(withoutDescription(text, reply))]);
    }
  });
}

/** The same reply without this description. */
function withoutDescription(text: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutDescription(text, each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      name === 'description' && each === text ? newTagDescription : withoutDescription(text, each),
    ]),
  );
}

/** The same reply, with the replacement for the text of this post or message wherever it occurs. */
export function withoutTextOf(id: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutTextOf(id, each));
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutTextOf(id, each)]));
  if (copy['_id'] !== id) return copy;
  for (const name of ['title', 'text', 'excerpt', 'msg']) if (name in copy) copy[name] = messages.removedByOperator;
  if (Array.isArray(copy['tags'])) {
    copy['tags'] = copy['tags'].map((tag: object) => ({ ...tag, description: newTagDescription }));
  }
  return copy;
}
