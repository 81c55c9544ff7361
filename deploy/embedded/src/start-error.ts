import { isNativeError } from 'node:util/types';

/** A reason not to start that its message tells whole, in one line; shown without a stack. */
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

/** What whoever starts Parlour has to do about a failure of the system; undefined where it is not known. */
export function adviceOn(failure: unknown): string | undefined {
  if (!isNativeError(failure)) return undefined;
  const code = 'code' in failure ? String(failure.code) : '';
  // PostgreSQL tells it in words.
  const told =
    /\b(EMFILE|ENFILE|ENOSPC|EROFS)\b/.exec(failure.message)?.[1] ??
    (/No space left on device/.test(failure.message)
      ? 'ENOSPC'
      : /Too many open files/.test(failure.message)
        ? 'EMFILE'
        : '');
  return advice[code] ?? advice[told] ?? adviceOn(failure.cause);
}
