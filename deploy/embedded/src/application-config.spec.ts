import { expect, it } from '@jest/globals';
import { ConfigurationError } from '@parlour/kernel/config/config';
import { readApplicationConfig } from './application-config.ts';

it('faults of the gateway, of identity, of the process and of searches are reported together', () => {
  const environment = { LIMITS: 'some', PASSWORD_MIN_LENGTH: 'long', LOG_LEVEL: 'loud', SEARCH_LANGUAGE: 'latin' };
  let failure: unknown;
  try {
    readApplicationConfig(environment);
  } catch (error) {
    failure = error;
  }
  expect(failure).toBeInstanceOf(ConfigurationError);
  const { faults } = failure as ConfigurationError; // checked above
  const names = faults.map((fault) => fault.split(':')[0]);
  expect(names).toEqual(['LIMITS', 'PASSWORD_MIN_LENGTH', 'LOG_LEVEL', 'SEARCH_LANGUAGE']);
});

it('a blank LOG_LEVEL is the default', () => {
  expect(readApplicationConfig({ LOG_LEVEL: ' ' }).application.LOG_LEVEL).toBe('warn');
});
