import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { messagingCalls } from '@parlour/contracts/messaging/messaging.calls';
import type { Rpc } from '@parlour/contracts/rpc';
import { peopleOf } from '@parlour/kernel/testing/people';
import { type MessagingWorld, startMessaging } from './testing/messaging-world.ts';

const [ann, ben, cay, dan] = peopleOf('Ann', 'Ben', 'Cay', 'Dan');
const others = 'Overheard';

let world: MessagingWorld;
let chatId: string;
beforeAll(async () => {
  world = await startMessaging(ann, ben, cay, dan);
  chatId = (await world.begin(ben, [ann, cay], [others]))._id;
});
afterAll(() => world.close());

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
    await world.begin(ben, [ann], [others]);
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
    const stored = await world.sql<{ route: string; reply: string }>('select route, reply::text from commands');
    expect(new Set(stored.map(({ route }) => route))).toEqual(given);
    expect(stored.filter(({ reply }) => reply.includes(others)).map(({ route }) => route)).toEqual([]);
  });
});
