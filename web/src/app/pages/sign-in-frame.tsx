import { useState } from 'react';
import { Outlet } from 'react-router';
import { useGetProvidersQuery } from '../../features/session/session.api.ts';
import { useSiteTexts } from '../../shared/state/site.ts';
import { Waiting } from '../session/session-guard.tsx';
import { Brand } from '../shell/brand.tsx';
import { CardTable } from './card-table.tsx';
import classes from './sign-in-frame.module.css';

/** The frame around login and signup: what this site is, and the form. */
export function SignInFrame() {
  // They change the height of the form, so it appears with them; once it is there, it stays, also
  // while a failed call is repeated.
  const { isLoading } = useGetProvidersQuery();
  const [isThere, setIsThere] = useState(false);
  const { description } = useSiteTexts();
  if (!isThere && isLoading) return <Waiting />;
  if (!isThere) setIsThere(true);
  return (
    <div className={classes.frame}>
      <header className={classes.panel}>
        <Brand />
        <p className={classes.motto} dir="auto">
          {description}
        </p>
        <CardTable />
      </header>
      <main className={classes.place}>
        <div className={classes.card}>
          <Outlet />
        </div>
      </main>
    </div>
  );
}
