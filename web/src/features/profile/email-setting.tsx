import { Button, TextInput } from '@mantine/core';
import type { UserWire } from '@parlour/contracts/identity/identity';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { TimedNotice, useTimedNotice } from '../../design/parts/feedback/timed-notice.tsx';
import { useForm } from '../../design/parts/form/use-form.ts';
import { serverText } from '../../shared/http/call-failure.ts';
import { useSubmission } from '../../shared/state/hooks/use-submission.ts';
import { afterSigningInAgain } from './after-signing-in-again.ts';
import { useRemoveEmailMutation, useSetEmailMutation } from './profile.api.ts';
import classes from './profile.module.css';

/** The viewer's e-mail address, which counts once it is confirmed by a link. */
export function EmailSetting({
  user,
  reauthenticate,
}: {
  readonly user: UserWire;
  readonly reauthenticate: () => Promise<boolean>;
}) {
  const [set] = useSetEmailMutation();
  const [remove, { error: removalError, isLoading: isRemoving }] = useRemoveEmailMutation();
  const submit = useSubmission();
  const notice = useTimedNotice();
  const { emailConfirmed } = user;
  // Google's is not theirs to change here.
  const email = emailConfirmed === undefined ? undefined : user.email;
  const waiting = emailConfirmed === false ? email : user.newEmail;
  const form = useForm({
    initial: { email: '' },
    check: (values) => ({ email: values.email.trim() === '' ? messages.emailInvalid : undefined }),
    send: async (values, { key }) => {
      const request = { email: values.email.trim(), submissionKey: key };
      const { error } = await afterSigningInAgain(reauthenticate, () => set(request));
      if (error !== undefined) return error;
      form.set('email', '');
      notice.say(`A link was sent to ${request.email}.`);
      return undefined;
    },
  });

  async function removeAll(): Promise<void> {
    const { error } = await afterSigningInAgain(reauthenticate, () => submit({}, remove));
    if (error === undefined) notice.say('The address was removed.');
  }

  return (
    <section className={classes.card} aria-labelledby="email">
      <div className={classes.cardHead}>
        <h2 id="email" className={classes.cardTitle} tabIndex={-1}>
          E-mail
        </h2>
        {emailConfirmed === true && <span className={classes.mark}>Confirmed</span>}
        {emailConfirmed === false && <span className={classes.mark}>Not confirmed yet</span>}
        <TimedNotice text={notice.text} />
      </div>
      {email === undefined ? (
        <p>With an address you can come back if you forget your password. Nobody else sees it.</p>
      ) : (
        <p>
          <strong>
            <bdi>{email}</bdi>
          </strong>
          {user.emailStopped &&
            ' – mail to it was refused three times, so nothing is sent there. Enter it again to try once more.'}
        </p>
      )}
      {waiting !== undefined && (
        <p>
          Open the link that was sent to <bdi>{waiting}</bdi>. It works for {limits.confirmLinkHours} hours.
          {emailConfirmed === true && ' Until then, your present address stays.'}
        </p>
      )}
      <form {...form.form} className="stack" aria-label="E-mail">
        <TextInput
          {...form.field('email')}
          type="email"
          label={email === undefined ? 'E-mail address' : 'Another address'}
          autoComplete="email"
          maxLength={limits.emailLength}
          size="md"
        />
        {form.failure !== undefined && (
          <Failure title="The address could not be saved" detail={serverText(form.failure)} />
        )}
        {removalError !== undefined && (
          <Failure title="The address could not be removed" detail={serverText(removalError)} />
        )}
        <div className={classes.buttons}>
          <Button type="submit" loading={form.pending}>
            Send a link
          </Button>
          {waiting !== undefined && (
            <Button
              variant="default"
              onClick={({ currentTarget }) => {
                form.set('email', waiting);
                currentTarget.form?.requestSubmit();
              }}
            >
              Send it again
            </Button>
          )}
          {email !== undefined && (
            <Button variant="default" loading={isRemoving} onClick={() => void removeAll()}>
              Remove
            </Button>
          )}
        </div>
      </form>
    </section>
  );
}
