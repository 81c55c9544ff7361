import { test } from '@jest/globals';
import { messages } from '@parlour/contracts/messages';
import { given } from '@parlour/kernel/testing/given';
import { type MarkRead, readingDecider } from './reading.decider.ts';

const mark: MarkRead = {
  type: 'MarkRead',
  chatId: 'c1',
  userId: 'ben',
  messageId: 'm2',
  chat: { status: 'begun', participants: ['ann', 'ben'] },
};

function read(messageId: string) {
  return { type: 'ChatRead', data: { chatId: 'c1', userId: 'ben', messageId } } as const;
}

test('unread messages are marked once', () => {
  given(readingDecider).when(mark).then(read('m2'));
  given(readingDecider, [read('m1')])
    .when(mark)
    .then(read('m2'));
  given(readingDecider, [read('m1'), read('m2')])
    .when(mark)
    .thenNothing();
});

test('without unread messages nothing happens', () => {
  given(readingDecider)
    .when({ ...mark, messageId: null })
    .thenNothing();
});

test('to others the chat is unknown, even without unread messages', () => {
  for (const messageId of ['m2', null]) {
    given(readingDecider)
      .when({ ...mark, userId: 'eve', messageId })
      .thenRefused('chat.unknown', messages.chatUnknown);
  }
});
