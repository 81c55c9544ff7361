import { once } from 'node:events';

/** Ends the PostgreSQL of this run; it removes its own folder. */
export default async function stopTestPostgres() {
  const child = globalThis.parlourTestPostgres;
  if (!child || child.exitCode !== null) return;
  const exit = once(child, 'exit');
  child.stdin.end();
  await exit;
}
