import { expect, it } from '@jest/globals';
import { readApplicationConfig, readSettingsOfSite } from './application-config.ts';

it('faults of all parts are reported together', () => {
  const environment = {
    ...{ HOST: 'a b', PORT: 'http', LIMITS: 'some', PASSWORD_MIN_LENGTH: 'long', LOG_LEVEL: 'loud' },
    ...{ SEARCH_LANGUAGE: 'latin', METRICS_PORT: 'some' },
  };
  // The name stands once.
  const faults: unknown[] = Object.keys(environment).map((name) => expect.stringMatching(`^${name}: must `));
  expect(() => readSettingsOfSite(environment)).toThrow(
    expect.objectContaining({ name: 'ConfigurationError', faults }),
  );
});

it('without a fault, there are the settings that a site needs first', () => {
  const first = { host: '127.0.0.1', port: 3000, dataDir: '/site', demo: true };
  expect(readSettingsOfSite({ DATA_DIR: '/site' }, ['--demo'])).toEqual(first);
});

it('a blank LOG_LEVEL is the default', () => {
  expect(readApplicationConfig({ LOG_LEVEL: ' ' }).application.LOG_LEVEL).toBe('warn');
});
