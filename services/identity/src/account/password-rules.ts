import { Inject, Injectable } from '@nestjs/common';
import { lengthOf } from '@parlour/contracts/checks';
import type { Fault } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { IdentityConfig } from '../identity-config.ts';

/** From this shortest length on, a site wants real passwords, and those that are guessed soon are refused as well. */
const strictFrom = 8;

/** How many guesses a password must stand at least, as the library scores it: 1 stands for a million, which a patient guesser reaches. */
const leastScore = 2;

/** What is judged of a password: the time that it takes grows faster than the length, and whoever has this many letters needs no judge. */
const judgedLength = 24;

/** Words that stand in many passwords of a site because it is called so. */
const siteWords = ['parlour'];

/** Tells how soon a password is guessed, 0 to 4. */
type Judge = (password: string, words: readonly string[]) => number;

/** What a new password may be on this site. Source: docs/design/security.md#passwords. */
@Injectable()
export class PasswordRules {
  private readonly judge: Promise<Judge> | undefined;

  constructor(@Inject(IdentityConfig) private readonly config: Pick<IdentityConfig, 'PASSWORD_MIN_LENGTH'>) {
    if (config.PASSWORD_MIN_LENGTH >= strictFrom) this.judge = loadJudge();
  }

  /** What is wrong with a password, trimmed by the caller. */
  async check(given: string, username: string): Promise<Fault | undefined> {
    const { PASSWORD_MIN_LENGTH: least } = this.config;
    const password = given.normalize('NFC');
    if (lengthOf(password) < least) return { code: 'password.tooShort', text: messages.passwordTooShort(least) };
    const judge = await this.judge;
    if (!judge) return undefined;
    const words = [username, username.replaceAll(/\s/g, ''), ...siteWords].map((word) => word.toLowerCase());
    const score = judge([...password].slice(0, judgedLength).join(''), words);
    return score < leastScore ? { code: 'password.common', text: messages.passwordCommon } : undefined;
  }
}

/** zxcvbn with its list of the 49,000 most common passwords. Loaded where it is needed alone, for it takes half a second. */
async function loadJudge(): Promise<Judge> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const zxcvbn = new ZxcvbnFactory({
    dictionary: { passwords: dictionary['passwords-common'] },
    graphs: adjacencyGraphs,
    l33tMaxSubstitutions: 10,
  });
  return (password, words) => zxcvbn.check(password, [...words]).score;
}
