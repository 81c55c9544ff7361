import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { messages } from '@parlour/contracts/messages';
import { type ChatWire } from '@parlour/contracts/messaging/messaging';
import { peopleOf } from '@parlour/kernel/testing/people';
import { type MessagingWorld, startMessaging, textsOf, unknownId } from '../testing/messaging-world.ts';

const [ann, ben, cay, dan, eve, fay] = peopleOf('Ann', 'Ben', 'Cay', 'Dan', 'Eve', 'Fay');

let world: MessagingWorld;
beforeAll(async () => {
  world = await startMessaging(ann, ben, cay, dan, eve, fay);
});
afterAll(() => world.close());

const edit = async (as: Actor, mid: string, msg: string, version = 1) =>
  (await world.call('messaging.editMessage', { mid, msg, version }, { as })).reply;
const remove = async (as: Actor, mid: string, reason = '') =>
  (await world.call('messaging.deleteMessage', { mid, reason }, { as })).reply;
const restore = async (as: Actor, mid: string) => (await world.call('messaging.restoreMessage', { mid }, { as })).reply;
const room = async () => (await world.call('messaging.getMessages', { limit: 3 }, { as: ben })).reply.messages;
const inRoom = async (as: Actor, msg: string) => (await world.call('messaging.addMessage', { msg }, { as })).reply;
const unknownMessage = { code: 'message.unknown', message: messages.messageUnknown };
const when = expect.stringMatching(/^\d{4}-.*Z$/);

test('[BE-1, M-11] a message of the room gets another text, where it is, for everybody', async () => {
  const first = await inRoom(ann, 'Helo');
  const last = await inRoom(ben, 'Hi');
  const from = world.published.length;
  const edited = await edit(ann, first._id, 'Hello ');
  expect(edited).toEqual({ ...first, msg: 'Hello', version: 2, editedAt: when });
  expect((await room()).slice(-2)).toEqual([edited, last]);
  expect(world.liveSince(from)).toMatchObject([{ to: ['public'], event: 'messageUpdate', payload: { msg: edited } }]);
});

test('[BE-1, M-11] a message of a chat gets another text; order, counts and quotes stay', async () => {
  const chat = await world.begin(ann, [ben, cay], ['Teh oven', '> **Ann:** Teh oven\n\nYes']);
  const other = await world.begin(ann, [cay, dan, eve]);
  const [first] = chat.messages as [ChatWire['messages'][0]];
  await world.markRead(ben, chat._id);
  const published = await world.publishedTo(cay, () => edit(ann, first._id, 'The oven'), 'The oven');
  expect(published).toMatchObject([
    { chat: { _id: chat._id, messages: [{ _id: first._id, msg: 'The oven', version: 2 }], unread: 2 } },
  ]);
  expect(published).toMatchObject([{ type: 'changedMessage' }]);
  expect(textsOf(await world.open(ben, chat._id))).toEqual(['The oven', '> **Ann:** Teh oven\n\nYes']);
  expect((await world.open(ben, chat._id)).unread).toBe(0);
  expect(await world.chatsOf(ann, 2)).toEqual([other._id, chat._id]);
});

test('[BE-1, M-11] of two edits at once the later one is told what is current', async () => {
  const { _id: mid } = await inRoom(ann, 'One');
  const current = await edit(ann, mid, 'Two');
  await expect(edit(ann, mid, 'Three')).rejects.toMatchObject({ code: 'edit.stale', current });
  expect(await edit(ann, mid, 'Three', 2)).toMatchObject({ msg: 'Three', version: 3 });
  const both = await Promise.allSettled([edit(ann, mid, 'Four', 3), edit(ann, mid, 'Five', 3)]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('[M-12] a deleted message is not unread for those who had not read it, until it is restored', async () => {
  const chat = await world.begin(ann, [ben, cay], ['One']);
  await world.markRead(ben, chat._id);
  const [ofBen, ofCay] = [await world.unread(ben), await world.unread(cay)];
  const { _id: mid } = (await world.say(ann, chat._id, 'Two')).messages.at(-1)!; // the new one
  expect([await world.unread(ben), await world.unread(cay)]).toEqual([ofBen + 1, ofCay + 1]);
  const published = await world.publishedTo(ben, () => remove(ann, mid), mid);
  expect(published).toMatchObject([{ chat: { unread: 0 }, total: ofBen, type: 'changedMessage' }]);
  expect([await world.unread(ben), await world.unread(cay)]).toEqual([ofBen, ofCay]);
  await restore(ann, mid);
  expect([await world.unread(ben), await world.unread(cay)]).toEqual([ofBen + 1, ofCay + 1]);
  // What was read stays so.
  await remove(ann, chat.messages[0]!._id);
  expect([await world.unread(ben), await world.unread(cay)]).toEqual([ofBen + 1, ofCay]);
  await restore(ann, chat.messages[0]!._id);
  expect([await world.unread(ben), await world.unread(cay)]).toEqual([ofBen + 1, ofCay + 1]);
});

test('[BE-3, M-12] the text of a deleted message is in no reply and no live message, until it is restored', async () => {
  const chat = await world.begin(ann, [ben, cay], ['One', 'Secret 81']);
  const last = chat.messages[1]!; // of two
  const from = world.published.length;
  const gone = { ...last, msg: '', deleted: { by: 'author', reason: null } };
  expect(await remove(ann, last._id)).toEqual(gone);
  expect(await remove(ann, last._id)).toEqual(gone);
  expect((await world.open(ben, chat._id)).messages[1]).toEqual(gone);
  const list = (await world.call('messaging.getChats', { limit: 1 }, { as: cay })).reply;
  expect(list.rows[0]?.messages).toEqual([gone]);
  await world.say(ben, chat._id, 'On');
  expect(JSON.stringify(world.liveSince(from))).not.toContain('Secret 81');
  expect(world.liveSince(from)[0]).toMatchObject({ event: 'chatUpdate', payload: { type: 'changedMessage' } });
  await expect(edit(ann, last._id, 'Other')).rejects.toMatchObject({ code: 'edit.deleted' });
  expect(await restore(ann, last._id)).toEqual(last);
  expect(textsOf(await world.open(ben, chat._id))).toEqual(['One', 'Secret 81', 'On']);
});

test('[BE-1, BE-3] only authors change messages', async () => {
  const chat = await world.begin(ann, [ben, cay], ['Mine']);
  const { _id: mid } = chat.messages[0]!; // the only one
  const { _id: said } = await inRoom(ann, 'Mine too');
  for (const id of [mid, said]) {
    await expect(edit(ben, id, 'Yours')).rejects.toMatchObject({ code: 'edit.notAuthor' });
    await expect(remove(ben, id, 'Spam')).rejects.toMatchObject({ code: 'edit.notAuthor' });
    await expect(restore(ben, id)).rejects.toMatchObject({ code: 'edit.notAuthor' });
  }
  for (const id of [mid, unknownId]) {
    await expect(edit(eve, id, 'Yours')).rejects.toMatchObject(unknownMessage);
    await expect(remove(eve, id)).rejects.toMatchObject(unknownMessage);
    await expect(restore(eve, id)).rejects.toMatchObject(unknownMessage);
  }
});

test('[M-9] who has left a group no longer changes what they wrote there; lines are nobody’s to change', async () => {
  const chat = await world.begin(fay, [ben, cay], ['Mine']);
  const { _id: mid } = chat.messages[0]!; // the only one
  await world.leave(fay, chat._id);
  await expect(edit(fay, mid, 'Other')).rejects.toMatchObject(unknownMessage);
  await expect(remove(fay, mid)).rejects.toMatchObject(unknownMessage);
  const line = (await world.open(ben, chat._id)).messages.at(-1);
  await world.add(ben, chat._id, 'Fay');
  await expect(remove(fay, line?._id ?? '')).rejects.toMatchObject(unknownMessage);
  expect(await edit(fay, mid, 'Other')).toMatchObject({ msg: 'Other' });
});

test('[BE-3, M-12] operators delete messages of others in the room, with a reason', async () => {
  const [olga] = await world.people('Olga');
  await world.append('identity', { type: 'OperatorAdded', data: { userId: olga.id } });
  const { _id: mid } = await inRoom(ann, 'Buy this');
  await expect(remove(olga, mid)).rejects.toMatchObject({ code: 'delete.reason' });
  expect(await remove(olga, mid, 'Spam')).toMatchObject({ msg: '', deleted: { by: 'operator', reason: 'Spam' } });
  await expect(restore(ann, mid)).rejects.toMatchObject({ code: 'edit.notAuthor' });
  // [BM-33] The site's log tells it to operators.
  const log = { limit: 30 };
  const entry = { act: 'postRemoved', by: 'Olga', to: 'Ann', post: { kind: 'message', id: mid }, reason: 'Spam' };
  expect((await world.call('messaging.getOperatorActs', log, { as: olga })).reply).toMatchObject({ rows: [entry] });
  await expect(world.call('messaging.getOperatorActs', log, { as: ann })).rejects.toMatchObject({
    code: 'route.unknown',
  });
  expect(await restore(olga, mid)).toMatchObject({ msg: 'Buy this', deleted: null });
  const chat = await world.begin(ann, [ben], ['Private']);
  await expect(remove(olga, chat.messages.at(-1)?._id ?? '', 'Spam')).rejects.toMatchObject(unknownMessage);
});
