import { Button, TextInput } from '@mantine/core';
import { checkUsername } from '@parlour/contracts/text/checks';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { CancelButton, Dialog } from '../../design/parts/overlay/dialog.tsx';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { showToast } from '../../design/parts/feedback/toasts.ts';
import { useForm } from '../../design/parts/form/use-form.ts';
import { asCallFailure, serverText } from '../../shared/http/call-failure.ts';
import { useRenameAccountMutation } from './admin.api.ts';
import classes from './admin.module.css';

/** A person to rename, and the button that it began with. */
export interface Renaming {
  readonly username: string;
  readonly button: HTMLElement;
}

/** Asks for the new name of a person. */
export function RenameDialog({ username, onClose }: { readonly username: string; readonly onClose: () => void }) {
  const [rename] = useRenameAccountMutation();
  const form = useForm({
    initial: { name: username, reason: '' },
    check: ({ name }) => {
      if (name.trim() === '') return { name: messages.usernameMissing };
      if (name.trim() === username) return { name: 'This is their name already' };
      return { name: checkUsername(name.trim())?.text };
    },
    send: async ({ name, reason }, { key: submissionKey }) => {
      const request = { username, name: name.trim(), reason: reason.trim(), submissionKey };
      const { data, error } = await rename(request);
      if (!data) return error;
      onClose();
      void showToast('success', `${username} is now called ${data.username}.`);
      return undefined;
    },
  });
  const failure = asCallFailure(form.failure);
  // Taken, too similar to another one, or reserved: only the server knows.
  const refused = failure?.status === 'refused' && failure.code?.startsWith('username.') ? failure.text : undefined;
  const { name, reason } = { name: form.field('name'), reason: form.field('reason') };
  return (
    <Dialog
      opened
      isForm
      title={`Rename ${username}`}
      returnFocus={false}
      isChanged={form.isChanged}
      pending={form.pending}
      onClose={onClose}
    >
      <form {...form.form} aria-label={`Rename ${username}`}>
        <p className={classes.consequence}>
          Their posts and profile show the new name at once, and they are notified. Texts that mention the old name stay
          as they are. The old name stays theirs: it still leads to them and signs them in.
        </p>
        <div className={classes.fields}>
          <TextInput
            {...name}
            error={name.error ?? refused}
            label="New username"
            maxLength={2 * limits.usernameLength}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
          />
          <TextInput
            {...reason}
            label="Reason (optional)"
            description="Operators can read it in the site log."
            maxLength={limits.deleteReasonLength}
            autoComplete="off"
          />
        </div>
        {form.failure !== undefined && refused === undefined && (
          <Failure title="Rename failed" detail={serverText(form.failure)} />
        )}
        <div className={classes.buttons}>
          <Button type="submit" loading={form.pending}>
            Rename
          </Button>
          <CancelButton />
        </div>
      </form>
    </Dialog>
  );
}
