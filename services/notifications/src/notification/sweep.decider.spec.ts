import { describe, test } from '@jest/globals';
import { messages } from '@parlour/contracts/messages';
import type { NotificationsRestored, NotificationsSwept } from '@parlour/contracts/notifications';
import { given } from '@parlour/kernel/testing/given';
import { type RestoreSweep, type Sweep, sweepDecider } from './sweep.decider.ts';

const at = (minute: number) => `2026-01-01T10:${String(minute).padStart(2, '0')}:00.000Z`;
const sweep = (sweepId: string, minute: number, any = true): Sweep => ({
  ...{ type: 'Sweep', userId: 'ann', sweepId, any, now: at(minute) },
});
const restore = (since: number): RestoreSweep => ({ type: 'RestoreSweep', userId: 'ann', since: at(since) });
const swept = (sweepId: string, minute: number): NotificationsSwept => ({
  ...{ type: 'NotificationsSwept', data: { userId: 'ann', sweepId, sweptAt: at(minute) } },
});
const restored = (sweepId: string): NotificationsRestored => ({
  ...{ type: 'NotificationsRestored', data: { userId: 'ann', sweepId } },
});

describe('[BN-2, U-15] all notifications', () => {
  test('are deleted, if there are any', () => {
    given(sweepDecider).when(sweep('s1', 0)).then(swept('s1', 0));
    given(sweepDecider)
      .when(sweep('s1', 0, false))
      .thenNothing();
  });

  test('are restored while it is time, those of the last time', () => {
    given(sweepDecider, [swept('s1', 5)])
      .when(restore(5))
      .then(restored('s1'));
    given(sweepDecider, [swept('s1', 0), swept('s2', 5)])
      .when(restore(0))
      .then(restored('s2'));
  });

  test.each([
    ['nothing was deleted', [], 0],
    ['it is too late', [swept('s1', 0)], 1],
    ['they are restored already', [swept('s1', 0), restored('s1')], 0],
  ])('are not restored if %s', (_why, events, since) =>
    given(sweepDecider, events).when(restore(since)).thenRefused('restore.late', messages.notificationsGone),
  );
});
