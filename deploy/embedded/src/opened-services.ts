import type { Source } from '@parlour/contracts/envelope';
import { type DatabaseLimits, statement } from '@parlour/kernel/database/database';
import { createLogger } from '@parlour/kernel/logging/logger';
import type { ReadFeed } from '@parlour/kernel/log/feed';
import type { ConnectionOptions } from '@parlour/kernel/database/connection-options';
import { openService, type ServiceDefinition } from '@parlour/kernel/service/service-module';

import { StartError } from './start-error.ts';

/** A service's database and log, opened for a tool; it does not serve. */
export type OpenedService = { readonly definition: ServiceDefinition } & Awaited<ReturnType<typeof openService>>;

/**
 * Only the operator waits for a tool, and the machine may be busy; only locks would delay others.
 */
const databaseLimits: DatabaseLimits = { connectMs: 30_000, statementMs: 30_000, lockMs: 3_000, idleMs: 10_000 };

/** The opened service that owns this log. */
export function serviceOf(services: readonly OpenedService[], source: Source): OpenedService {
  const found = services.find(({ definition }) => definition.source === source);
  if (!found) throw new Error(`the service ${source} is not open`);
  return found;
}

/** Services opened for a tool. */
export interface OpenedServices {
  readonly services: readonly OpenedService[];
  readonly of: (source: Source) => OpenedService;
  /** Reads a log directly from its database. */
  readonly feedOf: (source: Source) => ReadFeed;
  readonly close: () => Promise<void>;
}

/** Opens services for a tool. */
export async function openServices(
  definitions: readonly ServiceDefinition[],
  connections: Record<Source, ConnectionOptions>,
): Promise<OpenedServices> {
  const services: OpenedService[] = [];
  const close = async () => void (await Promise.all(services.map(({ database }) => database.close())));
  try {
    for (const definition of definitions) {
      const logger = createLogger(`${definition.source} tool`, { level: 'warn' });
      const connection = connections[definition.source];
      services.push({ definition, ...(await openService(definition, { connection, logger, databaseLimits })) });
    }
  } catch (failure) {
    await close();
    throw failure;
  }
  const of = (source: Source): OpenedService => serviceOf(services, source);
  return { services, of, feedOf: (source) => (after, limit) => of(source).log.read(after, limit), close };
}

type UseOfServices<Result> = (
  services: readonly OpenedService[],
  feedOf: (source: Source) => ReadFeed,
) => Promise<Result>;

/** Opens services for a tool, and closes them after `use`. */
export async function withServices<Result>(
  definitions: readonly ServiceDefinition[],
  connections: Record<Source, ConnectionOptions>,
  use: UseOfServices<Result>,
): Promise<Result> {
  const { services, feedOf, close } = await openServices(definitions, connections);
  try {
    return await use(services, feedOf);
  } finally {
    await close();
  }
}

const hasLog = statement('tool.hasLog', `select to_regclass('head') is not null as made`);

/**
 * As `withServices`, for tools that need the tables of every service.
 * @throws {StartError} when the first start of the site has not made them
 */
export async function withStartedServices<Result>(
  definitions: readonly ServiceDefinition[],
  connections: Record<Source, ConnectionOptions>,
  use: UseOfServices<Result>,
): Promise<Result> {
  return withServices(definitions, connections, async (services, feedOf) => {
    for (const { definition, database } of services) {
      const [log] = await database.query<{ made: boolean }>(hasLog);
      if (log?.made) continue;
      throw new StartError(`The schema of ${definition.source} is empty: start Parlour first, until it is ready.`);
    }
    return use(services, feedOf);
  });
}
