const tasks = [
  'reset-password',
  'suspend',
  'restore',
  'sessions',
  'end-sessions',
  'end-delay',
  'posts',
  'blank',
] as const;

/** What the operator wants done, and with whose account; or with which posts and messages. */
export type AdminTask =
  | {
      readonly what: Exclude<(typeof tasks)[number], 'blank'>;
      readonly username: string;
      readonly sessionId?: string;
    }
  | { readonly what: 'blank'; readonly ids: readonly string[] };

/** The task that the words of `npm run admin --` name; undefined when they name none. */
export function parseAdminWords([first, ...subjects]: readonly string[]): AdminTask | undefined {
  const what = tasks.find((task) => task === first);
  const [username, sessionId, ...others] = subjects;
  if (what === undefined || username === undefined || username.trim() === '') return undefined;
  if (what === 'blank') return { what, ids: subjects };
  if (others.length > 0) return undefined;
  if (sessionId === undefined) return { what, username };
  return what === 'end-sessions' ? { what, username, sessionId } : undefined;
}
