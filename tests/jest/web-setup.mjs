import { afterEach, expect, jest } from '@jest/globals';
import matchers from '@testing-library/jest-dom/matchers';
import { configure } from '@testing-library/dom';
import * as React from 'react';

expect.extend(matchers);

// Tells Testing Library whether timers are Jest's.
globalThis.jest = jest;

// A bound for things that never come, not a measure: on a busy machine the page may be slow.
configure({ asyncUtilTimeout: 10_000 });

// Browser interfaces that a component library needs and jsdom lacks: nothing matches, nothing is
// ever resized or visible.
class QuietObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}

globalThis.ResizeObserver ??= QuietObserver;
globalThis.IntersectionObserver ??= QuietObserver;
globalThis.matchMedia ??= (media) => ({
  media,
  matches: false,
  onchange: null,
  addEventListener() {},
  removeEventListener() {},
  addListener() {},
  removeListener() {},
  dispatchEvent: () => false,
});
Element.prototype.scrollIntoView ??= () => {};
globalThis.scrollTo = () => {};

// In development, React notes for each element the stack that made it, for the end of its warnings:
// an eighth of the time of these tests. It believes that there are enough of them already.
Object.defineProperty(
  React.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE,
  'recentlyCreatedOwnerStacks',
  { get: () => Infinity, set() {} },
);

// A draft left by one test must not appear in the next one's form.
afterEach(() => {
  globalThis.localStorage.clear();
});
