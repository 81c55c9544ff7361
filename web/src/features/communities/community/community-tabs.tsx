import type { ReactNode } from 'react';
import { PanelTabs } from '../../../design/parts/page/panel-tabs.tsx';
import { communityAddress } from '../membership/permissions.ts';

/** The tabs of a community; the first is shown without one in the address. */
const communityTabs = ['Polls', 'Posts', 'Members', 'About'] as const;

export type CommunityTab = (typeof communityTabs)[number];

/** The tab in an address. */
export function parseTab(text: string | null): CommunityTab {
  return communityTabs.find((tab) => tab.toLowerCase() === text) ?? 'Polls';
}

/** The address of a tab. */
export function tabAddress(communityId: string, tab: CommunityTab): string {
  return communityAddress(communityId, tab === 'Polls' ? '' : `?tab=${tab.toLowerCase()}`);
}

/** The tabs of a community's page around the one that is shown. */
export function CommunityTabs({
  communityId,
  shown,
  memberCount,
  children,
}: {
  readonly communityId: string;
  readonly shown: CommunityTab;
  readonly memberCount: number;
  readonly children: ReactNode;
}) {
  return (
    <PanelTabs
      label="Community content"
      tabs={communityTabs.map((tab) => ({
        to: tabAddress(communityId, tab),
        label: tab,
        current: tab === shown,
        count: tab === 'Members' ? memberCount : undefined,
      }))}
    >
      {children}
    </PanelTabs>
  );
}
