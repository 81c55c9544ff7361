import { badges, type Badge } from '@parlour/contracts/leaderboard/leaderboard';
import { Skeleton } from '@mantine/core';
import { Chip } from '../../design/parts/form/chip.tsx';
import { IconMedal } from '../../design/parts/look/icons.tsx';
import { count } from '../../shared/text/count.ts';
import { everyVisit } from '../../shared/http/endpoint.ts';
import { useGetWinsQuery } from './leaderboard.api.ts';
import { badgeNames, Badges } from './badges.tsx';
import classes from './badge-shelf.module.css';
import './metals.css';

/** All badges, with how far somebody is from each. */
export function BadgeShelf({ username }: { readonly username: string }) {
  const { currentData, error } = useGetWinsQuery(username, everyVisit);
  if (!currentData) return error === undefined ? <Skeleton height={96} /> : <Badges username={username} />;
  return (
    <ul className={classes.shelf} aria-label="Badges">
      {badges.map(({ badge, from }) => (
        <Place key={badge} badge={badge} from={from} wins={currentData.wins} />
      ))}
    </ul>
  );
}

function Place({ badge, from, wins }: { readonly badge: Badge; readonly from: number; readonly wins: number }) {
  const isWon = wins >= from;
  return (
    <li className={classes.place} data-badge={badge} data-won={isWon}>
      <span className={classes.medal} aria-hidden>
        <IconMedal size={26} />
      </span>
      <div className={classes.words}>
        <p className={classes.name}>
          {badgeNames[badge]} {isWon && <Chip tone="brass">won</Chip>}
        </p>
        <p className={classes.facts}>
          {isWon ? `For ${count(from, 'win')}` : `${wins.toLocaleString('en-US')} of ${count(from, 'win')}`}
        </p>
        <span className={classes.track} aria-hidden>
          <span className={classes.done} style={{ transform: `scaleX(${Math.min(1, wins / from)})` }} />
        </span>
      </div>
    </li>
  );
}
