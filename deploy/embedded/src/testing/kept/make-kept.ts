import { expect, test } from '@jest/globals';
import { sources } from '@parlour/contracts/envelope';
import { takeBackup } from '@parlour/deployment/backup/take-backup';
import { until } from '@parlour/kernel/testing/until';
import { eventTypes } from '@parlour/contracts/event-types';
import { serviceDefinitions } from '../../service-definitions.ts';
import { createPlace, drained, running } from '../whole-site.ts';
import { backupOf, readSchemas, writeKept } from './kept-data.ts';
import { readSite, rightsConfirmed } from './read-site.ts';
import { makeSite } from './site.ts';
import { agePoll, keepPollsOpen } from './site-changes.ts';

// Makes the data of the version that is checked out, see README.md. Run by Jest, which compiles the
// services; no tier includes it.

test('makes a site and keeps its data', async () => {
  const version = process.env['PARLOUR_KEPT'];
  if (!version) throw new Error('PARLOUR_KEPT names the version');
  const place = await createPlace();
  const ids = await running(place, (services) => makeSite(services, place));
  await keepPollsOpen(place);
  await agePoll(place);
  const replies = await running(place, async (services) => {
    await rightsConfirmed(services, ids);
    await until('a removed poll is erased', async () => {
      const erased = await place.sql('communities', `select from events where type = 'PostErased'`);
      return erased.length === 1;
    });
    await until('a forgotten password is looked up', async () => {
      const asked = await place.sql('identity', `select from events where type = 'PasswordResetRequested'`);
      return asked.length === 1;
    });
    // A first view of a question is an event, so everything is read twice.
    await readSite(services, ids);
    await drained(place);
    return readSite(services, ids);
  });
  await takeBackup(backupOf(version), serviceDefinitions(), place.connections, null);
  const schemas = await readSchemas(place);
  await writeKept(version, { ids, replies, schemas });
  await place.drop();
  const missing = sources.flatMap((source) => {
    const kept = schemas[source]!.rows['events'] as readonly { readonly type: string }[]; // as every service has them
    return Object.keys(eventTypes[source].versions).filter((type) => !kept.some((event) => event.type === type));
  });
  expect(missing).toEqual([]);
}, 300_000);
