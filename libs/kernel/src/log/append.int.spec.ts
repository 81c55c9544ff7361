import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Bank } from '../testing/bank.ts';
import { createThrowawayDatabase, type ThrowawayDatabase } from '../testing/postgres.ts';

describe('appending', () => {
  let place: ThrowawayDatabase<'qa'>;
  let bank: Bank;

  beforeEach(async () => {
    place = await createThrowawayDatabase({ sources: ['qa'] });
    bank = await Bank.at(place.connections.qa);
  });
  afterEach(async () => {
    await bank.end();
    await place.drop();
  });

  it('stores the events, the read model and the reply of a command in one go', async () => {
    await bank.open('ann');
    const outcome = await bank.deposit('ann', [5, 7], { key: 'k1' });
    expect(outcome.reply).toEqual({ id: 'ann', owner: 'owner of ann', balance: 12, movements: 2 });
    expect(outcome.positions).toEqual({ qa: 3 });
    const { envelopes, head } = await bank.log.read(0, 10);
    expect(head).toBe(3);
    expect(envelopes.map(({ position, version, type }) => [position, version, type])).toEqual([
      [1, 1, 'AccountOpened'],
      [2, 2, 'Deposited'],
      [3, 3, 'Deposited'],
    ]);
  });
});
