import { lengthOf } from '@parlour/contracts/checks';
import { limits } from '@parlour/contracts/limits';

/** How many numbers are tried in order before they are drawn. */
const inOrder = 50;

/**
 * A name for a new account of Google, the `attempt`-th that is tried: the address's local part without what no name may have, cut to size, with a
 * number from the second attempt on. `draw` gives a number of up to nine digits for names that very many have. Source: decisions S-4.
 */
export function nameOf(email: string, attempt: number, draw: () => number): string {
  const local = email
    .slice(0, email.lastIndexOf('@'))
    .normalize('NFKC')
    .replaceAll(/[\p{C}\p{Default_Ignorable_Code_Point}\u2800/\\?#%]/gu, '')
    .replaceAll(/\p{White_Space}+/gu, ' ')
    .trim();
  const name = /^\.{0,2}$/.test(local) ? 'user' : local;
  if (attempt === 1) return cut(name, limits.usernameLength);
  const number = String(attempt <= inOrder ? attempt : draw());
  return cut(name, limits.usernameLength - lengthOf(number)) + number;
}

function cut(text: string, length: number): string {
  return [...text].slice(0, length).join('').trim();
}
