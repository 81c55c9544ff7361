import { expect, it } from '@jest/globals';
import { ConfigurationError } from '@parlour/kernel/config/config';
import { faultsOfApplication, readApplicationConfig } from './application-config.ts';

it('faults of all parts are reported together', () => {
  const environment = {
    ...{ LIMITS: 'some', PASSWORD_MIN_LENGTH: 'long', LOG_LEVEL: 'loud', SEARCH_LANGUAGE: 'latin' },
    METRICS_PORT: 'some',
  };
  expect(() => readApplicationConfig(environment)).toThrow(ConfigurationError);
  const faults = faultsOfApplication(environment);
  const names = faults.map((fault) => fault.split(':')[0]);
  expect(names).toEqual(['LIMITS', 'PASSWORD_MIN_LENGTH', 'LOG_LEVEL', 'SEARCH_LANGUAGE', 'METRICS_PORT']);
  // The name stands once.
  expect(faults[0]).toMatch(/^LIMITS: must be one of /);
  expect(faultsOfApplication({})).toEqual([]);
});

it('a blank LOG_LEVEL is the default', () => {
  expect(readApplicationConfig({ LOG_LEVEL: ' ' }).application.LOG_LEVEL).toBe('warn');
});
