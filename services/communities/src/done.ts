import type { ReplyReader } from '@parlour/kernel/log/event-log';

/**
 * The reply of commands whose answer is read afterwards: names are not stored with a command's key,
 * and a batch of a hundred votes need not read them a hundred times before its commit.
 */
export const done: { readonly read: ReplyReader<null, { readonly done: true }>; readonly argument: null } = {
  read: async (_, asked) => asked.map(() => ({ done: true }) as const),
  argument: null,
};
