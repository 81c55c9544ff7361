import { expect, it } from '@jest/globals';
import { readSettings } from './settings.ts';

it.each([
  [{ PORT: '4000', METRICS_PORT: '4000' }, ['METRICS_PORT: must be another port than PORT, not "4000"']],
  [{ METRICS_PORT: ' 3000 ', HOST: '0.0.0.0' }, ['METRICS_PORT: must be another port than PORT, not "3000"']],
  [{ PORT: '0', METRICS_PORT: '0' }, []],
  [{ PORT: '4000' }, []],
  // Metrics are on 127.0.0.1 only.
  [{ PORT: '4000', METRICS_PORT: '4000', HOST: '192.0.2.7' }, []],
])('page and metrics need a port each: %j', (environment, faults) => {
  expect(readSettings(environment).faults).toEqual(faults);
});
