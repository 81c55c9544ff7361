import { expect, it } from '@jest/globals';
import { asRefusal } from './failures.ts';

it('a refusal because of a full disk says so to the log, and not to the caller', () => {
  const full = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' });
  expect(asRefusal(full)).toMatchObject({
    code: 'service.unavailable',
    message: expect.not.stringContaining('space'),
    cause: full,
  });
});
