// What `npm run distributed` runs: makes Parlour installed and built, then supervises all of its processes.
import { makeReady } from '../../embedded/bin/ready.mjs';

await makeReady();
await import('../dist/main.js');
