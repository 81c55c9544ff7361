import { describe, expect, test } from '@jest/globals';
import { messages } from '@parlour/contracts/messages';
import { defaultChoice } from '@parlour/contracts/notifications/notices';
import { type NotificationPreferencesChanged, notificationTypes } from '@parlour/contracts/notifications/notifications';
import { given } from '@parlour/kernel/testing/given';
import { type ChangeNotices, type ChangePreferences, preferencesDecider } from './preferences.decider.ts';

const change = (...wanted: string[]): ChangePreferences => ({ type: 'ChangePreferences', userId: 'ann', wanted });
const changed = (...wanted: NotificationPreferencesChanged['data']['wanted']): NotificationPreferencesChanged => ({
  type: 'NotificationPreferencesChanged',
  data: { userId: 'ann', wanted },
});

describe('a choice', () => {
  test('is stored whole, each type once and in the order of the catalogue', () => {
    given(preferencesDecider)
      .when(change('gameInvite', 'comment', 'gameInvite'))
      .then(changed('comment', 'gameInvite'));
    given(preferencesDecider, [changed('comment')])
      .when(change('answer'))
      .then(changed('answer'));
  });

  test('may be nothing, and may be undone', () => {
    given(preferencesDecider).when(change()).then(changed());
    given(preferencesDecider, [changed()])
      .when(change(...notificationTypes))
      .then(changed(...notificationTypes));
  });

  test('that is the same changes nothing; the default is everything', () => {
    given(preferencesDecider)
      .when(change(...notificationTypes.toReversed()))
      .thenNothing();
    given(preferencesDecider, [changed('comment', 'answer')])
      .when(change('answer', 'comment', 'answer'))
      .thenNothing();
  });

  test('is loaded without what came before', () => {
    expect(given(preferencesDecider, [changed('comment'), changed()]).loaded).toBe(1);
  });

  test.each(['chat', 'Answer', '', 'toString'])('of an unknown type (%j) is refused as a whole', (type) =>
    given(preferencesDecider, [changed('comment')])
      .when(change('answer', type))
      .thenRefused('notification.type', messages.notificationTypeInvalid),
  );
});

describe('[NO-1] what leaves the page', () => {
  const levels = (page: boolean, push: boolean, mail: boolean) => ({ page, push, mail });
  const choose = (kinds: object, more: Partial<ChangeNotices> = {}): ChangeNotices => ({
    ...{ type: 'ChangeNotices', userId: 'ann', kinds: { ...kinds } },
    ...more,
  });
  const quiet = { from: '22:00', to: '07:00', zone: 'Europe/Berlin' };
  const wanted = notificationTypes;
  const withFollower: NotificationPreferencesChanged = {
    type: 'NotificationPreferencesChanged',
    data: { userId: 'ann', ...defaultChoice, wanted, mail: ['comment', 'answer', 'follower'] },
  };

  test('is stored whole once it is chosen; what is sent is on the page', () => {
    const data = { userId: 'ann', ...defaultChoice, quiet, until: '2026-11-30T08:00:00.000Z' };
    given(preferencesDecider, [changed('comment')])
      .when(choose({ follower: levels(false, true, false) }, { quiet, until: '2026-11-30T09:00:00+01:00' }))
      .then({
        type: 'NotificationPreferencesChanged',
        data: {
          ...data,
          wanted: ['comment', 'follower'],
          push: ['comment', 'follower', 'message', 'turn'],
          mail: ['comment', 'message'],
        },
      });
  });

  test('that is the default, or the same, changes nothing', () => {
    given(preferencesDecider)
      .when(choose({ answer: levels(true, true, true), turn: levels(false, true, false) }))
      .thenNothing();
    given(preferencesDecider, [withFollower])
      .when(choose({ follower: levels(true, false, true) }))
      .thenNothing();
  });

  test('stays where it is left out', () => {
    const data = { ...withFollower.data, quiet };
    given(preferencesDecider, [{ ...withFollower, data }])
      .when({ type: 'ChangeNotices', userId: 'ann', until: '2026-11-30T08:00:00Z' })
      .then({ ...withFollower, data: { ...data, until: '2026-11-30T08:00:00.000Z' } });
    given(preferencesDecider, [{ ...withFollower, data }])
      .when({ type: 'ChangeNotices', userId: 'ann', quiet: null })
      .then(withFollower);
  });

  test('stays where only the page is chosen, and is back with it', () => {
    given(preferencesDecider, [withFollower])
      .when(change('follower'))
      .then({ ...withFollower, data: { ...withFollower.data, wanted: ['follower'] } });
  });

  test('ends by a link for one kind of mail, once', () => {
    const unsubscribe = { type: 'Unsubscribe', userId: 'ann', kind: 'follower' } as const;
    given(preferencesDecider, [withFollower])
      .when(unsubscribe)
      .then({ ...withFollower, data: { ...withFollower.data, mail: ['comment', 'answer'] } });
    given(preferencesDecider).when(unsubscribe).thenNothing();
  });

  test.each([
    [choose({ chat: levels(true, true, true) }), 'notification.type', messages.notificationTypeInvalid],
    [choose({ toString: levels(true, true, true) }), 'notification.type', messages.notificationTypeInvalid],
    [choose({ answer: { page: true, push: true } }), 'request.invalid', messages.requestInvalid],
    [choose({ answer: null }), 'request.invalid', messages.requestInvalid],
    [choose({}, { quiet: { ...quiet, zone: 'Nowhere' } }), 'request.invalid', messages.requestInvalid],
    [choose({}, { until: 'tomorrow' }), 'request.invalid', messages.requestInvalid],
    [choose({}, { until: '2026-13-01T00:00:00Z' }), 'request.invalid', messages.requestInvalid],
  ] as const)('%j is refused', (command, code, text) =>
    given(preferencesDecider).when(command).thenRefused(code, text),
  );
});
