import { expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { matchRoutes } from 'react-router';
import { createRouter, routes } from './router.tsx';
import { nowhere } from './session/session-guard.tsx';

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

test('each page that is opened by its address has a place of its own to scroll to, which it keeps', async () => {
  const keyOf = async (address?: string) => {
    // As a new document of this tab, or the same one again.
    if (address !== undefined) window.history.pushState(null, '', address);
    const router = createRouter();
    await waitFor(() => expect(router.state.initialized).toBe(true));
    router.dispose();
    return router.state.location.key;
  };
  const first = await keyOf('/nowhere?a=1');
  expect(await keyOf()).toBe(first);
  const [again, other] = [await keyOf('/nowhere?a=1'), await keyOf('/nowhere')];
  expect(new Set([first, again, other]).size).toBe(3);
});
