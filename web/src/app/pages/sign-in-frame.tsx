import { Outlet } from 'react-router';
import { Brand } from '../shell/brand.tsx';
import classes from './sign-in-frame.module.css';

/** The frame around login and signup: what this site is, and the form. */
export function SignInFrame() {
  return (
    <div className={classes.frame}>
      <header className={classes.brand}>
        <Brand />
        <p className={classes.motto}>Questions, answers, chat and parlour games for your community.</p>
      </header>
      <main className={classes.card}>
        <Outlet />
      </main>
    </div>
  );
}
