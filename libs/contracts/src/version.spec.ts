import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { version } from './version.ts';

test('the version is that of package.json', () => {
  const file = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  expect(JSON.parse(file)).toMatchObject({ version });
});
