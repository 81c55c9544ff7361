import type {
  CommunityList,
  CommunityPersonWire,
  CommunityPosition,
  CommunityWire,
} from '@parlour/contracts/communities/communities';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { NavTabs } from '../../../design/parts/page/nav-tabs.tsx';
import { CommunityGeneral } from './community-general.tsx';
import { CommunityNotices } from '../community/community-notices.tsx';
import { CommunityRoles } from './community-roles.tsx';
import classes from './community-settings.module.css';
import { actsOn, mayBan, type MemberAct, memberActs } from './member-acts.ts';
import { ModerationLog } from './moderation-log.tsx';
import { PeopleTable } from './people-table.tsx';
import { communityAddress } from '../membership/permissions.ts';
import { VisibilitySelect } from '../list/visibility-select.tsx';
import { ReportBadge, RequestBadge } from './waiting-badge.tsx';

/** A filter of the table of people: for whom one act is possible. */
interface Filter {
  /** Its name in the address. */
  readonly show: string;
  readonly title: string;
  readonly about: string;
  readonly list: CommunityList;
  readonly none: string;
  readonly suits?: (person: CommunityPersonWire) => boolean;
  readonly strangers?: boolean;
  readonly actsOn: (person: CommunityPersonWire) => readonly MemberAct[];
}

/** The filters for someone in this position; without one, the table has all members. */
function filtersFor(position: CommunityPosition): readonly Filter[] {
  const shared: readonly Filter[] = [
    {
      show: 'ban',
      title: 'Ban members',
      about: 'Banned people can’t see this community. Removed people can join or ask again.',
      list: 'members',
      none: 'There is nobody to ban.',
      suits: (person) => mayBan(position, person),
      strangers: true,
      // Of everybody, only those listed as members are known to be some.
      actsOn: (person) => (mayBan(position, person) ? [memberActs.ban, memberActs.remove] : [memberActs.ban]),
    },
    {
      show: 'unban',
      title: 'Unban members',
      about: 'Unbanned people can join or ask to join again.',
      list: 'bannedMembers',
      none: 'Nobody is banned.',
      actsOn: () => [memberActs.unban],
    },
  ];
  if (position !== 1) return shared;
  return [
    ...shared,
    {
      show: 'add-moderator',
      title: 'Add moderator',
      about: 'Moderators can approve requests, ban people and change the visibility.',
      list: 'members',
      none: 'Everyone is already a moderator.',
      suits: (person) => person.position === 3,
      actsOn: () => [memberActs.addModerator],
    },
    {
      show: 'remove-moderator',
      title: 'Remove moderator',
      about: 'Former moderators stay members.',
      list: 'moderators',
      none: 'There are no moderators.',
      actsOn: () => [memberActs.removeModerator],
    },
  ];
}

/** The settings of a community, for its owner and moderators. */
export function CommunitySettings({
  community,
  reports,
}: {
  readonly community: CommunityWire;
  /** The reports of what is in it. */
  readonly reports?: ReactNode;
}) {
  const [parameters, setParameters] = useSearchParams();
  const { _id: communityId, visibility, closedAt, pendingCount, reportedCount } = community;
  const asked = parameters.get('tab');
  // A closed community has nothing left to set.
  const tab = closedAt === null || asked === 'reports' ? asked : 'log';
  return (
    <>
      <NavTabs
        label="Settings"
        tabs={[
          ...(closedAt === null
            ? [
                {
                  to: settingsAddress(communityId),
                  label: (
                    <span className={classes.tab}>
                      People <RequestBadge number={pendingCount} />
                    </span>
                  ),
                  current: tab !== 'log' && tab !== 'general' && tab !== 'reports',
                },
                { to: settingsAddress(communityId, '?tab=general'), label: 'General', current: tab === 'general' },
              ]
            : []),
          {
            to: settingsAddress(communityId, '?tab=reports'),
            label: (
              <span className={classes.tab}>
                Reports <ReportBadge number={reportedCount} />
              </span>
            ),
            current: tab === 'reports',
          },
          { to: settingsAddress(communityId, '?tab=log'), label: 'Moderation log', current: tab === 'log' },
        ]}
      />
      <CommunityNotices community={community} />
      <div className="stack">
        {tab === 'log' ? (
          <CommunityRoles community={community}>
            <ModerationLog communityId={communityId} />
          </CommunityRoles>
        ) : tab === 'general' ? (
          <CommunityGeneral community={community} />
        ) : tab === 'reports' ? (
          <CommunityRoles community={community}>{reports}</CommunityRoles>
        ) : (
          <>
            {visibility === 'private' && (
              <PeopleTable
                communityId={communityId}
                title="Pending members"
                about="People who ask to join. If you deny a request, they can ask again."
                list="pendingMembers"
                none="There are no requests."
                actsOn={() => [memberActs.approve, memberActs.deny]}
              />
            )}
            <Members
              community={community}
              shown={parameters.get('show')}
              onShow={(show) => setParameters(show === '' ? {} : { show }, { preventScrollReset: true })}
            />
            <VisibilitySelect community={community} />
          </>
        )}
      </div>
    </>
  );
}

function settingsAddress(communityId: string, below = ''): string {
  return communityAddress(communityId, `/settings${below}`);
}

/** The table of people: all members with a menu each, or those whom a filter is for. */
function Members({
  community,
  shown,
  onShow,
}: {
  readonly community: CommunityWire;
  readonly shown: string | null;
  readonly onShow: (filter: string) => void;
}) {
  const { _id: communityId, position } = community;
  const filters = filtersFor(position);
  const filter = filters.find(({ show }) => show === shown);
  const everyone = {
    title: 'Members',
    about: 'Everyone who belongs to this community, and what you can do with them.',
    list: 'members',
    none: 'There are no members.',
    actsOn: (person: CommunityPersonWire) => actsOn(position, person),
    inMenu: true,
  } as const;
  return (
    <PeopleTable communityId={communityId} {...(filter ?? everyone)}>
      <label className="inline-row">
        Show:
        <select
          className={classes.select}
          value={filter?.show ?? ''}
          onChange={({ currentTarget: { value } }) => onShow(value)}
        >
          <option value="">All members</option>
          {filters.map(({ show, title }) => (
            <option key={show} value={show}>
              {title}
            </option>
          ))}
        </select>
      </label>
    </PeopleTable>
  );
}
