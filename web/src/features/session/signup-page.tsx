import { TextInput } from '@mantine/core';
import { checkCredentials, checkUsername } from '@parlour/contracts/text/checks';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { NewPasswordInput } from '../../design/parts/form/new-password-input.tsx';
import { useForm } from '../../design/parts/form/use-form.ts';
import { isRefusedWith } from '../../shared/http/call-failure.ts';
import { usePatience } from './patience.ts';
import { useGetProvidersQuery, useSignupMutation } from './session.api.ts';
import { SignInForm, UsernameInput } from './sign-in-form.tsx';
import { firstAccount, passwordRule } from './sign-in-words.ts';
import classes from './sign-in.module.css';

/** Signup: the rules of login, a valid username, and the password twice. */
export function SignupPage() {
  const [signup] = useSignupMutation();
  const patience = usePatience('service.unavailable', 'limit.reached');
  const { data: ways, refetch } = useGetProvidersQuery();
  const needsCode = ways?.signupCode === true;
  const isClosed = ways?.signUp === 'nobody';
  const form = useForm({
    initial: { username: '', password: '', confirmation: '', code: '' },
    check: (values) => {
      const username = values.username.trim();
      const password = values.password.trim();
      const fault = checkCredentials(username, password);
      if (fault) return username === '' ? { username: fault.text } : { password: fault.text };
      const nameFault = checkUsername(username);
      if (nameFault) return { username: nameFault.text };
      if (values.confirmation.trim() !== password) return { confirmation: messages.passwordsDiffer };
      return needsCode && values.code.trim() === '' ? { code: messages.signupCodeMissing } : {};
    },
    send: async ({ username, password, code }, { key }) => {
      const account = { username: username.trim(), password: password.trim(), submissionKey: key };
      const error = await patience.send(
        async () => (await signup({ ...account, ...(needsCode && { code: code.trim() }) })).error,
      );
      // The operator has changed who may sign up since the page asked.
      const isChanged = isRefusedWith(error, 'signup.closed') || (!needsCode && isRefusedWith(error, 'signup.code'));
      if (isChanged) void refetch();
      return error;
    },
  });
  return (
    <SignInForm
      title="Sign up"
      {...(ways?.isNew && { heading: 'Create the first account' })}
      above={() => ways?.isNew && <p className={classes.notice}>{firstAccount}</p>}
      form={form}
      patience={patience}
      failurePrefix={messages.signupErrorPrefix}
      googleLabel="Sign up with Google"
      googleCode={needsCode ? form.values.code.trim() : undefined}
      {...(isClosed && { closed: messages.signupClosed })}
      other={{ question: 'Already have an account?', label: 'Sign in', to: '/' }}
      fields={(passwordType) => (
        <>
          <UsernameInput {...form.field('username')} />
          <NewPasswordInput
            {...form.field('password')}
            username={form.values.username}
            type={passwordType}
            label="Password"
            description={passwordRule(ways)}
          />
          <TextInput
            {...form.field('confirmation')}
            type={passwordType}
            label="Confirm password"
            autoComplete="new-password"
            size="md"
          />
          {needsCode && (
            <TextInput
              {...form.field('code')}
              label="Code"
              description="Ask the site’s operator for it."
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={limits.signupCodeLength}
              size="md"
            />
          )}
        </>
      )}
    />
  );
}
