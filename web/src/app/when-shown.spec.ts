import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { whenShown } from './when-shown.ts';

const shown = jest.fn();

beforeEach(() => {
  jest.useFakeTimers();
  shown.mockClear();
  document.body.innerHTML = '<main></main>';
});
afterEach(() => {
  jest.useRealTimers();
});

function show(html: string): void {
  const main = document.querySelector('main');
  if (main) main.innerHTML = html;
  jest.advanceTimersByTime(100);
}

test('waits for the heading, and for what is loading under it', () => {
  whenShown(shown);
  show('<p>Opening…</p>');
  show('<h1>All Questions</h1><ul aria-busy="true"></ul>');
  show('<h1>Which knot?</h1><p data-waiting>A text</p>');
  expect(shown).not.toHaveBeenCalled();
  show('<h1>Which knot?</h1><p>A text</p>');
  expect(shown).toHaveBeenCalledTimes(1);
});

test('waits no longer than two seconds', () => {
  whenShown(shown);
  jest.advanceTimersByTime(1_999);
  expect(shown).not.toHaveBeenCalled();
  jest.advanceTimersByTime(100);
  expect(shown).toHaveBeenCalledTimes(1);
});

test('can be cancelled at any time', () => {
  whenShown(shown)();
  const cancel = whenShown(shown);
  show('<p>Opening…</p>');
  cancel();
  show('<h1>All Questions</h1>');
  expect(shown).not.toHaveBeenCalled();
});
