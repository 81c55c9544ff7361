import { expect, it } from '@jest/globals';
import { PostgresStartError } from '@parlour/deployment/postgres/postgres-start-error';
import { adviceOn } from './start-error.ts';

const coded = (code: string, message = 'open'): Error => Object.assign(new Error(message), { code });

it.each([
  ['of the system', coded('EMFILE'), 'raise the limit'],
  ['of a cause', new Error('PostgreSQL did not start', { cause: coded('ENOSPC') }), 'The disk is full'],
  ["in PostgreSQL's message", new Error('could not extend file: No space left on device'), 'The disk is full'],
  [
    'in its message about a part of a page',
    new Error('could not extend file "base/1/2618": wrote only 4096 of 8192 bytes at block 11'),
    'The disk is full',
  ],
  ['by its code', coded('53100', 'could not write'), 'The disk is full'],
  ['of a damaged page', coded('XX001', 'invalid page in block 0'), 'The database is damaged (invalid page in block 0)'],
  ['of a disk that fails', new Error('backup', { cause: coded('58030', 'could not read') }), 'The database is damaged'],
  ["in a program's message", new Error('could not open file: Too many open files'), 'raise the limit'],
])('a failure %s comes with advice', (_, failure, expected) => expect(adviceOn(failure)).toContain(expected));

it('a start of PostgreSQL that failed for another reason says itself what to do', () => {
  const cause = new Error('it ended (1)');
  expect(adviceOn(new PostgresStartError('It did not start. Do this.', { cause }))).toBe('It did not start. Do this.');
});

it('an unknown failure has none', () => {
  expect(adviceOn(new Error('else'))).toBeUndefined();
  expect(adviceOn('no error')).toBeUndefined();
});
