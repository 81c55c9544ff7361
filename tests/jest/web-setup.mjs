import { afterEach, expect, jest } from '@jest/globals';
import matchers from '@testing-library/jest-dom/matchers';
import { configure } from '@testing-library/dom';

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

// A draft left by one test must not appear in the next one's form.
afterEach(() => {
  globalThis.localStorage.clear();
});
