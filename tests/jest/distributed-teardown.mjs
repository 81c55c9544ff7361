import stopShared from './e2e-teardown.mjs';
import stopKafka from './kafka-teardown.mjs';

/** Ends the shared site of this run, and then the broker of the shared site. */
export default async function tearDown() {
  await stopShared();
  await stopKafka();
}
