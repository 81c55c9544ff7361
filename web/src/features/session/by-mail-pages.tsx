import { Button, TextInput } from '@mantine/core';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { NoticeKind } from '@parlour/contracts/notifications/notifications';
import { type ReactNode, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { Loading } from '../../design/parts/feedback/loading.tsx';
import { Checkbox } from '../../design/parts/form/checkbox.tsx';
import { checkNewPasswords } from '../../design/parts/form/new-passwords.ts';
import { NewPasswordInputs } from '../../design/parts/form/new-password-input.tsx';
import { useForm } from '../../design/parts/form/use-form.ts';
import { usePageTitle } from '../../design/parts/page/page-title.ts';
import { isRefusedWith, serverText } from '../../shared/http/call-failure.ts';
import { noticeLabels } from '../../shared/text/notice-labels.ts';
import {
  useConfirmEmailMutation,
  useForgotPasswordMutation,
  useResetForgottenMutation,
  useUnsubscribeMutation,
} from './by-mail.api.ts';
import { useGetProvidersQuery } from './session.api.ts';
import { passwordRule } from './sign-in-words.ts';
import classes from './sign-in.module.css';

/** The pages of this file, by their address: one chunk and one import for all of them. */
export function ByMailPage() {
  const { pathname } = useLocation();
  if (pathname.startsWith('/reset')) return <ResetPage />;
  if (pathname.startsWith('/unsubscribe')) return <UnsubscribePage />;
  return pathname.startsWith('/confirm') ? <ConfirmPage /> : <ForgotPage />;
}

/** Asks for a link in place of a forgotten password. */
function ForgotPage() {
  const [forgot] = useForgotPasswordMutation();
  const { data: ways, error, refetch } = useGetProvidersQuery();
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => ({ name: name.trim() === '' ? 'Please enter your username or e-mail address' : undefined }),
    send: async ({ name }, { key }) => {
      const { error } = await forgot({ name: name.trim(), submissionKey: key });
      if (error === undefined) setSentTo(name.trim());
      return error;
    },
  });
  if (ways === undefined) {
    return (
      <Page title="Forgot your password?">
        {error === undefined ? (
          <Loading label="Loading" />
        ) : (
          <Failure title="The page could not be loaded" detail={serverText(error)} onRetry={() => void refetch()} />
        )}
      </Page>
    );
  }
  if (!ways.mail) return <Told title="Forgot your password?">{messages.mailOff}</Told>;
  if (sentTo !== undefined) {
    return (
      <Told title="Look into your mail">
        If <bdi>{sentTo}</bdi> has an account with a confirmed address, a link is on its way there. It works for{' '}
        {limits.resetLinkMinutes} minutes. Nothing after some minutes? Look into the folder for spam, or ask{' '}
        <bdi>{ways.contact ?? 'whoever runs this site'}</bdi> for a new password.
      </Told>
    );
  }
  return (
    <Page title="Forgot your password?">
      <p className={classes.about}>We send a link to the address of your account. You choose a new password there.</p>
      <form {...form.form} className="stack" aria-label="Forgot your password?">
        <TextInput
          {...form.field('name')}
          label="Username or e-mail address"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          autoFocus
        />
        {form.failure !== undefined && <Failure title="The link could not be sent" detail={serverText(form.failure)} />}
        <Button type="submit" loading={form.pending} fullWidth size="md">
          Send the link
        </Button>
      </form>
    </Page>
  );
}

/** Where the link in place of a forgotten password leads: chooses another one, which signs in. */
function ResetPage() {
  const { token = '' } = useParams();
  const [reset] = useResetForgottenMutation();
  const { data: ways } = useGetProvidersQuery();
  const navigate = useNavigate();
  const [shown, setShown] = useState(false);
  const type = shown ? 'text' : 'password';
  const form = useForm({
    initial: { password: '', confirmation: '' },
    check: checkNewPasswords,
    send: async ({ password }, { key }) => {
      const { error } = await reset({ token, password: password.trim(), submissionKey: key });
      if (error === undefined) void navigate('/home', { replace: true });
      return error;
    },
  });
  if (isRefusedWith(form.failure, 'link.invalid')) {
    return (
      <Told title="This link no longer works">
        It has expired or was used before. <Link to="/forgot">Ask for a new one</Link>.
      </Told>
    );
  }
  return (
    <Page title="Choose a new password">
      <form {...form.form} className="stack" aria-label="Choose a new password">
        <NewPasswordInputs
          password={form.field('password')}
          confirmation={form.field('confirmation')}
          username=""
          type={type}
          description={passwordRule(ways)}
          autoFocus
        />
        <Checkbox
          label="Show password"
          checked={shown}
          onChange={({ currentTarget }) => setShown(currentTarget.checked)}
        />
        {form.failure !== undefined && (
          <Failure title={messages.passwordResetFailed} detail={serverText(form.failure)} />
        )}
        <Button type="submit" loading={form.pending} fullWidth size="md">
          Save and sign in
        </Button>
        <p className="hint">You are signed out everywhere else.</p>
      </form>
    </Page>
  );
}

/** Where the link to a new address leads. Opening it changes nothing: scanners do that too. */
function ConfirmPage() {
  const { token = '' } = useParams();
  const [confirm] = useConfirmEmailMutation();
  const [confirmed, setConfirmed] = useState<string>();
  const form = useForm({
    initial: {},
    check: () => ({}),
    send: async (_, { key }) => {
      const { data, error } = await confirm({ token, submissionKey: key });
      setConfirmed(data?.email);
      return error;
    },
  });
  if (isRefusedWith(form.failure, 'link.invalid')) {
    return (
      <Told title="This link no longer works">
        It has expired or was used before. Settings → Account sends another.
      </Told>
    );
  }
  if (confirmed !== undefined) {
    return (
      <Told title="Your address is confirmed">
        <bdi>{confirmed}</bdi> is yours now. If you forget your password, it brings you back.
      </Told>
    );
  }
  return (
    <Page title="Confirm your address">
      <form {...form.form} className="stack" aria-label="Confirm your address">
        <p>You, or somebody who typed your address, gave it to this site. If it was you, confirm it.</p>
        {form.failure !== undefined && (
          <Failure title="The address could not be confirmed" detail={serverText(form.failure)} />
        )}
        <Button type="submit" loading={form.pending} fullWidth size="md" autoFocus>
          Confirm
        </Button>
      </form>
    </Page>
  );
}

/** Where the link at the end of notices leads. Opening it changes nothing: scanners do that too. */
function UnsubscribePage() {
  const { token = '' } = useParams();
  const [unsubscribe] = useUnsubscribeMutation();
  const [ended, setEnded] = useState<NoticeKind>();
  const form = useForm({
    initial: {},
    check: () => ({}),
    send: async (_, { key }) => {
      const { data, error } = await unsubscribe({ token, submissionKey: key });
      setEnded(data?.kind);
      return error;
    },
  });
  if (isRefusedWith(form.failure, 'link.invalid')) {
    return (
      <Told title="This link does not work">
        <Link to="/settings/notifications">Choose which mails you get</Link>
      </Told>
    );
  }
  if (ended !== undefined) {
    return (
      <Told title="No more mails like this">
        You get no more mails of this kind: {noticeLabels[ended]}.{' '}
        <Link to="/settings/notifications">Choose your notifications</Link>
      </Told>
    );
  }
  return (
    <Page title="No more mails like this?">
      <form {...form.form} className="stack" aria-label="No more mails like this?">
        <p>Other mails stay as they are, and so do your notifications on the page.</p>
        {form.failure !== undefined && (
          <Failure title="You could not be unsubscribed" detail={serverText(form.failure)} />
        )}
        <Button type="submit" loading={form.pending} fullWidth size="md" autoFocus>
          Unsubscribe
        </Button>
      </form>
    </Page>
  );
}

/** A page that only says something. */
function Told({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Page title={title}>
      <p role="status" className={classes.closed}>
        {children}
      </p>
    </Page>
  );
}

function Page({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  usePageTitle(title);
  return (
    <>
      <div className={classes.head}>
        <h1 className={classes.title} tabIndex={-1}>
          {title}
        </h1>
        <Link to="/" className={classes.toOther}>
          Go to the site
        </Link>
      </div>
      {children}
    </>
  );
}
