import { describe, expect, test } from '@jest/globals';
import { messages } from '@parlour/contracts/messages';
import { checkSignupCode } from './signup-code.ts';

const wrong = { code: 'signup.code', text: messages.signupCodeWrong };

describe('the code of a site', () => {
  test('is required only if there is one', () => {
    expect(checkSignupCode('', undefined)).toBeUndefined();
    expect(checkSignupCode('', 'anything')).toBeUndefined();
  });

  test('must match exactly, except for spaces around it', () => {
    expect(checkSignupCode('Kartenhaus ✓', ' Kartenhaus ✓\n')).toBeUndefined();
    for (const given of [undefined, '', 'Kartenhaus', 'kartenhaus ✓', 'Kartenhaus ✓✓', '\ud800']) {
      expect(checkSignupCode('Kartenhaus ✓', given)).toEqual(wrong);
    }
  });
});
