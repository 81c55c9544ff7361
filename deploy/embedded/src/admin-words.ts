const tasks = [
  'reset-password',
  'suspend',
  'restore',
  'make-operator',
  'remove-operator',
  'sessions',
  'end-sessions',
  'end-delay',
  'rename',
  'posts',
  'blank',
  'lookalikes',
] as const;

/** An operator's command, with its account, or its posts and messages. */
export type AdminTask =
  | {
      readonly what: Exclude<(typeof tasks)[number], 'rename' | 'blank' | 'lookalikes'>;
      readonly username: string;
      readonly sessionId?: string;
    }
  | { readonly what: 'rename'; readonly username: string; readonly name: string; readonly reason: string }
  | { readonly what: 'blank'; readonly ids: readonly string[] }
  | { readonly what: 'lookalikes' };

/** Parses the words of `npm run admin --`; undefined if they are invalid. */
export function parseAdminWords([first, ...subjects]: readonly string[]): AdminTask | undefined {
  const what = tasks.find((task) => task === first);
  const [username, second, ...others] = subjects;
  if (what === 'lookalikes') return subjects.length === 0 ? { what } : undefined;
  if (what === undefined || username === undefined || username.trim() === '') return undefined;
  if (what === 'blank') return { what, ids: subjects };
  if (what === 'rename') {
    const [reason = '', ...rest] = others;
    return second === undefined || rest.length > 0 ? undefined : { what, username, name: second, reason };
  }
  if (others.length > 0) return undefined;
  if (second === undefined) return { what, username };
  return what === 'end-sessions' ? { what, username, sessionId: second } : undefined;
}
