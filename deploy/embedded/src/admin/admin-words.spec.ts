import { expect, test } from '@jest/globals';
import { parseAdminWords } from './admin-words.ts';

test.each([
  [['suspend', 'ann']],
  [['restore', 'Ann Ångström']],
  [['reset-password', '--odd-name']],
  [['sessions', 'ann']],
  [['end-sessions', 'ann']],
  [['end-delay', 'ann']],
  [['make-operator', 'ann']],
  [['remove-operator', 'ann']],
  [['posts', 'ann']],
])('%j name a task', (words) => {
  expect(parseAdminWords(words)).toEqual({ what: words[0], username: words[1] });
});

test('a session may be named only where sessions are ended', () => {
  expect(parseAdminWords(['end-sessions', 'ann', 's1'])).toEqual({
    what: 'end-sessions',
    username: 'ann',
    sessionId: 's1',
  });
  expect(parseAdminWords(['suspend', 'ann', 'bob'])).toBe('suspend takes one username: quote what has spaces.');
});

test('[BM-54] a rename names the new name, and may give a reason', () => {
  const task = { what: 'rename', username: 'ann', name: 'Anna Lee', reason: '' };
  expect(parseAdminWords(['rename', 'ann', 'Anna Lee'])).toEqual(task);
  expect(parseAdminWords(['rename', 'ann', 'Anna Lee', 'She asked'])).toEqual({ ...task, reason: 'She asked' });
});

test('[FI-9] files are exported into a folder', () => {
  const task = { what: 'export-files', username: 'ann', folder: 'files of ann' };
  expect(parseAdminWords(['export-files', 'ann', 'files of ann'])).toEqual(task);
});

test('posts are named by their ids', () => {
  expect(parseAdminWords(['blank', 'q1'])).toEqual({ what: 'blank', ids: ['q1'] });
  expect(parseAdminWords(['blank', 'q1', 'a1', 'c1'])).toEqual({ what: 'blank', ids: ['q1', 'a1', 'c1'] });
});

test('names that look alike are those of all accounts', () => {
  expect(parseAdminWords(['lookalikes'])).toEqual({ what: 'lookalikes' });
});

const rename = 'rename needs a username and a new name, and takes a reason: quote what has spaces.';

test.each([
  [[], 'A command is missing.'],
  [['lookalikes', 'ann'], 'lookalikes takes no other word.'],
  [['blank'], 'blank needs the id of a text.'],
  [['blank', ''], 'blank needs the id of a text.'],
  [['suspend'], 'suspend needs a username.'],
  [['suspend', ' '], 'suspend needs a username.'],
  [['delete', 'ann'], 'There is no command "delete".'],
  [['export-files', 'ann'], 'export-files needs a username and a folder: quote what has spaces.'],
  [['rename', 'ann'], rename],
  [['rename', 'ann', 'anna', 'why', 'more'], rename],
  [['end-sessions', 'ann', 's1', 's2'], 'end-sessions takes one username and one session id: quote what has spaces.'],
])('%j are wrong: %s', (words: string[], fault) => {
  expect(parseAdminWords(words)).toBe(fault);
});
