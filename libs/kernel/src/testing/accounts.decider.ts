import { DomainError } from '@parlour/contracts/errors';
import type { Decider } from '../log/decider.ts';

/** An account was opened. Stream `account/<id>`. */
export interface AccountOpened {
  readonly type: 'AccountOpened';
  readonly data: { readonly account: string; readonly owner: string };
}

/**
 * Money was deposited; a command with several amounts makes one event for each, `part` of `parts`.
 * Stream `account/<id>`.
 */
export interface Deposited {
  readonly type: 'Deposited';
  readonly data: {
    readonly account: string;
    readonly amount: number;
    readonly part: number;
    readonly parts: number;
    readonly memo: string;
  };
}

/** Money was withdrawn. Stream `account/<id>`. */
export interface Withdrawn {
  readonly type: 'Withdrawn';
  readonly data: { readonly account: string; readonly amount: number };
}

/** Money was transferred. Stream `account/<from>`, with the recipient's as guard. */
export interface Transferred {
  readonly type: 'Transferred';
  readonly data: { readonly from: string; readonly to: string; readonly amount: number };
}

/** The account was closed. Stream `account/<id>`. */
export interface AccountClosed {
  readonly type: 'AccountClosed';
  readonly data: { readonly account: string };
}

/** The events of the toy bank's log. */
export type AccountEvent = AccountOpened | Deposited | Withdrawn | Transferred | AccountClosed;

/** The commands of the toy bank. */
export type AccountCommand =
  | { readonly type: 'OpenAccount'; readonly account: string; readonly owner: string }
  | { readonly type: 'Deposit'; readonly account: string; readonly amounts: readonly number[]; readonly memo: string }
  | { readonly type: 'Withdraw'; readonly account: string; readonly amount: number }
  | {
      readonly type: 'Transfer';
      readonly from: string;
      readonly to: string;
      readonly amount: number;
      readonly recipient: AccountState['status'];
    }
  | { readonly type: 'CloseAccount'; readonly account: string };

/** An account from its own stream: incoming transfers are not counted, so it can only be richer. */
export type AccountState =
  | { readonly status: 'none' }
  | { readonly status: 'open'; readonly available: number }
  | { readonly status: 'closed' };

/** The rules of the toy bank: one account per stream, and no overdrafts. */
export const accountDecider = {
  initial: { status: 'none' },
  always: ({ type }) => type === 'CloseAccount',
  decide: (command, state) => {
    if (command.type === 'OpenAccount') {
      if (state.status !== 'none') throw new DomainError('command.conflict', 'This account exists already');
      return [{ type: 'AccountOpened', data: { account: command.account, owner: command.owner } }];
    }
    if (command.type === 'CloseAccount' && state.status === 'closed') return [];
    if (state.status !== 'open') throw new DomainError('user.unknown', 'There is no such account');
    switch (command.type) {
      case 'Deposit':
        return command.amounts.map((amount, index) => ({
          type: 'Deposited',
          data: {
            account: command.account,
            amount,
            part: index + 1,
            parts: command.amounts.length,
            memo: command.memo,
          },
        }));
      case 'Withdraw':
        if (command.amount > state.available) throw new DomainError('request.invalid', 'There is not enough');
        return [{ type: 'Withdrawn', data: { account: command.account, amount: command.amount } }];
      case 'Transfer':
        if (command.recipient !== 'open') throw new DomainError('user.unknown', 'There is no such recipient');
        if (command.amount > state.available) throw new DomainError('request.invalid', 'There is not enough');
        return [{ type: 'Transferred', data: { from: command.from, to: command.to, amount: command.amount } }];
      case 'CloseAccount':
        return [{ type: 'AccountClosed', data: { account: command.account } }];
      default:
        command satisfies never;
        return [];
    }
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'AccountOpened':
        return { status: 'open', available: 0 };
      case 'Deposited':
        return state.status === 'open' ? { ...state, available: state.available + event.data.amount } : state;
      case 'Withdrawn':
      case 'Transferred':
        return state.status === 'open' ? { ...state, available: state.available - event.data.amount } : state;
      case 'AccountClosed':
        return { status: 'closed' };
      default:
        event satisfies never;
        return state;
    }
  },
} satisfies Decider<AccountState, AccountCommand, AccountEvent> as Decider<AccountState, AccountCommand, AccountEvent>;
