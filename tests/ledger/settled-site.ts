import { expect } from '@jest/globals';
import type { Envelope, Source } from '@parlour/contracts/envelope';
import { type OpenedService, withServices } from '@parlour/embedded/opened-services';
import { serviceDefinitions } from '@parlour/embedded/service-definitions';
import { withSiteDatabase } from '@parlour/embedded/site-database';
import { statement } from '@parlour/kernel/database/database';
import type { ReadFeed } from '@parlour/kernel/log/feed';
import { until } from '@parlour/kernel/testing/until';
import { checkLedger, format, readLog } from './check-log.ts';
import type { LedgerLine } from './load.ts';
import { expectReadModelsOfLogs } from './read-models.ts';

const patienceMs = 60_000;

const head = statement('ledger.head', 'select log_id, position, published from head');
const behind = statement('ledger.behind', 'select consumer from checkpoints where log_id = $1 and position < $2');

interface Head {
  readonly log_id: string;
  readonly position: number;
  readonly published: number;
}

/** Works on the databases of a running site, or of one that is not running. */
export function withSite<Result>(
  dataDir: string,
  use: (services: readonly OpenedService[], feedOf: (source: Source) => ReadFeed) => Promise<Result>,
): Promise<Result> {
  return withSiteDatabase({ host: '127.0.0.1', port: 0, dataDir }, (connections) =>
    withServices(serviceDefinitions(), connections, use),
  );
}

/**
 * Waits until every log of a running distributed site is published, and every reader has handled
 * all of it.
 */
export async function untilSettled(services: readonly OpenedService[]): Promise<void> {
  const positions = async (): Promise<string> => JSON.stringify(await Promise.all(services.map(headOf)));
  await until(
    'every reader has read every log',
    async () => {
      const before = await positions();
      for (const service of services) {
        const { log_id: logId, position, published } = await headOf(service);
        if (published < position) return false;
        for (const { database } of services) {
          if ((await database.query(behind, [logId, position])).length > 0) return false;
        }
      }
      // A policy may have written meanwhile.
      return before === (await positions());
    },
    patienceMs,
  );
}

async function headOf({ database }: OpenedService): Promise<Head> {
  const [row] = await database.query<Head>(head);
  if (!row) throw new Error('the log has no head');
  return row;
}

/**
 * Checks a site, running or not, against the answers callers got: each acknowledged question and
 * message is in its log exactly once, nothing else is, and every read model equals its log. Returns
 * the logs.
 */
export function checkSettledSite(
  dataDir: string,
  lines: readonly LedgerLine[],
): Promise<ReadonlyMap<Source, Envelope[]>> {
  return withSite(dataDir, async (services, feedOf) => {
    await untilSettled(services);
    const logs = new Map<Source, Envelope[]>();
    for (const { definition } of services) logs.set(definition.source, await readLog(feedOf(definition.source)));
    for (const [source, kind] of [
      ['qa', 'question'],
      ['messaging', 'message'],
    ] as const) {
      const own = lines.filter((line) => line.kind === kind);
      const verdict = checkLedger(own, logs.get(source) ?? []);
      console.log(format(source, verdict));
      expect(verdict).toEqual({ acked: own.length, lost: 0, phantom: 0, duplicate: 0, order: 0 });
    }
    await expectReadModelsOfLogs(services, feedOf);
    return logs;
  });
}
