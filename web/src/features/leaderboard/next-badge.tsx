import { badges } from '@parlour/contracts/leaderboard/leaderboard';
import { everyVisit } from '../../shared/http/endpoint.ts';
import { count } from '../../shared/text/count.ts';
import { badgeNames } from './badges.tsx';
import { useGetWinsQuery } from './leaderboard.api.ts';

/** How far somebody is from their next badge; its place stays free until that is read. */
export function NextBadge({ username }: { readonly username: string }) {
  const { currentData } = useGetWinsQuery(username, everyVisit);
  if (!currentData) return '\u00a0';
  const { wins } = currentData;
  const next = badges.find(({ from }) => wins < from);
  return next ? `${count(next.from - wins, 'win')} to ${badgeNames[next.badge]}` : count(wins, 'win');
}
