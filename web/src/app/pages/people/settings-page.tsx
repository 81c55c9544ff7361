import { Button } from '@mantine/core';
import type { UserWire } from '@parlour/contracts/identity/identity';
import { messages } from '@parlour/contracts/messages';
import type { ComponentType } from 'react';
import { useSelector } from 'react-redux';
import { Link, Navigate, useParams } from 'react-router';
import { lazyPart } from '../../../design/parts/feedback/lazy-part.tsx';
import { useGetUserQuery } from '../../../features/people/people.api.ts';
import { Appearance } from '../../../features/profile/appearance.tsx';
import { Biography } from '../../../features/profile/biography.tsx';
import { DangerZone } from '../../../features/profile/danger-zone.tsx';
import { EmailSetting } from '../../../features/profile/email-setting.tsx';
import { OwnPicture } from '../../../features/profile/own-picture.tsx';
import { PasswordReset } from '../../../features/profile/password-reset.tsx';
import { SessionList } from '../../../features/profile/session-list.tsx';
import { SettingsCard } from '../../../features/profile/settings-card.tsx';
import { OnlineSwitch } from '../../../features/profile/online-switch.tsx';
import { VisibilitySwitch } from '../../../features/profile/visibility-switch.tsx';
import { useReauthentication } from '../../../features/session/reauthentication.tsx';
import { useGetProvidersQuery } from '../../../features/session/session.api.ts';
import { passwordRule } from '../../../features/session/sign-in-words.ts';
import { serverText } from '../../../shared/http/call-failure.ts';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { NavTabs } from '../../../design/parts/page/nav-tabs.tsx';
import { usePageTitle } from '../../../design/parts/page/page-title.ts';
import { PageHead } from '../../../design/patterns/page-head.tsx';
import { selectIsOperator } from '../../../shared/state/session.slice.ts';
import type { State } from '../../../shared/state/store.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import classes from '../page.module.css';
import { NoticeSettings } from './notice-settings.tsx';

// Most people have blocked nobody.
const BlockedList = lazyPart(async () => (await import('../../../features/people/block/blocked-list.tsx')).default);
const Invitations = lazyPart(async () => (await import('../../../features/invitations/invitations.tsx')).default);
const FileSettings = lazyPart(async () => (await import('../../../features/files/file-settings.tsx')).default);

interface OwnProps {
  readonly user: UserWire;
}

const parts: readonly { readonly part: string; readonly label: string; readonly Part: ComponentType<OwnProps> }[] = [
  { part: '', label: 'Account', Part: Account },
  { part: 'sessions', label: 'Sessions', Part: SessionList },
  { part: 'notifications', label: 'Notifications', Part: Notifications },
  { part: 'blocked', label: 'Blocked people', Part: Blocked },
  { part: 'files', label: 'Files', Part: Files },
  { part: 'invitations', label: 'Invitations', Part: OwnInvitations },
  { part: 'appearance', label: 'Appearance', Part: Appearance },
  { part: 'danger', label: 'Danger Zone', Part: Danger },
];

const addressOf = (part: string) => (part === '' ? '/settings' : `/settings/${part}`);

/** The viewer's own settings: each part has an address. */
export function SettingsPage() {
  const { part = '' } = useParams();
  const viewer = useViewer();
  const { data: user, error, refetch } = useGetUserQuery(viewer);
  const { data: ways, isLoading } = useGetProvidersQuery();
  // Operators have all invitations in their own pages.
  const isOperator = useSelector((state: State) => selectIsOperator(state));
  const isOffered: Readonly<Record<string, boolean>> = {
    files: ways?.files !== undefined,
    invitations: ways?.invitations === true && !isOperator,
  };
  const offered = parts.filter(({ part: one }) => isOffered[one] ?? true);
  const current = offered.find((one) => one.part === part);
  usePageTitle(current?.label === undefined ? 'Settings' : `${current.label} · Settings`);
  // What the site offers is not known yet.
  if (!current && isLoading) return null;
  if (!current) return <Navigate to="/settings" replace />;
  const { Part } = current;
  return (
    <div className={classes.column}>
      <PageHead title="Settings">
        <Button component={Link} to={`/user/${encodeURIComponent(viewer)}`} variant="default">
          Your profile
        </Button>
      </PageHead>
      <NavTabs
        label="Settings"
        tabs={offered.map((one) => ({ to: addressOf(one.part), label: one.label, current: one === current }))}
      />
      {error !== undefined && !user && (
        <Failure title={messages.userDataFailed} detail={serverText(error)} onRetry={() => refetch()} />
      )}
      {user && <Part user={user} />}
    </div>
  );
}

function Account({ user }: OwnProps) {
  const { data: ways } = useGetProvidersQuery();
  const rule = passwordRule(ways);
  const { reauthenticate, dialog } = useReauthentication(user, addressOf(''));
  return (
    <>
      <OwnPicture user={user} />
      <Biography username={user.username} biography={user.biography} own />
      <SettingsCard title="Privacy">
        <VisibilitySwitch username={user.username} visible={user.followVisibility} />
        <OnlineSwitch username={user.username} />
      </SettingsCard>
      {user.isGoogleUser ? (
        <SettingsCard title="Sign-in">
          <p>
            You sign in with Google
            {user.email !== undefined && (
              <>
                {' '}
                as <strong>{user.email}</strong>
              </>
            )}
            .
          </p>
        </SettingsCard>
      ) : (
        <PasswordReset username={user.username} rule={rule} reauthenticate={reauthenticate} />
      )}
      {ways?.mail === true && <EmailSetting user={user} reauthenticate={reauthenticate} />}
      {dialog}
    </>
  );
}

function Notifications() {
  return (
    <SettingsCard title="Notifications">
      <NoticeSettings />
    </SettingsCard>
  );
}

function Blocked() {
  return (
    <SettingsCard title="Blocked people">
      <BlockedList />
    </SettingsCard>
  );
}

function Files() {
  return (
    <SettingsCard title="Your files">
      <FileSettings />
    </SettingsCard>
  );
}

function OwnInvitations() {
  return (
    <SettingsCard title="Invitations">
      <Invitations />
    </SettingsCard>
  );
}

function Danger({ user }: OwnProps) {
  const { reauthenticate, dialog } = useReauthentication(user, addressOf('danger'));
  return (
    <>
      <DangerZone username={user.username} reauthenticate={reauthenticate} />
      {dialog}
    </>
  );
}
