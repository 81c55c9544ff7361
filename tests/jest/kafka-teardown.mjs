/** Ends the broker of the run. */
export default async function tearDown() {
  await globalThis.parlourKafka?.();
}
