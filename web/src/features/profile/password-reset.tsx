import { Button, Checkbox, TextInput } from '@mantine/core';
import { checkCredentials } from '@parlour/contracts/checks';
import { messages } from '@parlour/contracts/messages';
import { useState } from 'react';
import { asCallFailure, serverText } from '../../shared/http/call-failure.ts';
import { Failure } from '../../shared/parts/failure.tsx';
import { PassingNotice, usePassingNotice } from '../../shared/parts/passing-notice.tsx';
import { useForm } from '../../shared/parts/use-form.ts';
import { useResetPasswordMutation } from './profile.api.ts';
import classes from './profile.module.css';

/** Whether the server requires reauthentication. */
export function wantsReauthentication(error: unknown): boolean {
  const failure = asCallFailure(error);
  return failure?.status === 'refused' && failure.code === 'reauth';
}

function checkPasswords({ password, confirmation }: { readonly password: string; readonly confirmation: string }) {
  const [first, second] = [password.trim(), confirmation.trim()];
  if (first === '') return { password: messages.passwordResetMissing };
  if (second === '') return { confirmation: messages.passwordResetMissing };
  if (first !== second) return { confirmation: messages.passwordResetDiffers };
  return { password: checkCredentials('-', first)?.text };
}

/** Changes the password, entered twice. A login that is too old is renewed first. */
export function PasswordReset({
  username,
  reauthenticate,
}: {
  readonly username: string;
  readonly reauthenticate: () => Promise<boolean>;
}) {
  const [reset] = useResetPasswordMutation();
  const [shown, setShown] = useState(false);
  const notice = usePassingNotice();
  const form = useForm({
    initial: { password: '', confirmation: '' },
    check: checkPasswords,
    send: async ({ password }, { key }) => {
      const request = { username, password: password.trim(), submissionKey: key };
      let { error } = await reset(request);
      if (wantsReauthentication(error) && (await reauthenticate())) ({ error } = await reset(request));
      if (error !== undefined) return error;
      form.set('password', '');
      form.set('confirmation', '');
      notice.say(messages.passwordResetDone);
      return undefined;
    },
  });
  const type = shown ? 'text' : 'password';
  return (
    <section className={classes.card} aria-labelledby="password">
      <div className={classes.cardHead}>
        <h2 id="password" className={classes.cardTitle}>
          Reset password
        </h2>
        <PassingNotice text={notice.text} />
      </div>
      <form {...form.form} className={classes.form} aria-label="Reset password">
        {/* Tells password managers whose password this is. */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <div className={classes.pair}>
          <TextInput
            {...form.field('password')}
            type={type}
            label="New password"
            autoComplete="new-password"
            size="md"
          />
          <TextInput
            {...form.field('confirmation')}
            type={type}
            label="Confirm new password"
            autoComplete="new-password"
            size="md"
          />
        </div>
        <Checkbox
          label="Show password"
          checked={shown}
          onChange={(event) => {
            setShown(event.currentTarget.checked);
          }}
        />
        {form.failure !== undefined && (
          <Failure title={messages.passwordResetFailed} detail={serverText(form.failure)} />
        )}
        <div className={classes.buttons}>
          <Button type="submit" loading={form.pending}>
            Reset
          </Button>
          <p className={classes.hint}>Your other sessions are logged out.</p>
        </div>
      </form>
    </section>
  );
}
