import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { serviceDefinitions } from '@parlour/embedded/service-definitions';
import { withServices } from '@parlour/embedded/opened-services';
import { withSiteDatabase } from '@parlour/embedded/site-database';
import { until } from '@parlour/kernel/testing/until';
import { Person } from '../e2e/person.ts';
import { makeDataFolder, removeDataFolder, startProduct } from '../e2e/product.ts';
import type { Product } from '../e2e/running-product.ts';
import { checkLedger, format, readLog } from './check-log.ts';
import { Load } from './load.ts';
import { Boards } from './moves-under-kills.ts';
import { expectReadModelsOfLogs } from './read-models.ts';

const callers = 8;

/** A site under load whose parts are killed. */
interface Attacked {
  readonly product: () => Product;
  restart(): Promise<void>;
}

/**
 * Kills the whole embedded process under load, repeatedly, and restarts it on the same data, beside
 * the PostgreSQL that it left behind. Then every acknowledged command, including moves, is in the
 * log exactly once, refused ones are not, and each read model equals its log.
 */
export function killUnderLoad(kills: number): Promise<void> {
  return attackUnderLoad(kills, async ({ product, restart }) => {
    await product().end('SIGKILL');
    const orphan = await postmasterOf(product());
    // Throws if there is no such process.
    process.kill(orphan, 0);
    await restart();
    expect(await postmasterOf(product())).not.toBe(orphan);
  });
}

/** The same with PostgreSQL's postmaster only: Parlour keeps running and restarts it. */
export function killPostgresUnderLoad(kills: number): Promise<void> {
  const ended = new Set<number>();
  return attackUnderLoad(kills, async ({ product }) => {
    const { output, pid } = product();
    const postmaster = await postmasterOf(product());
    // A new one each time: the previous one really ended.
    expect(ended).not.toContain(postmaster);
    ended.add(postmaster);
    const backBefore = output.filter((line) => line.includes('PostgreSQL is back')).length;
    process.kill(postmaster, 'SIGKILL');
    await until(
      'PostgreSQL is back',
      () => output.filter((line) => line.includes('PostgreSQL is back')).length > backBefore,
      30_000,
    );
    // Throws if there is no such process.
    process.kill(pid, 0);
  });
}

/** The process of a site's PostgreSQL, from its lock file. */
async function postmasterOf({ dataDir }: Product): Promise<number> {
  const pidFile = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  return Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
}

async function attackUnderLoad(attacks: number, attack: (attacked: Attacked) => Promise<void>): Promise<void> {
  const dataDir = await makeDataFolder();
  let product: Product | undefined;
  try {
    product = await startProduct(dataDir);
    const people = Array.from({ length: callers }, (_, index) => new Person(product!.url, `Caller ${index}`));
    for (const person of people) await person.signUp();
    let url = product.url;
    const load = new Load(people, () => url);
    load.start();
    const boards = await Boards.start(() => url);
    const attacked: Attacked = {
      product: () => product!,
      restart: async () => {
        product = await startProduct(dataDir);
        url = product.url;
      },
    };
    for (let number = 1; number <= attacks; number++) {
      const before = load.lines.filter((line) => line.outcome === 'ok').length;
      // Some work between two kills, each time a different amount.
      const more = 20 + 7 * (number % 5);
      await Promise.all([load.acknowledged(before + more), boards.moved(more)]);
      await attack(attacked);
    }
    await Promise.all([load.stop(), boards.stop()]);
    await product.end();
    await checkSite(dataDir, load, boards);
  } finally {
    await product?.end('SIGKILL');
    await removeDataFolder(dataDir);
  }
}

async function checkSite(dataDir: string, load: Load, boards: Boards): Promise<void> {
  await withSiteDatabase({ host: '127.0.0.1', port: 0, dataDir }, (connections) =>
    withServices(serviceDefinitions(), connections, async (services, feedOf) => {
      const verdict = checkLedger(load.lines, await readLog(feedOf('qa')));
      console.log(format('qa', verdict));
      expect(verdict).toEqual({ acked: verdict.acked, lost: 0, phantom: 0, duplicate: 0, order: 0 });
      await boards.expectKept(feedOf);
      await expectReadModelsOfLogs(services, feedOf);
    }),
  );
}
