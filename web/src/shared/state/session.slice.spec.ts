import { expect, test } from '@jest/globals';
import { sessionEnded, sessionReducer, userKnown, userLeft } from './session.slice.ts';
import { ann } from '../testing/render-page.tsx';

const signedIn = sessionReducer(undefined, userKnown(ann));

test('who has left on purpose stays so, whatever a call that was under way finds', () => {
  const left = sessionReducer(signedIn, userLeft('User ann deleted successfully.'));
  expect(sessionReducer(left, sessionEnded())).toEqual({
    status: 'signedOut',
    left: true,
    notice: 'User ann deleted successfully.',
  });
});

test('a session that ended may be taken up again', () => {
  expect(sessionReducer(signedIn, sessionEnded())).toEqual({ status: 'signedOut', left: false, of: 'u1' });
});
