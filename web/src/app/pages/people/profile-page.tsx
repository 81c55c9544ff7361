import { Button } from '@mantine/core';
import type { UserWire } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import type { ReactNode } from 'react';
import { Link, Navigate, useLocation, useParams, useSearchParams } from 'react-router';
import { BadgeShelf } from '../../../features/leaderboard/badge-shelf.tsx';
import { Badges } from '../../../features/leaderboard/badges.tsx';
import { FollowButton } from '../../../features/people/follow-button.tsx';
import { FollowCounts } from '../../../features/people/follow-counts.tsx';
import { sameName, useGetUserQuery } from '../../../features/people/people.api.ts';
import { PersonMenu, UnblockButton } from '../../../features/people/person-menu.tsx';
import { Biography } from '../../../features/profile/biography.tsx';
import { DangerZone } from '../../../features/profile/danger-zone.tsx';
import { PasswordReset } from '../../../features/profile/password-reset.tsx';
import { ProfileHead } from '../../../features/profile/profile-head.tsx';
import { SessionList } from '../../../features/profile/session-list.tsx';
import { VisibilitySwitch } from '../../../features/profile/visibility-switch.tsx';
import { useReauthentication } from '../../../features/session/reauthentication.tsx';
import { useGetProvidersQuery } from '../../../features/session/session.api.ts';
import { passwordRule } from '../../../features/session/sign-in-words.ts';
import { asCallFailure, serverText } from '../../../shared/http/call-failure.ts';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { IconDeviceGamepad2, IconMessage2, IconSettings } from '../../../design/parts/look/icons.tsx';
import { NavTabs } from '../../../design/parts/page/nav-tabs.tsx';
import { usePageTitle } from '../../../design/parts/page/page-title.ts';
import { useIsBlocked } from '../../../shared/state/blocked.slice.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { chatWith, gameWith } from '../../shell/sidebar/navigation.ts';
import { NotFound } from '../not-found.tsx';
import { ProfileAnswers, ProfileCommunities, ProfileGames } from './profile-lists.tsx';
import { LatestQuestions, ProfileQuestions } from './profile-questions.tsx';
import classes from '../page.module.css';

const tabs = [
  { tab: 'overview', label: 'Overview' },
  { tab: 'questions', label: 'Questions' },
  { tab: 'answers', label: 'Answers' },
  { tab: 'communities', label: 'Communities' },
  { tab: 'games', label: 'Games' },
  { tab: 'badges', label: 'Badges' },
] as const;

/** A profile. Keyed by name: another name is another page. */
export function ProfilePage() {
  const { username = '' } = useParams();
  return <Profile key={username} username={username} />;
}

function Profile({ username }: { readonly username: string }) {
  const { data: user, error, refetch } = useGetUserQuery(username);
  const viewer = useViewer();
  usePageTitle(user?.username ?? username);
  const { search, hash } = useLocation();
  // A former name leads here too.
  if (user && !sameName(user.username, username)) {
    return <Navigate to={`/user/${encodeURIComponent(user.username)}${search}${hash}`} replace />;
  }
  const failure = asCallFailure(error);
  if (failure?.status === 'refused' && (failure.httpStatus === 404 || failure.httpStatus === 400)) {
    return <ProfileNotFound />;
  }
  const title = failure?.status === 'unreachable' ? messages.userFailed : messages.profileFailed;
  const own = sameName(viewer, username);
  return (
    <div className={classes.column}>
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
        <ProfileHead
          username={username}
          user={user}
          own={own}
          badges={<Badges username={username} />}
          actions={
            own ? (
              <OwnActions />
            ) : (
              <Actions username={user?.username ?? username} isReachable={user !== undefined && !user.suspended} />
            )
          }
        >
          {user && <FollowCounts user={user} own={own} />}
          {user && own && <VisibilitySwitch username={user.username} visible={user.followVisibility} />}
        </ProfileHead>
      )}
      {user && <Parts user={user} own={own} />}
    </div>
  );
}

/** What the viewer can do with another person. */
function Actions({
  username,
  isReachable,
}: {
  readonly username: string;
  /** Known once the profile is loaded: suspended people can't answer or play. */
  readonly isReachable: boolean;
}) {
  const blocked = useIsBlocked(username);
  return (
    <>
      {blocked ? (
        <UnblockButton username={username} size="sm" then={() => document.querySelector('h1')} />
      ) : (
        <>
          <FollowButton username={username} size="sm" />
          {/* Their places are kept, so that nothing below moves. */}
          <span className={classes.acts} style={isReachable ? undefined : { visibility: 'hidden' }}>
            <Act to={chatWith(username)} icon={<IconMessage2 size={18} stroke={1.7} aria-hidden />}>
              Message
            </Act>
            <Act to={gameWith(username)} icon={<IconDeviceGamepad2 size={18} stroke={1.7} aria-hidden />}>
              Play
            </Act>
          </span>
        </>
      )}
      <PersonMenu username={username} />
    </>
  );
}

/** A button with an icon; on phones only that shows, so that all stand beside the face. */
function Act({ to, icon, children }: { readonly to: string; readonly icon: ReactNode; readonly children: string }) {
  return (
    <Button
      component={Link}
      to={to}
      variant="default"
      size="sm"
      leftSection={icon}
      className={classes.act ?? ''}
      classNames={{ section: classes.actIcon ?? '' }}
    >
      <span className="hidden-on-phone">{children}</span>
    </Button>
  );
}

function OwnActions() {
  return (
    <Button
      component={Link}
      to="/settings"
      variant="default"
      size="sm"
      leftSection={<IconSettings size={18} stroke={1.7} aria-hidden />}
    >
      Settings
    </Button>
  );
}

/** The parts of a profile as tabs, in the address. */
function Parts({ user, own }: { readonly user: UserWire; readonly own: boolean }) {
  const [parameters] = useSearchParams();
  const { tab: current } = tabs.find(({ tab }) => tab === parameters.get('tab')) ?? tabs[0];
  const address = `/user/${encodeURIComponent(user.username)}`;
  return (
    <>
      <NavTabs
        label="Profile"
        tabs={tabs.map(({ tab, label }) => ({
          to: tab === 'overview' ? address : `${address}?tab=${tab}`,
          label,
          current: tab === current,
        }))}
      />
      {current === 'overview' && (
        <>
          <Biography username={user.username} biography={user.biography} own={own} />
          {own ? (
            <LatestQuestions username={user.username} all={`${address}?tab=questions`}>
              <OwnAccount user={user} />
            </LatestQuestions>
          ) : (
            <ProfileQuestions username={user.username} own={own} />
          )}
        </>
      )}
      {current === 'questions' && <ProfileQuestions username={user.username} own={own} />}
      {current === 'answers' && <ProfileAnswers username={user.username} own={own} />}
      {current === 'communities' && <ProfileCommunities username={user.username} own={own} />}
      {current === 'games' && <ProfileGames username={user.username} own={own} />}
      {current === 'badges' && <BadgeShelf username={user.username} />}
    </>
  );
}

function OwnAccount({ user }: { readonly user: UserWire }) {
  const rule = passwordRule(useGetProvidersQuery().data);
  const { reauthenticate, dialog } = useReauthentication(user, `/user/${encodeURIComponent(user.username)}`);
  return (
    <>
      {!user.isGoogleUser && <PasswordReset username={user.username} rule={rule} reauthenticate={reauthenticate} />}
      <SessionList />
      <DangerZone username={user.username} reauthenticate={reauthenticate} />
      {dialog}
    </>
  );
}

function ProfileNotFound() {
  return (
    <NotFound title="Profile not found" why={messages.profileUnknown} to="/users">
      All users
    </NotFound>
  );
}
