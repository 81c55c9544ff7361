import { approvalLimits, approvalTexts } from '@parlour/contracts/identity/approval';
import { Link } from 'react-router';
import { usePageTitle } from '../../design/parts/page/page-title.ts';
import { useGetProvidersQuery } from './session.api.ts';
import classes from './sign-in.module.css';

/** For people who signed up, or signed in, and wait for approval. */
export function WaitingPage() {
  usePageTitle('Waiting for approval');
  const { data: ways } = useGetProvidersQuery();
  return (
    <>
      <div className={classes.head}>
        <h1 className={classes.title} tabIndex={-1}>
          Waiting for approval
        </h1>
        <Link to="/" className={classes.toOther}>
          Sign in
        </Link>
      </div>
      <p className={classes.notice}>{approvalTexts.waiting}</p>
      <p className={classes.about}>
        Come back and sign in with your username and password, or with Google if you signed up so: once you are
        approved, that lets you in. If nobody decides within {approvalLimits.days} days, the account is erased.
      </p>
      {ways?.contact !== undefined && (
        <p className={classes.about}>
          Questions? Ask <bdi>{ways.contact}</bdi>.
        </p>
      )}
    </>
  );
}
