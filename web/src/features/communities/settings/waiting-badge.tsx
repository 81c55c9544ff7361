import type { CommunityRowWire } from '@parlour/contracts/communities/communities';
import { CountBadge } from '../../../design/parts/look/count-badge.tsx';
import { count } from '../../../shared/text/count.ts';

/** What waits for those who lead a community: people who ask to join, and open reports. */
export function WaitingBadge({
  community: { closedAt, pendingCount, reportedCount },
}: {
  readonly community: Pick<CommunityRowWire, 'closedAt' | 'pendingCount' | 'reportedCount'>;
}) {
  // Nobody can join a closed one.
  const pending = closedAt === null ? pendingCount : 0;
  const parts = [
    ...(pending > 0 ? [count(pending, 'request')] : []),
    ...(reportedCount > 0 ? [count(reportedCount, 'open report')] : []),
  ];
  return <CountBadge number={pending + reportedCount} label={parts.join(', ')} />;
}

/** How many people ask to join, for those who decide; nothing if nobody does. */
export function RequestBadge({ number }: { readonly number: number }) {
  return <CountBadge number={number} label={count(number, 'request')} />;
}

/** How many things are reported, for those who decide; nothing if nothing is. */
export function ReportBadge({ number }: { readonly number: number }) {
  return <CountBadge number={number} label={count(number, 'open report')} />;
}
