import type { DemoLoginWire } from '@parlour/contracts/identity';
import { flushSync } from 'react-dom';
import { useGetProvidersQuery } from './session.api.ts';
import classes from './demo-logins.module.css';

/** Whom one may be in a demonstration: a press fills in the form, for all to see, and sends it. Nothing anywhere else. */
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
      <p className={classes.what}>This is a demonstration: come in as</p>
      <ul className={classes.logins}>
        {logins.map((login) => (
          <li key={login.username}>
            <button
              type="submit"
              form={formId}
              className={classes.login}
              onClick={() => {
                // The form is sent when this handler is through, and must be filled in by then.
                flushSync(() => {
                  onChoose(login);
                });
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
