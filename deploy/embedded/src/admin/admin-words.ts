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
  'export-files',
] as const;

/** An operator's command, with its account, or its posts and messages. */
export type AdminTask =
  | {
      readonly what: Exclude<(typeof tasks)[number], 'rename' | 'blank' | 'lookalikes' | 'export-files'>;
      readonly username: string;
      readonly sessionId?: string;
    }
  | { readonly what: 'rename'; readonly username: string; readonly name: string; readonly reason: string }
  | { readonly what: 'blank'; readonly ids: readonly string[] }
  | { readonly what: 'lookalikes' }
  | { readonly what: 'export-files'; readonly username: string; readonly folder: string };

const quoteSpaces = 'quote what has spaces';

/** Parses the words of `npm run admin --`; a sentence says what is wrong with them. */
export function parseAdminWords([first, ...subjects]: readonly string[]): AdminTask | string {
  if (first === undefined) return 'A command is missing.';
  const what = tasks.find((task) => task === first);
  if (what === undefined) return `There is no command "${first}".`;
  if (what === 'lookalikes') return subjects.length === 0 ? { what } : `${what} takes no other word.`;
  const [username, second, ...others] = subjects;
  if (username === undefined || username.trim() === '')
    return what === 'blank' ? `${what} needs the id of a text.` : `${what} needs a username.`;
  if (what === 'blank') return { what, ids: subjects };
  if (what === 'rename') {
    const [reason = '', ...rest] = others;
    return second === undefined || rest.length > 0
      ? `${what} needs a username and a new name, and takes a reason: ${quoteSpaces}.`
      : { what, username, name: second, reason };
  }
  if (what === 'export-files') {
    return second === undefined || second.trim() === '' || others.length > 0
      ? `${what} needs a username and a folder: ${quoteSpaces}.`
      : { what, username, folder: second };
  }
  if (second === undefined) return { what, username };
  if (what !== 'end-sessions') return `${what} takes one username: ${quoteSpaces}.`;
  return others.length > 0
    ? `${what} takes one username and one session id: ${quoteSpaces}.`
    : { what, username, sessionId: second };
}
