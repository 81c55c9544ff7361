// What of tests/e2e is not run against the distributed shape, and why. Everything else is: each file starts some twenty processes, and of every area of the
// product one at least has to.

/** By file. */
export const excludedFiles = {
  // What there is of the other shape alone.
  'start.e2e.spec.ts': 'how the one process of npm start starts, refuses to and ends',
  'demo.e2e.spec.ts': 'the demonstration is of the embedded shape',
  'large.e2e.spec.ts': 'fills the database of an embedded site by its tools',
  // What tests/distributed does for several processes.
  'backup.e2e.spec.ts': 'starts the tools beside an embedded site; faults.spec.ts backs up a distributed one',
  'kill.e2e.spec.ts': 'kills the one process; faults.spec.ts and replicas.spec.ts kill each of several',
  'games-kill.e2e.spec.ts': 'kills the one process; faults.spec.ts and replicas.spec.ts kill each of several',
  'games-clash.e2e.spec.ts': 'a load on the one process, which the ledger counts by its database',
  'away.e2e.spec.ts': 'kills the one process below an open page; faults.spec.ts kills several',
  // What does not know of the shape: rules of one service, refusals of one gateway, or the page by itself.
  'first-load.e2e.spec.ts': 'weighs files of the page; nothing is started',
  'calls.e2e.spec.ts': 'each call once, as its own service refuses and answers it; http.e2e.spec.ts makes them here',
  'community-calls.e2e.spec.ts': 'each call once; communities.e2e.spec.ts makes them here',
  'community-rights.e2e.spec.ts':
    'who may do what, decided by one service; community-leakage.e2e.spec.ts asks the others',
  'game-calls.e2e.spec.ts': 'each call once; games.e2e.spec.ts makes them here',
  'game-ends.e2e.spec.ts': 'how games end, decided by one service; games.e2e.spec.ts plays here',
  'game-screens.e2e.spec.ts': 'screens over the calls of games.e2e.spec.ts',
  'games-leaderboard.e2e.spec.ts': 'sums of one read model; that all of them equal their logs faults.spec.ts shows',
  'poll-calls.e2e.spec.ts': 'each call once, and when polls end; poll-burst.e2e.spec.ts votes here',
  'messaging-keyboard.e2e.spec.ts': 'keys and focus within the page; messaging.e2e.spec.ts writes here',
  'google.e2e.spec.ts':
    'what one gateway and one service make of an address; what lies between two calls stands in the browser’s cookie',
  'admin.e2e.spec.ts': 'commands of the operator, told like those of people; live.e2e.spec.ts ends a session here',
};
