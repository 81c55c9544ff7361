import { limits } from '@parlour/contracts/limits';
import { statement, type Tx } from '@parlour/kernel/database/database';
import { readRooms, type Rooms } from '@parlour/people/audience-rooms';
import { postOf, restrictionColumns, type Restrictions } from '../question/visibility.ts';
import type { ChangedTag } from './tag.live.ts';

// Questions are read only of a tag that has none for everybody, and then the latest ones: whoever
// sees only earlier ones gets no message.
const changed = statement(
  'tags.changed',
  `select t.key, t.name, t.questions > 0 as "isPublic", (
       select coalesce(json_agg(q), '[]') from (
         select ${restrictionColumns}
           from question_tags n join questions q on q.id = n.question_id
          where n.key = t.key and t.questions = 0 and q.deleted_by is null
          order by n.position desc limit ${limits.page.greatest}) q) as questions
     from tags t where t.key = any($1::text[])`,
);

interface Read {
  readonly key: string;
  readonly name: string;
  readonly isPublic: boolean;
  readonly questions: readonly Restrictions[];
}

/** Reads tags by key, with the rooms of those who may see a question with the tag. */
export async function readChangedTags(
  tx: Tx,
  keys: readonly string[],
  fresh: boolean,
): Promise<Map<string, ChangedTag>> {
  if (keys.length === 0) return new Map();
  const rows = await tx.query<Read>(changed, [keys]);
  const found = await Promise.all(
    rows.map(async ({ key, name, isPublic, questions }) => {
      const rooms = isPublic ? [{ to: ['public'] } as const] : await roomsOf(tx, questions, fresh);
      return [key, { name, rooms }] as const;
    }),
  );
  return new Map(found);
}

async function roomsOf(tx: Tx, questions: readonly Restrictions[], fresh: boolean): Promise<readonly Rooms[]> {
  const audiences = new Map(questions.map((question) => [JSON.stringify(question), postOf(question)]));
  return [...(await readRooms(tx, audiences, fresh)).values()].flat();
}
