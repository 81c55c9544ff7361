import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { checkCredentials } from '@parlour/contracts/text/checks';
import { messages } from '@parlour/contracts/messages';
import { isRefusedWith } from '../../shared/http/call-failure.ts';
import { NewPasswordInputs } from '../../design/parts/form/new-password-input.tsx';
import { useForm } from '../../design/parts/form/use-form.ts';
import { DemoLogins } from './demo-logins.tsx';
import { usePatience } from './patience.ts';
import { useGetProvidersQuery, useLoginMutation } from './session.api.ts';
import { SignInForm, UsernameInput } from './sign-in-form.tsx';
import { firstAccount, passwordRule } from './sign-in-words.ts';
import classes from './sign-in.module.css';

/** What “Login failed” means, which says the same for a wrong name and a wrong password. */
const loginFailedHelp = 'The username or the password is wrong. Capital letters matter in passwords.';

/** The login page. Its route guard redirects after signing in, not this component. */
export function LoginPage() {
  const [login] = useLoginMutation();
  const navigate = useNavigate();
  const { data: ways } = useGetProvidersQuery();
  // Not for 429, which answers guesses here: whoever mistyped their password can correct it.
  const patience = usePatience('service.unavailable');
  /** The person who must choose a new password. */
  const [choosing, setChoosing] = useState<string>();
  const form = useForm({
    initial: { username: '', password: '', newPassword: '', confirmation: '' },
    check: ({ username, password, newPassword, confirmation }) => {
      const fault = checkCredentials(username.trim(), password.trim());
      if (fault) return username.trim() === '' ? { username: fault.text } : { password: fault.text };
      if (choosing !== username.trim()) return {};
      if (newPassword.trim() === '') return { newPassword: messages.passwordResetMissing };
      if (confirmation.trim() !== newPassword.trim()) return { confirmation: messages.passwordResetDiffers };
      return { newPassword: checkCredentials('-', newPassword.trim())?.text };
    },
    send: async (values, { key }) => {
      const username = values.username.trim();
      const chosen = choosing === username ? { newPassword: values.newPassword.trim() } : {};
      const account = { username, password: values.password.trim(), ...chosen, submissionKey: key };
      const error = await patience.send(async () => (await login(account)).error);
      if (isRefusedWith(error, 'account.waiting')) return void navigate('/waiting');
      if (choosing === username || !isRefusedWith(error, 'password.temporary')) return error;
      setChoosing(username);
      return undefined;
    },
  });
  const isChoosing = choosing !== undefined && choosing === form.values.username.trim();
  return (
    <SignInForm
      title="Sign in"
      {...(ways?.isNew && { heading: 'Welcome to your new site' })}
      isLesser={ways?.isNew}
      form={form}
      patience={patience}
      failurePrefix={messages.loginErrorPrefix}
      failureHelp={isRefusedWith(form.failure, 'login.failed') ? loginFailedHelp : undefined}
      googleLabel="Sign in with Google"
      other={{ question: 'New here?', label: 'Sign up', to: '/signup' }}
      below={
        ways?.isNew !== true && (
          <p className={classes.help}>
            {ways?.mail ? (
              <Link to="/forgot">Forgot your password?</Link>
            ) : (
              <>
                Forgot your password? Ask <bdi>{ways?.contact ?? 'whoever runs this site'}</bdi> for a new one.
              </>
            )}
          </p>
        )
      }
      above={(formId) => (
        <>
          {ways?.isNew && (
            <div className={classes.notice}>
              <p>{firstAccount}</p>
              <Button component={Link} to="/signup" fullWidth size="md">
                Create the first account
              </Button>
            </div>
          )}
          <DemoLogins
            formId={formId}
            onChoose={({ username, password }) => {
              form.set('username', username);
              form.set('password', password);
            }}
          />
        </>
      )}
      fields={(passwordType) => (
        <>
          <UsernameInput {...form.field('username')} />
          <TextInput
            {...form.field('password')}
            type={passwordType}
            label="Password"
            autoComplete="current-password"
            size="md"
          />
          {isChoosing && (
            <>
              <p role="status" className="soft">
                {messages.passwordTemporary}
              </p>
              <NewPasswordInputs
                password={form.field('newPassword')}
                confirmation={form.field('confirmation')}
                username={form.values.username}
                type={passwordType}
                description={passwordRule(ways)}
                autoFocus
              />
            </>
          )}
        </>
      )}
    />
  );
}
