import { type Source, sources } from '@parlour/contracts/envelope';
import { Commands } from '@parlour/kernel/log/commands';
import { consumersOf } from '@parlour/kernel/service/service-module';
import { createThrowawayDatabase, type ThrowawayDatabase } from '@parlour/kernel/testing/postgres';
import { waitForProjections } from '@parlour/kernel/testing/projections';
import { readTables } from '@parlour/kernel/testing/view-contract';
import { type OpenedService, withServices } from '../opened-services.ts';
import { serviceDefinitions } from '../service-definitions.ts';
import { type AllServices, startAllServices } from './all-services.ts';

/** The database of a whole site, with an empty schema for each service. */
export type Place = ThrowawayDatabase<Source>;

/** Creates an empty database for a whole site. */
export function createPlace(): Promise<Place> {
  return createThrowawayDatabase<Source>({ sources });
}

/** Opens the services of a site as a tool does, for as long as `use` takes. */
export function withTool<Result>(
  place: Place,
  use: (services: readonly OpenedService[]) => Promise<Result>,
): Promise<Result> {
  return withServices(serviceDefinitions(), place.connections, use);
}

/** Runs the services of a site, for as long as `use` takes. */
export async function running<Result>(place: Place, use: (services: AllServices) => Promise<Result>): Promise<Result> {
  const services = await startAllServices(place.connections);
  try {
    return await use(services);
  } finally {
    await services.close();
  }
}

/** Waits until every consumer has handled every log. */
export async function drained(place: Place): Promise<void> {
  await withTool(place, async (services) => {
    for (const { definition, database, log } of services) {
      const commands = new Commands(log, database, log.types);
      for (const { source, parts } of consumersOf(definition, { commands, database })) {
        const owner = services.find((service) => service.definition.source === source);
        for (const { name } of parts) await waitForProjections(owner!.database, database, name);
      }
    }
  });
}

/** The rows of the tables of every service. */
export type Contents = Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>;

/** The tables of every service, as rows of JSON. */
export async function contentsOf(
  place: Place,
  tablesOf: (service: OpenedService) => readonly string[],
): Promise<Contents> {
  return withTool(place, async (services) => {
    const found: Record<string, Record<string, unknown[]>> = {};
    for (const service of services) {
      found[service.definition.source] = await readTables(service.database, tablesOf(service));
    }
    return found;
  });
}

/** The tables of a service's read models. */
export function readModels({ definition }: OpenedService): readonly string[] {
  return definition.views.flatMap((view) => view.tables);
}
