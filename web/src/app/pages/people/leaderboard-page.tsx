import { Button } from '@mantine/core';
import { leaderboardPeriods } from '@parlour/contracts/leaderboard/leaderboard';
import { Link, useSearchParams } from 'react-router';
import { Leaderboard, LeaderboardFilter, type LeaderboardChoice } from '../../../features/leaderboard/leaderboard.tsx';
import { usePageTitle } from '../../../design/parts/page/page-title.ts';
import { PageHead } from '../../../design/patterns/page-head.tsx';
import classes from '../page.module.css';

function parametersOf({ gameType, period, followingOnly }: LeaderboardChoice): Record<string, string> {
  return {
    ...(gameType === '' ? {} : { gameType }),
    ...(period === 'all' ? {} : { period }),
    ...(followingOnly ? { following: 'only' } : {}),
  };
}

/** The leaderboard. The filters are in the address, so that Back from a profile restores them. */
export function LeaderboardPage() {
  const [parameters, setParameters] = useSearchParams();
  const choice: LeaderboardChoice = {
    gameType: parameters.get('gameType') ?? '',
    period: leaderboardPeriods.find((known) => known === parameters.get('period')) ?? 'all',
    followingOnly: parameters.get('following') === 'only',
  };
  usePageTitle('Leaderboard');
  return (
    <div className={classes.column}>
      <PageHead title="Leaderboard" below="Wins against other people.">
        <Button component={Link} to="/games/" variant="default">
          View Games
        </Button>
      </PageHead>
      <LeaderboardFilter
        choice={choice}
        onChoose={(chosen) => setParameters(parametersOf(chosen), { replace: true, preventScrollReset: true })}
      />
      <Leaderboard choice={choice} />
    </div>
  );
}
