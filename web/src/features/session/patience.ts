import type { ErrorCode } from '@parlour/contracts/errors';
import { useEffect, useRef, useState } from 'react';
import { asCallFailure, type CallFailure, isRefusedWith } from '../../shared/http/call-failure.ts';

/** In seconds. Whoever would wait for longer than the longest is told so instead. */
const waits = { longest: 120, greatestDoubled: 32 };

const withoutCookies: CallFailure = {
  status: 'refused',
  httpStatus: 400,
  code: undefined,
  text: 'Your browser blocks the cookies of this site, which keep you signed in. Please allow them.',
};

/**
 * Sends again by itself for as long as the site has no time for it: what failed, until it stops.
 * Source: decisions O-15.
 */
export function usePatience(...busy: readonly ErrorCode[]) {
  const [waiting, setWaiting] = useState(false);
  const stop = useRef((): void => undefined);
  useEffect(() => () => stop.current(), []);

  /** Resolves to false if its person stops it, or leaves the page. */
  function pause(seconds: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(true), seconds * 1_000);
      stop.current = () => {
        clearTimeout(timer);
        resolve(false);
      };
    });
  }

  /** Returns the error that ended it, or undefined. */
  async function send(attempt: () => Promise<unknown>): Promise<unknown> {
    // Before an account is made that nobody could stay signed in to.
    if (!navigator.cookieEnabled) return withoutCookies;
    for (let doubled = 1; ; doubled = Math.min(2 * doubled, waits.greatestDoubled)) {
      const error = await attempt();
      const after = busy.some((code) => isRefusedWith(error, code)) ? retryAfterOf(error) : undefined;
      const again = after !== undefined && after <= waits.longest;
      setWaiting(again);
      if (!again || !(await pause(Math.max(after, doubled)))) {
        setWaiting(false);
        return error;
      }
    }
  }

  return { send, waiting, stop: () => stop.current() };
}

function retryAfterOf(error: unknown): number | undefined {
  const failure = asCallFailure(error);
  return failure?.status === 'refused' ? failure.retryAfter : undefined;
}
