import stopTestPostgres from './postgres-teardown.mjs';

/** Ends the containers of the run. */
export default async function stopContainers() {
  await stopTestPostgres();
  await Promise.all((globalThis.parlourContainers ?? []).map((container) => container.stop({ timeout: 5_000 })));
}
