import type { ComponentType } from 'react';
import { useSelector } from 'react-redux';
import { useParams } from 'react-router';
import { Accounts } from '../../features/admin/accounts.tsx';
import { AllCommunities } from '../../features/admin/all-communities.tsx';
import { AllFiles } from '../../features/admin/all-files.tsx';
import { Overview } from '../../features/admin/overview.tsx';
import { SiteLog } from '../../features/admin/site-log.tsx';
import { SiteSettings } from '../../features/admin/site-settings.tsx';
import { OpenReportsBadge } from '../../features/reports/open-reports-badge.tsx';
import { ReportQueue } from '../../features/reports/report-queue.tsx';
import { NavTabs } from '../../design/parts/page/nav-tabs.tsx';
import { usePageTitle } from '../../design/parts/page/page-title.ts';
import { PageHead } from '../../design/patterns/page-head.tsx';
import { selectIsOperator } from '../../shared/state/session.slice.ts';
import type { State } from '../../shared/state/store.ts';
import { administration } from '../shell/sidebar/navigation.ts';
import { NotFoundPage } from './not-found-page.tsx';
import classes from './page.module.css';

interface AdminPart {
  readonly part: string;
  readonly label: string;
  readonly Part: ComponentType;
}

const parts: readonly AdminPart[] = [
  { part: '', label: 'Overview', Part: Overview },
  { part: 'settings', label: 'Settings', Part: SiteSettings },
  { part: 'people', label: 'People', Part: Accounts },
  { part: 'communities', label: 'Communities', Part: AllCommunities },
  { part: 'files', label: 'Files', Part: AllFiles },
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

function Administration({ current }: { readonly current: AdminPart }) {
  const { label, Part } = current;
  usePageTitle(`${label} · Administration`);
  return (
    <div className={classes.column}>
      <PageHead title="Administration" />
      <NavTabs
        label="Administration"
        tabs={parts.map((one) => ({
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
      <Part />
    </div>
  );
}
