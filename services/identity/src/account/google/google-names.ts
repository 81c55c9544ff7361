import { lengthOf } from '@parlour/contracts/text/checks';
import { limits } from '@parlour/contracts/limits';

/** How many numbers are tried in order before random ones. */
const inOrder = 50;

/**
 * The `attempt`-th name for a new Google account: the address's local part without characters that
 * names may not have, shortened, with a number from the second attempt on. `draw` returns a number
 * of up to nine digits, for very common names. A reserved name stays reserved with a number, so it
 * becomes another. Source: decisions S-4.
 */
export function nameOf(
  email: string,
  attempt: number,
  draw: () => number,
  isReserved: (name: string) => boolean = () => false,
): string {
  const local = email
    .slice(0, email.lastIndexOf('@'))
    .normalize('NFKC')
    .replaceAll(/[\p{C}\p{Default_Ignorable_Code_Point}\u2800/\\?#%]/gu, '')
    .replaceAll(/\p{White_Space}+/gu, ' ')
    .trim();
  const name = /^\.{0,2}$/.test(local) || isReserved(local) ? 'user' : local;
  if (attempt === 1) return cut(name, limits.usernameLength);
  const number = String(attempt <= inOrder ? attempt : draw());
  return cut(name, limits.usernameLength - lengthOf(number)) + number;
}

function cut(text: string, length: number): string {
  return [...text].slice(0, length).join('').trim();
}
