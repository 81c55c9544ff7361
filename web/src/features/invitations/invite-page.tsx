import { Button, Skeleton } from '@mantine/core';
import type { InvitedWire } from '@parlour/contracts/identity/invitations';
import { messages } from '@parlour/contracts/messages';
import { Link, useParams } from 'react-router';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { Loading } from '../../design/parts/feedback/loading.tsx';
import { usePageTitle } from '../../design/parts/page/page-title.ts';
import { isRefusedWith, serverText } from '../../shared/http/call-failure.ts';
import { everyVisit } from '../../shared/http/endpoint.ts';
import { useViewer } from '../../shared/state/hooks/use-viewer.ts';
import type { Wanted } from '../../shared/text/safe-link.ts';
import { useGetInvitedQuery } from './invitations.api.ts';
import classes from './invitations.module.css';

/** Who invites to what, for whoever opens the link of an invitation. */
export function InvitePage() {
  usePageTitle('Invitation');
  const { code = '' } = useParams();
  const { data, error, refetch } = useGetInvitedQuery(code, everyVisit);
  if (isRefusedWith(error, 'invitation.over')) {
    return (
      <div className={classes.invited}>
        <h1 className={classes.head} tabIndex={-1}>
          This invitation is over
        </h1>
        <p>{messages.invitationOver}</p>
        <p>
          <Link to="/">Go to the sign-in page</Link>
        </p>
      </div>
    );
  }
  if (data) return <Invited invited={data} code={code} />;
  if (error !== undefined) {
    return <Failure title="The invitation could not be loaded" detail={serverText(error)} onRetry={() => refetch()} />;
  }
  return (
    <Loading label="Loading the invitation">
      <Skeleton height={120} />
    </Loading>
  );
}

function Invited({ invited, code }: { readonly invited: InvitedWire; readonly code: string }) {
  const { site, by, communities } = invited;
  const viewer = useViewer();
  const [only, ...others] = communities;
  // Into the one community; of several, the newcomer finds all beside the first page.
  const wanted = only && others.length === 0 ? `/community/${only._id}` : undefined;
  return (
    <div className={classes.invited}>
      <h1 className={classes.head} tabIndex={-1}>
        You are invited to <bdi>{site}</bdi>
      </h1>
      <p>
        <bdi>{by}</bdi> invites you{communities.length > 0 && ' and brings you into'}
        {communities.length > 0 ? ':' : '.'}
      </p>
      {communities.length > 0 && (
        <ul className={classes.communities} aria-label="Communities">
          {communities.map(({ _id, name }) => (
            <li key={_id}>{viewer === '' ? <bdi>{name}</bdi> : <Link to={`/community/${_id}`}>{name}</Link>}</li>
          ))}
        </ul>
      )}
      {viewer === '' ? (
        <>
          <Button
            component={Link}
            to="/signup"
            state={{ invitation: code, wanted } satisfies Wanted}
            fullWidth
            size="md"
          >
            Create account
          </Button>
          <p className="soft">
            Already have an account?{' '}
            <Link to="/" state={{ invitation: code, wanted: `/invite/${code}` } satisfies Wanted}>
              Sign in
            </Link>
          </p>
        </>
      ) : (
        <>
          <p>
            You are signed in as <bdi>{viewer}</bdi>. Invitations are for people without an account
            {communities.length > 0 && '; you can open the communities and join them'}.
          </p>
          <Button component={Link} to="/home" variant="default" fullWidth size="md">
            Go to <bdi>{site}</bdi>
          </Button>
        </>
      )}
    </div>
  );
}
