// A relay in its own process, which tests stop and continue. It records what it publishes in the
// table handed_on, in order.
import { createInterface } from 'node:readline';
import { randomUUID } from 'node:crypto';
import { Lease } from '../log/lease.ts';
import { Relay } from '../log/relay.ts';
import type { ConnectionOptions } from '../database/connection-options.ts';
import { Bank } from './bank.ts';
import { RecordingBus } from './recording-bus.ts';
import { silentLogger } from './silent-logger.ts';
import { report, workerArgument } from './worker.ts';

/** The arguments of a leader. */
export interface LeaderArgument {
  readonly connection: ConnectionOptions;
  readonly name: string;
  readonly leaseMs: number;
  /** A send that begins at or above this position waits until it is told to continue. */
  readonly holdAt?: number;
}

/** Its reports: it is running, it is holding a send, it has published live messages. */
export type LeaderLine =
  | { readonly what: 'ready' | 'ended' }
  | { readonly what: 'sending'; readonly from: number }
  | { readonly what: 'published'; readonly upTo: number; readonly epoch: number };

const { connection, name, leaseMs, holdAt = Infinity } = workerArgument<LeaderArgument>();
const bank = await Bank.at(connection, { migrate: false });
const say = (line: LeaderLine): void => report(line);
let goOn = (): void => undefined;
let held = false;

class Handing extends RecordingBus {
  override async publish(...[source, envelopes, live]: Parameters<RecordingBus['publish']>): Promise<void> {
    const from = envelopes[0]?.position ?? 0;
    if (from >= holdAt && !held) {
      held = true;
      say({ what: 'sending', from });
      await new Promise<void>((resolve) => (goOn = resolve));
    }
    await bank.database.query(
      { name: 'leader.hand', text: 'insert into handed_on (who, position) select $1, unnest($2::bigint[])' },
      [name, envelopes.map((envelope) => envelope.position)],
    );
    await super.publish(source, envelopes, live);
  }

  override publishLive(...[batch]: Parameters<RecordingBus['publishLive']>): Promise<void> {
    if (batch.upTo > batch.after) say({ what: 'published', upTo: batch.upTo, epoch: batch.epoch });
    return super.publishLive(batch);
  }
}

const lease = new Lease(bank.database, randomUUID(), leaseMs, silentLogger);
const live = async (): Promise<{ liveMessages: []; endedSessions: [] }> => ({ liveMessages: [], endedSessions: [] });
const relay = new Relay('qa', bank.log, lease, new Handing(true), live, silentLogger, {
  pollMs: 20,
  heartbeatMs: 1_000,
});
await relay.start();
say({ what: 'ready' });
createInterface({ input: process.stdin })
  .on('line', () => goOn())
  .on('close', () => {
    void relay
      .stop()
      .then(() => bank.end())
      .then(() => say({ what: 'ended' }));
  });
