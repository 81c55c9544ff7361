import { expect, it } from '@jest/globals';
import { messages } from '@parlour/contracts/messages';
import { asRefusal } from './failures.ts';

it('a refusal because of a full disk says so to the log, and not to the caller', () => {
  const full = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' });
  expect(asRefusal(full)).toMatchObject({
    code: 'service.unavailable',
    message: expect.not.stringContaining('space'),
    cause: full,
  });
});

it('a refusal because of damage has a code of its own, and no time after which to try again', () => {
  const damage = Object.assign(new Error('invalid page in block 0'), { code: 'XX001' });
  const refusal = asRefusal(damage);
  expect(refusal).toMatchObject({ code: 'database.damaged', message: messages.damagedDatabase, cause: damage });
  expect(refusal).not.toHaveProperty('retryAfterSeconds', expect.any(Number));
});
