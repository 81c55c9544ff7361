import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sources } from '@parlour/contracts/envelope';
import { printed, type SentStatements, statementsSentBy } from '@parlour/kernel/testing/sent-statements';
import { fillSchemas, keptVersions, readKept } from './testing/kept/kept-data.ts';
import { readAs, rightsConfirmed } from './testing/kept/read-site.ts';
import { names, passwordOf } from './testing/kept/site.ts';
import { createPlace, type Place, running } from './testing/whole-site.ts';

// The SQL of every read, with its fragments in place: __snapshots__/reads.int.spec.ts.snap. Paste
// one into psql after `explain (generic_plan)`. After a change: npm run test:int -- reads.int -u

expect.addSnapshotSerializer({ test: (value) => typeof value === 'string', serialize: (value) => String(value) });

describe('the statements that all reads of', () => {
  let place: Place;
  let sent: SentStatements;

  beforeAll(async () => {
    place = await createPlace();
    const [version] = keptVersions();
    const kept = await readKept(version!); // there is one at least
    await fillSchemas(place, kept);
    sent = await running(place, async (services) => {
      await rightsConfirmed(services, kept.ids);
      const people = await Promise.all(names.slice(0, 3).map((name) => services.login(name, passwordOf(name))));
      return statementsSentBy(async () => {
        for (const person of people) await readAs(services, person, kept.ids);
      });
    });
  });
  afterAll(() => place.drop());

  it.each(sources)('%s send', (source) => {
    expect(printed(sent.get(source)!)).toMatchSnapshot(); // every service answers reads
  });

  it('any service send: as printed, PostgreSQL can plan them', async () => {
    for (const { definition, database } of (await place.tool()).services) {
      for (const statement of sent.get(definition.source)!) {
        await database.dataSource.query(`explain (generic_plan)\n${printed([statement])}`);
      }
    }
  });
});
