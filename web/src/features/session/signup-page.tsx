import { Textarea, TextInput } from '@mantine/core';
import { checkCredentials, checkUsername } from '@parlour/contracts/text/checks';
import { approvalLimits, checkAnswer } from '@parlour/contracts/identity/approval';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { useLocation, useNavigate } from 'react-router';
import { NewPasswordInputs } from '../../design/parts/form/new-password-input.tsx';
import { useForm } from '../../design/parts/form/use-form.ts';
import { isRefusedWith } from '../../shared/http/call-failure.ts';
import { wantedIn } from '../../shared/text/safe-link.ts';
import { usePatience } from './patience.ts';
import { useGetProvidersQuery, useSignupMutation } from './session.api.ts';
import { SignInForm, UsernameInput } from './sign-in-form.tsx';
import { firstAccount, passwordRule } from './sign-in-words.ts';
import classes from './sign-in.module.css';

const mustBeApproved = 'The people who run this site approve each new account before it can be used.';

/**
 * Signup: the rules of login, a valid username, and the password twice. An invitation replaces the
 * code, and approval.
 */
export function SignupPage() {
  const [signup] = useSignupMutation();
  const navigate = useNavigate();
  const patience = usePatience('service.unavailable', 'limit.reached');
  const { data: ways, refetch } = useGetProvidersQuery();
  const { invitation } = wantedIn(useLocation().state);
  const isInvited = typeof invitation === 'string';
  const needsCode = !isInvited && ways?.signupCode === true;
  const mustWait = !isInvited && ways?.signUp === 'approval';
  const question = mustWait ? ways.question : undefined;
  const isClosed = !isInvited && ways?.signUp === 'nobody';
  const form = useForm({
    initial: { username: '', password: '', confirmation: '', code: '', answer: '' },
    check: (values) => {
      const username = values.username.trim();
      const password = values.password.trim();
      const fault = checkCredentials(username, password);
      if (fault) return username === '' ? { username: fault.text } : { password: fault.text };
      const nameFault = checkUsername(username);
      if (nameFault) return { username: nameFault.text };
      if (values.confirmation.trim() !== password) return { confirmation: messages.passwordsDiffer };
      return {
        code: needsCode && values.code.trim() === '' ? messages.signupCodeMissing : undefined,
        answer: question === undefined ? undefined : checkAnswer(values.answer.trim())?.text,
      };
    },
    send: async ({ username, password, code, answer }, { key }) => {
      const account = { username: username.trim(), password: password.trim(), submissionKey: key };
      const other = {
        ...(isInvited && { invitation }),
        ...(needsCode && { code: code.trim() }),
        ...(question !== undefined && { answer: answer.trim() }),
      };
      const error = await patience.send(async () => {
        const { data, error: failure } = await signup({ ...account, ...other });
        if (data && 'pending' in data) void navigate('/waiting');
        return failure;
      });
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
      above={() =>
        (isInvited || mustWait || ways?.isNew) && (
          <p className={classes.notice}>
            {isInvited ? 'You are invited: choose a name and a password.' : mustWait ? mustBeApproved : firstAccount}
          </p>
        )
      }
      form={form}
      patience={patience}
      failurePrefix={messages.signupErrorPrefix}
      // Google leads to a page that knows nothing of the invitation.
      googleLabel={isInvited ? undefined : 'Sign up with Google'}
      googleCode={form.values[needsCode ? 'code' : 'answer'].trim()}
      {...(isClosed && { closed: messages.signupClosed })}
      other={{ question: 'Already have an account?', label: 'Sign in', to: '/' }}
      fields={(passwordType) => (
        <>
          <UsernameInput {...form.field('username')} />
          <NewPasswordInputs
            password={form.field('password')}
            confirmation={form.field('confirmation')}
            username={form.values.username}
            type={passwordType}
            label="Password"
            description={passwordRule(ways)}
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
          {question !== undefined && (
            <Textarea
              {...form.field('answer')}
              label={
                <span className={classes.question} dir="auto">
                  {question}
                </span>
              }
              description="Only operators read your answer."
              maxLength={approvalLimits.answerLength * 2}
              rows={3}
              size="md"
            />
          )}
        </>
      )}
    />
  );
}
