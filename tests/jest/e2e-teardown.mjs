import { once } from 'node:events';

/** Ends the shared site of this run. */
export default async function stopShared() {
  const child = globalThis.parlourTestShared;
  if (!child || child.exitCode !== null) return;
  const exit = once(child, 'exit');
  child.stdin.end();
  await exit;
}
