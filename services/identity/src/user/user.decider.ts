import { checkRenameReason, checkUsername, longestSpelling } from '@parlour/contracts/text/checks';
import { DomainError, type Fault, refuse } from '@parlour/contracts/errors';
import type {
  OperatorAdded,
  OperatorRemoved,
  PasswordReset,
  UserDeleted,
  UserRegistered,
  UserRenamed,
  UserRestored,
  UserSuspended,
} from '@parlour/contracts/identity/identity';
import {
  type ApprovalDecided,
  type ApprovalDecision,
  type ApprovalRequested,
  approvalTexts,
} from '@parlour/contracts/identity/approval';
import type { InvitationUsed } from '@parlour/contracts/identity/invitations';
import type { MemberAdded } from '@parlour/contracts/identity/members';
import { checkReservedLooks } from '@parlour/contracts/text/look-alikes';
import { messages } from '@parlour/contracts/messages';
import type { Decider } from '@parlour/kernel/log/decider';
import type { Guard } from '@parlour/kernel/log/commands';

/** Whether the person exists, and the facts that rules depend on. */
export type UserState =
  | { readonly status: 'unknown' | 'waiting' }
  | {
      readonly status: 'registered' | 'suspended';
      readonly name: string;
      readonly isOperator: boolean;
    }
  | { readonly status: 'deleted' };

/** Open an account; a reservation ensures that its name is unique. */
export interface RegisterUser {
  readonly type: 'RegisterUser';
  readonly userId: string;
  readonly name: string;
  /** Whether it is the first account of a fresh site; a reservation ensures that only one is. */
  readonly isFirst?: boolean;
  /** The invitation by which they come; that it admits them is checked where it is counted. */
  readonly invitation?: Omit<InvitationUsed['data'], 'userId'> | undefined;
  /** The operator who opens it for a person on a list. */
  readonly by?: string;
  /** Whether an operator must approve it first. */
  readonly waits?: boolean;
}

/** Open an account that waits for approval, or end it. */
export interface DecideApproval {
  readonly type: 'DecideApproval';
  readonly userId: string;
  readonly decision: ApprovalDecision;
  /** Absent if it does not wait any more. */
  readonly name: string | undefined;
}

/** The facts of a session that permit irreversible changes of an account. */
export interface Standing {
  readonly isGoogleUser: boolean;
  /** How long ago they last signed in, in milliseconds. */
  readonly sinceLoginMs: number;
}

/** Delete one's account. */
export interface DeleteUser extends Standing {
  readonly type: 'DeleteUser';
  readonly userId: string;
  /** Whether no other operator can sign in. */
  readonly isLast: boolean;
}

/** For operators: whether their commands spare other operators. */
interface Sparing {
  readonly sparesOperators?: boolean;
}

/** Replace a forgotten password; for the operator. */
export interface ReplacePassword extends Sparing {
  readonly type: 'ReplacePassword';
  readonly userId: string;
  readonly isGoogleUser: boolean;
}

/** Suspend a person, or lift the suspension; for the operator. */
export interface ChangeAdmission extends Sparing {
  readonly type: 'SuspendUser' | 'RestoreUser';
  readonly userId: string;
}

/** Give a person another name; for the operator. Reservations ensure that it is unique. */
export interface RenameUser extends Sparing {
  readonly type: 'RenameUser';
  readonly userId: string;
  readonly name: string;
  readonly reason: string;
}

/** Make a person an operator. */
export interface MakeOperator {
  readonly type: 'MakeOperator';
  readonly userId: string;
}

/** Take an operator's rights away. */
export interface RemoveOperator {
  readonly type: 'RemoveOperator';
  readonly userId: string;
  /** Whether no other operator can sign in. */
  readonly isLast: boolean;
}

/** The commands of an account. */
export type UserCommand =
  | RegisterUser
  | DecideApproval
  | DeleteUser
  | ReplacePassword
  | RenameUser
  | ChangeAdmission
  | MakeOperator
  | RemoveOperator;

type UserEvent =
  | UserRegistered
  | UserRenamed
  | PasswordReset
  | UserSuspended
  | UserRestored
  | OperatorAdded
  | OperatorRemoved
  | InvitationUsed
  | MemberAdded
  | ApprovalRequested
  | ApprovalDecided
  | UserDeleted;

/**
 * For how long after signing in irreversible changes are allowed: thirty minutes. Source: decisions
 * U-4.
 */
const loginGoodForMs = 30 * 60_000;

/** The stream of one person. */
export function userStream(userId: string): string {
  return `user/${userId}`;
}

/** Whether a password may be changed or an account deleted now, checked before costly work. */
export function checkStanding(
  type: 'ResetPassword' | 'DeleteUser' | 'GiveEmail' | 'RemoveEmail',
  standing: Standing,
): Fault | undefined {
  if (type === 'ResetPassword' && standing.isGoogleUser) {
    return { code: 'account.google', text: messages.googleAccountPassword };
  }
  // A stolen session, or one left open elsewhere, must not be enough.
  if (standing.sinceLoginMs > loginGoodForMs) return { code: 'reauth', text: messages.reauthenticate };
  return undefined;
}

/**
 * The account of somebody who acts. They may have a token that is valid for some more seconds after
 * they were suspended or deleted.
 * @throws {DomainError} `session.ended`
 */
export function registered(user: UserState): Extract<UserState, { readonly name: string }> {
  if (user.status !== 'registered') throw new DomainError('session.ended', messages.notSignedIn);
  return user;
}

/**
 * The rules of having an account. What people change about it themselves is in streams of its own
 * (`own-settings.decider.ts`). Source: decisions S-2, U-4, U-5, O-1, O-4, O-12.
 */
export const userDecider: Decider<UserState, UserCommand, UserEvent> = {
  initial: { status: 'unknown' },
  // Only operators can change it back and forth.
  always: () => true,

  decide(command, state) {
    if (command.type === 'RegisterUser') return register(command, state);
    if (command.type === 'DecideApproval') return decideApproval(command, state);
    // A deleted or suspended user may have a token that is valid for some more seconds.
    const there = state.status === 'registered' || (state.status === 'suspended' && isOperators(command));
    if (!there) throw new DomainError('session.ended', messages.notSignedIn);
    const { userId } = command;
    if ('sparesOperators' in command && command.sparesOperators && state.isOperator) {
      throw new DomainError('operator.spared', messages.operatorSpared);
    }
    switch (command.type) {
      case 'SuspendUser':
        return state.status === 'suspended' ? [] : [{ type: 'UserSuspended', data: { userId } }];
      case 'RestoreUser':
        return state.status === 'suspended' ? [{ type: 'UserRestored', data: { userId } }] : [];
      case 'MakeOperator':
        return state.isOperator ? [] : [{ type: 'OperatorAdded', data: { userId } }];
      case 'RemoveOperator':
        if (!state.isOperator) return [];
        if (command.isLast) throw new DomainError('operator.last', messages.operatorLast);
        return [{ type: 'OperatorRemoved', data: { userId } }];
      case 'ReplacePassword':
        if (command.isGoogleUser) throw new DomainError('account.google', messages.googleAccountPassword);
        return [{ type: 'PasswordReset', data: { userId } }];
      case 'RenameUser':
        return rename(command, state.name);
      case 'DeleteUser':
        refuse(checkStanding(command.type, command));
        if (state.isOperator && command.isLast) throw new DomainError('operator.last', messages.operatorLast);
        return [{ type: 'UserDeleted', data: { userId } }];
      default:
        command satisfies never;
        return [];
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'UserRegistered':
        return { status: 'registered', name: event.data.name, isOperator: false };
      case 'UserRenamed':
        return 'name' in state ? { ...state, name: event.data.name } : state;
      case 'UserSuspended':
        return state.status === 'registered' ? { ...state, status: 'suspended' } : state;
      case 'UserRestored':
        return state.status === 'suspended' ? { ...state, status: 'registered' } : state;
      case 'OperatorAdded':
      case 'OperatorRemoved':
        return 'name' in state ? { ...state, isOperator: event.type === 'OperatorAdded' } : state;
      case 'ApprovalRequested':
        return { status: 'waiting' };
      case 'ApprovalDecided':
        // Of those who are approved, the next event tells the rest.
        return event.data.decision === 'approved' ? state : { status: 'deleted' };
      case 'UserDeleted':
        return { status: 'deleted' };
      case 'PasswordReset':
      case 'InvitationUsed':
      case 'MemberAdded':
        return state;
      default:
        event satisfies never;
        return state;
    }
  },
};

/** Whether operators give this command, who can give it for a suspended account too. */
function isOperators({ type }: UserCommand): boolean {
  return operatorsCommands.includes(type);
}

const operatorsCommands: readonly UserCommand['type'][] = [
  'SuspendUser',
  'RestoreUser',
  'ReplacePassword',
  'RenameUser',
  'MakeOperator',
  'RemoveOperator',
];

/**
 * A new name as it is stored: systems send accents composed or decomposed. One that is too long is
 * refused, and normalizing it could take seconds.
 */
export function spelled(name: string): string {
  const trimmed = name.trim();
  return trimmed.length > longestSpelling ? trimmed : trimmed.normalize('NFC');
}

function rename({ userId, ...wanted }: RenameUser, formerName: string): readonly UserRenamed[] {
  const name = spelled(wanted.name);
  const reason = wanted.reason.trim();
  if (name === '') throw new DomainError('username.required', messages.usernameMissing);
  refuse(checkUsername(name), checkReservedLooks(name), checkRenameReason(reason));
  return name === formerName ? [] : [{ type: 'UserRenamed', data: { userId, name, formerName, reason } }];
}

function register(command: RegisterUser, state: UserState): readonly UserEvent[] {
  if (state.status !== 'unknown') return [];
  const name = spelled(command.name);
  refuse(checkUsername(name), checkReservedLooks(name));
  const { userId, isFirst, invitation, by, waits } = command;
  if (waits) return [{ type: 'ApprovalRequested', data: { userId } }];
  return [
    { type: 'UserRegistered', data: { userId, name } },
    ...(isFirst === true ? [{ type: 'OperatorAdded', data: { userId } } as const] : []),
    ...(invitation ? [{ type: 'InvitationUsed', data: { ...invitation, userId } } as const] : []),
    ...(by === undefined ? [] : [{ type: 'MemberAdded', data: { userId, by } } as const]),
  ];
}

function decideApproval({ userId, decision, name }: DecideApproval, state: UserState): readonly UserEvent[] {
  // Another operator was faster.
  if (decision === 'approved' && 'name' in state) return [];
  if (state.status !== 'waiting' || name === undefined) {
    throw new DomainError('newcomer.unknown', approvalTexts.decided);
  }
  const decided = { type: 'ApprovalDecided', data: { userId, decision } } as const;
  return decision === 'approved' ? [decided, { type: 'UserRegistered', data: { userId, name } }] : [decided];
}

/**
 * A person as a guard for another decision; if they delete their account meanwhile, it is made
 * again.
 */
export function userGuard(userId: string): Guard<UserState> {
  return {
    streamId: userStream(userId),
    decider: {
      initial: userDecider.initial,
      // The stream of a person holds their events only.
      evolve: (state, event, version) => userDecider.evolve(state, event as UserEvent, version),
    },
  };
}
