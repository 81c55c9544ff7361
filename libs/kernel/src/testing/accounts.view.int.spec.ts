import { KernelTables1795800000000 } from '../database/kernel-tables.ts';
import type { AccountEvent } from './accounts.decider.ts';
import { AccountTables1795800000001, accountsView } from './accounts.view.ts';
import { describeViewContract } from './view-contract.ts';

const deposit = (account: string, amount: number): AccountEvent => ({
  type: 'Deposited',
  data: { account, amount, part: 1, parts: 1, memo: '' },
});
const events: AccountEvent[] = [
  { type: 'AccountOpened', data: { account: 'a', owner: 'Ann' } },
  deposit('a', 5),
  deposit('a', 5),
  { type: 'AccountOpened', data: { account: 'b', owner: 'Bob' } },
  { type: 'Transferred', data: { from: 'a', to: 'b', amount: 3 } },
  { type: 'Withdrawn', data: { account: 'b', amount: 1 } },
  deposit('a', 5),
  { type: 'Transferred', data: { from: 'b', to: 'a', amount: 2 } },
  { type: 'AccountClosed', data: { account: 'b' } },
];

describeViewContract(accountsView('qa'), [KernelTables1795800000000, AccountTables1795800000001], events);
