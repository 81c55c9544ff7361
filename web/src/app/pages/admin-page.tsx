import type { ComponentType } from 'react';
import { useSelector } from 'react-redux';
import { useParams } from 'react-router';
import { Accounts } from '../../features/admin/accounts.tsx';
import { AllCommunities } from '../../features/admin/all-communities.tsx';
import { AllFiles } from '../../features/admin/all-files.tsx';
import { MailState } from '../../features/admin/mail-state.tsx';
import { Newcomers } from '../../features/admin/newcomers.tsx';
import { Overview } from '../../features/admin/overview.tsx';
import { SiteLog } from '../../features/admin/site-log.tsx';
import { SiteSettings } from '../../features/admin/site-settings.tsx';
import Invitations from '../../features/invitations/invitations.tsx';
import { OpenReportsBadge } from '../../features/reports/open-reports-badge.tsx';
import { ReportQueue } from '../../features/reports/report-queue.tsx';
import { useGetProvidersQuery } from '../../features/session/session.api.ts';
import { lazyPart } from '../../design/parts/feedback/lazy-part.tsx';
import { NavTabs } from '../../design/parts/page/nav-tabs.tsx';
import { usePageTitle } from '../../design/parts/page/page-title.ts';
import { PageHead } from '../../design/patterns/page-head.tsx';
import { Section } from '../../design/patterns/section.tsx';
import { selectIsOperator } from '../../shared/state/session.slice.ts';
import type { State } from '../../shared/state/store.ts';
import { administration } from '../shell/sidebar/navigation.ts';
import { NotFoundPage } from './not-found-page.tsx';
import classes from './page.module.css';

// It brings a reader of CSV along.
const Members = lazyPart(async () => (await import('../../features/members/members.tsx')).default);

interface AdminPart {
  readonly part: string;
  readonly label: string;
  readonly Part: ComponentType;
}

const parts: readonly AdminPart[] = [
  { part: '', label: 'Overview', Part: Overview },
  { part: 'settings', label: 'Settings', Part: SiteSettings },
  { part: 'people', label: 'People', Part: Accounts },
  { part: 'waiting', label: 'Waiting', Part: Newcomers },
  { part: 'invitations', label: 'Invitations', Part: AllInvitations },
  { part: 'members', label: 'Members', Part: AllMembers },
  { part: 'communities', label: 'Communities', Part: AllCommunities },
  { part: 'files', label: 'Files', Part: AllFiles },
  { part: 'mail', label: 'Mail', Part: MailState },
  { part: 'reports', label: 'Reports', Part: ReportQueue },
  { part: 'log', label: 'Log', Part: SiteLog },
];

/** Administration of the site, for operators; for everybody else there is no such page. */
export function AdminPage() {
  const { part = '' } = useParams();
  const isOperator = useSelector((state: State) => selectIsOperator(state));
  const current = parts.find((one) => one.part === part);
  return isOperator && current ? <Administration current={current} /> : <NotFoundPage />;
}

function AllMembers() {
  return (
    <Section id="members" title="List of members" about="Accounts for everybody in a class or a club at once.">
      <Members />
    </Section>
  );
}

function AllInvitations() {
  return (
    <Section id="invitations" title="Invitations" about="Links by which people come, and who came.">
      <Invitations />
    </Section>
  );
}

function Administration({ current }: { readonly current: AdminPart }) {
  const { label, Part } = current;
  usePageTitle(`${label} · Administration`);
  const { data: ways } = useGetProvidersQuery();
  const isOffered: Readonly<Record<string, boolean>> = {
    mail: ways?.mail === true,
    // Some may wait from the time before it was changed: the overview leads to them.
    waiting: ways?.signUp === 'approval' || current.part === 'waiting',
  };
  const offered = parts.filter((one) => isOffered[one.part] ?? true);
  return (
    <div className={classes.column}>
      <PageHead title="Administration" />
      <NavTabs
        label="Administration"
        tabs={offered.map((one) => ({
          to: one.part === '' ? administration : `${administration}/${one.part}`,
          label:
            one.part === 'reports' ? (
              <>
                {one.label} <OpenReportsBadge />
              </>
            ) : (
              one.label
            ),
          current: one === current,
        }))}
      />
      <div className="stack">
        <Part />
      </div>
    </div>
  );
}
