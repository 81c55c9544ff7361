import type { DatabaseLimits } from '../database/database.ts';

/** Whether an answer comes in time is no matter of a machine that runs tests; in milliseconds. */
export const testPatienceMs = 30_000;

/** The same for a database beside which others are filled and dropped. */
export const patientLimits: DatabaseLimits = {
  connectMs: testPatienceMs,
  statementMs: testPatienceMs,
  lockMs: testPatienceMs,
  idleMs: testPatienceMs,
};
