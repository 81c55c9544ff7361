import { expect } from '@jest/globals';
import { serviceDefinitions } from '@parlour/embedded/service-definitions';
import { withServices } from '@parlour/embedded/opened-services';
import { withSiteDatabase } from '@parlour/embedded/site-database';
import { Person } from '../e2e/person.ts';
import { makeSiteFolder, type Product, removeDataFolder, startProduct } from '../e2e/product.ts';
import { checkLedger, format, readLog } from './check-log.ts';
import { Load } from './load.ts';
import { expectReadModelsOfLogs } from './read-models.ts';

const callers = 8;

/**
 * Kills the whole embedded process under load, again and again, and starts it anew on the same data, beside the PostgreSQL that it left behind. Then
 * every acknowledged command stands in the log exactly once, no refused one at all, and each read model equals its log.
 */
export async function killUnderLoad(kills: number): Promise<void> {
  const dataDir = await makeSiteFolder();
  let product: Product | undefined;
  try {
    product = await startProduct(dataDir);
    const people = Array.from({ length: callers }, (_, index) => new Person(product!.url, `Caller ${index}`));
    for (const person of people) await person.signUp();
    let url = product.url;
    const load = new Load(people, () => url);
    load.start();
    for (let kill = 1; kill <= kills; kill++) {
      const before = load.lines.filter((line) => line.outcome === 'ok').length;
      // Some work between two kills, and never the same amount of it.
      await load.acknowledged(before + 20 + 7 * (kill % 5));
      await product.end('SIGKILL');
      product = await startProduct(dataDir);
      url = product.url;
    }
    await load.stop();
    await product.end();
    await checkSite(dataDir, load);
  } finally {
    await product?.end('SIGKILL');
    await removeDataFolder(dataDir);
  }
}

async function checkSite(dataDir: string, load: Load): Promise<void> {
  await withSiteDatabase({ host: '127.0.0.1', port: 0, dataDir }, (connections) =>
    withServices(serviceDefinitions(), connections, async (services, feedOf) => {
      const verdict = checkLedger(load.lines, await readLog(feedOf('qa')));
      console.log(format('qa', verdict));
      expect(verdict).toEqual({ acked: verdict.acked, lost: 0, phantom: 0, duplicate: 0, order: 0 });
      await expectReadModelsOfLogs(services, feedOf);
    }),
  );
}
