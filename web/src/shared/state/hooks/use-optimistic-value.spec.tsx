import { afterEach, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { render } from '@testing-library/react';
import { useState } from 'react';
import { unreachable } from '../../http/call-failure.ts';
import { useOptimisticValue, type Settled } from './use-optimistic-value.ts';

/**
 * A server with a switch; it answers each call only when the test says so. The store has its
 * replies at once, or only from live events.
 */
function show({ storesReplies = true } = {}) {
  const calls: { readonly to: boolean; readonly key: string; readonly answer: (outcome: Settled<boolean>) => void }[] =
    [];
  let tell: (value: boolean) => void = () => undefined;
  function Switch() {
    const [server, setServer] = useState(false);
    tell = setServer;
    const { value, want, failed } = useOptimisticValue(server, async ({ to, key }) => {
      const outcome = await new Promise<Settled<boolean>>((answer) => calls.push({ to, key, answer }));
      if (storesReplies && outcome.status === 'settled') setServer(outcome.value);
      return outcome;
    });
    return (
      <button
        type="button"
        onClick={() => {
          want(!value);
        }}
      >
        {value ? 'on' : 'off'}
        {failed && `, failed to be ${failed.to ? 'on' : 'off'}`}
      </button>
    );
  }
  render(<Switch />);
  const user = userEvent.setup({ delay: null });
  return {
    calls,
    click: () => user.click(screen.getByRole('button')),
    shown: () => screen.getByRole('button').textContent,
    /** Simulates a live event. */
    tell: (value: boolean) => {
      act(() => {
        tell(value);
      });
    },
    answer: async (index: number, outcome: Settled<boolean>) => {
      await act(async () => {
        calls[index]?.answer(outcome);
      });
    },
  };
}

const refused = { status: 'refused', httpStatus: 429, code: 'limit.reached', text: 'Too many requests.' } as const;

afterEach(() => {
  jest.useRealTimers();
});

test('the wanted value is shown at once and settled by the reply', async () => {
  const { calls, click, shown, answer } = show();
  await click();
  expect(shown()).toBe('on');
  await answer(0, { status: 'settled', value: true });
  expect(shown()).toBe('on');
  expect(calls).toHaveLength(1);
});

test('fifty clicks cause two calls at most: the current one, and one for the final value', async () => {
  const { calls, click, shown, answer } = show();
  for (let clicks = 0; clicks < 50; clicks++) await click();
  expect(shown()).toBe('off');
  expect(calls.map((call) => call.to)).toEqual([true]);
  await answer(0, { status: 'settled', value: true });
  expect(calls.map((call) => call.to)).toEqual([true, false]);
  await answer(1, { status: 'settled', value: false });
  expect(shown()).toBe('off');
  expect(calls).toHaveLength(2);
});

test('after a refusal the server’s last value is shown', async () => {
  const { click, shown, answer } = show();
  await click();
  await answer(0, { status: 'failed', error: refused });
  expect(shown()).toBe('off, failed to be on');
  await click();
  expect(shown()).toBe('on');
});

test('after a refusal the last reply is shown, although the store does not have it yet', async () => {
  const { click, shown, answer, tell } = show({ storesReplies: false });
  await click();
  await answer(0, { status: 'settled', value: true });
  await click();
  await answer(1, { status: 'failed', error: refused });
  expect(shown()).toBe('on, failed to be off');
  tell(true);
  expect(shown()).toBe('on, failed to be off');
});

test('an unanswered call is repeated under its own key before anything else', async () => {
  const { calls, click, shown, answer } = show();
  await click();
  await answer(0, { status: 'failed', error: unreachable() });
  expect(shown()).toBe('off, failed to be on');
  await click();
  expect(calls[1]).toMatchObject({ to: true, key: calls[0]?.key });
  await answer(1, { status: 'settled', value: true });
  expect(shown()).toBe('on');
  await click();
  expect(calls[2]).toMatchObject({ to: false });
  expect(calls[2]?.key).not.toBe(calls[0]?.key);
});

test('if another tab keeps switching back, its value stands in the end', async () => {
  const { calls, click, shown, answer } = show();
  await click();
  for (let call = 0; call < 3; call++) await answer(call, { status: 'settled', value: false });
  expect(calls).toHaveLength(3);
  expect(shown()).toBe('off');
});

test('a live event with an older value is ignored, a lasting one is shown', async () => {
  const { click, shown, answer, tell } = show();
  await click();
  jest.useFakeTimers();
  await answer(0, { status: 'settled', value: true });
  tell(false);
  act(() => jest.advanceTimersByTime(999));
  expect(shown()).toBe('on');
  act(() => jest.advanceTimersByTime(1));
  expect(shown()).toBe('off');
});
