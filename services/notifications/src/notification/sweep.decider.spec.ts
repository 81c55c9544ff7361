import { describe, expect, test } from '@jest/globals';
import { messages } from '@parlour/contracts/messages';
import type { NotificationsRestored, NotificationsSwept } from '@parlour/contracts/notifications/notifications';
import { given } from '@parlour/kernel/testing/given';
import { type RestoreSweep, type Sweep, sweepDecider } from './sweep.decider.ts';

const at = (minute: number) => `2026-01-01T10:${String(minute).padStart(2, '0')}:00.000Z`;
const sweep = (sweepId: string, minute: number, any = true, last: string | null = null): Sweep => ({
  ...{ type: 'Sweep', userId: 'ann', sweepId, any, last, now: at(minute) },
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

  test('are not deleted once more if another tab was faster; an undone deletion is as good as any', () => {
    const events = [swept('s1', 0), restored('s1'), swept('s2', 1)];
    given(sweepDecider, events)
      .when(sweep('s3', 2, true, 's1'))
      .thenNothing();
    given(sweepDecider, events)
      .when(sweep('s3', 2, true, 's2'))
      .then(swept('s3', 2));
    given(sweepDecider, events.slice(0, 2))
      .when(sweep('s2', 1, true, 's1'))
      .then(swept('s2', 1));
  });

  test('are restored while it is time, those of the last time', () => {
    given(sweepDecider, [swept('s1', 5)])
      .when(restore(5))
      .then(restored('s1'));
    given(sweepDecider, [swept('s1', 0), swept('s2', 5)])
      .when(restore(0))
      .then(restored('s2'));
  });

  test('are loaded from the last deletion on', () => {
    expect(given(sweepDecider, [swept('s1', 0), restored('s1'), swept('s2', 1), restored('s2')]).loaded).toBe(2);
  });

  test.each([
    ['nothing was deleted', [], 0],
    ['it is too late', [swept('s1', 0)], 1],
    ['they are restored already', [swept('s1', 0), restored('s1')], 0],
  ])('are not restored if %s', (_why, events, since) =>
    given(sweepDecider, events).when(restore(since)).thenRefused('restore.late', messages.notificationsGone),
  );
});
