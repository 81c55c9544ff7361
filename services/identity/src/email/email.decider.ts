import { DomainError, refuse } from '@parlour/contracts/errors';
import type { EmailChanged, PasswordResetRequested } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import type { Decider } from '@parlour/kernel/log/decider';
import { checkStanding, registered, type Standing, type UserState } from '../user/user.decider.ts';

/** The ids of a person's addresses. */
export interface Emails {
  readonly newId: string | null;
  readonly currentId: string | null;
}

interface OfPerson {
  readonly userId: string;
  /** The state of the account; its stream guards the decision. */
  readonly user: UserState;
}

/** Have an address, which gets a link; null for the one that is confirmed already. */
export interface GiveEmail extends OfPerson, Standing {
  readonly type: 'GiveEmail';
  readonly emailId: string | null;
  /** Whether an operator's list gives it. */
  readonly isListed?: boolean;
}

/** Confirm an address by its link. */
export interface ConfirmEmail extends OfPerson {
  readonly type: 'ConfirmEmail';
  readonly emailId: string;
}

/** Have no address any more. */
export interface RemoveEmail extends OfPerson, Standing {
  readonly type: 'RemoveEmail';
}

/** The stream of a person's addresses. */
export function emailStream(userId: string): string {
  return `email/${userId}`;
}

/** The stream of a person's requests for a link. */
export function forgottenStream(userId: string): string {
  return `forgotten/${userId}`;
}

/** The error for links that are not genuine, too old, used, or replaced by later ones. */
export function linkInvalid(): DomainError {
  return new DomainError('link.invalid', messages.linkInvalid);
}

/**
 * Without mail nobody can have an address confirmed.
 * @throws {DomainError} `mail.off`
 */
export function refuseWithoutMail({ MAIL_FROM }: { readonly MAIL_FROM: string }): void {
  if (MAIL_FROM === '') throw new DomainError('mail.off', messages.mailOff);
}

/** The rules of addresses. Source: specification ML-2. */
export const emailDecider: Decider<Emails, GiveEmail | ConfirmEmail | RemoveEmail, EmailChanged> = {
  initial: { newId: null, currentId: null },
  snapshots: 'all',
  decide(command, { newId, currentId }) {
    const { userId, user, type } = command;
    registered(user);
    const changed = (change: EmailChanged['data']['change'], next: Emails, formerId: string | null = null) => [
      { type: 'EmailChanged', data: { userId, change, ...next, formerId } } as const,
    ];
    switch (type) {
      case 'GiveEmail':
        refuse(checkStanding(type, command));
        return changed(command.isListed === true ? 'listed' : 'given', { newId: command.emailId, currentId });
      case 'ConfirmEmail':
        // The link is opened twice.
        if (command.emailId === currentId) return [];
        if (command.emailId !== newId) throw linkInvalid();
        return changed('confirmed', { newId: null, currentId: newId }, currentId);
      case 'RemoveEmail':
        refuse(checkStanding(type, command));
        if (newId === null && currentId === null) throw new DomainError('email.missing', messages.emailMissing);
        return changed('removed', { newId: null, currentId: null }, currentId);
      default:
        command satisfies never;
        return [];
    }
  },
  evolve: (_, { data: { newId, currentId } }) => ({ newId, currentId }),
};

/** Send a link in place of a forgotten password. */
export interface RequestReset {
  readonly userId: string;
  readonly emailId: string;
}

/** Each request is one event. */
export const forgottenDecider: Decider<null, RequestReset, PasswordResetRequested> = {
  initial: null,
  snapshots: 'all',
  decide: ({ userId, emailId }) => [{ type: 'PasswordResetRequested', data: { userId, emailId } }],
  evolve: () => null,
};
