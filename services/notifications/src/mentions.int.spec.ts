import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import type { NotificationWire } from '@parlour/contracts/notifications/notifications';
import { until } from '@parlour/kernel/testing/until';
import { idOf, personOf } from '@parlour/kernel/testing/people';
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

const mentions = async (of: Actor): Promise<NotificationWire[]> =>
  (await world.list(of)).rows.filter(({ type }) => type === 'mention');

const deletion = { by: 'author', deletedBy: 'x', reason: null, deletedAt: '2026-01-01T00:00:00.000Z' } as const;

describe('[BW-2, U-13] a mention notifies', () => {
  test('whoever an answer names, in any case, once, of that very answer; never its author', async () => {
    const question = await world.ask(ann, { title: 'Why?' });
    const names = `@${cay.name} @${cay.name.toUpperCase()} @${ben.name} @nobody`;
    const answerId = await world.answer(ben, question, names);
    expect((await world.list(cay)).rows).toMatchObject([
      {
        ...{ type: 'mention', id: question, answerId, commentId: null, messageId: null, actor: ben.name },
        ...{ message: `${ben.name} mentioned you in "Why?"`, isRead: false },
      },
    ]);
    expect(await world.unread(cay)).toBe(1);
    expect(await world.texts(ben)).toEqual([]);
  });

  test('of questions and comments, whose ids it has', async () => {
    const question = await world.ask(ann, { text: `Is @${ben.name} here?` });
    expect(await mentions(ben)).toMatchObject([{ id: question, answerId: null, commentId: null }]);
    const answer = await world.answer(ann, question);
    const commentId = await world.comment(ann, question, answer, `@${cay.name}`);
    expect(await mentions(cay)).toMatchObject([{ id: question, answerId: null, commentId }]);
  });

  test('nobody who is told of this post as its asker, author or follower', async () => {
    const question = await world.ask(ann);
    const answer = await world.answer(ben, question, `@${ann.name}`);
    const commentId = await world.comment(cay, question, answer, `@${ben.name}`);
    expect((await world.list(ann)).rows).toMatchObject([{ type: 'answer', answerId: answer }]);
    expect((await world.list(ben)).rows).toMatchObject([{ type: 'comment', commentId }]);
    // Also not by a change of it, nor after deleting the notification.
    await world.remove(ann, question);
    const edited = { ...postOf('answer', answer, question, ben), editedBy: ben.id, version: 2 };
    await world.publish('qa', { type: 'PostEdited', data: { ...edited, text: `@${ann.name}!` } });
    expect(await world.texts(ann)).toEqual([]);
    // But whoever wants no news of answers is mentioned all the same.
    await world.want(ann, 'mention');
    await world.answer(ben, question, `@${ann.name}`);
    expect((await world.list(ann)).rows).toMatchObject([{ type: 'mention' }]);
  });

  test('those who are new in a changed post, and nobody twice', async () => {
    const questionId = await world.ask(ann, { text: `@${ben.name}` });
    const asked = { onlyFollowers: false, communityId: null, title: 'Why?', tags: [], tagsBefore: [] };
    const answerId = await world.answer(ann, questionId, `@${ben.name}`);
    const commentId = await world.comment(ann, questionId, undefined, `@${ben.name}`);
    for (const version of [2, 3]) {
      const data = { editedBy: ann.id, version, text: `@${ben.name} @${cay.name}` };
      await world.publish(
        'qa',
        { type: 'PostEdited', data: { ...postOf('question', questionId, questionId, ann), ...data, ...asked } },
        { type: 'PostEdited', data: { ...postOf('answer', answerId, questionId, ann), ...data } },
        { type: 'PostEdited', data: { ...postOf('comment', commentId, questionId, ann), ...data } },
      );
    }
    for (const person of [ben, cay]) {
      const posts = (await mentions(person)).map((row) => row.commentId ?? row.answerId ?? row.id);
      expect(posts.sort()).toEqual([questionId, answerId, commentId].sort());
    }
  });

  test('only who may read the post, as long as they may', async () => {
    await world.follow(ben, ann);
    await world.ask(ann, { onlyFollowers: true, text: `@${ben.name} @${cay.name}` });
    expect([(await mentions(ben)).length, (await mentions(cay)).length]).toEqual([1, 0]);
    await world.unfollow(ben, ann);
    expect([await mentions(ben), await world.unread(ben)]).toEqual([[], 0]);
    await world.follow(cay, ann);
    expect(await mentions(cay)).toEqual([]);
  });

  test('nobody who does not want it, or whose account is gone', async () => {
    await world.want(ben, 'answer');
    await world.publish('identity', { type: 'UserDeleted', data: { userId: cay.id } });
    await world.ask(ann, { text: `@${ben.name} @${cay.name}` });
    for (const person of [ben, cay]) expect(await mentions(person)).toEqual([]);
  });

  test('who has registered a moment ago, before identity’s event arrives', async () => {
    const dan = personOf(`Dan${tests}`);
    const data = { questionId: idOf(`q ${tests}`), askedBy: ann.id, title: 'Why?', text: `@${dan.name}`, tags: [] };
    const asked = { ...data, onlyFollowers: false, communityId: null };
    await world.announce('identity', { type: 'UserRegistered', data: { userId: dan.id, name: dan.name } });
    await world.mention('qa', { type: 'QuestionAsked', data: asked });
    await until('the question is known', async () => {
      const known = await world.sql('select from questions where id = $1', [data.questionId]);
      return known.length === 1;
    });
    // The bus shows the gap.
    await world.join(personOf(`Eve${tests}`));
    await world.settle();
    expect(await mentions(dan)).toHaveLength(1);
  });

  test('and is gone with its post, and back when that is restored', async () => {
    const questionId = await world.ask(ann, { text: `@${cay.name}` });
    const answerId = await world.answer(ben, questionId, `@${cay.name}`);
    const commentId = await world.comment(ben, questionId, undefined, `@${cay.name}`);
    const [question, answer, comment] = [
      {
        ...postOf('question', questionId, questionId, ann),
        ...{ onlyFollowers: false, communityId: null, tagsBefore: [] },
      },
      postOf('answer', answerId, questionId, ben),
      postOf('comment', commentId, questionId, ben),
    ];
    await world.publish('qa', { type: 'PostDeleted', data: { ...answer, ...deletion } });
    expect([(await mentions(cay)).length, await world.unread(cay)]).toEqual([2, 2]);
    await world.publish('qa', { type: 'PostDeleted', data: { ...comment, ...deletion } });
    await world.publish('qa', { type: 'PostDeleted', data: { ...question, ...deletion } });
    expect([await mentions(cay), await world.unread(cay)]).toEqual([[], 0]);
    const restoredBy = { restoredBy: 'x' };
    await world.publish(
      'qa',
      { type: 'PostRestored', data: { ...question, ...restoredBy } },
      { type: 'PostRestored', data: { ...answer, ...restoredBy } },
      { type: 'PostRestored', data: { ...comment, ...restoredBy } },
    );
    expect([(await mentions(cay)).length, await world.unread(cay)]).toEqual([3, 3]);
  });
});

describe('[BW-2, U-13] a mention in a message notifies', () => {
  const posted = (chatId: string, messageId: string, text: string) =>
    ({ type: 'ChatMessagePosted', data: { chatId, messageId, from: ann.id, text } }) as const;

  test('anybody in the room, of that very message; a change only those who are new', async () => {
    const messageId = idOf(`message ${tests}`);
    const told = () => mentions(ben).then((rows) => rows.length);
    await world.publish('messaging', {
      type: 'MessagePosted',
      data: { messageId, from: ann.id, text: `@${ben.name}` },
    });
    expect(await mentions(ben)).toMatchObject([
      { id: 'global', messageId, actor: ann.name, message: `${ann.name} mentioned you in the global room` },
    ]);
    const meta = { commandId: 'c', actor: ann.id, correlationId: 'x', causationId: null };
    const data = {
      messageId,
      chatId: null,
      editedBy: ann.id,
      version: 2,
      text: `@${ben.name} @${cay.name} @${ann.name}`,
    };
    await world.publish('messaging', { type: 'PostEdited', data, meta });
    expect([await told(), (await mentions(cay)).length, (await mentions(ann)).length]).toEqual([1, 1, 0]);
    const gone = { messageId, chatId: null };
    await world.publish('messaging', { type: 'PostDeleted', data: { ...gone, ...deletion } });
    expect([await told(), await world.unread(ben)]).toEqual([0, 0]);
    await world.publish('messaging', { type: 'PostRestored', data: { ...gone, restoredBy: ann.id } });
    expect(await told()).toBe(1);
  });

  test('only participants of a chat, as long as they are in it', async () => {
    const chatId = idOf(`chat ${tests}`);
    const participants = [ann.id, ben.id];
    const text = `@${ben.name} @${cay.name}`;
    await world.publish(
      'messaging',
      { type: 'ChatCreated', data: { chatId, createdBy: ann.id, participants } },
      posted(chatId, idOf(`first ${tests}`), text),
    );
    expect(await mentions(ben)).toMatchObject([{ id: chatId, message: `${ann.name} mentioned you in a chat` }]);
    await world.publish('messaging', {
      type: 'ParticipantAdded',
      data: { chatId, userId: cay.id, addedBy: ann.id },
    });
    expect(await mentions(cay)).toEqual([]);
    await world.publish('messaging', posted(chatId, idOf(`second ${tests}`), text));
    expect([(await mentions(ben)).length, (await mentions(cay)).length]).toEqual([2, 1]);
    await world.publish('messaging', { type: 'ParticipantLeft', data: { chatId, userId: cay.id } });
    expect([await mentions(cay), await world.unread(cay)]).toEqual([[], 0]);
  });
});
