import { TextInput } from '@mantine/core';
import { checkCredentials } from '@parlour/contracts/checks';
import { messages } from '@parlour/contracts/messages';
import { useForm } from '../../shared/parts/use-form.ts';
import { DemoLogins } from './demo-logins.tsx';
import { useLoginMutation } from './session.api.ts';
import { SignInForm, UsernameInput } from './sign-in-form.tsx';

/** Login. Who is known afterwards is led on by the page's guard, not from here. */
export function LoginPage() {
  const [login] = useLoginMutation();
  const form = useForm({
    initial: { username: '', password: '' },
    check: ({ username, password }) => {
      const fault = checkCredentials(username.trim(), password.trim());
      if (!fault) return {};
      return username.trim() === '' ? { username: fault.text } : { password: fault.text };
    },
    send: async ({ username, password }, { key }) =>
      (await login({ username: username.trim(), password: password.trim(), submissionKey: key })).error,
  });
  return (
    <SignInForm
      title="Log in"
      form={form}
      failurePrefix={messages.loginErrorPrefix}
      googleLabel="Log in with Google"
      other={{ question: 'New here?', label: 'Sign up', to: '/signup' }}
      above={(formId) => (
        <DemoLogins
          formId={formId}
          onChoose={({ username, password }) => {
            form.set('username', username);
            form.set('password', password);
          }}
        />
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
        </>
      )}
    />
  );
}
