import type { DemoLoginWire } from '@parlour/contracts/identity/identity';
import { Avatar } from '../../design/parts/person/avatar.tsx';
import { flushSync } from 'react-dom';
import { useGetProvidersQuery } from './session.api.ts';
import classes from './demo-logins.module.css';

/**
 * The demo accounts; nothing on other sites. Pressing one visibly fills in the form and submits it.
 * Not submit buttons, because Enter in a field presses the first of those on the page.
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
                // Render the filled-in form before submitting it.
                flushSync(() => {
                  onChoose(login);
                });
                (document.getElementById(formId) as HTMLFormElement | null)?.requestSubmit(); // the id of a form
              }}
            >
              <Avatar username={login.username} size="s" />
              <span className={classes.name}>{login.username}</span>{' '}
              <span className={classes.about}>{login.about}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className={classes.what}>
        All other accounts have the same password: <code>{logins[0]?.password}</code>
      </p>
    </section>
  );
}
