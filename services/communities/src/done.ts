import type { ReplyReader } from '@parlour/kernel/log/event-log';

/**
 * The reply of commands that are answered with what is read after them: no lists of names are kept beside the key of a command, and a batch of a
 * hundred votes need not read them a hundred times before it is committed.
 */
export const done: { readonly read: ReplyReader<null, { readonly done: true }>; readonly argument: null } = {
  read: async (_, asked) => asked.map(() => ({ done: true }) as const),
  argument: null,
};
