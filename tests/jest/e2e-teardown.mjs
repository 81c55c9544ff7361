import { once } from 'node:events';

/** Ends the shared site of this run, and the browser of one without workers. */
export default async function stopShared() {
  await globalThis.parlourTestEndBrowser?.();
  const child = globalThis.parlourTestShared;
  if (!child || child.exitCode !== null) return;
  const exit = once(child, 'exit');
  child.stdin.end();
  await exit;
}
