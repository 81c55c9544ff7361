import type { ReplyReader } from '@parlour/kernel/log/event-log';

/** The reply of commands that are answered with what is read after them: no name or text of anybody is kept beside the key of a command. */
export const done: { readonly read: ReplyReader<null, { readonly done: true }>; readonly argument: null } = {
  read: async (_, asked) => asked.map(() => ({ done: true }) as const),
  argument: null,
};
