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

test('what is new is noted once', () => {
  given(readingDecider).when(mark).then(read('m2'));
  given(readingDecider, [read('m1')])
    .when(mark)
    .then(read('m2'));
  given(readingDecider, [read('m1'), read('m2')])
    .when(mark)
    .thenNothing();
});

test('where there is nothing new, nothing is noted', () => {
  given(readingDecider)
    .when({ ...mark, messageId: null })
    .thenNothing();
});

test('to anybody else there is no such chat, also where there is nothing new', () => {
  for (const messageId of ['m2', null]) {
    given(readingDecider)
      .when({ ...mark, userId: 'eve', messageId })
      .thenRefused('chat.unknown', messages.chatUnknown);
  }
});
