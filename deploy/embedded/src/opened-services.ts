import type { Source } from '@parlour/contracts/envelope';
import type { DatabaseLimits } from '@parlour/kernel/database/database';
import { createLogger } from '@parlour/kernel/logging/logger';
import type { ReadFeed } from '@parlour/kernel/log/feed';
import type { ConnectionOptions } from '@parlour/kernel/postgres/connection-options';
import { openService, type ServiceDefinition } from '@parlour/kernel/service/service-module';

/** A service's database and log, opened for a tool; it does not serve. */
export type OpenedService = { readonly definition: ServiceDefinition } & Awaited<ReturnType<typeof openService>>;

/**
 * Only the operator waits for a tool, and the machine may be busy; only locks would delay others.
 */
const databaseLimits: DatabaseLimits = { connectMs: 30_000, statementMs: 30_000, lockMs: 3_000, idleMs: 10_000 };

/**
 * Opens every service for a tool, and closes them after `use`. Logs are read directly from their
 * databases.
 */
export async function withServices<Result>(
  definitions: readonly ServiceDefinition[],
  connections: Record<Source, ConnectionOptions>,
  use: (services: readonly OpenedService[], feedOf: (source: Source) => ReadFeed) => Promise<Result>,
): Promise<Result> {
  const opened: OpenedService[] = [];
  try {
    for (const definition of definitions) {
      const logger = createLogger(`${definition.source} tool`, { level: 'warn' });
      const connection = connections[definition.source];
      opened.push({ definition, ...(await openService(definition, { connection, logger, databaseLimits })) });
    }
    return await use(opened, (source) => {
      const owner = opened.find(({ definition }) => definition.source === source);
      if (!owner) throw new Error(`no service owns the log ${source}`);
      return (after, limit) => owner.log.read(after, limit);
    });
  } finally {
    await Promise.all(opened.map(({ database }) => database.close()));
  }
}
