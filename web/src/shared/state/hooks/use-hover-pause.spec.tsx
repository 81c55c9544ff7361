import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { createPortal } from 'react-dom';
import { besideHeld, useHoverPause } from './use-hover-pause.ts';

function Place() {
  const pause = useHoverPause();
  return (
    <>
      <ul {...pause.handlers}>
        <li>
          <button type="button">within</button>
        </li>
        <li>
          <button type="button">next</button>
          {createPortal(<button type="button">opened</button>, document.body)}
        </li>
      </ul>
      <p {...besideHeld}>
        <button type="button">news</button>
      </p>
      <button type="button">elsewhere</button>
      <button type="button" onClick={pause.release}>
        release
      </button>
      <output>{pause.now ? 'held' : 'free'}</output>
    </>
  );
}

function show() {
  render(<Place />);
  const button = (name: string) => screen.getByRole('button', { name });
  return {
    list: screen.getByRole('list'),
    within: button('within'),
    next: button('next'),
    opened: button('opened'),
    news: button('news'),
    elsewhere: button('elsewhere'),
    release: button('release'),
    state: () => screen.getByRole('status').textContent,
    pass: (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds)),
  };
}

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

test('the pointer holds a list until it leaves', () => {
  const { list, state } = show();
  expect(state()).toBe('free');
  fireEvent.pointerEnter(list);
  expect(state()).toBe('held');
  fireEvent.pointerLeave(list);
  expect(state()).toBe('free');
});

test('the focus holds a list until it leaves', () => {
  const { within, elsewhere, state } = show();
  act(() => within.focus());
  expect(state()).toBe('held');
  act(() => elsewhere.focus());
  expect(state()).toBe('free');
});

test('neither the pointer nor the focus holds a list from what a row opened elsewhere', () => {
  const { list, opened, state } = show();
  fireEvent.pointerEnter(list);
  fireEvent.pointerOver(opened, { relatedTarget: list });
  expect(state()).toBe('free');
  act(() => opened.focus());
  expect(state()).toBe('free');
});

test('the focus holds a list on its way to the next row or to what tells of news', () => {
  const { within, next, news, elsewhere, state } = show();
  act(() => within.focus());
  // A browser says that a row loses the focus before the next one has it.
  for (const to of [next, news]) {
    fireEvent.blur(within, { relatedTarget: to });
    expect(state()).toBe('held');
    act(() => to.focus());
    expect(state()).toBe('held');
  }
  act(() => elsewhere.focus());
  expect(state()).toBe('free');
});

test('a press that takes the focus away holds the list until it has clicked', () => {
  const { within, elsewhere, state, pass } = show();
  act(() => within.focus());
  fireEvent.pointerDown(elsewhere);
  act(() => elsewhere.focus());
  pass(1_000);
  expect(state()).toBe('held');
  fireEvent.pointerUp(elsewhere);
  fireEvent.click(elsewhere);
  expect(state()).toBe('held');
  pass(100);
  expect(state()).toBe('free');
});

test('a press that follows before the page has noticed that the pointer left holds the list too', () => {
  const { list, elsewhere, state, pass } = show();
  fireEvent.pointerEnter(list);
  act(() => {
    fireEvent.pointerLeave(list);
    fireEvent.pointerDown(elsewhere);
  });
  expect(state()).toBe('held');
  fireEvent.pointerUp(elsewhere);
  pass(100);
  expect(state()).toBe('free');
});

test('a finger holds the list until what it chose is clicked, a moment after it was lifted', () => {
  const { list, within, state, pass } = show();
  fireEvent.pointerEnter(list);
  fireEvent.pointerDown(within);
  fireEvent.pointerUp(within);
  fireEvent.pointerLeave(list);
  expect(state()).toBe('held');
  pass(100);
  expect(state()).toBe('free');
});

test.each([
  ['is taken for a scroll', fireEvent.pointerCancel],
  ['opens a menu of the browser', fireEvent.contextMenu],
])('a press that %s holds the list no longer', (_, end) => {
  const { list, within, state, pass } = show();
  fireEvent.pointerEnter(list);
  fireEvent.pointerDown(within);
  end(within);
  fireEvent.pointerLeave(list);
  pass(100);
  expect(state()).toBe('free');
});

test('a click that releases the list does so at once', () => {
  const { within, release, state } = show();
  act(() => within.focus());
  fireEvent.pointerDown(release);
  act(() => release.focus());
  fireEvent.pointerUp(release);
  fireEvent.click(release);
  expect(state()).toBe('free');
});
