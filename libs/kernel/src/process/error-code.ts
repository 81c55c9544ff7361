import { isNativeError } from 'node:util/types';

/** What identifies an error of Node, PostgreSQL or a library, for example `ENOENT` or `23505`. */
export function codeOf(failure: unknown): string | undefined {
  return isNativeError(failure) && 'code' in failure ? String(failure.code) : undefined;
}
