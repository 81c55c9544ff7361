const tasks = ['reset-password', 'suspend', 'restore', 'sessions', 'end-sessions'] as const;

/** What the operator wants done, and with whose account. */
export interface AdminTask {
  readonly what: (typeof tasks)[number];
  readonly username: string;
  readonly sessionId?: string;
}

/** The task that the words of `npm run admin --` name; undefined when they name none. */
export function parseAdminWords([first, username, sessionId, ...others]: readonly string[]): AdminTask | undefined {
  const what = tasks.find((task) => task === first);
  if (what === undefined || username === undefined || username.trim() === '' || others.length > 0) return undefined;
  if (sessionId === undefined) return { what, username };
  return what === 'end-sessions' ? { what, username, sessionId } : undefined;
}
