import type { AddressMail } from '@parlour/contracts/delivery/delivery';
import type { IdentityEvent } from '@parlour/contracts/identity/identity';
import { reactionsTo } from '@parlour/kernel/policy/policy';

/** The mails that follow from identity's events: one at most from each. */
export const mailsAfter = reactionsTo<IdentityEvent, AddressMail>({
  EmailChanged({ data: { userId, change, newId, formerId } }) {
    if (change === 'given') return newId === null ? [] : [{ kind: 'confirm', userId, emailId: newId }];
    if (change === 'listed') return newId === null ? [] : [{ kind: 'account', userId, emailId: newId }];
    return formerId === null ? [] : [{ kind: 'emailChanged', userId, emailId: formerId }];
  },
  PasswordResetRequested: ({ data: { userId, emailId } }) => [{ kind: 'reset', userId, emailId }],
  PasswordReset: ({ data: { userId } }) => [{ kind: 'passwordChanged', userId, emailId: null }],
});
