import stopTestPostgres from './postgres-teardown.mjs';

/** Ends the container of the run. */
export default async function stopContainers() {
  await stopTestPostgres();
  await globalThis.parlourContainer?.stop({ timeout: 5_000 });
}
