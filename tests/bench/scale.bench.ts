// What reads of questions cost PostgreSQL on sites of `QUESTIONS` questions, in turns: its CPU time
// per call, on one connection, the least of several slices, because other load makes the same work
// cost more. Then a rebuild of the read models of `qa` beside a bulk insert of the same rows. The
// sites stay in the folder `SITES`, if there is one, and need not be filled again.
// docs/design/performance.md
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { serviceOf, withServices } from '@parlour/embedded/opened-services';
import { serviceDefinitions } from '@parlour/embedded/service-definitions';
import { withSiteDatabase } from '@parlour/embedded/site-database';
import type { Database } from '@parlour/kernel/database/database';
import { migrate } from '@parlour/kernel/database/migrate';
import { makeDataFolder, removeDataFolder } from '../e2e/product.ts';
import { fillSite } from '../fill/fill-site.ts';
import { costOf, questionReadsOf } from './question-reads.ts';
import { compareRebuild } from './rebuilding.ts';
import { printTable } from './slices.ts';

const rounds = Number(process.env['ROUNDS'] ?? 15);
const sliceMs = Number(process.env['SLICE_MS'] ?? 50);
const sizes = (process.env['QUESTIONS'] ?? '10000,100000,1000000').split(',').map(Number);
const kept = process.env['SITES'];
const only = process.env['ONLY'];

await withSites(sizes, []);

/** Opens the sites one by one, and measures when all are open. */
async function withSites([size, ...others]: readonly number[], open: readonly Database[]): Promise<void> {
  if (size === undefined) return measure(open);
  const dataDir = kept === undefined ? await makeDataFolder() : join(kept, String(size));
  const isNew = kept === undefined || !existsSync(dataDir);
  const settings = { host: '127.0.0.1', port: 0, dataDir };
  try {
    await withSiteDatabase(
      settings,
      (connections) =>
        withServices(serviceDefinitions(), connections, async (services, feedOf) => {
          const qa = serviceOf(services, 'qa');
          if (isNew) {
            const began = performance.now();
            await fillSite(services, feedOf, { people: 1_000, questions: size, busyAnswers: 100, chatMessages: 100 });
            console.log(`${size} questions: filled in ${Math.round((performance.now() - began) / 1_000)} s`);
          }
          // A kept folder may be of an earlier version.
          else await migrate(qa.database);
          if (open.length === 0) await compareRebuild(qa, feedOf('qa'));
          await withSites(others, [...open, qa.database]);
        }),
      { mayBeNew: isNew },
    );
  } finally {
    if (kept === undefined) await removeDataFolder(dataDir);
  }
}

async function measure(databases: readonly Database[]): Promise<void> {
  const sites = await Promise.all(databases.map(questionReadsOf));
  const results: Record<string, Record<string, number>> = {};
  for (const name of Object.keys(sites[0]?.reads ?? {})) {
    if (only !== undefined && !name.includes(only)) continue;
    const least = sites.map(() => Infinity);
    for (let round = -1; round < rounds; round++) {
      for (const [index, { pid, reads }] of sites.entries()) {
        // The first calls are planned each, later ones share a plan.
        const cost = await costOf(pid, reads[name]!, sliceMs, round < 0 ? 12 : 3);
        if (round >= 0) least[index] = Math.min(least[index]!, cost);
      }
    }
    results[name] = {
      ...Object.fromEntries(sites.map(({ questions }, index) => [`${questions}, µs`, least[index]!])),
      ...(sites.length > 1 && { 'last to first': least.at(-1)! / least[0]! }),
      ...(sites.length > 2 && { 'last to the one before': least.at(-1)! / least.at(-2)! }),
    };
  }
  const numbers = sites.map(({ questions }) => questions.toLocaleString('en')).join(', ');
  printTable(`${numbers} questions, one connection each, ${rounds} rounds of ${sliceMs} ms`, results);
}
