import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Database, openDatabase, statement } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { createThrowawayDatabase, type ThrowawayDatabase } from '../testing/postgres.ts';
import { silentLogger } from '../testing/silent-logger.ts';
import { SearchMarks1764210000000, SearchWords1762320000000 } from './search-words.migrations.ts';

let place: ThrowawayDatabase<'qa'>;
let database: Database;
beforeAll(async () => {
  place = await createThrowawayDatabase({ sources: ['qa'] });
  database = await withMigrations(SearchWords1762320000000);
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
  // Before the migration that limits them: a site from before searches makes its indexes here.
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

  it('are the same with and without the limit, which sites that had searches before get later', async () => {
    const texts = [
      'Café, cafe\u0301, CAFE\u0301 and \u212Bngstro\u0308m; Việt Nam; \u1E9B\u0323',
      'שָׁלוֹם עֲלֵיכֶם, السَّلَامُ عَلَيْكُمْ, नमस्ते, ภาษาไทย, 한국어, \u1112\u1161\u11AB, 漢字かな\u3099',
      `one a${marks} two`,
      `${marks}\n${marks}`,
      '**Bold** `code` [link](https://example.org)',
    ];
    const tooMany = [`a${marks}\u05B4`];
    const [limited, cut] = [await read(texts), await read(tooMany)];
    await database.close();
    database = await withMigrations(SearchWords1762320000000, SearchMarks1764210000000);
    // As those sites are.
    await database.dataSource.undoLastMigration();
    expect(await read(texts)).toEqual(limited);
    expect(await read(tooMany)).not.toEqual(cut);
    await migrate(database);
    expect(await read(tooMany)).toEqual(cut);
  });
});
