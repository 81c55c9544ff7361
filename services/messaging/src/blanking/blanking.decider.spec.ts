import { describe, test } from '@jest/globals';
import { given } from '@parlour/kernel/testing/given';
import { blankingDecider, type BlankMessage, type EraseDeleted } from './blanking.decider.ts';

const blank = (chatId: string | null): BlankMessage => ({ type: 'BlankMessage', messageId: 'm1', chatId });

test.each([
  [blank(null), { type: 'MessageBlanked', data: { messageId: 'm1' } }],
  [blank('c1'), { type: 'ChatMessageBlanked', data: { chatId: 'c1', messageId: 'm1' } }],
] as const)('a message of $chatId is blanked, once', (command, event) => {
  given(blankingDecider).when(command).then(event);
  given(blankingDecider, [event]).when(command).thenNothing();
});

describe('[BE-7, E-3] a deleted message is erased', () => {
  const erase = (now: string): EraseDeleted => ({
    ...{ type: 'EraseDeleted', messageId: 'm1', chatId: 'c1', now },
    deletedAt: '2026-01-01T10:00:00.000Z',
  });
  const erased = { type: 'ChatMessageBlanked', data: { chatId: 'c1', messageId: 'm1' } } as const;

  test('once it can no longer be restored', () => {
    given(blankingDecider).when(erase('2026-01-31T10:00:00.000Z')).then(erased);
    given(blankingDecider, [erased]).when(erase('2026-01-31T10:00:00.000Z')).thenNothing();
    given(blankingDecider).when(erase('2026-01-31T09:59:59.999Z')).thenNothing();
  });

  test('unless it was restored', () => {
    given(blankingDecider)
      .when({ ...erase('2026-03-01T00:00:00.000Z'), deletedAt: null })
      .thenNothing();
  });
});
