import { expect, test } from '@jest/globals';
import { parseAdminWords } from './admin-words.ts';

test.each([
  [['suspend', 'ann']],
  [['restore', 'Ann Ångström']],
  [['reset-password', '--odd-name']],
  [['sessions', 'ann']],
  [['end-sessions', 'ann']],
  [['posts', 'ann']],
])('%j name a task', (words) => {
  expect(parseAdminWords(words)).toEqual({ what: words[0], username: words[1] });
});

test('a session may be named where sessions are ended, and nowhere else', () => {
  expect(parseAdminWords(['end-sessions', 'ann', 's1'])).toEqual({
    what: 'end-sessions',
    username: 'ann',
    sessionId: 's1',
  });
  expect(parseAdminWords(['suspend', 'ann', 'bob'])).toBeUndefined();
});

test('a post is named by its id', () => {
  expect(parseAdminWords(['blank', 'q1'])).toEqual({ what: 'blank', id: 'q1' });
});

test.each([
  [[]],
  [['blank']],
  [['blank', 'q1', 'a1']],
  [['suspend']],
  [['suspend', ' ']],
  [['delete', 'ann']],
  [['end-sessions', 'ann', 's1', 's2']],
])('%j name none', (words: string[]) => {
  expect(parseAdminWords(words)).toBeUndefined();
});
