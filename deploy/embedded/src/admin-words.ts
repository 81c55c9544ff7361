const tasks = ['reset-password', 'suspend', 'restore', 'sessions', 'end-sessions', 'posts', 'blank'] as const;

/** What the operator wants done, and with whose account; or with which post. */
export type AdminTask =
  | {
      readonly what: Exclude<(typeof tasks)[number], 'blank'>;
      readonly username: string;
      readonly sessionId?: string;
    }
  | { readonly what: 'blank'; readonly id: string };

/** The task that the words of `npm run admin --` name; undefined when they name none. */
export function parseAdminWords([first, subject, sessionId, ...others]: readonly string[]): AdminTask | undefined {
  const what = tasks.find((task) => task === first);
  if (what === undefined || subject === undefined || subject.trim() === '' || others.length > 0) return undefined;
  if (sessionId !== undefined) {
    return what === 'end-sessions' ? { what, username: subject, sessionId } : undefined;
  }
  return what === 'blank' ? { what, id: subject } : { what, username: subject };
}
