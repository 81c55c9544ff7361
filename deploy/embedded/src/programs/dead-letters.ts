import {
  discardDeadLetter,
  listDeadLetters,
  retryAllDeadLetters,
  retryDeadLetter,
  type RetriedConsumer,
} from '@parlour/kernel/consumer/dead-letters';
import { type Source, sources } from '@parlour/contracts/envelope';
import { eventTypes } from '@parlour/contracts/event-types';
import { Commands } from '@parlour/kernel/log/commands';
import type { ReadFeed } from '@parlour/kernel/log/feed';
import { consumersOf } from '@parlour/kernel/service/service-module';
import { type OpenedService, serviceOf, withStartedServices } from '../opened-services.ts';
import { serviceDefinitions } from '../service-definitions.ts';
import { callOf, parsedWords, runTool } from '../tool.ts';

const usage = `${callOf('dead-letters')} list | retry <service> <id> | retry --all | discard <service> <id>`;

interface Task {
  readonly what: 'list' | 'retry' | 'discard';
  /** One parked event; without it, all are meant. */
  readonly letter?: { readonly source: Source; readonly id: number };
}

const { what, letter } = parsedWords(usage, ([task, service, given, ...more]): Task | string => {
  if (task !== 'list' && task !== 'retry' && task !== 'discard')
    return task === undefined ? 'A command is missing.' : `There is no command "${task}".`;
  const isAll = task === 'list' ? service === undefined : task === 'retry' && service === '--all';
  if (isAll && given === undefined) return { what: task };
  if (task === 'list') return 'list takes no other word.';
  const source = sources.find((each) => each === service);
  if (source === undefined)
    return service === undefined ? `${task} needs a service.` : `There is no service "${service}".`;
  if (!/^\d{1,15}$/.test(given ?? '') || more.length > 0) return `${task} needs the id of one event, as list shows it.`;
  return { what: task, letter: { source, id: Number(given) } };
});

await runTool(async ({ connections, files }) =>
  withStartedServices(serviceDefinitions(undefined, files), connections, async (services, feedOf) => {
    if (what === 'list') return list(services);
    if (letter === undefined) return retryAll(services, feedOf);
    const service = serviceOf(services, letter.source);
    return what === 'retry' ? retry(service, letter.id, feedOf) : discard(service, letter.id);
  }),
);

async function list(services: readonly OpenedService[]): Promise<number> {
  let listed = 0;
  for (const { definition, database } of services) {
    for (const letter of await listDeadLetters(database)) {
      listed += 1;
      const where = `${definition.source} ${letter.id}  ${letter.consumer} at ${letter.position}`;
      console.log(`${where}  ${letter.type} of ${letter.orderingKey}, parked ${letter.parkedAt}: ${letter.failure}`);
    }
  }
  console.log(listed === 0 ? 'No event is parked.' : `${listed} parked. ${usage}`);
  return 0;
}

type FeedOf = (source: Source) => ReadFeed;

function retriedConsumers({ definition, database, log }: OpenedService, feedOf: FeedOf): RetriedConsumer[] {
  const commands = new Commands(log);
  return consumersOf(definition, { commands, database }).map((consumer) => ({
    definition: consumer,
    types: eventTypes[consumer.source],
    feed: feedOf(consumer.source),
  }));
}

async function retryAll(services: readonly OpenedService[], feedOf: FeedOf): Promise<number> {
  let failed = 0;
  for (const service of services) {
    const { handled, failures } = await retryAllDeadLetters(service.database, retriedConsumers(service, feedOf));
    if (handled > 0) console.log(`${service.definition.source}: ${handled} handled.`);
    for (const { letter, failure } of failures) {
      failed += 1;
      console.error(
        `${service.definition.source} ${letter.id} (${letter.orderingKey}) stays parked: ${String(failure)}`,
      );
    }
  }
  if (failed === 0) console.log('No event is parked any more.');
  return failed === 0 ? 0 : 1;
}

async function retry(service: OpenedService, id: number, feedOf: FeedOf): Promise<number> {
  const handled = await retryDeadLetter(service.database, id, retriedConsumers(service, feedOf));
  console.log(handled === 0 ? `There is no parked event ${id}.` : `${handled} handled.`);
  return handled === 0 ? 1 : 0;
}

async function discard({ database }: OpenedService, id: number): Promise<number> {
  const outcome = await discardDeadLetter(database, id);
  console.log(
    {
      discarded: `Event ${id} is given up.`,
      kept: `Event ${id} erases texts, which would stay: retry it, or discard only the events before it.`,
      unknown: `There is no parked event ${id}.`,
    }[outcome],
  );
  return outcome === 'discarded' ? 0 : 1;
}
