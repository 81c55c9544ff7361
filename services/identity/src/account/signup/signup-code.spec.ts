import { describe, expect, test } from '@jest/globals';
import { messages } from '@parlour/contracts/messages';
import { siteDefaults, type SiteSettingsWire } from '@parlour/contracts/site';
import { checkAdmission } from './signup-code.ts';

const wrong = { code: 'signup.code', text: messages.signupCodeWrong };
const closed = { code: 'signup.closed', text: messages.signupClosed };

function site(signUp: SiteSettingsWire['signUp'], code: string): SiteSettingsWire {
  return { ...siteDefaults, name: 'Knots', description: '', signUp, code };
}

describe('the code of a site', () => {
  test('is required only if sign-up is by code', () => {
    expect(checkAdmission(site('everyone', 'reef'), undefined)).toBeUndefined();
    expect(checkAdmission(site('everyone', ''), 'anything')).toBeUndefined();
    expect(checkAdmission(site('nobody', 'reef'), 'reef')).toEqual(closed);
  });

  test('must match exactly, except for spaces around it', () => {
    const byCode = site('code', 'Kartenhaus ✓');
    expect(checkAdmission(byCode, ' Kartenhaus ✓\n')).toBeUndefined();
    for (const given of [undefined, '', 'Kartenhaus', 'kartenhaus ✓', 'Kartenhaus ✓✓', '\ud800']) {
      expect(checkAdmission(byCode, given)).toEqual(wrong);
    }
  });

  test('admits nobody while there is none', () => {
    for (const given of [undefined, '', 'anything']) expect(checkAdmission(site('code', ''), given)).toEqual(closed);
  });
});
