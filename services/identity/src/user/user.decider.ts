import { checkBiography, checkUsername, checkWellFormed } from '@parlour/contracts/checks';
import { DomainError, type Fault, refuse } from '@parlour/contracts/errors';
import type {
  BiographyUpdated,
  FollowVisibilityChanged,
  PasswordReset,
  UserDeleted,
  UserRegistered,
  UserRestored,
  UserSuspended,
} from '@parlour/contracts/identity';
import { checkReservedLooks } from '@parlour/contracts/look-alikes';
import { messages } from '@parlour/contracts/messages';
import type { Decider } from '@parlour/kernel/log/decider';
import type { Guard } from '@parlour/kernel/log/commands';

/** Whether there is such a person, and what of him rules depend on. */
export type UserState =
  | { readonly status: 'unknown' }
  | { readonly status: 'registered' | 'suspended'; readonly followVisibility: boolean }
  | { readonly status: 'deleted' };

/** Open an account; that nobody else has the name is seen to by its reservation. */
export interface RegisterUser {
  readonly type: 'RegisterUser';
  readonly userId: string;
  readonly name: string;
}

/** Say something else of oneself. */
export interface UpdateBiography {
  readonly type: 'UpdateBiography';
  readonly userId: string;
  readonly biography: string;
}

/** Show others whom one follows and who follows one, or no longer. */
export interface ToggleFollowVisibility {
  readonly type: 'ToggleFollowVisibility';
  readonly userId: string;
}

/** What somebody's session says for him when he wants to change his account for good. */
export interface Standing {
  readonly isGoogleUser: boolean;
  /** How long ago he last signed in, in milliseconds. */
  readonly sinceLoginMs: number;
}

/** Take another password; that it may be one is seen to before it is hashed. */
export interface ResetPassword extends Standing {
  readonly type: 'ResetPassword';
  readonly userId: string;
}

/** Delete one's account. */
export interface DeleteUser extends Standing {
  readonly type: 'DeleteUser';
  readonly userId: string;
}

/** Put another password in place of one that was forgotten; whoever runs the site may. */
export interface ReplacePassword {
  readonly type: 'ReplacePassword';
  readonly userId: string;
  readonly isGoogleUser: boolean;
}

/** Keep somebody out, or let him in again; whoever runs the site may. */
export interface ChangeAdmission {
  readonly type: 'SuspendUser' | 'RestoreUser';
  readonly userId: string;
}

/** What can be asked of an account. */
export type UserCommand =
  | RegisterUser
  | UpdateBiography
  | ToggleFollowVisibility
  | ResetPassword
  | DeleteUser
  | ReplacePassword
  | ChangeAdmission;

type UserEvent =
  | UserRegistered
  | BiographyUpdated
  | FollowVisibilityChanged
  | PasswordReset
  | UserSuspended
  | UserRestored
  | UserDeleted;

/** For how long after signing in one may do what cannot be undone: thirty minutes. Source: decisions U-4. */
const loginGoodForMs = 30 * 60_000;

/** The stream of one person. */
export function userStream(userId: string): string {
  return `user/${userId}`;
}

/** Whether somebody may reset a password or delete an account now, told before anything costly is begun. */
export function checkStanding(type: (ResetPassword | DeleteUser)['type'], standing: Standing): Fault | undefined {
  if (type === 'ResetPassword' && standing.isGoogleUser) {
    return { code: 'account.google', text: messages.googleAccountPassword };
  }
  // A session that was stolen, or left open at a friend's, must not be enough.
  if (standing.sinceLoginMs > loginGoodForMs) return { code: 'reauth', text: messages.reauthenticate };
  return undefined;
}

/** The rules of having an account. Source: decisions S-2, U-4, U-5, O-1. */
export const userDecider: Decider<UserState, UserCommand, UserEvent> = {
  initial: { status: 'unknown' },

  decide(command, state) {
    if (command.type === 'RegisterUser') return register(command, state);
    // Whoever deleted the account, or is kept out, may have a token still that is good for some seconds.
    const there = state.status === 'registered' || (state.status === 'suspended' && isOperators(command));
    if (!there) throw new DomainError('session.ended', messages.notSignedIn);
    const { userId } = command;
    switch (command.type) {
      case 'SuspendUser':
        return state.status === 'suspended' ? [] : [{ type: 'UserSuspended', data: { userId } }];
      case 'RestoreUser':
        return state.status === 'suspended' ? [{ type: 'UserRestored', data: { userId } }] : [];
      case 'ReplacePassword':
        if (command.isGoogleUser) throw new DomainError('account.google', messages.googleAccountPassword);
        return [{ type: 'PasswordReset', data: { userId } }];
      case 'UpdateBiography':
        refuse(checkWellFormed(command.biography), checkBiography(command.biography));
        return [{ type: 'BiographyUpdated', data: { userId } }];
      case 'ToggleFollowVisibility':
        return [{ type: 'FollowVisibilityChanged', data: { userId, visible: !state.followVisibility } }];
      case 'ResetPassword':
        refuse(checkStanding(command.type, command));
        return [{ type: 'PasswordReset', data: { userId } }];
      case 'DeleteUser':
        refuse(checkStanding(command.type, command));
        return [{ type: 'UserDeleted', data: { userId } }];
      default:
        command satisfies never;
        return [];
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'UserRegistered':
        return { status: 'registered', followVisibility: true };
      case 'FollowVisibilityChanged':
        return state.status === 'registered' ? { ...state, followVisibility: event.data.visible } : state;
      case 'UserSuspended':
        return state.status === 'registered' ? { ...state, status: 'suspended' } : state;
      case 'UserRestored':
        return state.status === 'suspended' ? { ...state, status: 'registered' } : state;
      case 'UserDeleted':
        return { status: 'deleted' };
      case 'BiographyUpdated':
      case 'PasswordReset':
        return state;
      default:
        event satisfies never;
        return state;
    }
  },
};

function isOperators({ type }: UserCommand): boolean {
  return type === 'SuspendUser' || type === 'RestoreUser' || type === 'ReplacePassword';
}

function register(command: RegisterUser, state: UserState): readonly UserEvent[] {
  if (state.status !== 'unknown') return [];
  const name = command.name.trim();
  refuse(checkUsername(name), checkReservedLooks(name));
  return [{ type: 'UserRegistered', data: { userId: command.userId, name } }];
}

/** A person whom somebody else's decision depends on; when he deletes his account meanwhile, it is made again. */
export function userGuard(userId: string): Guard<UserState> {
  return {
    streamId: userStream(userId),
    // A stream of a person holds his events.
    decider: { initial: userDecider.initial, evolve: (state, event) => userDecider.evolve(state, event as UserEvent) },
  };
}
