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

  test('is checked in little time, whatever it contains', async () => {
    const rules = new PasswordRules({ PASSWORD_MIN_LENGTH: 8 });
    await rules.check('loaded once', 'ann');
    const before = process.cpuUsage();
    for (const part of ['p@$$w0rd1l', 'l1!|', '4@8({[<36&9#1!|l+0$5%', '$5']) await rules.check(part.repeat(60), 'ann');
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
  });
});
