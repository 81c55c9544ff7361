import { idOf, personOf } from '@parlour/kernel/testing/people';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Actor, operator } from '@parlour/contracts/envelope';
import type { Reportable, ReportAction, ReportResolved } from '@parlour/contracts/communities/reports';
import { type NotificationsWorld, startNotifications } from './testing/notifications-world.ts';

let world: NotificationsWorld;
const [ann, ben, cay, mia] = ['Ann', 'Ben', 'Cay', 'Mia'].map(personOf) as [Actor, Actor, Actor, Actor];

beforeAll(async () => {
  world = await startNotifications();
  await world.join(ann, ben, cay, mia);
});
afterAll(() => world.close());

function resolved(action: ReportAction, type: Reportable, placeId: string, id = idOf(type)): ReportResolved {
  const text = action === 'warn' ? 'Please stop' : null;
  const people = { personId: ben.id, by: mia.id, reporters: [ann.id, cay.id] };
  return {
    type: 'ReportResolved',
    data: { caseId: idOf('case'), thing: { type, id }, placeId, communityId: null, ...people, action, text },
  };
}

test('[BM-24, M-22] whoever reported is told the outcome, also by somebody they have blocked', async () => {
  await world.publish('identity', { type: 'UserBlocked', data: { blockerId: ann.id, blockedId: mia.id } });
  const question = await world.ask(ben, { title: 'Why?' });
  await world.publish(
    'communities',
    resolved('remove', 'answer', question, idOf('answer')),
    resolved('dismiss', 'person', ben.id),
    resolved('suspend', 'message', 'global', idOf('message')),
  );
  for (const reporter of [ann, cay]) {
    expect((await world.list(reporter)).rows).toMatchObject([
      {
        ...{ type: 'report', id: 'global', messageId: idOf('message'), reported: 'message' },
        message: 'We reviewed your report of a message: the person was suspended',
      },
      {
        ...{ type: 'report', id: ben.name, actor: mia.name, reported: 'person' },
        message: 'We reviewed your report of a person: no action was taken',
      },
      {
        ...{ type: 'report', id: question, answerId: idOf('answer'), reported: 'answer' },
        message: 'We reviewed your report of an answer: it was removed',
      },
    ]);
  }
  expect(await world.texts(ben)).toEqual([]);
});

test('[BM-24, BM-25] whoever is warned is told of what and why, and of no report', async () => {
  const question = await world.ask(ben, { title: 'What for?' });
  const community = idOf('community');
  await world.call('notifications.changePreferences', { wanted: ['answer'] }, { as: ben });
  await world.publish(
    'communities',
    resolved('warn', 'question', question, question),
    resolved('warn', 'poll', community),
    resolved('warn', 'person', ben.id),
  );
  expect((await world.list(ben)).rows).toMatchObject([
    { type: 'moderated', id: ben.name, message: 'You were warned about your profile: Please stop', reported: 'person' },
    { type: 'moderated', id: community, message: 'You were warned about your poll: Please stop', reported: 'poll' },
    {
      ...{ type: 'moderated', id: question, actor: mia.name, users: [ben.name], reported: 'question' },
      message: 'You were warned about your question: Please stop',
    },
  ]);
  expect((await world.texts(ann))[0]).toBe('We reviewed your report of a person: the person was warned');
});

test('[BM-25, N-16] a warning stays where its receiver may no longer see the question, without its title', async () => {
  await world.publish('identity', { type: 'UserFollowed', data: { followerId: cay.id, followedId: ann.id } });
  const question = await world.ask(ann, { title: 'Secret?', onlyFollowers: true });
  for (const type of ['answer', 'comment'] as const) {
    const warning = resolved('warn', type, question);
    await world.publish('communities', { ...warning, data: { ...warning.data, personId: cay.id, reporters: [] } });
  }
  await world.publish('identity', { type: 'UserUnfollowed', data: { followerId: cay.id, followedId: ann.id } });
  expect((await world.texts(cay)).slice(0, 2)).toEqual([
    'You were warned about your comment: Please stop',
    'You were warned about your answer: Please stop',
  ]);
});

test('[BM-55, U-18] whoever is renamed is told, by their name of today; nobody opts out of it', async () => {
  const [dan, eve] = [personOf('Dan'), personOf('Eve')];
  await world.join(dan, eve);
  await world.call('notifications.changePreferences', { wanted: ['answer'] }, { as: dan });
  const renamed = (name: string, formerName: string, actor: string) => {
    const data = { userId: dan.id, name, formerName, reason: 'Asked for it' };
    const meta = { commandId: idOf(name), actor, correlationId: 'test', causationId: null };
    return { type: 'UserRenamed', data, meta } as const;
  };
  // On the server, then by themselves.
  await world.publish('identity', renamed('Daniel', 'Dan', operator.id), renamed('Danilo', 'Daniel', dan.id));
  expect((await world.list(dan)).rows).toMatchObject([
    {
      ...{ type: 'moderated', id: 'Danilo', actor: 'operator', reported: 'person' },
      message: 'An operator changed your username to Danilo',
    },
  ]);
  expect(await world.texts(eve)).toEqual([]);
  const stored = JSON.stringify(await world.sql(`select data from events where type = 'Notified'`));
  for (const text of ['Asked', 'Dan']) expect(stored).not.toContain(text);
});
