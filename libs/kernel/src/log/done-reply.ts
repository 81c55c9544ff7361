import type { Tx } from '../database/database.ts';
import type { Replying, ReplyReader } from './append.ts';

/** The stored reply of a command whose answer is read after its commit. */
export interface Done {
  readonly done: true;
}

/**
 * The reply of commands whose answer is read afterwards. So neither names nor texts are stored with
 * a command's key, nobody fills the disk by repeating a command whose answer others have made long,
 * and the log is not locked while it is read.
 */
export const doneReply: Replying<unknown, Done> = {
  read: async (_, asked) => asked.map(() => ({ done: true })),
  argument: null,
};

/**
 * The same for commands that also write what is in no event: `write` runs once for all of them, in
 * the transaction that appends them. Make each reader once, as a constant of its module: commands
 * are grouped by their reader.
 */
export function doneAfter<Argument>(
  write: (tx: Tx, args: readonly Argument[]) => Promise<unknown>,
): ReplyReader<Argument, Done> {
  return async (tx, args) => {
    await write(tx, args);
    return args.map(() => ({ done: true }));
  };
}

/**
 * The same for commands that depend on more than their streams: `refuse` reads that in the
 * transaction that writes them, and throws if it has changed since they were decided.
 */
export function doneUnless<Argument>(
  refuse: (tx: Tx, argument: Argument) => Promise<void>,
): ReplyReader<Argument, Done> {
  return doneAfter((tx, args) => Promise.all(args.map((each) => refuse(tx, each))));
}

/** The same for commands whose answer is read by something that they have made, such as an id. */
export function madeReply<Made extends object>(made: Made): Replying<Made, Made> {
  return { read: readMade, argument: made };
}

const readMade = async <Made>(_: Tx, made: readonly Made[]): Promise<readonly Made[]> => made;
