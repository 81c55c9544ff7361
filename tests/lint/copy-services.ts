// `npm run services`: writes the entries for each service wherever they are copies.
import { writeFileSync } from 'node:fs';
import { readCopiedFiles } from './service-copies.ts';

const stale = readCopiedFiles().filter(({ text, wanted }) => text !== wanted);
for (const { path, wanted } of stale) {
  writeFileSync(new URL(`../../${path}`, import.meta.url), wanted);
  console.log(`Wrote ${path}.`);
}
if (stale.length === 0) console.log('Every service is everywhere.');
