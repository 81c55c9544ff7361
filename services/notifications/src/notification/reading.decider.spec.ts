import { expect, test } from '@jest/globals';
import { messages } from '@parlour/contracts/messages';
import { given } from '@parlour/kernel/testing/given';
import { type MarkRead, readingDecider } from './reading.decider.ts';

const mark: MarkRead = { type: 'MarkRead', userId: 'ann', upTo: 'n2', shown: 'unread' };
const read = (upTo: string) => ({ type: 'NotificationsRead', data: { userId: 'ann', upTo } }) as const;

test('unread ones are marked, once', () => {
  given(readingDecider).when(mark).then(read('n2'));
  given(readingDecider, [read('n1')])
    .when(mark)
    .then(read('n2'));
  given(readingDecider, [read('n1'), read('n2')])
    .when(mark)
    .thenNothing();
});

test('the last mark is all that is loaded', () => {
  expect(given(readingDecider, [read('n1'), read('n2')]).loaded).toBe(1);
});

test('read ones are not marked again', () => {
  given(readingDecider)
    .when({ ...mark, shown: 'read' })
    .thenNothing();
});

test('another person’s are unknown', () => {
  given(readingDecider)
    .when({ ...mark, shown: 'unknown' })
    .thenRefused('notification.unknown', messages.notificationUnknown);
});
