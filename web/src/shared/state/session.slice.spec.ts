import { expect, test } from '@jest/globals';
import { sessionEnded, sessionReducer, userKnown, userLeft } from './session.slice.ts';
import { ann } from '../testing/render-page.tsx';

const signedIn = sessionReducer(undefined, userKnown(ann));

test('signing out on purpose is final, whatever a late call reports', () => {
  const left = sessionReducer(signedIn, userLeft('User ann deleted successfully.'));
  expect(sessionReducer(left, sessionEnded())).toEqual({
    status: 'signedOut',
    left: true,
    notice: 'User ann deleted successfully.',
  });
});

test('an expired session may be resumed', () => {
  expect(sessionReducer(signedIn, sessionEnded())).toEqual({ status: 'signedOut', left: false, of: 'u1' });
});
