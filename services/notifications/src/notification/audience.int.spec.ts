import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { NotificationsEvent } from '@parlour/contracts/notifications/notifications';
import type { QaEvent } from '@parlour/contracts/qa/qa.events';
import * as cases from '@parlour/people/testing/audience-cases';
import { notificationsDefinition } from '../notifications.module.ts';
import { readTellable, readUnread } from './notification.queries.ts';
import { readRecipients } from './recipients.queries.ts';

const idOf = (viewer: { readonly id: string }, post: { readonly id: string }): string => `${viewer.id} | ${post.id}`;

/** Everybody follows every question, and was notified of each at some time. */
let world: cases.CaseDatabase;
beforeAll(async () => {
  const asked = cases.casePosts.map(({ id: questionId, author: askedBy, isForFollowers, communityId }): QaEvent => {
    const content = { title: 'Why?', text: 'Well?', tags: [] };
    return {
      type: 'QuestionAsked',
      data: { ...content, questionId, askedBy, onlyFollowers: isForFollowers, communityId },
    };
  });
  const followed = cases.casePosts.flatMap(({ id: questionId }) =>
    cases.caseViewers.map(({ id: userId }): QaEvent => ({ type: 'QuestionFollowed', data: { questionId, userId } })),
  );
  const notified = cases.casePosts.flatMap((post) =>
    cases.caseViewers.map((viewer): NotificationsEvent => {
      const about = { about: 'answer', targetId: post.id, actorId: 'nobody', gameType: null } as const;
      return { type: 'Notified', data: { notificationId: idOf(viewer, post), userId: viewer.id, ...about } };
    }),
  );
  world = await cases.openCaseDatabase(notificationsDefinition, {
    qa: [...asked, ...followed],
    notifications: notified,
  });
});
afterAll(() => world.close());

/** Those who may see the question; nobody whose account is deleted. */
const expected = (fresh: boolean): string[] =>
  cases.pairsOf((viewer, post) => !viewer.isDeleted && cases.maySee(viewer, post, fresh));

test('[N-2] whoever follows a question and may see it is notified, and nobody else', async () => {
  const recipients = new Map<string, ReadonlySet<string>>();
  for (const { id: questionId } of cases.casePosts) {
    const cause = { eventId: 'e1', source: 'qa', position: 1, occurredAt: new Date(0).toISOString() } as const;
    const command = { ...cause, type: 'NotifyOfAnswer', actorId: 'nobody', answerId: 'a1', questionId } as const;
    recipients.set(questionId, new Set(await readRecipients(world.database, command)));
  }
  const notified = cases.pairsOf(({ id }, post) => recipients.get(post.id)?.has(id) ?? false);
  expect(notified).toEqual(expected(true));
});

describe.each([
  ['our copies of rights are current', true],
  ['our copies of rights may be old', false],
])('[N-2] while %s', (_, fresh) => {
  test('notifications of what people may see are told to them, and no others', async () => {
    const ids = cases.caseViewers.flatMap((viewer) => cases.casePosts.map((post) => idOf(viewer, post)));
    const told = await readTellable(world.database, ids, fresh);
    expect(cases.pairsOf((viewer, post) => told.get(idOf(viewer, post))?.userId === viewer.id)).toEqual(
      expected(fresh),
    );
  });

  test('the same notifications are counted', async () => {
    const ids = cases.caseViewers.map(({ id }) => id);
    const unread = await readUnread(
      world.database,
      ids.map((viewer) => ({ viewer, fresh })),
    );
    const countOf = (id: string): number => expected(fresh).filter((pair) => pair.startsWith(`${id} | `)).length;
    expect(unread).toEqual(ids.map((id) => ({ unread: countOf(id) })));
  });
});
