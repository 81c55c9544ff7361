import { afterEach, expect, jest } from '@jest/globals';
import matchers from '@testing-library/jest-dom/matchers';
import { configure } from '@testing-library/dom';

expect.extend(matchers);

// By this Testing Library knows whether timers are jest's.
globalThis.jest = jest;

// A bound for what never comes, not a measure: on a busy machine the page may be late.
configure({ asyncUtilTimeout: 10_000 });

// What a component library asks of a browser and jsdom does not have: nothing matches, nothing is ever resized or seen.
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

// A draft that one test leaves behind must not stand in the next one's form.
afterEach(() => {
  globalThis.localStorage.clear();
});
