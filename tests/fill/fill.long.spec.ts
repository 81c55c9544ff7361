import { expect, test } from '@jest/globals';
import { eventTypes } from '@parlour/contracts/event-types';
import { withServices } from '@parlour/embedded/opened-services';
import { serviceDefinitions } from '@parlour/embedded/service-definitions';
import { contentsOf, createPlace, type Place, readModels, withTool } from '@parlour/embedded/testing/whole-site';
import { statement } from '@parlour/kernel/database/database';
import { rebuildView } from '@parlour/kernel/view/rebuild';
import { fillSite } from './fill-site.ts';

const indexes = statement(
  'test.indexes',
  `select indexdef as definition from pg_indexes where schemaname = current_schema() order by 1`,
);

async function indexesOf(place: Place): Promise<Record<string, object[]>> {
  const found: Record<string, object[]> = {};
  await withTool(place, async (services) => {
    for (const { definition, database } of services) found[definition.source] = await database.query(indexes);
  });
  return found;
}

test('a filled site has the rows that its events make, and the indexes of any other', async () => {
  const [place, empty] = [await createPlace(), await createPlace()];
  try {
    await withTool(empty, async (services) => {
      for (const { database } of services) await database.dataSource.runMigrations();
    });
    await withServices(serviceDefinitions(), place.connections, async (services, feedOf) => {
      const size = { people: 40, questions: 300, busyAnswers: 5, chatMessages: 20 };
      const { qa } = await fillSite(services, feedOf, size);
      expect(qa).toBeGreaterThan(size.questions);
      const filled = await contentsOf(place, readModels);
      for (const { definition, database } of services) {
        for (const view of definition.views) {
          const { source } = view;
          await rebuildView(view, source === definition.source, database, feedOf(source), eventTypes[source]);
        }
      }
      expect(await contentsOf(place, readModels)).toEqual(filled);
    });
    expect(await indexesOf(place)).toEqual(await indexesOf(empty));
  } finally {
    for (const each of [place, empty]) await each.drop();
  }
});
