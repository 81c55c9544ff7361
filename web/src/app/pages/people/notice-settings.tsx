import { Link } from 'react-router';
import { lazyPart } from '../../../design/parts/feedback/lazy-part.tsx';
import { NoticeTable } from '../../../features/notifications/preferences/notice-table.tsx';
import { useGetPushKeyQuery } from '../../../features/notifications/push/push.api.ts';
import { useGetUserQuery } from '../../../features/people/people.api.ts';
import { useGetProvidersQuery } from '../../../features/session/session.api.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';

const PushSwitch = lazyPart(async () => (await import('../../../features/notifications/push/push-switch.tsx')).default);

/** What the viewer is notified of, by what the site can send. */
export function NoticeSettings() {
  const { data: user } = useGetUserQuery(useViewer());
  const { data: ways } = useGetProvidersQuery();
  const mail = ways?.mail === true;
  const { data: push } = useGetPushKeyQuery();
  const needsAddress = mail && user !== undefined && user.emailConfirmed !== true;
  return (
    <NoticeTable channels={[...(push ? (['push'] as const) : []), ...(mail ? (['mail'] as const) : [])]}>
      {push && <PushSwitch />}
      {needsAddress && (
        <p className="hint">
          Mail needs an address that you have confirmed: <Link to="/settings">Settings → Account</Link>.
        </p>
      )}
    </NoticeTable>
  );
}
