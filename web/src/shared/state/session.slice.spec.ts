import { beforeEach, expect, test } from '@jest/globals';
import { messages } from '@parlour/contracts/messages';
import { rememberSession } from './known-session.ts';
import { sessionEnded, sessionReducer, sessionRenewed, userChanged, userKnown, userLeft } from './session.slice.ts';
import { ann } from '../testing/render-page.tsx';

beforeEach(() => {
  localStorage.clear();
});

const signedIn = sessionReducer(undefined, userKnown(ann));

test('signing out on purpose is final, whatever a late call reports', () => {
  const left = sessionReducer(signedIn, userLeft('User ann deleted successfully.'));
  for (const late of [sessionEnded(), sessionRenewed(ann), userChanged(ann)]) {
    expect(sessionReducer(left, late)).toEqual({
      status: 'signedOut',
      left: true,
      notice: 'User ann deleted successfully.',
    });
  }
});

test('what a late call tells of one person is not taken for another', () => {
  const bea = sessionReducer(signedIn, userKnown({ ...ann, _id: 'u2', username: 'bea' }));
  expect(sessionReducer(bea, userChanged(ann))).toBe(bea);
});

test('a session that ended elsewhere may be resumed, and the login says so', () => {
  expect(sessionReducer(signedIn, sessionEnded())).toEqual({
    status: 'signedOut',
    left: false,
    of: 'u1',
    notice: messages.signedOut,
  });
});

test('nothing is said of it to people who signed out themselves, in another tab', () => {
  rememberSession('u1', 'ann');
  rememberSession('', '', true);
  expect(sessionReducer(signedIn, sessionEnded())).toMatchObject({ status: 'signedOut', notice: undefined });
  rememberSession('u1', 'ann');
  expect(sessionReducer(signedIn, sessionEnded())).toMatchObject({ notice: messages.signedOut });
});

test('it is said to people who open the page later, but not to strangers', () => {
  expect(sessionReducer(undefined, sessionEnded())).toMatchObject({ status: 'signedOut', notice: undefined });
  rememberSession('u1', 'ann');
  expect(sessionReducer(undefined, sessionEnded())).toMatchObject({ status: 'signedOut', notice: messages.signedOut });
});
