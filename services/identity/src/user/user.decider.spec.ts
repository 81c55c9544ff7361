import { describe, expect, test } from '@jest/globals';
import type { ErrorCode } from '@parlour/contracts/errors';
import { eventsOf } from '@parlour/contracts/envelope';
import type { ApprovalDecided, ApprovalDecision, ApprovalRequested } from '@parlour/contracts/identity/approval';
import type {
  IdentityEvent,
  OperatorAdded,
  OperatorRemoved,
  UserDeleted,
  UserRegistered,
  UserRenamed,
  UserRestored,
  UserSuspended,
} from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import { fold } from '@parlour/kernel/log/decider';
import { given } from '@parlour/kernel/testing/given';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import {
  type DecideApproval,
  type DeleteUser,
  type RegisterUser,
  type UserCommand,
  userDecider,
} from './user.decider.ts';

const register: RegisterUser = { type: 'RegisterUser', userId: 'ann', name: ' Ann Ångström ' };
const registered: UserRegistered = { type: 'UserRegistered', data: { userId: 'ann', name: 'Ann Ångström' } };

describe('opening an account', () => {
  test('registers the person, with the trimmed name as it is written', () => {
    given(userDecider).when(register).then(registered);
  });

  test('[S-2] stores a name in NFC, by which its length counts', () => {
    const name = 'é'.repeat(40);
    given(userDecider)
      .when({ ...register, name: name.normalize('NFD') })
      .then({ type: 'UserRegistered', data: { userId: 'ann', name } });
  });

  test.each<[string, ErrorCode, string]>([
    [' ', 'username.required', messages.credentialsRequired],
    ['\u3164'.repeat(41), 'username.tooLong', messages.usernameTooLong],
    ['a/b', 'username.invalid', messages.usernameInvalid],
    ['..', 'username.invalid', messages.usernameDots],
    ['Ann\u0007', 'username.invalid', messages.usernameInvalid],
    ['DELETED User', 'username.reserved', messages.usernameReserved],
    ['Admin', 'username.reserved', messages.usernameReserved],
    ['ｃｏｍｐｕｔｅｒ', 'username.reserved', messages.usernameReserved],
    ['Mоderator', 'username.reserved', messages.usernameReserved],
  ])('refuses the name %j', (name, code, text) => {
    given(userDecider)
      .when({ ...register, name })
      .thenRefused(code, text);
  });

  test('[IN-1] tells by whose invitation they come, and where it leads', () => {
    const invitation = { invitationId: 'i1', inviterId: 'ben', communityIds: ['c1'] };
    given(userDecider)
      .when({ ...register, invitation })
      .then(registered, { type: 'InvitationUsed', data: { ...invitation, userId: 'ann' } });
  });

  const asked: ApprovalRequested = { type: 'ApprovalRequested', data: { userId: 'ann' } };
  const decide = (decision: ApprovalDecision, name: string | undefined = 'Ann Ångström'): DecideApproval => {
    return { type: 'DecideApproval', userId: 'ann', decision, name };
  };
  const decided = (decision: ApprovalDecision): ApprovalDecided => {
    return { type: 'ApprovalDecided', data: { userId: 'ann', decision } };
  };

  test('[IN-3] that must be approved tells no name before, and then does as any other', () => {
    given(userDecider)
      .when({ ...register, waits: true })
      .then(asked);
    given(userDecider)
      .when({ ...register, waits: true, name: '..' })
      .thenRefused('username.invalid');
    given(userDecider, [asked]).when(register).thenNothing();
    given(userDecider, [asked]).when(decide('approved')).then(decided('approved'), registered);
    given(userDecider, [asked, decided('approved'), registered])
      .when({ type: 'SuspendUser', userId: 'ann' })
      .then({ type: 'UserSuspended', data: { userId: 'ann' } });
  });

  test('[IN-3] is decided once, and can do nothing before', () => {
    for (const decision of ['declined', 'lapsed'] as const) {
      given(userDecider, [asked]).when(decide(decision)).then(decided(decision));
      given(userDecider, [asked, decided(decision)])
        .when(decide('approved'))
        .thenRefused('newcomer.unknown');
      given(userDecider, [asked, decided('approved'), registered])
        .when(decide(decision))
        .thenRefused('newcomer.unknown');
    }
    given(userDecider, [asked, decided('approved'), registered])
      .when(decide('approved', undefined))
      .thenNothing();
    given(userDecider, [registered]).when(decide('declined')).thenRefused('newcomer.unknown');
    given(userDecider).when(decide('approved')).thenRefused('newcomer.unknown');
    given(userDecider, [asked]).when({ type: 'MakeOperator', userId: 'ann' }).thenRefused('session.ended');
  });

  test('changes nothing if the account exists', () => {
    given(userDecider, [registered]).when(register).thenNothing();
  });
});

describe('an existing account', () => {
  const standing = { isGoogleUser: false, sinceLoginMs: 0 };
  const suspended: UserSuspended = { type: 'UserSuspended', data: { userId: 'ann' } };
  const deleted: UserDeleted = { type: 'UserDeleted', data: { userId: 'ann' } };
  const remove: DeleteUser = { type: 'DeleteUser', userId: 'ann', ...standing, isLast: false };

  test('is deleted within thirty minutes of a login', () => {
    given(userDecider, [registered])
      .when({ ...remove, sinceLoginMs: 30 * 60_000 })
      .then(deleted);
    given(userDecider, [registered])
      .when({ ...remove, sinceLoginMs: 30 * 60_000 + 1 })
      .thenRefused('reauth', messages.reauthenticate);
    given(userDecider, [registered])
      .when({ ...remove, isGoogleUser: true })
      .then(deleted);
  });

  test('cannot be deleted once it is, while it is suspended, or before it exists', () => {
    for (const events of [[], [registered, deleted], [registered, suspended]]) {
      given(userDecider, events).when(remove).thenRefused('session.ended', messages.notSignedIn);
    }
  });

  describe('and the operator', () => {
    const suspend: UserCommand = { type: 'SuspendUser', userId: 'ann' };
    const restore: UserCommand = { type: 'RestoreUser', userId: 'ann' };
    const replace: UserCommand = { type: 'ReplacePassword', userId: 'ann', isGoogleUser: false };
    const restored: UserRestored = { type: 'UserRestored', data: { userId: 'ann' } };

    test('who suspends it, once', () => {
      given(userDecider, [registered]).when(suspend).then(suspended);
      given(userDecider, [registered, suspended]).when(suspend).thenNothing();
      given(userDecider, [registered, suspended, restored]).when(suspend).then(suspended);
    });

    test('who lifts the suspension', () => {
      given(userDecider, [registered, suspended]).when(restore).then(restored);
      given(userDecider, [registered]).when(restore).thenNothing();
    });

    test('who replaces its password, even while it is suspended, but not that of a Google account', () => {
      const reset = { type: 'PasswordReset', data: { userId: 'ann' } } as const;
      given(userDecider, [registered]).when(replace).then(reset);
      given(userDecider, [registered, suspended]).when(replace).then(reset);
      given(userDecider, [registered])
        .when({ ...replace, isGoogleUser: true })
        .thenRefused('account.google', messages.googleAccountPassword);
    });

    test.each([suspend, restore, replace])('cannot $type if it is deleted or unknown', (command) => {
      given(userDecider, [registered, deleted]).when(command).thenRefused('session.ended', messages.notSignedIn);
      given(userDecider).when(command).thenRefused('session.ended', messages.notSignedIn);
    });

    describe('[BM-50] who renames it', () => {
      const rename = { type: 'RenameUser', userId: 'ann', name: ' Anna ', reason: ' They asked ' } as const;
      const renamed: UserRenamed = {
        type: 'UserRenamed',
        data: { userId: 'ann', name: 'Anna', formerName: 'Ann Ångström', reason: 'They asked' },
      };

      test('also while it is suspended, and not to the name it has', () => {
        given(userDecider, [registered]).when(rename).then(renamed);
        given(userDecider, [registered, suspended]).when(rename).then(renamed);
        given(userDecider, [registered, renamed]).when(rename).thenNothing();
        const back = { ...renamed.data, name: 'ann ångström', formerName: 'Anna', reason: '' };
        given(userDecider, [registered, renamed])
          .when({ ...rename, name: back.name, reason: '' })
          .then({ type: 'UserRenamed', data: back });
      });

      test('to the name in NFC', () => {
        given(userDecider, [registered])
          .when({ ...rename, name: 'Zoé'.normalize('NFD') })
          .then({ ...renamed, data: { ...renamed.data, name: 'Zoé' } });
      });

      test.each<[string, ErrorCode, string]>([
        [' ', 'username.required', messages.usernameMissing],
        ['a'.repeat(41), 'username.tooLong', messages.usernameTooLong],
        ['a/b', 'username.invalid', messages.usernameInvalid],
        ['a\u200bb', 'username.invalid', messages.usernameHidden],
        ['Moderator', 'username.reserved', messages.usernameReserved],
        ['Mоderator', 'username.reserved', messages.usernameReserved],
      ])('with the rules of sign-up: not to %j', (name, code, text) => {
        given(userDecider, [registered])
          .when({ ...rename, name })
          .thenRefused(code, text);
      });

      test('with a reason of limited length, if any', () => {
        given(userDecider, [registered])
          .when({ ...rename, reason: 'x'.repeat(201) })
          .thenRefused('delete.reason', messages.deleteReasonTooLong);
      });

      test('but spares other operators in the page', () => {
        const added: OperatorAdded = { type: 'OperatorAdded', data: { userId: 'ann' } };
        given(userDecider, [registered, added])
          .when({ ...rename, sparesOperators: true })
          .thenRefused('operator.spared', messages.operatorSpared);
        given(userDecider, [registered, added]).when(rename).then(renamed);
      });

      test('but no deleted one', () => {
        given(userDecider, [registered, deleted]).when(rename).thenRefused('session.ended', messages.notSignedIn);
      });
    });
  });

  describe('[BM-3] of an operator', () => {
    const make: UserCommand = { type: 'MakeOperator', userId: 'ann' };
    const remove: UserCommand = { type: 'RemoveOperator', userId: 'ann', isLast: false };
    const added: OperatorAdded = { type: 'OperatorAdded', data: { userId: 'ann' } };
    const removed: OperatorRemoved = { type: 'OperatorRemoved', data: { userId: 'ann' } };

    test('is the first account of a fresh site', () => {
      given(userDecider)
        .when({ ...register, isFirst: true })
        .then(registered, added);
      given(userDecider)
        .when({ ...register, isFirst: false })
        .then(registered);
    });

    test('becomes one once, and stays one while it is suspended', () => {
      given(userDecider, [registered]).when(make).then(added);
      given(userDecider, [registered, added]).when(make).thenNothing();
      given(userDecider, [registered, added, suspended]).when(make).thenNothing();
      given(userDecider, [registered, added, removed]).when(make).then(added);
    });

    test('is one no more, unless nobody else is', () => {
      given(userDecider, [registered, added]).when(remove).then(removed);
      given(userDecider, [registered]).when(remove).thenNothing();
      given(userDecider, [registered, added])
        .when({ ...remove, isLast: true })
        .thenRefused('operator.last', messages.operatorLast);
      // Who is none need not be kept.
      given(userDecider, [registered])
        .when({ ...remove, isLast: true })
        .thenNothing();
    });

    test('can be deleted, unless nobody else is an operator', () => {
      const isLast: UserCommand = { type: 'DeleteUser', userId: 'ann', ...standing, isLast: true };
      given(userDecider, [registered, added]).when(isLast).thenRefused('operator.last', messages.operatorLast);
      given(userDecider, [registered, added])
        .when({ ...isLast, isLast: false })
        .then(deleted);
      given(userDecider, [registered]).when(isLast).then(deleted);
    });

    test.each([make, remove])('is unknown once it is deleted: $type', (command) => {
      given(userDecider, [registered, added, deleted]).when(command).thenRefused('session.ended', messages.notSignedIn);
    });
  });

  test('is not registered again once it is deleted', () => {
    given(userDecider, [registered, deleted]).when(register).thenNothing();
  });
});

test('every version of the events is understood', () => {
  const events = eventsOf<IdentityEvent>(readGoldenEvents('identity')).filter(
    (event) =>
      event.type !== 'SessionEnded' &&
      event.type !== 'EmailChanged' &&
      event.type !== 'PasswordResetRequested' &&
      event.type !== 'BiographyUpdated' &&
      event.type !== 'PictureChosen' &&
      event.type !== 'FollowVisibilityChanged' &&
      event.type !== 'UserFollowed' &&
      event.type !== 'UserUnfollowed' &&
      event.type !== 'UserBlocked' &&
      event.type !== 'UserUnblocked' &&
      event.type !== 'SiteChanged' &&
      event.type !== 'SitePictureChosen' &&
      event.type !== 'InvitationCreated' &&
      event.type !== 'InvitationRevoked',
  );
  expect(fold(userDecider, events.slice(0, 3))).toEqual({
    status: 'registered',
    name: 'Anna Ångström',
    isOperator: false,
  });
  expect(fold(userDecider, events)).toEqual({ status: 'deleted' });
});
