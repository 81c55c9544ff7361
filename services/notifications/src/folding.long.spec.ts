import { idOf } from '@parlour/kernel/testing/people';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { limits } from '@parlour/contracts/limits';
import { type NotificationsWorld, startNotifications } from './testing/notifications-world.ts';

let world: NotificationsWorld;

beforeAll(async () => {
  world = await startNotifications();
});
afterAll(() => world.close());

const folded = { rows: 'folded' } as const;

test('[N-1, BN-3, U-14] a folded row of more than a reply names is viewed and deleted whole, and after an interruption by the repeated call', async () => {
  const [ann, ben, cay] = await world.newcomers(1, 'Ann', 'Ben', 'Cay');
  const question = await world.ask(ann);
  await world.watch(ben, question);
  const many = Array.from({ length: limits.namesListed + 1 }, (_, index) => ({
    type: 'CommentPosted' as const,
    data: {
      ...{ commentId: idOf(`comment ${index}`), questionId: question, answerId: null },
      ...{ commentedBy: cay.id, text: 'Oh?' },
    },
  }));
  await world.publish('qa', ...many);
  expect(await world.remove(ben, question)).toHaveLength(limits.namesListed);
  expect((await world.list(ben)).total).toBe(0);
  const [row] = (await world.list(ann, folded)).rows;
  expect(row?.count).toBe(many.length);
  expect((await world.call('notifications.view', { id: row?._id ?? '' }, { as: ann })).reply).toEqual({ unread: 0 });
  const removeRow = () => world.remove(ann, row?._id ?? '', { ...folded, key: 'many' });
  let loads = 0;
  world.database.onStatement = (name) => {
    if (name === 'commands.load' && (loads += 1) > 2) throw new Error('interrupted');
  };
  await expect(removeRow()).rejects.toThrow();
  world.database.onStatement = undefined;
  const commentId = await world.comment(cay, question);
  expect(await removeRow()).toHaveLength(limits.namesListed);
  expect((await world.list(ann)).rows).toMatchObject([{ commentId }]);
});
