import { together, type Tx } from '../database/database.ts';

/**
 * How a command gets its answer, in the transaction that writes its events. The answer is stored
 * with the command's key, so it must be short. Three makers:
 *
 * - `readReply`, where what the command has changed is the answer: a vote, one post.
 * - `madeReply`, where the answer is known before, such as an id; `doneReply`, where there is none.
 *   Whatever grows with what others write is read after the commit, by the handler.
 * - `doneAfter`, where the transaction has to check or write more than its events.
 *
 * Source: docs/design/architecture.md#commands-happen-once.
 */
export type Reply<Answer extends object> = Read<Answer> | Made<Answer>;

/**
 * Reads the answers of many commands at once, in the transaction that wrote their events; one per
 * argument, in order.
 */
export type ReplyReader<Argument, Answer extends object> = (
  tx: Tx,
  args: readonly Argument[],
) => Promise<readonly Answer[]>;

interface Read<Answer extends object> {
  readonly read: ReplyReader<unknown, Answer>;
  readonly argument: unknown;
}

interface Made<Answer extends object> {
  readonly made: Answer;
  readonly work?: (tx: Tx) => Promise<unknown>;
}

/** The answer of a command that has none of its own, or whose answer is read after its commit. */
export interface Done {
  readonly done: true;
}

/** An answer that is read. Commands with the same `read` are answered by one call of it. */
export function readReply<Argument, Answer extends object>(
  read: ReplyReader<Argument, Answer>,
  argument: Argument,
): Reply<Answer> {
  return { read: read as ReplyReader<unknown, Answer>, argument }; // paired here
}

/**
 * An answer that is known before, such as an id by which the rest is read after the commit; given
 * only if `work` is done: see `doneAfter`.
 */
export function madeReply<Answer extends object>(made: Answer, work?: (tx: Tx) => Promise<unknown>): Reply<Answer> {
  return { made, ...(work && { work }) };
}

/** The answer of a command of which nothing has to be told. */
export const doneReply: Reply<Done> = madeReply({ done: true });

/**
 * Done, if `work` is: it writes what is in no event, or throws if something has changed on which
 * the decision depends, so that nothing is written.
 */
export function doneAfter(work: (tx: Tx) => Promise<unknown>): Reply<Done> {
  return madeReply({ done: true }, work);
}

/**
 * The answers of commands of one transaction, in order; undefined where what would be read is not
 * there any more. All of them begin in this turn, so that they share a round trip.
 */
export async function answersOf(tx: Tx, replies: readonly Reply<object>[]): Promise<readonly (object | undefined)[]> {
  const answers: (object | undefined)[] = replies.map((reply) => ('made' in reply ? reply.made : undefined));
  const readers = new Set(replies.flatMap((reply) => ('read' in reply ? [reply.read] : [])));
  const reading = [...readers].map(async (read) => {
    const places = replies.flatMap((reply, place) =>
      'read' in reply && reply.read === read ? [{ reply, place }] : [],
    );
    const rows = await read(
      tx,
      places.map(({ reply }) => reply.argument),
    );
    // If one is missing, it is not known whose: nobody may get the answer of another.
    if (rows.length === places.length) places.forEach(({ place }, index) => (answers[place] = rows[index]));
  });
  const working = replies.map((reply) => 'made' in reply && reply.work?.(tx));
  await together<unknown>([...reading, ...working]);
  return answers;
}
