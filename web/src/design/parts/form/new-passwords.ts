import { messages } from '@parlour/contracts/messages';
import { checkCredentials } from '@parlour/contracts/text/checks';

/** What is wrong with a password that was entered twice, by its field. */
export function checkNewPasswords({
  password,
  confirmation,
}: {
  readonly password: string;
  readonly confirmation: string;
}) {
  const [first, second] = [password.trim(), confirmation.trim()];
  if (first === '') return { password: messages.passwordResetMissing };
  if (second === '') return { confirmation: messages.passwordResetMissing };
  if (first !== second) return { confirmation: messages.passwordResetDiffers };
  return { password: checkCredentials('-', first)?.text };
}
