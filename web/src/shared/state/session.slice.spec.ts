import { expect, test } from '@jest/globals';
import { sessionEnded, sessionReducer, sessionRenewed, userChanged, userKnown, userLeft } from './session.slice.ts';
import { ann } from '../testing/render-page.tsx';

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

test('an expired session may be resumed', () => {
  expect(sessionReducer(signedIn, sessionEnded())).toEqual({ status: 'signedOut', left: false, of: 'u1' });
});
