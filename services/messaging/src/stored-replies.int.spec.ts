import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { messagingCalls } from '@parlour/contracts/messaging.calls';
import type { Rpc } from '@parlour/contracts/rpc';
import { statement } from '@parlour/kernel/database/database';
import { envelopesOf } from '@parlour/kernel/testing/envelopes';
import { type ServiceWorld, startServiceWorld } from '@parlour/kernel/testing/service-world';
import { messagingDefinition } from './messaging.module.ts';

const [ann, ben, cay, dan] = ['Ann', 'Ben', 'Cay', 'Dan'].map((name, index): Actor => {
  return { id: `01890000-0000-7000-8000-00000000001${index}`, name };
}) as [Actor, Actor, Actor, Actor];
const others = 'Overheard';

let world: ServiceWorld;
let chatId: string;
beforeAll(async () => {
  world = await startServiceWorld(messagingDefinition);
  const registered = [ann, ben, cay, dan].map(({ id, name }) => ({
    type: 'UserRegistered',
    data: { userId: id, name },
  }));
  await world.foreignEvents('identity', envelopesOf('identity', registered));
  chatId = (await begin(ben, [ann, cay])).reply._id;
});
afterAll(() => world.close());

const begin = (as: Actor, people: readonly Actor[], key = '') =>
  world.call(
    'messaging.createChat',
    { participants: [as, ...people].map(({ name }) => name), messages: [others] },
    { as, minPositions: { identity: 4 }, ...(key !== '' && { key }) },
  );

describe('the replies that are stored with keys', () => {
  test('of no command contain what others have written', async () => {
    const given = new Set<string>();
    const give = async <Name extends keyof typeof messagingCalls>(
      name: Name,
      request: Rpc[Name]['request'],
    ): Promise<Rpc[Name]['reply']> => {
      given.add(name);
      return (await world.call(name, request, { as: ann, key: `${name} ${given.size}` })).reply;
    };
    await begin(ben, [ann]);
    await give('messaging.createChat', { participants: ['Ann', 'Ben'], messages: ['Hello'] });
    await give('messaging.addChatMessage', { chatId, msg: 'Hello' });
    await give('messaging.mute', { chatId, muted: true });
    await give('messaging.rename', { chatId, name: 'Bakers' });
    await give('messaging.addParticipant', { chatId, username: 'Dan' });
    await give('messaging.leave', { chatId });
    const { _id: mid } = await give('messaging.addMessage', { msg: 'Hello' });
    await give('messaging.editMessage', { mid, msg: 'Hello!', version: 1 });
    await give('messaging.deleteMessage', { mid, reason: '' });
    await give('messaging.restoreMessage', { mid });

    const commands = Object.entries(messagingCalls).filter(([, { kind }]) => kind === 'command');
    expect([...given].sort()).toEqual(commands.map(([name]) => name).sort());
    const stored = await world.database.query<{ route: string; reply: string }>(
      statement('test.stored', 'select route, reply::text from commands'),
    );
    expect(new Set(stored.map(({ route }) => route))).toEqual(given);
    expect(stored.filter(({ reply }) => reply.includes(others)).map(({ route }) => route)).toEqual([]);
  });
});
