import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { watchNames } from './watch-names.ts';

let seen: string[];
let stop: () => void;

beforeEach(() => {
  jest.useFakeTimers();
  document.body.innerHTML = `<a data-person="bea" href="/user/bea"><b>bea</b></a> <a data-person="carl">carl</a>
    <p>between</p> <div data-person-card><button>Follow</button><i aria-haspopup="menu">…</i></div>
    <div role="menu"><b>Report…</b></div>`;
  seen = [];
  stop = watchNames(
    () => undefined,
    (link) => seen.push(link.dataset['person'] ?? ''),
    () => seen.push('closed'),
  );
});

afterEach(() => {
  stop();
  jest.useRealTimers();
});

const place = (selector: string) => document.querySelector(selector) ?? document.body;

function pointer(type: string, selector: string, { pointerType = 'mouse', at = 0 } = {}) {
  // jsdom's own has no kind of pointer.
  const event = new MouseEvent(type, { bubbles: true, clientX: at, clientY: at });
  place(selector).dispatchEvent(Object.assign(event, { pointerType }));
}

function rest(selector: string, milliseconds: number) {
  pointer('pointerover', selector);
  jest.advanceTimersByTime(milliseconds);
}

const bea = '[data-person=bea] b';
const carl = '[data-person=carl]';

test('a card opens when a mouse has rested on a name for 400 milliseconds', () => {
  rest(bea, 399);
  expect(seen).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(seen).toEqual(['bea']);
});

test('a mouse that only passes opens nothing', () => {
  rest(bea, 300);
  rest('p', 1_000);
  expect(seen).toEqual([]);
});

test('a card stays while the mouse is on it, and closes after', () => {
  rest(bea, 400);
  rest('p', 150);
  rest('button', 5_000);
  expect(seen).toEqual(['bea']);
  rest('p', 200);
  expect(seen).toEqual(['bea', 'closed']);
});

test('another name takes its place', () => {
  rest(bea, 400);
  rest(carl, 400);
  expect(seen.at(-1)).toBe('carl');
  jest.advanceTimersByTime(5_000);
  expect(seen.at(-1)).toBe('carl');
});

test('Escape closes the card, and nothing below it', () => {
  const below = jest.fn();
  document.body.addEventListener('keydown', below);
  const escape = () => place('button').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  rest(bea, 400);
  escape();
  expect(seen).toEqual(['bea', 'closed']);
  expect(below).not.toHaveBeenCalled();
  escape();
  expect(below).toHaveBeenCalledTimes(1);
});

test.each([
  ['a press elsewhere', () => pointer('pointerdown', 'p')],
  ['scrolling', () => document.dispatchEvent(new Event('scroll'))],
])('%s closes it', (_what, act) => {
  rest(bea, 400);
  act();
  expect(seen).toEqual(['bea', 'closed']);
});

test('a press in the card does not close it', () => {
  rest(bea, 400);
  pointer('pointerdown', 'button');
  expect(seen).toEqual(['bea']);
});

test('the menu of a card is part of it while it is open', () => {
  rest(bea, 400);
  place('[aria-haspopup]').setAttribute('aria-expanded', 'true');
  rest('[role=menu] b', 5_000);
  pointer('pointerdown', '[role=menu] b');
  expect(seen).toEqual(['bea']);
  place('[aria-haspopup]').setAttribute('aria-expanded', 'false');
  pointer('pointerdown', '[role=menu] b');
  expect(seen).toEqual(['bea', 'closed']);
});

test('fingers open nothing', () => {
  pointer('pointerover', bea, { pointerType: 'touch' });
  jest.advanceTimersByTime(5_000);
  expect(seen).toEqual([]);
});

test('a name that comes to lie below a mouse at rest after a click opens nothing', () => {
  pointer('pointerdown', 'p', { at: 7 });
  pointer('pointerover', bea, { at: 7 });
  jest.advanceTimersByTime(5_000);
  expect(seen).toEqual([]);
});
