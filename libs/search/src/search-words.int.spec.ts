import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase, statement } from '@parlour/kernel/database/database';
import { migrate } from '@parlour/kernel/database/migrate';
import { createThrowawayDatabase, type ThrowawayDatabase } from '@parlour/kernel/testing/postgres';
import { silentLogger } from '@parlour/kernel/testing/silent-logger';
import { SearchWords1795800000001 } from './search-words.migrations.ts';

let place: ThrowawayDatabase<'qa'>;
let database: Database;
beforeAll(async () => {
  place = await createThrowawayDatabase({ sources: ['qa'] });
  database = await withMigrations(SearchWords1795800000001);
});
afterAll(async () => {
  await database.close();
  await place.drop();
});

async function withMigrations(...migrations: (new () => object)[]): Promise<Database> {
  const opened = await openDatabase(place.connections.qa, { entities: [], migrations }, silentLogger, { poolSize: 1 });
  await migrate(opened);
  return opened;
}

/** What an index and an excerpt make of texts. */
async function read(texts: readonly string[]): Promise<object[]> {
  const functions = `select search_terms(t) as terms, search_plain(t) as plain from unnest($1::text[]) with ordinality t (t, n) order by n`;
  return database.query(statement('', functions), [texts]);
}

const marks = '\u0344'.repeat(15) + '\u0316'.repeat(15);

describe('[S-14] words of texts with combining marks', () => {
  it('leave out more in a row than can be put in order', async () => {
    const [expected] = await read(['tide a moon']);
    const more = [`tide a${marks}\u05B4 moon`, `tide a${'\u0344'.repeat(14_999)}${'\u0316'.repeat(15_000)} moon`];
    expect(await read(more)).toEqual([expected, expected]);
  });

  it('leave out those that were not in a row before Markdown was taken from between them', async () => {
    const [expected] = await read(['tide a moon']);
    expect(await read([`tide a${`${marks}\`~*`.repeat(450)} moon`])).toMatchObject([{ plain: 'tide a moon' }]);
    expect(expected).toMatchObject({ plain: 'tide a moon' });
  });
});
