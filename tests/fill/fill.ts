import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { serviceOf, withServices } from '@parlour/embedded/opened-services';
import { serviceDefinitions } from '@parlour/embedded/service-definitions';
import { readSettings } from '@parlour/embedded/settings';
import { withSiteDatabase } from '@parlour/embedded/site-database';
import { canonicalName } from '@parlour/contracts/text/checks';
import { statement } from '@parlour/kernel/database/database';
import { fillSite } from './fill-site.ts';

// npm run fill -- --questions 100000 [--people 1000] [--busy-answers 500] [--chat-messages 20000]
// [--viewer NAME]

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '1000' },
    questions: { type: 'string', default: '100000' },
    'busy-answers': { type: 'string', default: '500' },
    'chat-messages': { type: 'string', default: '20000' },
    viewer: { type: 'string' },
  },
});
const findUser = statement('fill.user', 'select id from users where canonical_name = $1');

const { settings, faults } = readSettings(process.env);
if (faults.length > 0) throw new Error(faults.join('\n'));
const began = performance.now();
const written = await withSiteDatabase(
  settings,
  (connections) =>
    withServices(serviceDefinitions(), connections, async (services, feedOf) => {
      const { database } = serviceOf(services, 'identity');
      const [viewer] =
        values.viewer === undefined
          ? []
          : await database.query<{ id: string }>(findUser, [canonicalName(values.viewer)]);
      return fillSite(services, feedOf, {
        people: Number(values.people),
        questions: Number(values.questions),
        busyAnswers: Number(values['busy-answers']),
        chatMessages: Number(values['chat-messages']),
        ...(viewer ? { viewerId: viewer.id } : {}),
      });
    }),
  // Meanwhile read models have no indexes, and the history takes the next positions of the logs.
  { stopped: true, mayBeNew: true },
);
const seconds = (performance.now() - began) / 1_000;
const total = Object.values(written).reduce((sum, count) => sum + count, 0);
console.log(`${JSON.stringify(written)}: ${total} events in ${seconds.toFixed(1)} s`);
