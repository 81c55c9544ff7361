import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readTables } from '@parlour/kernel/testing/view-contract';
import { type ServiceWorld, startServiceWorld } from '@parlour/kernel/testing/service-world';
import { messagingDefinition } from './messaging.module.ts';

const ann = { id: '01890000-0000-7000-8000-000000000010', name: 'Ann' };
const tables = ['room_messages', 'chat_messages'];

let world: ServiceWorld;
beforeAll(async () => {
  world = await startServiceWorld(messagingDefinition);
});
afterAll(() => world.close());

test('[BE-7, E-3] an upgrade finds when messages were deleted before it', async () => {
  const post = async (msg: string) => (await world.call('messaging.addMessage', { msg }, { as: ann })).reply._id;
  const [gone, back] = [await post('gone'), await post('back'), await post('stays')];
  for (const mid of [gone, back]) await world.call('messaging.deleteMessage', { mid, reason: '' }, { as: ann });
  await world.call('messaging.restoreMessage', { mid: back }, { as: ann });
  await world.call('messaging.restoreMessage', { mid: gone }, { as: ann });
  await world.call('messaging.deleteMessage', { mid: gone, reason: '' }, { as: ann });
  const before = await readTables(world.database, tables);
  expect(before['room_messages']!.map((row) => (row as { deleted_at: string | null }).deleted_at !== null)).toEqual(
    before['room_messages']!.map((row) => (row as { text: string }).text === 'gone'),
  );

  const { dataSource } = world.database;
  await dataSource.undoLastMigration();
  await dataSource.runMigrations();
  expect(await readTables(world.database, tables)).toEqual(before);
});
