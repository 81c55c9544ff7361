import type { Source } from '@parlour/contracts/envelope';
import type { ConsumerStateWire } from '@parlour/contracts/site';
import type { RunningConsumer } from '../consumer/running-consumers.ts';
import { type Database, statement } from '../database/database.ts';
import type { Relay } from '../log/relay.ts';
import { consumerLag, deadLetters, failedMeasures, measureWhenAsked, relayLag, relayLeads } from './metrics.ts';

const letters = statement(
  'metrics.letters',
  'select consumer, count(*)::int as parked from dead_letters group by consumer',
);

/** How far each consumer of a service has come, and what it could not handle. */
export async function readConsumers(
  database: Database,
  consumers: readonly Pick<RunningConsumer, 'definition' | 'lagOf' | 'parts'>[],
): Promise<readonly ConsumerStateWire[]> {
  const parked = await database.query<{ consumer: string; parked: number }>(letters);
  const states: ConsumerStateWire[] = [];
  for (const consumer of consumers) {
    for (const part of consumer.parts) {
      states.push({
        name: part.name,
        source: consumer.definition.source,
        lag: (await consumer.lagOf(part)) ?? null,
        deadLetters: parked.find((row) => row.consumer === part.name)?.parked ?? 0,
      });
    }
  }
  return states;
}

/** The parts of a running service that are measured. */
export interface MeasuredService {
  readonly source: Source;
  readonly database: Database;
  readonly relay: Relay;
  readonly consumers: readonly RunningConsumer[];
}

/**
 * Measures a service's lag whenever metrics are asked for. Returns how to stop, which also removes
 * its series.
 */
export function measureService({ source: service, database, relay, consumers }: MeasuredService): () => void {
  const forget = (): void => {
    relayLag.remove({ service });
    for (const { definition, parts } of consumers) {
      const { source } = definition;
      for (const { name: consumer } of parts) {
        consumerLag.remove({ service, consumer, source });
        deadLetters.remove({ service, consumer });
      }
    }
  };
  const measure = async (): Promise<void> => {
    relayLeads.set({ service }, relay.isLeading ? 1 : 0);
    try {
      relayLag.set({ service }, await relay.lag());
      for (const { name: consumer, source, lag, deadLetters: parked } of await readConsumers(database, consumers)) {
        const labels = { service, consumer, source };
        if (lag === null) consumerLag.remove(labels);
        else consumerLag.set(labels, lag);
        deadLetters.set({ service, consumer }, parked);
      }
    } catch {
      // The last value may be wrong by now.
      forget();
      failedMeasures.inc({ service });
    }
  };
  const stop = measureWhenAsked(measure);
  return () => {
    stop();
    forget();
    relayLeads.remove({ service });
  };
}
