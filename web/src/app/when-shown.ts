import { whenIdle } from '../shared/state/hooks/when-idle.ts';

/** A first screen that takes longer is not waited for. */
const longestWaitMs = 2_000;
const againMs = 50;

/** What stands for something that is still loading: lists, and texts without their renderer. */
const waiting = '[aria-busy=true], [data-waiting]';

function isShown(): boolean {
  return document.querySelector('h1') !== null && document.querySelector(waiting) === null;
}

/**
 * Calls back when the first screen is there and the browser is idle: on a slow network, anything
 * else would delay it. Returns how to cancel it.
 */
export function whenShown(callback: () => void): () => void {
  const until = performance.now() + longestWaitMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let cancelIdle = (): void => undefined;
  function wait(): void {
    cancelIdle = whenIdle(look);
  }
  function look(): void {
    if (isShown() || performance.now() >= until) callback();
    else timer = setTimeout(wait, againMs);
  }
  wait();
  return () => {
    cancelIdle();
    clearTimeout(timer);
  };
}
