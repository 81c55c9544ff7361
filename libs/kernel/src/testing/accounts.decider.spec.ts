import { describe, it } from '@jest/globals';
import { accountDecider, type AccountEvent } from './accounts.decider.ts';
import { given } from './given.ts';

const opened: AccountEvent = { type: 'AccountOpened', data: { account: 'a', owner: 'Ann' } };

describe('the rules of the toy bank', () => {
  it('a deposit of several amounts makes one event for each', () => {
    given(accountDecider, [opened])
      .when({ type: 'Deposit', account: 'a', amounts: [2, 3], memo: '' })
      .then(
        { type: 'Deposited', data: { account: 'a', amount: 2, part: 1, parts: 2, memo: '' } },
        { type: 'Deposited', data: { account: 'a', amount: 3, part: 2, parts: 2, memo: '' } },
      );
  });

  it('refuses what does not exist', () => {
    given(accountDecider, [opened]).when({ type: 'Withdraw', account: 'a', amount: 1 }).thenRefused('request.invalid');
    given(accountDecider).when({ type: 'CloseAccount', account: 'a' }).thenRefused('user.unknown');
  });

  it('closes once', () => {
    given(accountDecider, [opened, { type: 'AccountClosed', data: { account: 'a' } }])
      .when({ type: 'CloseAccount', account: 'a' })
      .thenNothing();
  });
});
