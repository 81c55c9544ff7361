import { describe, expect, test } from '@jest/globals';
import type { BiographyUpdated, FollowVisibilityChanged, PasswordReset } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import { given } from '@parlour/kernel/testing/given';
import {
  biographyDecider,
  followVisibilityDecider,
  passwordDecider,
  type ResetPassword,
  type ToggleFollowVisibility,
  type UpdateBiography,
} from './own-settings.decider.ts';
import type { UserState } from './user.decider.ts';

const user: UserState = { status: 'registered', name: 'Ann', isOperator: false };
const update: UpdateBiography = { type: 'UpdateBiography', userId: 'ann', user, biography: 'x'.repeat(2_000) };
const toggle: ToggleFollowVisibility = { type: 'ToggleFollowVisibility', userId: 'ann', user };
const reset: ResetPassword = { type: 'ResetPassword', userId: 'ann', user, isGoogleUser: false, sinceLoginMs: 0 };
const updated: BiographyUpdated = { type: 'BiographyUpdated', data: { userId: 'ann' } };
const changed = (visible: boolean): FollowVisibilityChanged => ({
  type: 'FollowVisibilityChanged',
  data: { userId: 'ann', visible },
});
const passwordReset: PasswordReset = { type: 'PasswordReset', data: { userId: 'ann' } };

describe('a person changes about themselves', () => {
  test('their biography, with the text in no event', () => {
    given(biographyDecider).when(update).then(updated);
    given(biographyDecider)
      .when({ ...update, biography: 'x'.repeat(2_001) })
      .thenRefused('text.tooLong', messages.biographyTooLong);
  });

  test('whether others see whom they follow', () => {
    given(followVisibilityDecider).when(toggle).then(changed(false));
    given(followVisibilityDecider, [changed(false)])
      .when(toggle)
      .then(changed(true));
    given(followVisibilityDecider, [changed(true)])
      .when(toggle)
      .then(changed(false));
  });

  test('their password, within thirty minutes of a login, and not that of Google', () => {
    given(passwordDecider)
      .when({ ...reset, sinceLoginMs: 30 * 60_000 })
      .then(passwordReset);
    given(passwordDecider)
      .when({ ...reset, sinceLoginMs: 30 * 60_000 + 1 })
      .thenRefused('reauth', messages.reauthenticate);
    given(passwordDecider)
      .when({ ...reset, isGoogleUser: true })
      .thenRefused('account.google', messages.googleAccountPassword);
  });

  test.each<UserState>([{ status: 'unknown' }, { status: 'deleted' }, { ...user, status: 'suspended' }])(
    'nothing while they are $status',
    (state) => {
      given(biographyDecider)
        .when({ ...update, user: state })
        .thenRefused('session.ended', messages.notSignedIn);
      given(followVisibilityDecider)
        .when({ ...toggle, user: state })
        .thenRefused('session.ended', messages.notSignedIn);
      given(passwordDecider)
        .when({ ...reset, user: state })
        .thenRefused('session.ended', messages.notSignedIn);
    },
  );

  test('any number of times: the last change is all that is loaded', () => {
    expect(given(biographyDecider, [updated, updated]).loaded).toBe(1);
    expect(given(followVisibilityDecider, [changed(false), changed(true)]).loaded).toBe(1);
    expect(given(passwordDecider, [passwordReset, passwordReset]).loaded).toBe(1);
  });
});
