import unhomoglyph from 'unhomoglyph';
import { canonicalName, longestSpelling } from './checks.ts';
import type { Fault } from '../errors.ts';
import { reservedUsernames } from '../limits.ts';
import { messages } from '../messages.ts';

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

/** A person's: signs at the ends make no other name, as they do for a community, `C` and `C++`. */
export function personLooksOf(name: string): Looks {
  return looksOf(/[\p{L}\p{M}\p{N}](?:.*[\p{L}\p{M}\p{N}])?/su.exec(name)?.[0] ?? name);
}

/**
 * Whether a username looks like a reserved one or the site's name, or like both together, whatever
 * signs and digits are in it. Source: decisions S-2.
 */
export function checkReservedLooks(username: string, siteName = ''): Fault | undefined {
  const site = lettersOf(siteName).written;
  const isReserved = (look: string): boolean =>
    look !== '' && (look === site || [look, without(site, look)].some((part) => reservedLooks.has(part)));
  const looks = [looksOf(username), lettersOf(username)].flatMap(({ plain, written }) => [plain, written]);
  return looks.some(isReserved) ? { code: 'username.reserved', text: messages.usernameReserved } : undefined;
}

/** What looks like a digit is a letter in a skeleton, so others go before. */
function lettersOf(name: string): Looks {
  return looksOf(name.replaceAll(/[^\p{L}\p{M}]/gu, ''));
}

/** What is beside the site's name. */
function without(site: string, look: string): string {
  if (look.startsWith(site)) return look.slice(site.length);
  return look.endsWith(site) ? look.slice(0, -site.length) : look;
}

function skeletonOf(text: string): string {
  // Older names may contain characters that new ones can't.
  const seen = text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '').replaceAll(/\p{White_Space}+/gu, ' ');
  return unhomoglyph(seen.normalize('NFD')).normalize('NFD').toLowerCase().trim();
}

const reservedLooks: ReadonlySet<string> = new Set(
  reservedUsernames.flatMap((name) => [skeletonOf(name), lettersOf(name).plain]),
);
