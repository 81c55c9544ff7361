import { Inject, Injectable } from '@nestjs/common';
import { lengthOf } from '@parlour/contracts/text/checks';
import { strictPasswordLength } from '@parlour/contracts/limits';
import type { Fault } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import { IdentityConfig } from '../../identity-config.ts';

/**
 * The minimum score of the library: 1 stands for a million guesses, which a patient attacker
 * reaches.
 */
const leastScore = 2;

/**
 * The part of a password that is scored: time grows faster than length, and such a long one needs
 * no score.
 */
const judgedLength = 24;

/** Words that are likely in passwords of a site with this name. */
const siteWords = ['parlour'];

/** Scores how hard a password is to guess, 0 to 4. */
type Judge = (password: string, words: readonly string[]) => number;

/** The rules for new passwords on this site. Source: docs/design/security.md#passwords. */
@Injectable()
export class PasswordRules {
  private readonly judge: Promise<Judge> | undefined;

  constructor(@Inject(IdentityConfig) private readonly config: Pick<IdentityConfig, 'PASSWORD_MIN_LENGTH'>) {
    if (config.PASSWORD_MIN_LENGTH >= strictPasswordLength) this.judge = loadJudge();
  }

  /** Returns what is wrong with a password, already trimmed. */
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

/**
 * zxcvbn with its list of the 49,000 most common passwords. Loaded lazily, because that takes half
 * a second.
 */
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
