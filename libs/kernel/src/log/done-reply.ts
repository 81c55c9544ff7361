import type { ReplyReader } from './event-log.ts';

/**
 * The reply of commands whose answer is read afterwards. So neither names nor texts are stored with
 * a command's key, and a batch of a hundred commands need not read them before its commit.
 */
export const doneReply: { readonly read: ReplyReader<null, { readonly done: true }>; readonly argument: null } = {
  read: async (_, asked) => asked.map(() => ({ done: true }) as const),
  argument: null,
};
