/** A busy page counts as idle after this, in milliseconds. */
const longestWaitMs = 1_000;

/** Calls back when nothing else is to be done; Safari can't tell. Returns how to cancel it. */
export function whenIdle(callback: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(callback, 0);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(callback, { timeout: longestWaitMs });
  return () => cancelIdleCallback(handle);
}
