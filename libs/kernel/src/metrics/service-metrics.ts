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
      const parked = await database.query<{ consumer: string; parked: number }>(letters);
      for (const consumer of consumers) {
        const { source } = consumer.definition;
        for (const part of consumer.parts) {
          const labels = { service, consumer: part.name, source };
          const lag = await consumer.lagOf(part);
          if (lag === undefined) consumerLag.remove(labels);
          else consumerLag.set(labels, lag);
          const letter = parked.find((row) => row.consumer === part.name);
          deadLetters.set({ service, consumer: part.name }, letter?.parked ?? 0);
        }
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
