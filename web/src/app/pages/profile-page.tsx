import { Button } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import type { UserWire } from '@parlour/contracts/identity';
import { messages } from '@parlour/contracts/messages';
import { Link, useParams } from 'react-router';
import { Badges } from '../../features/leaderboard/badges.tsx';
import { FollowButton } from '../../features/people/follow-button.tsx';
import { FollowCounts } from '../../features/people/follow-counts.tsx';
import { sameName, useGetUserQuery } from '../../features/people/people.api.ts';
import { Biography } from '../../features/profile/biography.tsx';
import { DangerZone } from '../../features/profile/danger-zone.tsx';
import { PasswordReset } from '../../features/profile/password-reset.tsx';
import { ProfileHead } from '../../features/profile/profile-head.tsx';
import { SessionList } from '../../features/profile/session-list.tsx';
import { VisibilitySwitch } from '../../features/profile/visibility-switch.tsx';
import { useReauthentication } from '../../features/session/reauthentication.tsx';
import { asCallFailure, serverText } from '../../shared/http/call-failure.ts';
import { EmptyState } from '../../shared/parts/empty-state.tsx';
import { Failure } from '../../shared/parts/failure.tsx';
import { usePageTitle } from '../../shared/parts/page-title.ts';
import { useViewer } from '../../shared/state/use-viewer.ts';
import classes from './page.module.css';

/** A profile. Keyed by name: another name is another page. */
export function ProfilePage() {
  const { username = '' } = useParams();
  return <Profile key={username} username={username} />;
}

function Profile({ username }: { readonly username: string }) {
  const { data: user, error, refetch } = useGetUserQuery(username);
  const viewer = useViewer();
  usePageTitle(user?.username ?? username);
  const failure = asCallFailure(error);
  if (failure?.status === 'refused' && (failure.httpStatus === 404 || failure.httpStatus === 400)) {
    return <ProfileNotFound />;
  }
  const title = failure?.status === 'unreachable' ? messages.userFailed : messages.profileFailed;
  const own = sameName(viewer, username);
  return (
    <>
      {error !== undefined && (
        <div className={classes.notice}>
          <Failure
            title={user ? messages.userDataFailedProfile : title}
            detail={serverText(error)}
            onRetry={() => refetch()}
          />
        </div>
      )}
      {(user !== undefined || error === undefined) && (
        <ProfileHead username={username} user={user} own={own} badges={<Badges username={username} />}>
          {user && <FollowCounts user={user} own={own} />}
          {user && own && <VisibilitySwitch username={user.username} visible={user.followVisibility} />}
          {user && !own && <FollowButton username={user.username} size="sm" />}
        </ProfileHead>
      )}
      {user && <Biography username={user.username} biography={user.biography} own={own} />}
      {user && own && <OwnAccount user={user} />}
    </>
  );
}

function OwnAccount({ user }: { readonly user: UserWire }) {
  const { reauthenticate, dialog } = useReauthentication(user, `/user/${encodeURIComponent(user.username)}`);
  return (
    <>
      {!user.isGoogleUser && <PasswordReset username={user.username} reauthenticate={reauthenticate} />}
      <SessionList />
      <DangerZone username={user.username} reauthenticate={reauthenticate} />
      {dialog}
    </>
  );
}

function ProfileNotFound() {
  return (
    <div className={classes.card}>
      <EmptyState
        icon={<IconUserOff size={28} />}
        title={
          <h1 className={classes.title} tabIndex={-1}>
            Profile not found
          </h1>
        }
      >
        <p role="alert">{messages.profileUnknown}</p>
        <Button component={Link} to="/users" variant="default">
          All users
        </Button>
      </EmptyState>
    </div>
  );
}
