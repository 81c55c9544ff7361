import stopShared from './e2e-teardown.mjs';
import stopKafka from './kafka-teardown.mjs';

/** Ends what the files of this run shared, and then the broker that its site is on. */
export default async function tearDown() {
  await stopShared();
  await stopKafka();
}
