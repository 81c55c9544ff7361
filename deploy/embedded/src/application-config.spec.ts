import { expect, it } from '@jest/globals';
import { ConfigurationError } from '@parlour/kernel/config/config';
import { readApplicationConfig } from './application-config.ts';

it('faults of the gateway, of identity and of the process are reported together', () => {
  const environment = { LIMITS: 'some', PASSWORD_MIN_LENGTH: 'long', LOG_LEVEL: 'loud' };
  let failure: unknown;
  try {
    readApplicationConfig(environment);
  } catch (error) {
    failure = error;
  }
  expect(failure).toBeInstanceOf(ConfigurationError);
  const { faults } = failure as ConfigurationError; // checked above
  expect(faults.map((fault) => fault.split(':')[0])).toEqual(['LIMITS', 'PASSWORD_MIN_LENGTH', 'LOG_LEVEL']);
});

it('a blank LOG_LEVEL is the default', () => {
  expect(readApplicationConfig({ LOG_LEVEL: ' ' }).application.LOG_LEVEL).toBe('warn');
});
