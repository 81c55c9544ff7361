import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { loadEndpoints } from './testing/load-endpoints.ts';

test('no two features define an endpoint of the same name', async () => {
  // The second one throws.
  expect(await loadEndpoints()).toContain(join('features', 'questions', 'questions.api.ts'));
});
