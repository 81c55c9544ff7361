import { expect, test } from '@jest/globals';
import { matchRoutes } from 'react-router';
import { routes } from './router.tsx';
import { nowhere } from './session-guard.tsx';

test.each([
  ['/questions', true],
  ['/user/ann/posts', true],
  ['/users', false],
  ['/question/7', false],
])('%s leads nowhere: %p', (address, expected) => {
  const matches = matchRoutes(routes, address) ?? [];
  expect(matches.length).toBeGreaterThan(0);
  expect(matches.some(({ route }) => route.handle === nowhere)).toBe(expected);
});
