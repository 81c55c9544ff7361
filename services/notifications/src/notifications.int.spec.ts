import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { messages } from '@parlour/contracts/messages';
import { eventTypes } from '@parlour/contracts/event-types';
import { readTables } from '@parlour/kernel/testing/view-contract';
import { rebuildView } from '@parlour/kernel/view/rebuild';
import { idOf, personOf } from '@parlour/kernel/testing/people';
import { notificationView } from './notification/notification.projection.ts';
import { readUnread } from './notification/notification.queries.ts';
import { type NotificationsWorld, postOf, startNotifications } from './testing/notifications-world.ts';

let world: NotificationsWorld;
let ann: Actor, ben: Actor, cay: Actor, dan: Actor;
let tests = 0;

beforeAll(async () => {
  world = await startNotifications();
});
afterAll(() => world.close());
beforeEach(async () => {
  tests += 1;
  [ann, ben, cay, dan] = await world.newcomers(tests, 'Ann', 'Ben', 'Cay', 'Dan');
});

const deleted = (person: Actor) => ({ type: 'UserDeleted', data: { userId: person.id } }) as const;

describe('[EN-6, N-2] a notification', () => {
  test('of an answer goes to the asker and the followers of the question, once each, and never to its author', async () => {
    const question = await world.ask(ann, { title: 'Is it raining?' });
    for (const person of [ann, ben, cay]) await world.watch(person, question);
    const answerId = await world.answer(cay, question);
    const text = 'New answer to "Is it raining?"';
    expect((await world.list(ann)).rows).toEqual([
      {
        _id: expect.any(String),
        type: 'answer',
        id: question,
        answerId,
        commentId: null,
        messageId: null,
        reported: null,
        users: [ann.name],
        actor: cay.name,
        message: text,
        notifyDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        isRead: false,
      },
    ]);
    expect(await world.texts(ben)).toEqual([text]);
    for (const nobody of [cay, dan]) expect(await world.texts(nobody)).toEqual([]);
  });

  test('of a comment on a question goes to its asker and followers', async () => {
    const question = await world.ask(ann, { title: 'Sea?' });
    await world.watch(ben, question);
    await world.comment(cay, question);
    await world.comment(ann, question);
    const text = 'New comment on "Sea?"';
    expect((await world.list(ann)).rows).toMatchObject([{ type: 'comment', id: question, message: text }]);
    expect(await world.texts(ben)).toEqual([text, text]);
    expect(await world.texts(cay)).toEqual([]);
  });

  test('of a comment on an answer goes to its author and the followers of the question, not to the asker', async () => {
    const question = await world.ask(ann);
    const answer = await world.answer(ben, question);
    await world.watch(cay, question);
    await world.comment(dan, question, answer);
    expect(await world.texts(ann)).toEqual(['New answer to "Why?"']);
    for (const person of [ben, cay]) {
      expect((await world.list(person)).rows).toMatchObject([{ type: 'comment', id: question }]);
    }
  });

  test('[BA-2, Q-27] of an accepted answer goes to its author, once, and not to the asker', async () => {
    const question = await world.ask(ann, { title: 'Which knot?' });
    const [answer, own] = [await world.answer(ben, question), await world.answer(ann, question)];
    await world.watch(cay, question);
    for (const accepted of [answer, own, answer]) await world.accept(ann, question, accepted);
    expect((await world.list(ben)).rows).toMatchObject([
      {
        type: 'accepted',
        id: question,
        answerId: answer,
        actor: ann.name,
        message: 'Your answer to "Which knot?" was accepted',
      },
    ]);
    expect(await world.texts(cay)).toEqual([]);
    expect(await world.texts(ann)).toEqual(['New answer to "Which knot?"']);
  });

  test('[BA-2] of an accepted answer does not reach an author who may no longer see the question', async () => {
    await world.follow(ben, ann);
    const question = await world.ask(ann, { onlyFollowers: true });
    const answer = await world.answer(ben, question);
    await world.unfollow(ben, ann);
    await world.accept(ann, question, answer);
    expect(await world.texts(ben)).toEqual([]);
    // Nor is it kept until they may see it.
    await world.follow(ben, ann);
    expect(await world.texts(ben)).toEqual([]);
  });

  test('never goes to people who unfollowed', async () => {
    const question = await world.ask(ann);
    await world.watch(ben, question);
    await world.publish('qa', { type: 'QuestionUnfollowed', data: { questionId: question, userId: ben.id } });
    await world.answer(cay, question);
    expect(await world.texts(ben)).toEqual([]);
  });

  test('of a follower goes to the followed person, and links to the follower', async () => {
    await world.follow(ben, ann);
    expect((await world.list(ann)).rows).toMatchObject([
      { type: 'follower', id: ben.name, message: `${ben.name} is now following you`, users: [ann.name] },
    ]);
    expect(await world.texts(ben)).toEqual([]);
  });

  test('of a follower comes once, however often they unfollow and follow again', async () => {
    /** Follows and unfollows, so many times, so many hours from now. */
    const toggle = async (times: number, hours: number): Promise<void> => {
      const data = { followerId: ben.id, followedId: ann.id };
      const occurredAt = new Date(Date.now() + hours * 3_600_000).toISOString();
      const both = [
        { type: 'UserFollowed', data, occurredAt },
        { type: 'UserUnfollowed', data, occurredAt },
      ] as const;
      await world.publish('identity', ...Array.from({ length: times }, () => both).flat());
    };
    const text = `${ben.name} is now following you`;
    await toggle(30, -23);
    await toggle(30, 0);
    expect(await world.texts(ann)).toEqual([text]);
    // Reading or deleting it does not cause another one on the same day.
    const [first] = (await world.list(ann)).rows;
    await world.markRead(ann, first?._id ?? '');
    await toggle(2, 0);
    expect(await world.unread(ann)).toBe(0);
    await world.remove(ann, first?._id ?? '');
    await toggle(2, 0);
    expect(await world.texts(ann)).toEqual([]);
    // After a day there is another one; but not beside one that is unread.
    await toggle(2, 2);
    await toggle(2, 30);
    expect(await world.texts(ann)).toEqual([text]);
    await world.follow(cay, ann);
    expect(await world.texts(ann)).toHaveLength(2);
  });

  test('[G-16] of a game goes to its guests, then to later guests, and links to the game, until it is declined', async () => {
    const gameId = idOf(`game ${tests}`);
    const game = { gameId, gameType: 'TicTacToe', seats: [null, null], computer: null, rematchOf: null } as const;
    const created = { ...game, createdBy: ann.id, private: true, invited: [ben.id, ann.id] };
    await world.publish('games', { type: 'GameCreated', data: created });
    await world.publish('games', {
      type: 'PlayersInvited',
      data: { gameId, gameType: 'TicTacToe', invitedBy: ann.id, userIds: [cay.id] },
    });
    const message = `${ann.name} invited you to a game of TicTacToe`;
    for (const person of [ben, cay]) {
      expect((await world.list(person)).rows).toMatchObject([{ type: 'gameInvite', id: gameId, message }]);
    }
    for (const nobody of [ann, dan]) expect(await world.texts(nobody)).toEqual([]);
    // It would lead to a game that whoever declines may not see any more.
    await world.publish('games', { type: 'InvitationDeclined', data: { gameId, userId: ben.id } });
    expect([await world.texts(ben), await world.unread(ben)]).toEqual([[], 0]);
    expect([await world.texts(cay), await world.unread(cay)]).toEqual([[message], 1]);
  });

  test('[U-16] is read once its receiver takes a seat: it has been answered', async () => {
    const gameId = idOf(`game ${tests}`);
    const invited = { gameType: 'Nim', invitedBy: ann.id, userIds: [ben.id, cay.id] } as const;
    for (const id of [gameId, idOf(`other ${tests}`)])
      await world.publish('games', { type: 'PlayersInvited', data: { gameId: id, ...invited } });
    const at = new Date().toISOString();
    await world.publish('games', { type: 'PlayerJoined', data: { gameId, userId: ben.id, seat: 1, at } });
    expect((await world.list(ben)).rows.map(({ id, isRead }) => [id === gameId, isRead])).toEqual([
      [false, false],
      [true, true],
    ]);
    expect([await world.unread(ben), await world.unread(cay)]).toEqual([1, 2]);
    expect((await world.liveMessages()).at(-1)).toMatchObject({
      ...{ to: [`user:${ben.id}`], event: 'notificationsUpdate', payload: { unread: 1 } },
    });
  });

  test('[U-16] is read once its game was withdrawn: nothing is left to answer', async () => {
    const [gameId, other] = [idOf(`withdrawn ${tests}`), idOf(`kept ${tests}`)];
    const invited = { gameType: 'Nim', invitedBy: ann.id, userIds: [ben.id, cay.id] } as const;
    for (const id of [gameId, other])
      await world.publish('games', { type: 'PlayersInvited', data: { gameId: id, ...invited } });
    const data = { gameId, gameType: 'Nim', winners: [], reason: 'withdrawn', counts: false } as const;
    await world.publish('games', { type: 'GameEnded', data });
    for (const person of [ben, cay]) {
      expect(await world.unread(person)).toBe(1);
      expect((await world.list(person)).rows.map(({ id, isRead }) => [id === gameId, isRead])).toEqual([
        [false, false],
        [true, true],
      ]);
    }
  });
});

test('[BN-1, C-12] of a community: requests, decisions and offers, as long as the receiver may see it', async () => {
  const [owner, mo, cay, dan] = ['Olga', 'Moe', 'Cayce', 'Dana'].map(personOf) as [Actor, Actor, Actor, Actor];
  await world.join(owner, mo, cay, dan);
  const communityId = idOf('Bakers');
  const standing = (person: Actor, status: 'none' | 'pending' | 'member' | 'moderator' | 'banned', more: object = {}) =>
    world.publish('communities', {
      type: 'StandingChanged',
      data: {
        ...{ communityId, userId: person.id, before: 'none', standing: status, reason: 'joined', by: owner.id },
        ...more,
      },
    });
  await world.publish('communities', {
    type: 'CommunityCreated',
    data: { communityId, name: 'Bakers', description: 'Bread', ownerId: owner.id, visibility: 'private' },
  });
  await standing(mo, 'moderator');
  const leaders = [owner.id, mo.id];
  await standing(cay, 'pending', { reason: 'requested', by: cay.id, name: 'Bakers', leaders });
  for (const leader of [owner, mo]) expect(await world.texts(leader)).toEqual(['Cayce wants to join Bakers']);
  expect(await world.texts(cay)).toEqual([]);
  await standing(cay, 'member', { before: 'pending', reason: 'approved', name: 'Bakers' });
  await standing(dan, 'none', { before: 'pending', reason: 'denied', name: 'Bakers' });
  expect((await world.list(cay)).rows).toMatchObject([
    { type: 'decision', id: communityId, actor: 'Olga', message: 'You are now a member of Bakers' },
  ]);
  expect(await world.texts(dan)).toEqual(['Your request to join Bakers was denied']);
  const offer = { communityId, from: owner.id, to: cay.id, name: 'Bakers' };
  await world.publish('communities', { type: 'OwnershipOffered', data: { ...offer, changes: 0 } });
  expect((await world.texts(cay))[0]).toBe('Olga wants to hand Bakers over to you');
  await world.publish('communities', { type: 'OwnershipOfferEnded', data: { ...offer, reason: 'declined' } });
  expect((await world.texts(owner))[0]).toBe('Cayce declined to take over Bakers');
  await world.publish('communities', {
    type: 'OwnershipPassed',
    data: { communityId, from: owner.id, to: cay.id, accepted: true, name: 'Bakers' },
  });
  expect((await world.texts(owner))[0]).toBe('Cayce accepted and now owns Bakers');
  await world.publish('communities', {
    type: 'OwnershipPassed',
    data: { communityId, from: cay.id, to: owner.id, accepted: false, name: 'Bakers' },
  });
  expect((await world.texts(owner))[0]).toBe('You now own Bakers: its owner deleted their account');
  // Whoever is not in it any more sees only what was decided about them.
  await standing(mo, 'banned', { reason: 'banned' });
  expect([await world.texts(mo), await world.unread(mo)]).toEqual([[], 0]);
  await standing(cay, 'none', { reason: 'removed' });
  expect(await world.texts(cay)).toEqual(['You are now a member of Bakers']);
});

describe('[N-2] hidden content', () => {
  test('[Q-6] does not notify a follower of the question who does not follow its asker', async () => {
    await world.follow(ben, ann);
    const question = await world.ask(ann, { onlyFollowers: true, title: 'Secret' });
    for (const person of [ben, cay]) await world.watch(person, question);
    await world.answer(ann, question);
    expect(await world.texts(ben)).toEqual(['New answer to "Secret"']);
    expect(await world.texts(cay)).toEqual([]);
    // Nor is it kept until they may see it.
    await world.follow(cay, ann);
    expect(await world.texts(cay)).toEqual([]);
  });

  test('is left out of list, counts and live, cannot be deleted, and comes back with the right to see it', async () => {
    await world.follow(ben, ann);
    const question = await world.ask(ann, { onlyFollowers: true, title: 'Secret' });
    await world.watch(ben, question);
    await world.answer(ann, question);
    const [seen] = (await world.list(ben)).rows;
    await world.unfollow(ben, ann);
    expect(await world.list(ben)).toEqual({ rows: [], total: 0, next: null });
    expect(await world.unread(ben)).toBe(0);
    for (const id of [seen?._id ?? '', question]) {
      await expect(world.remove(ben, id)).rejects.toMatchObject({ code: 'notification.unknown' });
    }
    await world.follow(ben, ann);
    expect((await world.list(ben)).rows).toEqual([seen]);
    expect(await world.unread(ben)).toBe(1);
  });

  test('is that of an answer or comment while it is deleted', async () => {
    const questionId = await world.ask(ann);
    const answerId = await world.answer(ben, questionId);
    const commentId = await world.comment(ben, questionId);
    const shown = async () => (await world.list(ann)).rows.map(({ type }) => type);
    const deletion = { by: 'author', deletedBy: ben.id, reason: null, deletedAt: '2026-01-01T00:00:00.000Z' } as const;
    const answered = postOf('answer', answerId, questionId, ben);
    await world.publish('qa', { type: 'PostDeleted', data: { ...answered, ...deletion } });
    expect([await shown(), await world.unread(ann)]).toEqual([['comment'], 1]);
    await world.publish('qa', {
      type: 'PostDeleted',
      data: { ...postOf('comment', commentId, questionId, ben), ...deletion },
    });
    expect([await shown(), await world.unread(ann)]).toEqual([[], 0]);
    await world.publish('qa', { type: 'PostRestored', data: { ...answered, restoredBy: ben.id } });
    expect([await shown(), await world.unread(ann)]).toEqual([['answer'], 1]);
  });

  test('is hidden and shown with the membership in a community', async () => {
    const communityId = idOf(`community ${tests}`);
    const stand = (person: Actor, standing: 'member' | 'none' | 'banned') =>
      ({
        type: 'StandingChanged',
        data: { communityId, userId: person.id, before: 'none', standing, reason: 'joined', by: null },
      }) as const;
    await world.publish(
      'communities',
      {
        type: 'CommunityCreated',
        data: { communityId, name: 'Sailors', description: 'Who sails', ownerId: ann.id, visibility: 'private' },
      },
      stand(ben, 'member'),
    );
    const question = await world.ask(ann, { communityId });
    for (const person of [ben, cay]) await world.watch(person, question);
    await world.answer(dan, question);
    expect(await world.texts(ann)).toHaveLength(1);
    expect(await world.texts(ben)).toHaveLength(1);
    expect(await world.texts(cay)).toEqual([]);
    await world.publish('communities', stand(ben, 'none'));
    expect(await world.texts(ben)).toEqual([]);
    await world.publish('communities', {
      type: 'CommunityVisibilityChanged',
      data: { communityId, visibility: 'public', by: ann.id },
    });
    expect(await world.texts(ben)).toHaveLength(1);
    await world.publish('communities', stand(ben, 'banned'));
    expect(await world.texts(ben)).toEqual([]);
  });
});

describe('a deleted account', () => {
  test('gets no notifications, and loses those it had', async () => {
    const question = await world.ask(ann);
    await world.watch(ben, question);
    await world.answer(cay, question);
    await world.publish('identity', deleted(ben));
    expect(await world.list(ben)).toEqual({ rows: [], total: 0, next: null });
    const before = await world.sql('select 1 from events');
    await world.answer(cay, question);
    expect(await world.sql('select 1 from events')).toHaveLength(before.length + 1);
  });

  test('is no follower any more, and a deleted user in its invitations', async () => {
    await world.follow(ben, ann);
    const gameId = idOf(`game ${tests}`);
    await world.publish('games', {
      type: 'PlayersInvited',
      data: { gameId, gameType: 'Nim', invitedBy: ben.id, userIds: [ann.id] },
    });
    await world.publish('identity', deleted(ben));
    expect(await world.texts(ann)).toEqual(['deleted user invited you to a game of Nim']);
    expect(await world.unread(ann)).toBe(1);
  });
});

describe('the list', () => {
  test('[N-3] has the newest first, in contiguous pages', async () => {
    const question = await world.ask(ann);
    for (let n = 0; n < 7; n++) await world.comment(ben, question);
    await world.follow(cay, ann);
    const whole = await world.list(ann);
    expect(whole).toMatchObject({ total: 8, next: null });
    expect(whole.rows[0]?.type).toBe('follower');
    const joined: unknown[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await world.list(ann, { limit: 3, ...(cursor ? { cursor } : {}) });
      expect(page.total).toBe(8);
      joined.push(...page.rows);
      cursor = page.next;
    } while (cursor !== null);
    expect(joined).toEqual(whole.rows);
    await expect(world.list(ann, { cursor: 'x' })).rejects.toMatchObject({ code: 'request.invalid' });
  });

  test('marks all up to the one shown as read, not later ones; it never goes back', async () => {
    for (const person of [ben, cay, dan]) await world.follow(person, ann);
    const [third, second, first] = (await world.list(ann)).rows.map((row) => row._id) as [string, string, string];
    expect(await world.unread(ann)).toBe(3);
    expect(await world.markRead(ann, second)).toBe(1);
    expect((await world.list(ann)).rows.map((row) => row.isRead)).toEqual([false, true, true]);
    const before = await world.sql('select 1 from events');
    for (const again of [first, second]) expect(await world.markRead(ann, again)).toBe(1);
    expect(await world.sql('select 1 from events')).toHaveLength(before.length);
    expect(await world.markRead(ann, third)).toBe(0);
    expect(await world.unread(ann)).toBe(0);
    await world.answer(ben, await world.ask(ann));
    expect(await world.unread(ann)).toBe(1);
  });

  test('is counted for several people in one statement, in their order', async () => {
    for (const [follower, person] of [
      [ben, ann],
      [cay, ann],
      [ann, cay],
    ] as const) {
      await world.follow(follower, person);
    }
    const viewers = [cay, dan, ann].map(({ id: viewer }) => ({ viewer, fresh: true }));
    expect(await readUnread(world.database, viewers)).toEqual([{ unread: 1 }, { unread: 0 }, { unread: 2 }]);
  });

  test('[N-1] is private', async () => {
    await world.follow(ben, ann);
    const [id] = (await world.list(ann)).rows.map((row) => row._id);
    const unknown = { code: 'notification.unknown', message: messages.notificationUnknown };
    await expect(world.markRead(cay, id ?? '')).rejects.toMatchObject(unknown);
    await expect(world.remove(cay, id ?? '')).rejects.toMatchObject(unknown);
    await expect(world.remove(ann, 'a\0b')).rejects.toMatchObject({ code: 'request.illFormedText' });
    expect(await world.unread(ann)).toBe(1);
  });
});

describe('deleting', () => {
  test('[N-1] by its own id deletes one, once, and answers it', async () => {
    for (const person of [ben, cay]) await world.follow(person, ann);
    const [newest, oldest] = (await world.list(ann)).rows;
    expect(await world.remove(ann, newest?._id ?? '')).toEqual([newest]);
    expect(await world.list(ann)).toEqual({ rows: [oldest], total: 1, next: null });
    await expect(world.remove(ann, newest?._id ?? '')).rejects.toMatchObject({ code: 'notification.unknown' });
  });

  test('[N-1] by a target deletes all about it, of any type, and nothing else', async () => {
    const [one, other] = [await world.ask(ann), await world.ask(ann)];
    await world.answer(ben, one);
    await world.comment(ben, one);
    await world.answer(ben, other);
    await world.follow(ben, ann);
    const removed = await world.remove(ann, one);
    expect(removed.map(({ type, id }) => [type, id])).toEqual([
      ['comment', one],
      ['answer', one],
    ]);
    expect(await world.remove(ann, ben.name.toUpperCase())).toMatchObject([{ type: 'follower', id: ben.name }]);
    expect((await world.list(ann)).rows).toMatchObject([{ type: 'answer', id: other }]);
  });

  test('again with the same key answers the same, and does not touch later ones', async () => {
    const question = await world.ask(ann);
    for (const person of [ben, cay]) await world.answer(person, question);
    const key = `delete ${tests}`;
    const first = await world.remove(ann, question, { key });
    expect(first).toHaveLength(2);
    for (const person of [dan, ben]) await world.answer(person, question);
    expect(await world.remove(ann, question, { key })).toEqual(first);
    expect((await world.list(ann)).total).toBe(2);
  });

  test('again with the same key finishes one that was interrupted', async () => {
    const question = await world.ask(ann);
    for (const person of [ben, cay, dan]) await world.answer(person, question);
    const key = `interrupted ${tests}`;
    let loads = 0;
    world.database.onStatement = (name) => {
      if (name === 'commands.load' && (loads += 1) > 1) throw new Error('interrupted');
    };
    await expect(world.remove(ann, question, { key })).rejects.toThrow();
    world.database.onStatement = undefined;
    // What was given together with the one that failed may still be carried out.
    expect((await world.list(ann)).total).toBeGreaterThan(0);
    expect(await world.remove(ann, question, { key })).toHaveLength(3);
    expect((await world.list(ann)).total).toBe(0);
  });

  test('[N-4] survives a rebuild: nothing deleted comes back, nothing read becomes unread', async () => {
    for (const person of [ben, cay, dan]) await world.follow(person, ann);
    const [third, second] = (await world.list(ann)).rows.map((row) => row._id) as [string, string];
    await world.markRead(ann, second);
    await world.remove(ann, second);
    const served = await readTables(world.database, notificationView.tables);
    const feed = async (after: number, limit: number) =>
      (await world.call('notifications.feed', { after, limit })).reply;
    await rebuildView(notificationView, true, world.database, feed, eventTypes.notifications);
    expect(await readTables(world.database, notificationView.tables)).toEqual(served);
    const rows = (await world.list(ann)).rows;
    expect(rows.map((row) => row.isRead)).toEqual([false, true]);
    expect(rows[0]?._id).toBe(third);
    // One that was deleted in another tab counts as shown in this one.
    await world.remove(ann, third);
    expect(await world.markRead(ann, third)).toBe(0);
  });
});

test('the entities match the tables', async () => {
  const drift = await world.database.dataSource.driver.createSchemaBuilder().log();
  expect(drift.upQueries.map(({ query }) => query)).toEqual([]);
});
