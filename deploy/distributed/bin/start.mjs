// Entry point of `npm run distributed`: installs and builds Parlour if needed, then supervises all
// of its processes.
import { makeReady } from '../../embedded/bin/ready.mjs';

await makeReady();
await import('../dist/main.js');
