import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { eventTypes } from '@parlour/contracts/event-types';
import { deletedUserName } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { type ChatWire } from '@parlour/contracts/messaging/messaging';
import type { ReadFeed } from '@parlour/kernel/log/feed';
import { hold } from '@parlour/kernel/testing/held-lock';
import { peopleOf } from '@parlour/kernel/testing/people';
import { until } from '@parlour/kernel/testing/until';
import { rebuildView } from '@parlour/kernel/view/rebuild';
import type { View } from '@parlour/kernel/view/view';
import { chatView } from './chat.projection.ts';
import { type MessagingWorld, startMessaging } from '../testing/messaging-world.ts';

const unknownChat = { code: 'chat.unknown', message: messages.chatUnknown };

const [ann, ben, cay, dan, eve, fay] = peopleOf('Ann', 'Ben', 'Cay', 'Dan', 'Eve', 'Fay');

let world: MessagingWorld;
beforeAll(async () => {
  world = await startMessaging(ann, ben, cay, dan, eve, fay);
});
afterAll(() => world.close());

describe('unread messages', () => {
  test('[CA-66, M-1] are counted per chat and in total, and are none once the chat was read', async () => {
    const before = await world.unread(dan);
    const chat = await world.begin(ann, [dan, eve], ['One', 'Two']);
    await world.say(dan, chat._id, 'Mine');
    expect((await world.open(dan, chat._id)).unread).toBe(2);
    expect(await world.unread(dan)).toBe(before + 2);
    const head = await world.events();
    const { reply, positions } = await world.call('messaging.markRead', { chatId: chat._id }, { as: dan });
    expect([reply.unread, positions]).toEqual([0, {}]);
    expect(await world.unread(dan)).toBe(before);
    expect(await world.markRead(dan, chat._id)).toEqual(reply);
    expect(await world.events()).toBe(head);
    await world.say(eve, chat._id, 'Three');
    expect((await world.open(dan, chat._id)).unread).toBe(1);
  });

  test('are cleared at once in all tabs of the reader, and nobody else is notified', async () => {
    const chat = await world.begin(ann, [ben, fay], ['One']);
    await world.liveMessages();
    const mark = () => world.markRead(ben, chat._id);
    const from = world.published.length;
    const published = await world.publishedTo(ben, () => Promise.all([mark(), mark(), mark()]), chat._id);
    expect(published).toEqual([{ chatId: chat._id, unread: 0, total: await world.unread(ben) }]);
    expect(world.liveSince(from).flatMap(({ to }) => to)).toEqual([`user:${ben.id}`]);
  });

  test('are counted in each live message, for each recipient', async () => {
    const chat = await world.begin(ann, [cay, eve], ['One']);
    await world.say(eve, chat._id, 'Two');
    const published = await world.publishedTo(cay, () => world.say(ann, chat._id, 'Three'), 'Three');
    expect(published.at(-1)).toMatchObject({
      chat: { _id: chat._id, messages: [{ msg: 'Three' }], unread: 3 },
      type: 'newMessage',
    });
  });
});

describe('what was read', () => {
  const lockWaits = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const readPositions = async (who: Actor): Promise<number[]> => {
    const text = 'select position from chat_reads where user_id = $1 order by position';
    return (await world.sql<{ position: number }>(text, [who.id])).map(({ position }) => position);
  };

  test('is one row per person and chat, in one statement that waits for a message being posted', async () => {
    const chat = await world.begin(ann, [ben, dan], ['One']);
    const before = await readPositions(ben);
    await world.markRead(ben, chat._id);
    const [first] = (await readPositions(ben)).filter((position) => !before.includes(position));
    // Marked from many processes at once, while messages arrive.
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 2 === 0 ? world.say(ann, chat._id, `${n}`) : world.markRead(ben, chat._id),
      ),
    );
    await world.markRead(ben, chat._id);
    const after = (await readPositions(ben)).filter((position) => !before.includes(position));
    expect(after).toEqual([await world.events()]);
    expect(after[0]).toBeGreaterThan(first ?? Infinity);
    expect((await world.open(ben, chat._id)).unread).toBe(0);
    await world.say(dan, chat._id, 'Two');
    expect((await world.open(ben, chat._id)).unread).toBe(1);
  });

  test('a message that is posted while the chat is marked stays unread, or is marked with it', async () => {
    const chat = await world.begin(ann, [ben, eve], ['One']);
    const lock = await hold(
      world.databases.connections.messaging,
      `select 1 from chat_participants where chat_id = '${chat._id}' and user_id = '${ben.id}' for update`,
    );
    // The marking waits with the messages that it has seen; the message is committed before it.
    const said = world.say(ann, chat._id, 'Two');
    await lock.waiters(1);
    const marked = world.markRead(ben, chat._id);
    await lock.waiters(2);
    await lock.release();
    await Promise.all([said, marked]);
    const counted = (await world.open(ben, chat._id)).unread;
    await world.say(ann, chat._id, 'Three');
    expect((await world.open(ben, chat._id)).unread).toBe(counted + 1);
    const [row] = await world.sql<{ unread: number; missed: number }>(
      `select unread, (select count(*) from chat_messages m where m.chat_id = p.chat_id and m.position > p.read_position) as missed
         from chat_participants p where chat_id = $1 and user_id = $2`,
      [chat._id, ben.id],
    );
    expect(row?.unread).toBe(row?.missed);
  });

  test('survives a rebuild of the read model, also what is marked meanwhile', async () => {
    const chats: string[] = [];
    for (const by of [ann, ben, cay]) chats.push((await world.begin(by, [fay, dan], ['One']))._id);
    const [before, meanwhile, last] = chats as [string, string, string];
    await world.markRead(fay, before);
    let late: Promise<unknown> | undefined;
    let added = 0;
    const view: View = {
      ...chatView,
      async addKept(tx) {
        await chatView.addKept?.(tx);
        added += 1;
        if (added === 1) await world.markRead(fay, meanwhile);
        else {
          // It waits for the new tables, or it would write into the old ones.
          late = world.markRead(fay, last);
          await until('it waits', async (saw) => saw(await world.sql(lockWaits)).length > 0);
        }
      },
    };
    const feed: ReadFeed = async (after, limit) =>
      (await world.call('messaging.feed', { after, limit })).reply as Awaited<ReturnType<ReadFeed>>; // of that name
    await rebuildView(view, true, world.database, feed, eventTypes.messaging);
    await late;
    for (const chatId of chats) expect((await world.open(fay, chatId)).unread).toBe(0);
    for (const chatId of chats) expect((await world.open(dan, chatId)).unread).toBe(1);
    await world.say(ann, before, 'Two');
    expect((await world.open(fay, before)).unread).toBe(1);
  });

  test('is deleted with the account of the person, and not written afterwards', async () => {
    const [ida] = await world.people('Ida');
    const chat = await world.begin(ann, [ida, cay], ['One']);
    await world.markRead(ida, chat._id);
    expect(await readPositions(ida)).toHaveLength(1);
    await world.append('identity', { type: 'UserDeleted', data: { userId: ida.id } });
    await until('what Ida has read is gone', async (saw) => saw(await readPositions(ida)).length === 0);
    await world.say(ann, chat._id, 'Two');
    // A gateway reports it when it closes the sockets of the ended session.
    await world.call('messaging.leaveChat', { chatId: chat._id, place: 'g1' }, { as: ida });
    expect(await readPositions(ida)).toEqual([]);
  });

  test('is deleted with the account also if it is written at that moment', async () => {
    const [jon] = await world.people('Jon');
    const chat = await world.begin(ann, [jon, cay], ['One']);
    const lock = await hold(
      world.databases.connections.messaging,
      `select 1 from chat_participants where user_id = '${jon.id}' for update`,
    );
    const marked = world.markRead(jon, chat._id);
    await lock.waiters(1);
    await world.append('identity', { type: 'UserDeleted', data: { userId: jon.id } });
    await lock.waiters(2);
    await lock.release();
    await marked;
    await until('Jon is gone', async (saw) =>
      saw(await world.open(ann, chat._id)).participants.includes(deletedUserName),
    );
    expect(await readPositions(jon)).toEqual([]);
  });
});

describe('a chat of twenty that all have open', () => {
  const [writer, other, ...rest] = peopleOf('Writer', 'Other', ...Array.from({ length: 18 }, (_, n) => `Reader ${n}`));
  const people = [writer, other, ...rest];
  let chat: ChatWire;
  const as = (who: Actor) => ({ as: who });
  const enter = (who: Actor, place = 'g1') => world.call('messaging.enterChat', { chatId: chat._id, place }, as(who));
  const leave = (who: Actor, place = 'g1') => world.call('messaging.leaveChat', { chatId: chat._id, place }, as(who));
  beforeAll(async () => {
    await world.people(...people.map(({ name }) => name));
    chat = await world.begin(writer, people.slice(1), ['Welcome']);
    for (const who of people) await enter(who);
  });

  test('a message is one event and one delivery per participant, and is read by all of them', async () => {
    const before = await world.events();
    const from = world.published.length;
    await world.say(writer, chat._id, 'Hello all');
    const liveMessages = () => world.published.slice(from).flatMap((batch) => batch.messages);
    await until('it is published', () => liveMessages().length >= people.length);
    expect(await world.events()).toBe(before + 1);
    expect(liveMessages().flatMap((liveMessage) => liveMessage.to)).toEqual(people.map(({ id }) => `user:${id}`));
    for (const liveMessage of liveMessages())
      expect(liveMessage).toMatchObject({ payload: { chat: { unread: 0 }, type: 'newMessage' } });
    expect([await world.unread(other), (await world.open(other, chat._id)).unread]).toEqual([0, 0]);
  });

  test('stays read for a person who leaves, without an event; later messages are unread', async () => {
    const before = await world.events();
    await leave(other);
    expect(await world.unread(other)).toBe(0);
    await leave(other);
    expect([await world.unread(other), await world.events()]).toEqual([0, before]);
    await world.say(writer, chat._id, 'Gone?');
    expect([await world.unread(other), (await world.open(other, chat._id)).unread]).toEqual([1, 1]);
    await enter(other);
    expect(await world.unread(other)).toBe(0);
  });

  test('a person with it open through two gateways has left it when both say so', async () => {
    await enter(other, 'g2');
    await leave(other);
    await world.say(writer, chat._id, 'Still there?');
    expect(await world.unread(other)).toBe(0);
    await leave(other, 'g2');
    await world.say(writer, chat._id, 'Now?');
    expect(await world.unread(other)).toBe(1);
    await enter(other);
  });

  test('a person whose presence expires has left; a gateway renews it', async () => {
    const present = people.slice(1).map(({ id }) => ({ userId: id, chatId: chat._id }));
    await world.markRead(other, chat._id);
    await world.sql("update chat_presence set expires_at = now() - interval '1 second'");
    await world.say(writer, chat._id, 'Anybody?');
    expect(await world.unread(other)).toBe(1);
    expect((await world.call('messaging.stayInChats', { place: 'g1', present }, {})).reply).toEqual({ missing: [] });
    expect(await world.unread(other)).toBe(0);
  });

  test('a late renewal does not bring back a person who has left, and tells its gateway', async () => {
    await leave(other);
    const present = [{ userId: other.id, chatId: chat._id }];
    const { reply } = await world.call('messaging.stayInChats', { place: 'g1', present }, {});
    expect(reply).toEqual({ missing: present });
    await world.say(writer, chat._id, 'Gone?');
    expect(await world.unread(other)).toBe(1);
    await enter(other);
  });

  test('outsiders cannot enter', async () => {
    const strange = world.call('messaging.enterChat', { chatId: chat._id, place: 'g1' }, { as: fay });
    await expect(strange).rejects.toMatchObject(unknownChat);
  });
});
