import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { statement } from '@parlour/kernel/database/database';
import { envelopesOf } from '@parlour/kernel/testing/envelopes';
import { readTables } from '@parlour/kernel/testing/view-contract';
import { type ServiceWorld, startServiceWorld } from '@parlour/kernel/testing/service-world';
import { until } from '@parlour/kernel/testing/until';
import { messagingDefinition } from './messaging.module.ts';

const [ann, ben, cay, dan] = ['Ann', 'Ben', 'Cay', 'Dan'].map((name, n) => ({
  id: `01890000-0000-7000-8000-00000000001${n}`,
  name,
})) as [Actor, Actor, Actor, Actor];

let world: ServiceWorld;
beforeAll(async () => {
  world = await startServiceWorld(messagingDefinition);
});
afterAll(() => world.close());

/** Undoes the migrations down to this one, and makes them again, as an upgrade does. */
async function upgradeFrom(migration: string): Promise<void> {
  const { dataSource } = world.database;
  const isMade = statement('test.migration', 'select from migrations where name = $1');
  while ((await world.database.query(isMade, [migration])).length > 0) await dataSource.undoLastMigration();
  await dataSource.runMigrations();
}

test('[BE-7, E-3] an upgrade finds when messages were deleted before it', async () => {
  const tables = ['room_messages', 'chat_messages'];
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

  await upgradeFrom('ErasedMessages1762600010000');
  expect(await readTables(world.database, tables)).toEqual(before);
});

test('[M-9] an upgrade writes the lines about people who were added before it', async () => {
  const tables = ['chat_messages', 'chat_participants'];
  const registered = [ann, ben, cay, dan].map(({ id, name }) => ({
    type: 'UserRegistered',
    data: { userId: id, name },
  }));
  await world.foreignEvents('identity', envelopesOf('identity', registered));
  const known = statement('test.people', 'select from people');
  await until('the people are known', async () => (await world.database.query(known)).length === registered.length);
  const group = async (messages: readonly string[]) => {
    const request = { participants: ['Ann', 'Ben', 'Cay'], messages };
    const { _id: chatId } = (await world.call('messaging.createChat', request, { as: ann })).reply;
    return chatId;
  };
  const add = (chatId: string) => world.call('messaging.addParticipant', { chatId, username: 'Dan' }, { as: ben });
  const [silent, last, first] = [await group([]), await group(['One']), await group([])];
  for (const chatId of [silent, last, first]) await add(chatId);
  await world.call('messaging.leave', { chatId: last }, { as: dan });
  await add(last);
  await world.call('messaging.addChatMessage', { chatId: first, msg: 'Two' }, { as: dan });
  const before = await readTables(world.database, tables);
  expect(before['chat_messages']!.filter((row) => (row as { notice: string | null }).notice === 'added')).toHaveLength(
    4,
  );

  await upgradeFrom('AddedPeople1764320000000');
  expect(await readTables(world.database, tables)).toEqual(before);
});
