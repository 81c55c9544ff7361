const tasks = [
  'reset-password',
  'suspend',
  'restore',
  'make-operator',
  'remove-operator',
  'sessions',
  'end-sessions',
  'end-delay',
  'posts',
  'blank',
  'lookalikes',
] as const;

/** An operator's command, with its account, or its posts and messages. */
export type AdminTask =
  | {
      readonly what: Exclude<(typeof tasks)[number], 'blank' | 'lookalikes'>;
      readonly username: string;
      readonly sessionId?: string;
    }
  | { readonly what: 'blank'; readonly ids: readonly string[] }
  | { readonly what: 'lookalikes' };

/** Parses the words of `npm run admin --`; undefined if they are invalid. */
export function parseAdminWords([first, ...subjects]: readonly string[]): AdminTask | undefined {
  const what = tasks.find((task) => task === first);
  const [username, sessionId, ...others] = subjects;
  if (what === 'lookalikes') return subjects.length === 0 ? { what } : undefined;
  if (what === undefined || username === undefined || username.trim() === '') return undefined;
  if (what === 'blank') return { what, ids: subjects };
  if (others.length > 0) return undefined;
  if (sessionId === undefined) return { what, username };
  return what === 'end-sessions' ? { what, username, sessionId } : undefined;
}
