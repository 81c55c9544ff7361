import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { TimedNotice, useTimedNotice } from './timed-notice.tsx';

function Probe() {
  const notice = useTimedNotice();
  return (
    <>
      <button
        type="button"
        onClick={() => {
          notice.say('Done!');
        }}
      >
        do it
      </button>
      <TimedNotice text={notice.text} />
    </>
  );
}

const pass = (milliseconds: number) => {
  act(() => {
    jest.advanceTimersByTime(milliseconds);
  });
};

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

test('[ST-2, LI-3] a success message is shown for three seconds', () => {
  render(<Probe />);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  fireEvent.click(screen.getByRole('button'));
  pass(2_999);
  expect(screen.getByRole('status')).toHaveTextContent('Done!');
  pass(1);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

test('showing it again restarts the three seconds', () => {
  render(<Probe />);
  fireEvent.click(screen.getByRole('button'));
  pass(2_000);
  fireEvent.click(screen.getByRole('button'));
  pass(2_999);
  expect(screen.getByRole('status')).toHaveTextContent('Done!');
  pass(1);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});
