import { CountBadge } from '../../design/parts/count-badge.tsx';
import { count } from '../../shared/text/count.ts';
import { useCountReportsQuery } from './reports.api.ts';

/** How many reports an operator can resolve, as of this visit; nothing if there are none. */
export function OpenReportsBadge() {
  const { data: number = 0 } = useCountReportsQuery(undefined, { refetchOnMountOrArgChange: true });
  return <CountBadge number={number} label={count(number, 'open report')} />;
}
