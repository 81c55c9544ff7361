import { describe, expect, test } from '@jest/globals';
import { messages } from '@parlour/contracts/messages';
import { checkPassword } from './password-rules.ts';

describe('a new password', () => {
  test('of one character is enough where nothing else is configured, also a common one', () => {
    expect(checkPassword('x', 1)).toBeUndefined();
    expect(checkPassword('password', 7)).toBeUndefined();
  });

  test('has the least length, in characters as a person counts them', () => {
    expect(checkPassword('1234567', 8)).toEqual({ code: 'password.tooShort', text: messages.passwordTooShort(8) });
    expect(checkPassword('🂡🂢🂣🂤', 8)?.code).toBe('password.tooShort');
    expect(checkPassword('🂡🂢🂣🂤🂥🂦🂧🂨', 8)).toBeUndefined();
  });

  test.each(['password', 'PassWord1', '12345678', 'qwertyuiop'])(
    '%s is too common for a site with rules',
    (password) => {
      expect(checkPassword(password, 8)).toEqual({ code: 'password.common', text: messages.passwordCommon });
    },
  );

  test('that nobody else has is taken', () => {
    expect(checkPassword('four bread knives', 8)).toBeUndefined();
  });
});
