import { Button } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { Leaderboard, LeaderboardFilter, type LeaderboardChoice } from '../../features/leaderboard/leaderboard.tsx';
import { usePageTitle } from '../../shared/parts/page-title.ts';
import classes from './page.module.css';

function parametersOf({ gameType, followingOnly }: LeaderboardChoice): Record<string, string> {
  return { ...(gameType === undefined ? {} : { gameType }), ...(followingOnly ? { following: 'only' } : {}) };
}

/** The leaderboard. The filters are in the address, so that Back from a profile restores them. */
export function LeaderboardPage() {
  const [parameters, setParameters] = useSearchParams();
  const gameType = parameters.get('gameType') ?? '';
  const choice: LeaderboardChoice = {
    gameType: gameType === '' ? undefined : gameType,
    followingOnly: parameters.get('following') === 'only',
  };
  usePageTitle('Leaderboard');
  return (
    <>
      <div className={classes.head} data-short>
        <div className={classes.words}>
          <h1 className={classes.title} tabIndex={-1}>
            Leaderboard
          </h1>
        </div>
        <Button component={Link} to="/games/" variant="default">
          View Games
        </Button>
      </div>
      <LeaderboardFilter
        choice={choice}
        onChoose={(chosen) => setParameters(parametersOf(chosen), { replace: true, preventScrollReset: true })}
      />
      <Leaderboard choice={choice} />
    </>
  );
}
