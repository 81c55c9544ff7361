import { describe, test } from '@jest/globals';
import { given } from '@parlour/kernel/testing/given';
import { erasingDecider } from './erasing.decider.ts';

const decider = erasingDecider<{ readonly messageId: string }>();
const place = { messageId: 'm1' };
const erased = { type: 'PostErased', data: place } as const;

test('a post is blanked, once', () => {
  given(decider).when({ type: 'BlankPost', place }).then(erased);
  given(decider, [erased]).when({ type: 'BlankPost', place }).thenNothing();
});

describe('[BE-3, BE-7, BE-9, E-3, P-14, Q-31] a deleted post is erased', () => {
  const deletedAt = '2026-01-01T10:00:00.000Z';
  const erase = (now: string) => ({ type: 'EraseDeleted', place, now, deletedAt }) as const;

  test('once it can no longer be restored', () => {
    given(decider).when(erase('2026-01-31T10:00:00.000Z')).then(erased);
    given(decider, [erased]).when(erase('2026-01-31T10:00:00.000Z')).thenNothing();
    given(decider).when(erase('2026-01-31T09:59:59.999Z')).thenNothing();
  });

  test('unless it was restored', () => {
    given(decider)
      .when({ ...erase('2026-03-01T00:00:00.000Z'), deletedAt: null })
      .thenNothing();
  });
});
