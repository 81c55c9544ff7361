import { Button, TextInput } from '@mantine/core';
import { messages } from '@parlour/contracts/messages';
import type { UserWire } from '@parlour/contracts/identity/identity';
import { useState, type ReactNode } from 'react';
import { serverText } from '../../shared/http/call-failure.ts';
import { Dialog } from '../../design/parts/overlay/dialog.tsx';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { useForm } from '../../design/parts/form/use-form.ts';
import { googleAgainAddress, rememberWanted } from './google-redirect.ts';
import { useLoginMutation } from './session.api.ts';

/** Asks the signed-in person to confirm their identity; resolves to whether they did. */
export type Reauthenticate = () => Promise<boolean>;

/**
 * Reauthentication for actions that need a recent login (decisions U-4): a dialog asks for the
 * password, and the pending action continues. People with a Google account leave the page and
 * repeat the action.
 */
export function useReauthentication(
  user: UserWire,
  comeBackTo: string,
): { readonly reauthenticate: Reauthenticate; readonly dialog: ReactNode } {
  const [asking, setAsking] = useState<{ readonly answer: (given: boolean) => void }>();
  const [pending, setPending] = useState(false);
  const close = (given: boolean) => {
    asking?.answer(given);
    setAsking(undefined);
  };
  return {
    reauthenticate: () =>
      new Promise((answer) => {
        setAsking({ answer });
      }),
    dialog: (
      <Dialog
        opened={asking !== undefined}
        isForm
        title="Confirm it’s you"
        pending={pending}
        onClose={() => {
          close(false);
        }}
      >
        {user.isGoogleUser ? (
          <GoogleAgain userId={user._id} comeBackTo={comeBackTo} />
        ) : (
          <PasswordAgain
            username={user.username}
            onPending={setPending}
            onGiven={() => {
              close(true);
            }}
          />
        )}
      </Dialog>
    ),
  };
}

function PasswordAgain({
  username,
  onPending,
  onGiven,
}: {
  readonly username: string;
  readonly onPending: (isPending: boolean) => void;
  readonly onGiven: () => void;
}) {
  const [login] = useLoginMutation();
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => (password.trim() === '' ? { password: messages.credentialsRequired } : {}),
    send: async ({ password }, { key }) => {
      onPending(true);
      const { error } = await login({ username, password: password.trim(), submissionKey: key });
      onPending(false);
      if (error === undefined) onGiven();
      return error;
    },
  });
  return (
    <form {...form.form} className="stack" aria-label="Enter your password again">
      <p className="soft">You signed in a while ago. {messages.reauthenticate}</p>
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <TextInput
        {...form.field('password')}
        type="password"
        label="Password"
        autoComplete="current-password"
        size="md"
        data-autofocus
      />
      {form.failure !== undefined && (
        <Failure title={messages.loginErrorPrefix + (serverText(form.failure) ?? messages.signInFallback)} />
      )}
      <Button type="submit" loading={form.pending} size="md">
        Continue
      </Button>
    </form>
  );
}

function GoogleAgain({ userId, comeBackTo }: { readonly userId: string; readonly comeBackTo: string }) {
  return (
    <div className="stack">
      <p className="soft">You signed in a while ago. Please sign in with Google again, then retry.</p>
      <Button
        component="a"
        href={googleAgainAddress}
        size="md"
        data-autofocus
        onClick={() => {
          rememberWanted(comeBackTo, userId);
        }}
      >
        Sign in with Google
      </Button>
    </div>
  );
}
