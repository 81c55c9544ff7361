import unhomoglyph from 'unhomoglyph';
import { canonicalName } from './checks.ts';
import type { Fault } from './errors.ts';
import { reservedUsernames } from './limits.ts';
import { messages } from './messages.ts';

// For services alone: its table of look-alikes is larger than many a screen of the page.

/** What a name looks like. Of two names that share one of these, one can be taken for the other. */
export interface Looks {
  /** Of the canonical form: `аdmin` with a Cyrillic letter is `admin`. */
  readonly plain: string;
  /** As it is written: `Ivan` is `lvan`. */
  readonly written: string;
}

/** A name's looks, by the skeletons of Unicode's UTS 39 without case. */
export function looksOf(name: string): Looks {
  return { plain: skeletonOf(canonicalName(name)), written: skeletonOf(name.normalize('NFKC').trim()) };
}

/** Whether a username looks like one that nobody can take. Source: decisions S-2. */
export function checkReservedLooks(username: string): Fault | undefined {
  const { plain, written } = looksOf(username);
  return reservedLooks.has(plain) || reservedLooks.has(written)
    ? { code: 'username.reserved', text: messages.usernameReserved }
    : undefined;
}

function skeletonOf(text: string): string {
  // Older names may have in them what no new one has.
  const seen = text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '').replaceAll(/\p{White_Space}+/gu, ' ');
  return unhomoglyph(seen.normalize('NFD')).normalize('NFD').toLowerCase().trim();
}

const reservedLooks: ReadonlySet<string> = new Set(reservedUsernames.map(skeletonOf));
