import { describe, expect, test } from '@jest/globals';
import type { ErrorCode } from '@parlour/contracts/errors';
import { eventsOf } from '@parlour/contracts/envelope';
import type { IdentityEvent, UserRegistered } from '@parlour/contracts/identity';
import { messages } from '@parlour/contracts/messages';
import { fold } from '@parlour/kernel/log/decider';
import { given } from '@parlour/kernel/testing/given';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { type RegisterUser, userDecider } from './user.decider.ts';

const register: RegisterUser = { type: 'RegisterUser', userId: 'ann', name: ' Ann Ångström ' };
const registered: UserRegistered = { type: 'UserRegistered', data: { userId: 'ann', name: 'Ann Ångström' } };

describe('opening an account', () => {
  test('registers the person, the name trimmed and as it is written', () => {
    given(userDecider).when(register).then(registered);
  });

  test.each<[string, ErrorCode, string]>([
    [' ', 'username.required', messages.credentialsRequired],
    ['\u3164'.repeat(41), 'username.tooLong', messages.usernameTooLong],
    ['a/b', 'username.invalid', messages.usernameInvalid],
    ['..', 'username.invalid', messages.usernameInvalid],
    ['Ann\u0007', 'username.invalid', messages.usernameInvalid],
    ['DELETED User', 'username.reserved', messages.usernameReserved],
    ['ｃｏｍｐｕｔｅｒ', 'username.reserved', messages.usernameReserved],
  ])('refuses the name %j', (name, code, text) => {
    given(userDecider)
      .when({ ...register, name })
      .thenRefused(code, text);
  });

  test('stays quiet when the account is there', () => {
    given(userDecider, [registered]).when(register).thenNothing();
  });

  test('understands every version of its events', () => {
    const events = eventsOf<IdentityEvent>(readGoldenEvents('identity')).filter(
      (event) => event.type === 'UserRegistered',
    );
    expect(fold(userDecider, events)).toEqual({ status: 'registered', followVisibility: true });
  });
});
