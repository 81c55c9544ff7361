import type { DemoLoginWire } from '@parlour/contracts/identity';
import { flushSync } from 'react-dom';
import { useGetProvidersQuery } from './session.api.ts';
import classes from './demo-logins.module.css';

/**
 * Whom one may be in a demonstration: a press fills in the form, for all to see, and submits it. Nothing
 * anywhere else. Not submit buttons: Enter in a field presses the first of those on the page.
 */
export function DemoLogins({
  formId,
  onChoose,
}: {
  readonly formId: string;
  readonly onChoose: (login: DemoLoginWire) => void;
}) {
  const { data } = useGetProvidersQuery();
  const logins = data?.demo ?? [];
  if (logins.length === 0) return null;
  return (
    <section className={classes.demo} aria-label="Demonstration">
      <p className={classes.what}>This is a demo. Sign in as</p>
      <ul className={classes.logins}>
        {logins.map((login) => (
          <li key={login.username}>
            <button
              type="button"
              className={classes.login}
              onClick={() => {
                // The form must be filled in before it is submitted.
                flushSync(() => {
                  onChoose(login);
                });
                (document.getElementById(formId) as HTMLFormElement | null)?.requestSubmit(); // it is a form's id
              }}
            >
              <span className={classes.name}>{login.username}</span>{' '}
              <span className={classes.about}>{login.about}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className={classes.what}>
        Everybody else has the same password: <code>{logins[0]?.password}</code>
      </p>
    </section>
  );
}
