import startShared from './e2e-setup.mjs';
import setUpKafka from './kafka-setup.mjs';

/**
 * The distributed deployment for every file of the run: one broker for all, with topics per site.
 */
export default async function setUp() {
  await setUpKafka();
  process.env.PARLOUR_SHAPE = 'distributed';
  await startShared();
}
