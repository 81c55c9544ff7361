import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { messages } from '@parlour/contracts/messages';
import { notificationTypes } from '@parlour/contracts/notifications/notifications';
import { eventTypes } from '@parlour/contracts/event-types';
import { readTables } from '@parlour/kernel/testing/view-contract';
import { rebuildView } from '@parlour/kernel/view/rebuild';
import { idOf, personOf } from '@parlour/kernel/testing/people';
import { preferencesView } from './preferences/preferences.projection.ts';
import { type NotificationsWorld, postOf, startNotifications } from './testing/notifications-world.ts';

let world: NotificationsWorld;
let ann: Actor, ben: Actor, cay: Actor;
let tests = 0;

beforeAll(async () => {
  world = await startNotifications();
});
afterAll(() => world.close());
beforeEach(async () => {
  tests += 1;
  [ann, ben, cay] = await world.newcomers(tests, 'Ann', 'Ben', 'Cay');
});

/**
 * Causes all types of notifications for Ann: an answer, its acceptance, a comment, a follower, an
 * invitation, a mention, and those of communities.
 */
async function everything(): Promise<void> {
  const question = await world.ask(ann);
  await world.answer(ben, question);
  const host = personOf(`Host${tests}`);
  await world.join(host);
  const asked = await world.ask(host);
  await world.accept(host, asked, await world.answer(ann, asked));
  await world.comment(ben, question);
  const moderated = { by: 'operator', author: ann.id, communityId: null } as const;
  await world.publish('qa', {
    type: 'PostRestored',
    data: { ...postOf('comment', idOf('comment'), question, ann), restoredBy: ben.id, moderated },
  });
  await world.follow(ben, ann);
  await world.publish('games', {
    type: 'PlayersInvited',
    data: { gameId: idOf(`game ${tests}`), gameType: 'Nim', invitedBy: ben.id, userIds: [ann.id] },
  });
  await world.ask(ben, { text: `@${ann.name}` });
  await inCommunities();
}

/**
 * Four events that concern Ann: Cay asks to join her community, she joins Ben's, Ben offers his to
 * her, and resolves her report.
 */
async function inCommunities(): Promise<void> {
  const [own, bens] = [idOf(`own community ${tests}`), idOf(`Ben's community ${tests}`)];
  const create = (communityId: string, owner: Actor) =>
    world.publish('communities', {
      type: 'CommunityCreated',
      data: { communityId, name: communityId, description: '', ownerId: owner.id, visibility: 'private' },
    });
  await create(own, ann);
  await create(bens, ben);
  const changed = { before: 'none', name: 'Bakers' } as const;
  await world.publish('communities', {
    type: 'StandingChanged',
    data: {
      ...{ ...changed, communityId: own, userId: cay.id, standing: 'pending', reason: 'requested', by: cay.id },
      leaders: [ann.id],
    },
  });
  await world.publish('communities', {
    type: 'StandingChanged',
    data: {
      ...{ ...changed, before: 'pending', communityId: bens, userId: ann.id, standing: 'member' },
      ...{ reason: 'approved', by: ben.id },
    },
  });
  await world.publish('communities', {
    type: 'OwnershipOffered',
    data: { communityId: bens, from: ben.id, to: ann.id, name: 'Bakers', changes: 0 },
  });
  const thing = { type: 'person', id: cay.id } as const;
  const people = { personId: cay.id, communityId: null, by: ben.id, reporters: [ann.id] };
  await world.publish('communities', {
    type: 'ReportResolved',
    data: { caseId: idOf(`report ${tests}`), thing, placeId: cay.id, ...people, action: 'dismiss', text: null },
  });
}

const typesOf = async (person: Actor) => (await world.list(person)).rows.map(({ type }) => type).sort();

describe('people who opted out', () => {
  test.each(notificationTypes)('%s are not notified of it, but of everything else', async (unwanted) => {
    const wanted = notificationTypes.filter((type) => type !== unwanted);
    await world.want(ann, ...wanted);
    await everything();
    expect(await typesOf(ann)).toEqual([...wanted].sort());
    expect(await world.unread(ann)).toBe(wanted.length);
  });

  test('of everything get nothing, nor live messages; others are not affected', async () => {
    await world.want(ann);
    const before = (await world.liveMessages()).length;
    await everything();
    expect(await typesOf(ann)).toEqual([]);
    const published = (await world.liveMessages()).slice(before);
    expect(published.filter(({ to }) => to.includes(`user:${ann.id}`))).toEqual([]);
    const question = await world.ask(ann);
    for (const person of [ben, cay]) await world.watch(person, question);
    await world.want(ben, 'comment');
    await world.answer(ann, question);
    expect(await typesOf(ben)).toEqual([]);
    expect(await typesOf(cay)).toEqual(['answer']);
  });

  test('keep earlier notifications, and after opting in get later ones only', async () => {
    await world.follow(ben, ann);
    await world.want(ann, 'comment');
    expect(await world.texts(ann)).toEqual([`${ben.name} is now following you`]);
    expect(await world.unread(ann)).toBe(1);
    await world.follow(cay, ann);
    await world.want(ann, ...notificationTypes);
    expect(await world.texts(ann)).toHaveLength(1);
    await world.unfollow(cay, ann);
    await world.follow(cay, ann);
    expect(await world.texts(ann)).toEqual([cay, ben].map(({ name }) => `${name} is now following you`));
  });
});

describe('a choice', () => {
  test('is everything by default, and is one’s own', async () => {
    expect(await world.wanted(ann)).toEqual(notificationTypes);
    expect(await world.want(ann, 'follower', 'comment')).toEqual(['comment', 'follower']);
    expect(await world.wanted(ann)).toEqual(['comment', 'follower']);
    expect(await world.wanted(ben)).toEqual(notificationTypes);
  });

  test('made again is no event; of an unknown type it is refused and nothing changes', async () => {
    await world.want(ann, 'answer');
    const before = await world.sql('select 1 from events');
    expect(await world.want(ann, 'answer', 'answer')).toEqual(['answer']);
    await expect(world.want(ann, 'comment', 'chat')).rejects.toMatchObject({
      code: 'notification.type',
      message: messages.notificationTypeInvalid,
    });
    expect(await world.wanted(ann)).toEqual(['answer']);
    expect(await world.sql('select 1 from events')).toHaveLength(before.length);
  });

  test('with a used key answers the same, whatever was chosen since', async () => {
    const asked = { as: ann, key: `preferences ${tests}` };
    await world.call('notifications.changePreferences', { wanted: ['answer'] }, asked);
    await world.want(ann, 'comment');
    const { reply } = await world.call('notifications.changePreferences', { wanted: ['answer'] }, asked);
    expect(reply).toEqual({ wanted: ['answer'] });
    expect(await world.wanted(ann)).toEqual(['comment']);
  });

  test('survives a rebuild', async () => {
    await world.want(ann, 'answer');
    await world.want(ben);
    const served = await readTables(world.database, preferencesView.tables);
    const feed = async (after: number, limit: number) =>
      (await world.call('notifications.feed', { after, limit })).reply;
    await rebuildView(preferencesView, true, world.database, feed, eventTypes.notifications);
    expect(await readTables(world.database, preferencesView.tables)).toEqual(served);
    expect(await world.wanted(ben)).toEqual([]);
  });
});
