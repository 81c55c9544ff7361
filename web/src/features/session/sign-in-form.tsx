import { Button, TextInput } from '@mantine/core';
import { messages } from '@parlour/contracts/messages';
import { useId, useState, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { Link, useLocation } from 'react-router';
import { Checkbox } from '../../design/parts/form/checkbox.tsx';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { usePageTitle } from '../../design/parts/page/page-title.ts';
import type { useForm } from '../../design/parts/form/use-form.ts';
import { serverText } from '../../shared/http/call-failure.ts';
import { selectNotice } from '../../shared/state/session.slice.ts';
import type { State } from '../../shared/state/store.ts';
import { GoogleSignIn } from './google-sign-in.tsx';
import type { usePatience } from './patience.ts';
import classes from './sign-in.module.css';

type Form = Pick<ReturnType<typeof useForm<string>>, 'form' | 'failure' | 'pending'>;

/**
 * The frame shared by login and signup: brand, fields, show-password, Submit, Google, and the link
 * to the other one.
 */
export function SignInForm({
  title,
  heading = title,
  form: { form, failure, pending },
  patience,
  failurePrefix,
  failureHelp,
  googleLabel,
  googleCode,
  other,
  fields,
  above,
  below,
  closed,
  isLesser = false,
}: {
  readonly title: string;
  /** Instead of the title, on a site without accounts. */
  readonly heading?: string;
  readonly form: Form;
  readonly patience: Pick<ReturnType<typeof usePatience>, 'waiting' | 'stop'>;
  readonly failurePrefix: string;
  /** What a failure means, for people. */
  readonly failureHelp?: string | undefined;
  /** Without one, there is no sign-in by Google. */
  readonly googleLabel?: string | undefined;
  /** The sign-up code, or the answer, typed so far, if the site asks for one. */
  readonly googleCode?: string | undefined;
  readonly other: { readonly question: string; readonly label: string; readonly to: string };
  readonly fields: (passwordType: 'text' | 'password') => ReactNode;
  /** Rendered above the form; may submit it. */
  readonly above?: (formId: string) => ReactNode;
  /** Rendered below the button. */
  readonly below?: ReactNode;
  /** Why nobody can do this at the moment; shown instead of the form. */
  readonly closed?: string;
  /** Whether what is above is more likely to be wanted: one button of a page stands out. */
  readonly isLesser?: boolean | undefined;
}) {
  usePageTitle(title);
  const formId = useId();
  const [shown, setShown] = useState(false);
  const notice = useSelector((state: State) => selectNotice(state));
  const location = useLocation();
  // Keep the wanted address when switching to the other form.
  const state: unknown = location.state;
  return (
    <>
      {/* The way to the other form stands at the top: on a low screen the end is out of sight. */}
      <div className={classes.head}>
        <h1 className={classes.title} tabIndex={-1}>
          {heading}
        </h1>
        <p className="soft">
          {other.question}{' '}
          <Link to={other.to} state={state} className={classes.toOther}>
            {other.label}
          </Link>
        </p>
      </div>
      <p role="status" className={notice ? classes.notice : 'visually-hidden'}>
        {notice}
      </p>
      {above?.(formId)}
      {closed === undefined ? (
        <>
          <form {...form} id={formId} className="stack" aria-label={title}>
            {fields(shown ? 'text' : 'password')}
            <Checkbox
              label="Show password"
              checked={shown}
              onChange={(event) => {
                setShown(event.currentTarget.checked);
              }}
            />
            {failure !== undefined && (
              <Failure title={failurePrefix + (serverText(failure) ?? messages.signInFallback)} detail={failureHelp} />
            )}
            <p role="status" className={patience.waiting ? 'soft' : 'visually-hidden'}>
              {patience.waiting && messages.busyForNow}
            </p>
            {patience.waiting && (
              <Button variant="default" onClick={patience.stop}>
                Stop trying
              </Button>
            )}
            <Button type="submit" variant={isLesser ? 'default' : 'filled'} loading={pending} fullWidth size="md">
              Submit
            </Button>
            {below}
          </form>
          {googleLabel && <GoogleSignIn label={googleLabel} code={googleCode} />}
        </>
      ) : (
        <p className={classes.closed}>{closed}</p>
      )}
    </>
  );
}

/** The username field of both forms. */
export function UsernameInput(props: {
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (event: React.ChangeEvent<HTMLInputElement>) => void;
}) {
  return (
    <TextInput
      {...props}
      label="Username"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      size="md"
      autoFocus
    />
  );
}
