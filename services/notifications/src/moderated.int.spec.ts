import { idOf, personOf } from '@parlour/kernel/testing/people';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import type { Moderation } from '@parlour/contracts/posts/posts.events';
import { type NotificationsWorld, postOf, startNotifications } from './testing/notifications-world.ts';

let world: NotificationsWorld;
const [ann, ben, mia] = [personOf('Ann'), personOf('Ben'), personOf('Mia')] as [Actor, Actor, Actor];

beforeAll(async () => {
  world = await startNotifications();
  await world.join(ann, ben, mia);
});
afterAll(() => world.close());

const deletion = {
  by: 'moderator',
  deletedBy: mia.id,
  reason: 'Off topic',
  deletedAt: '2026-02-01T10:00:00.000Z',
} as const;
const by = (author: Actor): Moderation => ({ by: 'moderator', author: author.id, communityId: null });

test('[BE-4, N-16] the author alone is notified of what others removed and restored, with the reason', async () => {
  const question = await world.ask(ann, { title: 'Why?' });
  await world.watch(ben, question);
  const answer = await world.answer(ben, question);
  const comment = { ...postOf('comment', idOf('comment'), question, ben), answerId: answer };
  const answered = postOf('answer', answer, question, ben);
  const terms = { onlyFollowers: false, communityId: null, tagsBefore: [] };
  const asked = { ...postOf('question', question, question, ann), ...terms };
  await world.publish(
    'qa',
    { type: 'PostDeleted', data: { ...comment, ...deletion, moderated: by(ben) } },
    { type: 'PostDeleted', data: { ...answered, ...deletion, moderated: by(ben) } },
    { type: 'PostRestored', data: { ...answered, restoredBy: mia.id, moderated: by(ben) } },
    // Their own deletion is no news to them.
    { type: 'PostDeleted', data: { ...answered, ...deletion, by: 'author', deletedBy: ben.id, reason: null } },
    { type: 'PostDeleted', data: { ...asked, ...deletion, moderated: by(ann) } },
  );
  expect((await world.list(ann)).rows).toMatchObject([
    {
      ...{ type: 'moderated', id: question, answerId: null, actor: mia.name, users: [ann.name] },
      message: 'Your question was removed: Off topic',
    },
  ]);
  expect(await world.texts(ben)).toEqual([
    'Your answer to "Removed by a moderator" was restored',
    'Your answer to "Removed by a moderator" was removed: Off topic',
    'Your comment on "Removed by a moderator" was removed: Off topic',
  ]);
  await world.publish('qa', {
    type: 'PostRestored',
    data: { ...asked, restoredBy: mia.id, moderated: by(ann) },
  });
  expect((await world.texts(ann))[0]).toBe('Your question was restored');
  expect((await world.list(ben)).rows[0]).toMatchObject({
    ...{ message: 'Your answer to "Why?" was restored', answerId: answer },
  });
  expect(await world.texts(mia)).toEqual([]);
});

test('[BE-8, N-18] whoever created a poll is notified of what others did with it, while they see its community', async () => {
  const communityId = idOf('community');
  const poll = { pollId: idOf('poll'), communityId, createdBy: ben.id, status: 'active' } as const;
  const removed = { ...poll, ...deletion, reason: 'Twice' } as const;
  const known = await world.texts(ben);
  await world.publish(
    'communities',
    {
      type: 'CommunityCreated',
      data: { communityId, name: 'Bakers', description: '', ownerId: mia.id, visibility: 'public' },
    },
    { type: 'PostDeleted', data: { ...removed, moderated: by(ben) } },
    { type: 'PostRestored', data: { ...poll, restoredBy: mia.id, moderated: by(ben) } },
    // Of one's own.
    { type: 'PostDeleted', data: { ...removed, by: 'author', deletedBy: ben.id, reason: null } },
  );
  expect(await world.texts(ben)).toEqual(['Your poll was restored', 'Your poll was removed: Twice', ...known]);
  const [row] = (await world.list(ben)).rows;
  expect(row).toMatchObject({ type: 'moderated', id: communityId, reported: 'poll', actor: mia.name });
  await world.publish('communities', {
    type: 'CommunityVisibilityChanged',
    data: { communityId, visibility: 'private', by: mia.id },
  });
  expect(await world.texts(ben)).toEqual(known);
});
