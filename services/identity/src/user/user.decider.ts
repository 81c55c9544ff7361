import { checkUsername } from '@parlour/contracts/checks';
import { refuse } from '@parlour/contracts/errors';
import type { UserRegistered } from '@parlour/contracts/identity';
import type { Decider } from '@parlour/kernel/log/decider';

/** Whether there is such a person. */
export type UserState = { readonly status: 'unknown' } | { readonly status: 'registered' };

/** Open an account; that nobody else has the name is seen to by its reservation. */
export interface RegisterUser {
  readonly type: 'RegisterUser';
  readonly userId: string;
  readonly name: string;
}

/** The stream of one person. */
export function userStream(userId: string): string {
  return `user/${userId}`;
}

/** The rules of having an account. Source: decisions S-2. */
export const userDecider: Decider<UserState, RegisterUser, UserRegistered> = {
  initial: { status: 'unknown' },

  decide(command, state) {
    if (state.status === 'registered') return [];
    const name = command.name.trim();
    refuse(checkUsername(name));
    return [{ type: 'UserRegistered', data: { userId: command.userId, name } }];
  },

  evolve(state, event) {
    switch (event.type) {
      case 'UserRegistered':
        return { status: 'registered' };
      default:
        event.type satisfies never;
        return state;
    }
  },
};
