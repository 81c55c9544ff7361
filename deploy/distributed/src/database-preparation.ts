import { sources, type Source } from '@parlour/contracts/envelope';
import { serviceDefinitions } from '@parlour/embedded/service-definitions';
import { statement } from '@parlour/kernel/database/database';
import { migrate } from '@parlour/kernel/database/migrate';
import { createLogger } from '@parlour/kernel/logging/logger';
import type { ConnectionOptions } from '@parlour/kernel/database/connection-options';
import { provisionDatabase } from '@parlour/deployment/postgres/provision';
import { openService } from '@parlour/kernel/service/service-module';

// Events committed while the site ran as one process were already applied there; publishing them
// would repeat them.
const publishedElsewhere = statement(
  'preparation.publishedElsewhere',
  'update head set published = position where published < position and (published = 0 or $1)',
);

/** The settings for preparing a database. */
export interface DatabasePreparation {
  /** A superuser. */
  readonly admin: ConnectionOptions;
  readonly database: string;
  readonly passwords: Readonly<Record<Source, string>>;
  /**
   * True if no service is running: then Kafka need not catch up, because consumers begin with the
   * owners' feeds.
   */
  readonly alone: boolean;
}

/**
 * Creates roles and schemas, runs every service's migrations, and starts Kafka at the log's head;
 * idempotent.
 * @returns how each service connects
 * @throws {ConfigurationError} naming every fault of the environment
 */
export async function prepareDatabase(preparation: DatabasePreparation): Promise<Record<Source, ConnectionOptions>> {
  const { admin, database, passwords, alone } = preparation;
  // Tables need no store of files.
  const definitions = serviceDefinitions(undefined, null);
  const roles = sources.map((source) => ({ source, password: passwords[source] }));
  const connections = await provisionDatabase(admin, { database, roles });
  for (const definition of definitions) {
    const logger = createLogger(`${definition.source} migrations`, { level: 'warn' });
    const opened = await openService(definition, { connection: connections[definition.source], logger });
    try {
      await migrate(opened.database);
      await opened.database.query(publishedElsewhere, [alone]);
    } finally {
      await opened.database.close();
    }
  }
  return connections;
}
