// What of tests/e2e is not run against the distributed shape, and why. Everything else is.

/** By file. */
export const excludedFiles = {
  'start.e2e.spec.ts': 'how the one process of npm start starts, refuses to and ends',
  'demo.e2e.spec.ts': 'the demonstration is of the embedded shape',
  'backup.e2e.spec.ts': 'starts the tools beside an embedded site; tests/distributed has its own',
  'kill.e2e.spec.ts': 'kills the one process; tests/distributed kills each of several',
  'games-kill.e2e.spec.ts': 'kills the one process; tests/distributed kills each of several',
  'games-clash.e2e.spec.ts': 'a load on the one process, which the ledger counts by its database',
  'large.e2e.spec.ts': 'fills the database of an embedded site by its tools',
};
