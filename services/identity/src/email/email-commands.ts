import type { EmailChanged } from '@parlour/contracts/identity/identity';
import type { CommandSpec } from '@parlour/kernel/log/commands';
import { type Done, doneAfter } from '@parlour/kernel/log/reply';
import { type Standing, userGuard, type UserState } from '../user/user.decider.ts';
import { type ConfirmEmail, emailDecider, type Emails, emailStream, type GiveEmail } from './email.decider.ts';
import { confirmEmail, giveEmail } from './email.queries.ts';

type EmailSpec<Command extends GiveEmail | ConfirmEmail> = CommandSpec<
  Emails,
  Command,
  EmailChanged,
  Done,
  readonly [UserState]
>;

/** Has an address wait for its link; null for the one that is confirmed already. */
export function giving(
  userId: string,
  given: { readonly id: string; readonly address: string } | null,
  by: Standing & Pick<GiveEmail, 'isListed'>,
): EmailSpec<GiveEmail> {
  return {
    streamId: emailStream(userId),
    orderingKey: userId,
    decider: emailDecider,
    guards: [userGuard(userId)],
    command: ({ guards: [user] }) => ({ type: 'GiveEmail', userId, user, ...by, emailId: given?.id ?? null }),
    reply: doneAfter((tx) => giveEmail(tx, userId, given)),
  };
}

/** Confirms an address whose link was opened. */
export function confirming(userId: string, emailId: string): EmailSpec<ConfirmEmail> {
  return {
    streamId: emailStream(userId),
    orderingKey: userId,
    decider: emailDecider,
    guards: [userGuard(userId)],
    command: ({ guards: [user] }) => ({ type: 'ConfirmEmail', userId, user, emailId }),
    reply: doneAfter((tx) => confirmEmail(tx, userId, emailId)),
  };
}
