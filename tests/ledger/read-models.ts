import { expect } from '@jest/globals';
import type { Source } from '@parlour/contracts/envelope';
import { type OpenedService, withServices } from '@parlour/embedded/opened-services';
import { serviceDefinitions } from '@parlour/embedded/service-definitions';
import { withSiteDatabase } from '@parlour/embedded/site-database';
import { eventTypes } from '@parlour/contracts/event-types';
import type { ReadFeed } from '@parlour/kernel/log/feed';
import { rebuildView } from '@parlour/kernel/view/rebuild';
import { tableContents } from './table-contents.ts';

/**
 * Fills every read model of a site anew from its log, which must give what was served.
 * Source: docs/design/reliability.md#the-ledger.
 */
export async function expectReadModelsOfLogs(
  services: readonly OpenedService[],
  feedOf: (source: Source) => ReadFeed,
): Promise<void> {
  for (const { definition, database } of services) {
    for (const view of definition.views) {
      const served = await tableContents(database, view.tables);
      const own = view.source === definition.source;
      await rebuildView(view, own, database, feedOf(view.source), eventTypes[view.source]);
      expect({ [view.name]: await tableContents(database, view.tables) }).toEqual({ [view.name]: served });
    }
  }
}

/** The same for every service of a site that is not running. */
export async function expectReadModelsOfSite(dataDir: string): Promise<void> {
  await withSiteDatabase({ host: '127.0.0.1', port: 0, dataDir }, (connections) =>
    withServices(serviceDefinitions(), connections, expectReadModelsOfLogs),
  );
}
