import { Button } from '@mantine/core';
import { badgeOf, type Badge } from '@parlour/contracts/leaderboard/leaderboard';
import { messages } from '@parlour/contracts/messages';
import { IconMedal } from '../../design/parts/look/icons.tsx';
import { count } from '../../shared/text/count.ts';
import { everyVisit } from '../../shared/http/endpoint.ts';
import { useGetWinsQuery } from './leaderboard.api.ts';
import classes from './badges.module.css';
import './metals.css';

/** The badges in words. */
export const badgeNames: Record<Badge, string> = { bronze: 'Bronze', silver: 'Silver', gold: 'Gold' };

/** A person's highest badge, from their wins in all games. */
export function Badges({ username }: { readonly username: string }) {
  const { currentData, error, refetch } = useGetWinsQuery(username, everyVisit);
  if (!currentData) {
    if (!error) return <span className={classes.wins}>…</span>;
    return (
      <span role="alert">
        {messages.winsFailed}{' '}
        <Button variant="default" size="compact-xs" onClick={() => void refetch()}>
          Try again
        </Button>
      </span>
    );
  }
  const { wins } = currentData;
  const badge = badgeOf(wins);
  return (
    <span className={classes.badges}>
      {badge === undefined ? (
        messages.noBadges
      ) : (
        <span className={classes.badge} data-badge={badge}>
          <IconMedal size={16} aria-hidden /> {badgeNames[badge]}
        </span>
      )}
      <span className={classes.wins}>{count(wins, 'win')}</span>
    </span>
  );
}
