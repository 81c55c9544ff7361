import startShared from './e2e-setup.mjs';
import setUpKafka from './kafka-setup.mjs';

/** The distributed shape for every file of the run: one broker for all of them, on which each site has topics of its own. */
export default async function setUp() {
  await setUpKafka();
  process.env.PARLOUR_SHAPE = 'distributed';
  await startShared();
}
