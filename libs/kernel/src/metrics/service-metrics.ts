import type { Source } from '@parlour/contracts/envelope';
import type { Consumer } from '../consumer/consumer.ts';
import { type Database, statement } from '../database/database.ts';
import type { Relay } from '../log/relay.ts';
import { consumerLag, deadLetters, failedMeasures, measureWhenAsked, relayLag, relayLeads } from './metrics.ts';

const letters = statement(
  'metrics.letters',
  'select consumer, count(*)::int as parked from dead_letters group by consumer',
);

/** The parts of a running service that are measured. */
export interface MeasuredService {
  readonly source: Source;
  readonly database: Database;
  readonly relay: Relay;
  readonly consumers: readonly Consumer[];
}

/**
 * Measures a service's lag whenever metrics are asked for. Returns how to stop, which also removes
 * its series.
 */
export function measureService({ source: service, database, relay, consumers }: MeasuredService): () => void {
  const forget = (): void => {
    relayLag.remove({ service });
    for (const { definition } of consumers) {
      const labels = { service, consumer: definition.name, source: definition.source };
      consumerLag.remove(labels);
      deadLetters.remove({ service, consumer: definition.name });
    }
  };
  const measure = async (): Promise<void> => {
    relayLeads.set({ service }, relay.isLeading ? 1 : 0);
    try {
      relayLag.set({ service }, await relay.lag());
      const parked = await database.query<{ consumer: string; parked: number }>(letters);
      for (const consumer of consumers) {
        const { name, source } = consumer.definition;
        const lag = await consumer.lag();
        if (lag === undefined) consumerLag.remove({ service, consumer: name, source });
        else consumerLag.set({ service, consumer: name, source }, lag);
        deadLetters.set({ service, consumer: name }, parked.find((row) => row.consumer === name)?.parked ?? 0);
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
