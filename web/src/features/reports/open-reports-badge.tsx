import { useSelector } from 'react-redux';
import { CountBadge } from '../../design/parts/look/count-badge.tsx';
import { useCountReportsQuery } from '../../shared/reports.api.ts';
import { selectIsOperator } from '../../shared/state/session.slice.ts';
import type { State } from '../../shared/state/store.ts';
import { useRested } from '../../shared/state/hooks/use-rested.ts';
import { count } from '../../shared/text/count.ts';
import { everyVisit } from '../../shared/http/endpoint.ts';

/** No live event tells operators of reports. Source: decisions M-32. */
const lookAgainMs = 5 * 60_000;

/** How many reports an operator can resolve; 0 for everybody else. */
export function useOpenReports(): number {
  const rested = useRested();
  const isOperator = useSelector((state: State) => selectIsOperator(state));
  const options = { skip: !rested || !isOperator, pollingInterval: lookAgainMs };
  return useCountReportsQuery(undefined, options).data ?? 0;
}

/** The number in words. */
export function openReportsLabel(number: number): string {
  return count(number, 'open report');
}

/** How many reports an operator can resolve, as of this visit; nothing if there are none. */
export function OpenReportsBadge() {
  const { data: number = 0 } = useCountReportsQuery(undefined, everyVisit);
  return <CountBadge number={number} label={openReportsLabel(number)} />;
}
