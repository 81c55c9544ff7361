import { describe, expect, test } from '@jest/globals';
import { messages } from '@parlour/contracts/messages';
import { PasswordRules } from './password-rules.ts';

const check = (password: string, least: number, username = 'Ann Quill') =>
  new PasswordRules({ PASSWORD_MIN_LENGTH: least }).check(password, username);

const common = { code: 'password.common', text: messages.passwordCommon };

describe('a new password', () => {
  test('of one character is enough by default, even a common one', async () => {
    expect(await check('x', 1)).toBeUndefined();
    expect(await check('password', 7)).toBeUndefined();
  });

  test('has a minimum length, in graphemes', async () => {
    expect(await check('1234567', 8)).toEqual({ code: 'password.tooShort', text: messages.passwordTooShort(8) });
    expect((await check('🂡🂢🂣🂤', 8))?.code).toBe('password.tooShort');
    expect((await check('cafe\u0301s!!'.slice(0, 8), 8))?.code).toBe('password.tooShort');
    expect(await check('🂡🂢🂣🂤🂥🂦🂧🂨', 8)).toBeUndefined();
  });

  test('that is easy to guess is refused on a site with rules', async () => {
    const guessed = ['password', 'PassWord1', '12345678', 'qwertyuiop', 'password1!', 'P@ssw0rd!', 'aaaaaaaa'];
    const ofThisSite = ['parlour123', 'ann quill', 'AnnQuill', 'annquill1', 'llihq nna'.replace('h', 'u')];
    const rest = ['abcdefgh', 'x'.repeat(128), 'liverpool1', 'letmein2024'];
    for (const password of [...guessed, ...ofThisSite, ...rest]) {
      expect([password, await check(password, 8)]).toEqual([password, common]);
    }
  });

  test('that is unusual is accepted', async () => {
    for (const password of ['four bread knives', 'x7$kQ2pzW', 'Blumen sind im Garten', '木漏れ日の道を歩く']) {
      expect([password, await check(password, 8)]).toEqual([password, undefined]);
    }
  });

  test('is judged by its first 24 characters: the time that takes grows faster than their number', async () => {
    const rules = new PasswordRules({ PASSWORD_MIN_LENGTH: 8 });
    const judged: string[] = [];
    const judge = (password: string): number => judged.push(password);
    Object.assign(rules, { judge: Promise.resolve(judge) });
    for (const part of ['l1!|', '\u{1f40c}', 'short']) await rules.check(part.repeat(60), 'ann');
    expect(judged).toEqual(['l1!|'.repeat(6), '\u{1f40c}'.repeat(24), 'shortshortshortshortshor']);
  });
});
