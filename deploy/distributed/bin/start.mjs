// Entry point of `npm run distributed`: installs and builds Parlour if needed, then supervises all
// of its processes.
import { makeReady } from '../../embedded/bin/ready.mjs';
import { noteRun } from '../../embedded/bin/runs.mjs';

// npm keeps an option to itself that has no -- before it.
const [unknown = process.env.npm_config_demo && '--demo'] = process.argv.slice(2);
if (unknown) {
  console.error(
    `"${unknown}" is not understood here. Type npm run distributed; for the demonstration: npm start -- --demo`,
  );
  process.exitCode = 64;
} else {
  await makeReady();
  await noteRun();
  await import('../dist/main.js');
}
