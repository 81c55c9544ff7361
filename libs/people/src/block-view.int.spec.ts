import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describe, expect, test } from '@jest/globals';
import type { IdentityEvent } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { describeViewContract } from '@parlour/kernel/testing/view-contract';
import { blockFault, blockTable, blockView } from './block-view.ts';

class Blocks1760000000000 implements MigrationInterface {
  readonly name = 'Blocks1760000000000';
  up = (runner: QueryRunner): Promise<unknown> => runner.query(blockTable);
  down = (runner: QueryRunner): Promise<unknown> => runner.query('drop table blocks');
}

const blocked = (blockerId: string, blockedId: string): IdentityEvent => ({
  type: 'UserBlocked',
  data: { blockerId, blockedId },
});
const unblocked = (blockerId: string, blockedId: string): IdentityEvent => ({
  type: 'UserUnblocked',
  data: { blockerId, blockedId },
});

describeViewContract(
  blockView('messaging'),
  [Blocks1760000000000],
  [
    blocked('ann', 'ben'),
    blocked('ben', 'ann'),
    unblocked('ann', 'ben'),
    blocked('cay', 'dan'),
    blocked('ann', 'ben'),
    { type: 'UserDeleted', data: { userId: 'dan' } },
    blocked('eve', 'ann'),
    { type: 'UserDeleted', data: { userId: 'eve' } },
    unblocked('ben', 'ann'),
    ...readGoldenEvents('identity').map(({ type, data }) => ({ type, data })),
    blocked('fay', 'gus'),
  ],
);

describe('[BM-20, M-15] who cannot reach others', () => {
  test('learns of their own block, and otherwise no reason', () => {
    expect(blockFault([])).toBeUndefined();
    expect(blockFault([{ own: false }])).toEqual({ code: 'person.unavailable', text: messages.personUnavailable });
    expect(blockFault([{ own: false }, { own: true }])).toEqual({ code: 'block.own', text: messages.blockOwn });
  });
});
