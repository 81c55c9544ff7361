import { Button, TextInput } from '@mantine/core';
import { checkCredentials } from '@parlour/contracts/text/checks';
import { messages } from '@parlour/contracts/messages';
import { useState } from 'react';
import { isRefusedWith, serverText } from '../../shared/http/call-failure.ts';
import { Checkbox } from '../../design/parts/form/checkbox.tsx';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { NewPasswordInput } from '../../design/parts/form/new-password-input.tsx';
import { TimedNotice, useTimedNotice } from '../../design/parts/feedback/timed-notice.tsx';
import { useForm } from '../../design/parts/form/use-form.ts';
import { useResetPasswordMutation } from './profile.api.ts';
import classes from './profile.module.css';

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
  rule,
  reauthenticate,
}: {
  readonly username: string;
  /** What the site asks of a password. */
  readonly rule: string | undefined;
  readonly reauthenticate: () => Promise<boolean>;
}) {
  const [reset] = useResetPasswordMutation();
  const [shown, setShown] = useState(false);
  const notice = useTimedNotice();
  const form = useForm({
    initial: { password: '', confirmation: '' },
    check: checkPasswords,
    send: async ({ password }, { key }) => {
      const request = { username, password: password.trim(), submissionKey: key };
      let { error } = await reset(request);
      if (isRefusedWith(error, 'reauth') && (await reauthenticate())) ({ error } = await reset(request));
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
        <TimedNotice text={notice.text} />
      </div>
      <form {...form.form} className="stack" aria-label="Reset password">
        {/* Tells password managers whose password this is. */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <div className={classes.pair}>
          <NewPasswordInput
            {...form.field('password')}
            username={username}
            type={type}
            label="New password"
            description={rule}
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
          <p className="hint">You are signed out on your other devices.</p>
        </div>
      </form>
    </section>
  );
}
