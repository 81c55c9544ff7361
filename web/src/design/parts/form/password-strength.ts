import { canonicalName } from '@parlour/contracts/text/checks';

/** Only a hint: the server decides which passwords it accepts. */
export interface PasswordStrength {
  /** 0 (empty) to 4. */
  readonly score: 0 | 1 | 2 | 3 | 4;
  readonly label: string;
}

const commonWords = ['password', 'passwort', 'qwerty', 'letmein', 'welcome', 'iloveyou', 'admin', '12345', 'abc123'];
const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u];

/**
 * Length counts most, then variety. Common words, the username or a single repeated character make
 * any password weak.
 */
export function passwordStrength(password: string, username: string): PasswordStrength {
  if (password === '') return { score: 0, label: '' };
  const plain = password.toLowerCase();
  const name = canonicalName(username);
  const distinct = new Set(password).size;
  const guessable =
    commonWords.some((word) => plain.includes(word) && plain.length < word.length + 6) ||
    (name !== '' && plain.includes(name)) ||
    distinct < 4;
  if (guessable || password.length < 8) return { score: 1, label: 'Weak: easy to guess' };
  const variety = kinds.filter((kind) => kind.test(password)).length;
  const points = password.length + variety * 2 + (distinct >= 10 ? 2 : 0);
  if (points < 15) return { score: 2, label: 'Fair: longer is better' };
  return points < 22 ? { score: 3, label: 'Good' } : { score: 4, label: 'Strong' };
}
