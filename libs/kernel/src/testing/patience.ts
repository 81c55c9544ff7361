import type { DatabaseLimits } from '../database/database.ts';

/** A time limit for test machines, where speed is not tested; in milliseconds. */
export const testPatienceMs = 30_000;

/** The same for a database server that also creates and drops other databases. */
export const patientLimits: DatabaseLimits = {
  connectMs: testPatienceMs,
  statementMs: testPatienceMs,
  lockMs: testPatienceMs,
  idleMs: testPatienceMs,
};
