import type { Source } from '@parlour/contracts/envelope';
import { createLogger } from '@parlour/kernel/logging/logger';
import type { ReadFeed } from '@parlour/kernel/log/feed';
import type { ConnectionOptions } from '@parlour/kernel/postgres/connection-options';
import { openService, type ServiceDefinition } from '@parlour/kernel/service/service-module';

/** A service's database and log, opened for a tool; nothing of it serves. */
export type OpenedService = { readonly definition: ServiceDefinition } & Awaited<ReturnType<typeof openService>>;

/** Opens every service for a tool, and closes them when `use` is through. Logs are read from their databases, whoever owns them. */
export async function withServices<Result>(
  definitions: readonly ServiceDefinition[],
  connections: Record<Source, ConnectionOptions>,
  use: (services: readonly OpenedService[], feedOf: (source: Source) => ReadFeed) => Promise<Result>,
): Promise<Result> {
  const opened: OpenedService[] = [];
  try {
    for (const definition of definitions) {
      const logger = createLogger(`${definition.source} tool`, { level: 'warn' });
      opened.push({
        definition,
        ...(await openService(definition, { connection: connections[definition.source], logger })),
      });
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
