import { Button } from '@mantine/core';
import { messages } from '@parlour/contracts/messages';
import { useState } from 'react';
import { serverText } from '../../shared/http/call-failure.ts';
import { Checkbox } from '../../design/parts/form/checkbox.tsx';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { checkNewPasswords } from '../../design/parts/form/new-passwords.ts';
import { NewPasswordInputs } from '../../design/parts/form/new-password-input.tsx';
import { TimedNotice, useTimedNotice } from '../../design/parts/feedback/timed-notice.tsx';
import { useForm } from '../../design/parts/form/use-form.ts';
import { afterSigningInAgain } from './after-signing-in-again.ts';
import { useResetPasswordMutation } from './profile.api.ts';
import classes from './profile.module.css';

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
    check: checkNewPasswords,
    send: async ({ password }, { key }) => {
      const request = { username, password: password.trim(), submissionKey: key };
      const { error } = await afterSigningInAgain(reauthenticate, () => reset(request));
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
          <NewPasswordInputs
            password={form.field('password')}
            confirmation={form.field('confirmation')}
            username={username}
            type={type}
            description={rule}
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
