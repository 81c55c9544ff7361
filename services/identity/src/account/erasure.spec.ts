import { expect, test } from '@jest/globals';
import type { Tx } from '@parlour/kernel/database/database';
import { eraseAccount } from './erasure.ts';

test('an erasure waits for answers twice, because the log is locked meanwhile', async () => {
  let waits = 0;
  let answered: Promise<void> | undefined;
  const sent: string[] = [];
  // Answers all that was sent until then at once, as PostgreSQL does with what came in one write.
  const tx: Tx = {
    query: async <Row extends object>({ name }: { readonly name: string }) => {
      sent.push(name);
      answered ??= new Promise((resolve) => {
        setImmediate(() => {
          waits += 1;
          answered = undefined;
          resolve();
        });
      });
      await answered;
      return [{ position: 1, type: 'UserRegistered', data: { userId: 'ann', name: 'Ann' } }] as object[] as Row[];
    },
  };
  await eraseAccount(tx, 'ann');
  expect(sent.slice(0, 2)).toEqual(['erasure.lock', 'erasure.credentials']);
  expect([sent.length, waits]).toEqual([14, 2]);
});
