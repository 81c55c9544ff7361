import type { ReplyReader } from '@parlour/kernel/log/event-log';

/**
 * The reply of commands whose answer is read afterwards: no personal data is stored with a
 * command's key.
 */
export const done: { readonly read: ReplyReader<null, { readonly done: true }>; readonly argument: null } = {
  read: async (_, asked) => asked.map(() => ({ done: true }) as const),
  argument: null,
};
