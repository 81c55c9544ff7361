import { type Source, sources } from '@parlour/contracts/envelope';
import { eventTypes } from '@parlour/contracts/event-types';
import { knownTables } from '@parlour/deployment/backup/backup-tables';
import type { FileStore } from '@parlour/deployment/files/file-store';
import { statement } from '@parlour/kernel/database/database';
import { Commands } from '@parlour/kernel/log/commands';
import { consumersOf } from '@parlour/kernel/service/service-module';
import { createThrowawayDatabase, type ThrowawayDatabase } from '@parlour/kernel/testing/postgres';
import { waitForProjections } from '@parlour/kernel/testing/projections';
import { readTables } from '@parlour/kernel/testing/view-contract';
import { rebuildView } from '@parlour/kernel/view/rebuild';
import { type OpenedService, type OpenedServices, openServices } from '../opened-services.ts';
import { serviceDefinitions } from '../service-definitions.ts';
import { type AllServices, startAllServices } from './all-services.ts';

/** The database of a whole site, with a schema for each service, and a tool that has it open. */
export interface Place extends ThrowawayDatabase<Source> {
  /** The services, opened as a tool does. Opening them takes longer than most of what tests do. */
  tool(): Promise<OpenedServices>;
  /** Runs a statement on the schema of a service, whether the site runs or not. */
  sql<Row extends object>(source: Source, text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** Creates an empty database for a whole site. */
export async function createPlace(): Promise<Place> {
  const database = await createThrowawayDatabase<Source>({ sources });
  let opened: Promise<OpenedServices> | undefined;
  const names = new Map<string, string>();
  const tool = () => (opened ??= openServices(serviceDefinitions(), database.connections));
  return {
    ...database,
    tool,
    async sql(source, text, values = []) {
      if (!names.has(text)) names.set(text, `test.${names.size}`);
      return (await tool()).of(source).database.query(statement(names.get(text)!, text), values);
    },
    async drop() {
      await (await opened)?.close();
      await database.drop();
    },
  };
}

/** Runs the services of a site, for as long as `use` takes. */
export async function running<Result>(
  place: Place,
  use: (services: AllServices) => Promise<Result>,
  store: FileStore | null = null,
): Promise<Result> {
  const services = await startAllServices(place.connections, store);
  try {
    return await use(services);
  } finally {
    await services.close();
  }
}

/** Waits until every consumer has handled every log. */
export async function drained(place: Place): Promise<void> {
  const { services, of } = await place.tool();
  for (const { definition, database, log } of services) {
    const commands = new Commands(log);
    for (const { source, parts } of consumersOf(definition, { commands, database })) {
      for (const { name } of parts) await waitForProjections(of(source).database, database, name);
    }
  }
}

/** The rows of the tables of every service. */
export type Contents = Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>;

/** The tables of every service, as rows of JSON. */
export async function contentsOf(
  place: Place,
  tablesOf: (service: OpenedService) => readonly string[],
): Promise<Contents> {
  const { services } = await place.tool();
  const found = services.map(async (service) => {
    const rows = await readTables(service.database, tablesOf(service));
    return [service.definition.source, rows] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

/** The content of every table of every service, as one text. */
export async function everythingIn(place: Place): Promise<string> {
  return JSON.stringify(await contentsOf(place, ({ definition }) => knownTables(definition)));
}

/** The tables of a service's read models. */
export function readModels({ definition }: OpenedService): readonly string[] {
  return definition.views.flatMap((view) => view.tables);
}

/** Rebuilds every read model from its log. */
export async function rebuildViews(place: Place): Promise<void> {
  const { services, feedOf } = await place.tool();
  for (const { definition, database } of services) {
    for (const view of definition.views) {
      const { source } = view;
      await rebuildView(view, source === definition.source, database, feedOf(source), eventTypes[source]);
    }
  }
}
