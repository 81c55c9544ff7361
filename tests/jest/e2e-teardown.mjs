import { once } from 'node:events';

/** Ends what the files of this run shared. */
export default async function stopShared() {
  const child = globalThis.parlourTestShared;
  if (!child || child.exitCode !== null) return;
  const exit = once(child, 'exit');
  child.stdin.end();
  await exit;
}
