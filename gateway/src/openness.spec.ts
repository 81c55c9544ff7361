import { describe, expect, it } from '@jest/globals';
import { isOpen, logLevelOf, warningsOf } from './openness.ts';

describe('a site', () => {
  it.each([{}, { HOST: '' }, { HOST: '127.0.0.1' }, { HOST: 'localhost' }, { HOST: '::1' }, { HOST: '127.1.2.3' }])(
    'of its own machine is not warned of: %j',
    (variables) => {
      expect(isOpen(variables)).toBe(false);
      expect(warningsOf(variables)).toEqual([]);
      expect(logLevelOf(variables)).toBe('warn');
    },
  );

  it.each([
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.0.2.7' },
    { HOST: '127.evil.example' },
    { PUBLIC_ORIGINS: 'http://localhost:3000,https://parlour.example' },
  ])('that others can reach is: %j', (variables) => {
    expect(warningsOf({ ...variables, LIMITS: 'generous', PASSWORD_MIN_LENGTH: '' })).toEqual([
      'Others can reach this site, and LIMITS is generous: passwords can be guessed fast. Set LIMITS=strict.',
      'Others can reach this site, and one character can be a password. Set PASSWORD_MIN_LENGTH=8 or more.',
    ]);
    expect(warningsOf({ ...variables, PASSWORD_MIN_LENGTH: '7', LIMITS: 'strict' })).toEqual([
      'Others can reach this site, and 7 characters can be a password. Set PASSWORD_MIN_LENGTH=8 or more.',
    ]);
    expect(warningsOf({ ...variables, PASSWORD_MIN_LENGTH: '8', LIMITS: 'strict' })).toEqual([]);
  });

  it('that others can reach logs who is refused, unless it is told otherwise', () => {
    expect(logLevelOf({ HOST: '0.0.0.0' })).toBe('info');
    expect(logLevelOf({ HOST: '0.0.0.0', LOG_LEVEL: 'error' })).toBe('error');
  });
});
