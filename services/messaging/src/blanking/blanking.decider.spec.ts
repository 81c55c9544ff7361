import { test } from '@jest/globals';
import { given } from '@parlour/kernel/testing/given';
import { blankingDecider, type BlankMessage } from './blanking.decider.ts';

const blank = (chatId: string | null): BlankMessage => ({ type: 'BlankMessage', messageId: 'm1', chatId });

test.each([
  [blank(null), { type: 'MessageBlanked', data: { messageId: 'm1' } }],
  [blank('c1'), { type: 'ChatMessageBlanked', data: { chatId: 'c1', messageId: 'm1' } }],
] as const)('a message of $chatId is blanked, once', (command, event) => {
  given(blankingDecider).when(command).then(event);
  given(blankingDecider, [event]).when(command).thenNothing();
});
