import { describe, expect, test } from '@jest/globals';
import { messages } from '@parlour/contracts/messages';
import { type NotificationPreferencesChanged, notificationTypes } from '@parlour/contracts/notifications/notifications';
import { given } from '@parlour/kernel/testing/given';
import { type ChangePreferences, preferencesDecider } from './preferences.decider.ts';

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
