import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Source } from '@parlour/contracts/envelope';
import { createPlace, type Place } from '@parlour/embedded/testing/whole-site';
import { testPostgres } from '@parlour/kernel/testing/postgres';
import { prepareDatabase } from './database-preparation.ts';

// The embedded bus is not durable, so that `published` stays where it was while a site runs as one
// process. Relays of the distributed shape begin there.

describe('a site that becomes several processes', () => {
  let place: Place;

  beforeAll(async () => {
    place = await createPlace();
    await prepare(false);
  });
  afterAll(() => place.drop());

  async function prepare(alone: boolean): Promise<void> {
    await prepareDatabase({ admin: place.admin, database: place.name, passwords: testPostgres().passwords, alone });
  }

  async function published(source: Source): Promise<number | undefined> {
    const [head] = await place.sql<{ published: number }>(source, 'select published from head');
    return head?.published;
  }

  it('publishes nothing again of what happened in one process, before or after it was several', async () => {
    await place.sql('qa', 'update head set position = 21');
    await place.sql('games', 'update head set position = 9, published = 4');
    await prepare(true);
    expect([await published('qa'), await published('games')]).toEqual([21, 9]);
  });

  it('still publishes what relays that may be running have not published yet', async () => {
    await place.sql('qa', 'update head set position = 30, published = 21');
    await prepare(false);
    expect(await published('qa')).toBe(21);
  });
});
