import unhomoglyph from 'unhomoglyph';
import { canonicalName, longestSpelling } from './checks.ts';
import type { Fault } from './errors.ts';
import { reservedUsernames } from './limits.ts';
import { messages } from './messages.ts';

// For services only: its table of confusable characters is larger than many a screen of the page.

/** A name's skeletons. Two names that share one can be mistaken for each other. */
export interface Looks {
  /** Of the canonical form: `аdmin` with a Cyrillic letter is `admin`. */
  readonly plain: string;
  /** Of the name as written: `Ivan` is `lvan`. */
  readonly written: string;
}

/**
 * A name's case-insensitive skeletons by Unicode's UTS 39. A text longer than any spelling of a
 * name stays as it is, as in `canonicalName`.
 */
export function looksOf(name: string): Looks {
  if (name.length > longestSpelling) return { plain: name, written: name };
  return { plain: skeletonOf(canonicalName(name)), written: skeletonOf(name.normalize('NFKC').trim()) };
}

/** Whether a username looks like a reserved one. Source: decisions S-2. */
export function checkReservedLooks(username: string): Fault | undefined {
  const { plain, written } = looksOf(username);
  return reservedLooks.has(plain) || reservedLooks.has(written)
    ? { code: 'username.reserved', text: messages.usernameReserved }
    : undefined;
}

function skeletonOf(text: string): string {
  // Older names may contain characters that new ones can't.
  const seen = text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '').replaceAll(/\p{White_Space}+/gu, ' ');
  return unhomoglyph(seen.normalize('NFD')).normalize('NFD').toLowerCase().trim();
}

const reservedLooks: ReadonlySet<string> = new Set(reservedUsernames.map(skeletonOf));
