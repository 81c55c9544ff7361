import { isNativeError } from 'node:util/types';
import { isDamage, whatToDoAboutDamage } from '@parlour/kernel/database/failures';
import { codeOf } from '@parlour/kernel/process/error-code';
import { PostgresStartError } from '@parlour/deployment/postgres/postgres-start-error';

/**
 * A reason not to start that its message explains completely, in one line; shown without a stack.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}

const advice: Readonly<Record<string, string>> = {
  EMFILE:
    'This process may open too few files: raise the limit (ulimit -n 65536, or LimitNOFILE=65536) and start again.',
  ENFILE: 'This machine has too many open files: close some, or raise fs.file-max, and start again.',
  ENOSPC: 'The disk is full: free some space and start again.',
  EROFS: 'The disk is read-only: mount it for writing and start again.',
};

/** PostgreSQL's code for a full disk. */
const postgresDiskFull = '53100';

/** Advice for a system error at the start; undefined if there is none. */
export function adviceOn(failure: unknown): string | undefined {
  if (!isNativeError(failure)) return undefined;
  if (isDamage(failure)) return `The database is damaged (${failure.message}). ${whatToDoAboutDamage}`;
  const given = codeOf(failure) ?? '';
  const code = given === postgresDiskFull ? 'ENOSPC' : given;
  // PostgreSQL says it in its message.
  const told =
    /\b(EMFILE|ENFILE|ENOSPC|EROFS)\b/.exec(failure.message)?.[1] ??
    // The second if a part of a page could be written.
    (/No space left on device|could not extend file/.test(failure.message)
      ? 'ENOSPC'
      : /Too many open files/.test(failure.message)
        ? 'EMFILE'
        : '');
  const known = advice[code] ?? advice[told] ?? adviceOn(failure.cause);
  return known ?? (failure instanceof PostgresStartError ? failure.message : undefined);
}
