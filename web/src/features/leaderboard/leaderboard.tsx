import { Button, Checkbox, Skeleton } from '@mantine/core';
import { IconTrophy } from '@tabler/icons-react';
import { gameTypes } from '@parlour/contracts/games';
import type { LeaderboardRowWire } from '@parlour/contracts/leaderboard';
import { messages } from '@parlour/contracts/messages';
import { useId } from 'react';
import { Link } from 'react-router';
import { serverText } from '../../shared/http/call-failure.ts';
import { EmptyState } from '../../shared/parts/empty-state.tsx';
import { Failure } from '../../shared/parts/failure.tsx';
import { LoadMore } from '../../shared/parts/load-more.tsx';
import { PersonLink } from '../../shared/parts/person-link.tsx';
import { useViewer } from '../../shared/state/use-viewer.ts';
import { useGetLeaderboardInfiniteQuery, type LeaderboardOf } from './leaderboard.api.ts';
import classes from './leaderboard.module.css';

/** The filters, as in the address. */
export type LeaderboardChoice = Omit<LeaderboardOf, 'viewer'>;

// Any finished game may change it, without live events: refetch on each visit, showing cached rows
// meanwhile.
const everyVisit = { refetchOnMountOrArgChange: true };

/** The filters: game type, and whether to show only people the viewer follows. */
export function LeaderboardFilter({
  choice,
  onChoose,
}: {
  readonly choice: LeaderboardChoice;
  readonly onChoose: (choice: LeaderboardChoice) => void;
}) {
  const select = useId();
  const { gameType, followingOnly } = choice;
  const known = gameType === undefined || gameTypes.some((type) => type === gameType);
  return (
    <div className={classes.filter}>
      <label htmlFor={select} className={classes.label}>
        Game type
      </label>
      <select
        id={select}
        className={classes.select}
        value={gameType ?? ''}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          onChoose({ followingOnly, gameType: chosen === '' ? undefined : chosen });
        }}
      >
        <option value="">All Games</option>
        {gameTypes.map((type) => (
          <option key={type} value={type}>
            {type}
          </option>
        ))}
        {!known && (
          <option value={gameType} disabled>
            {gameType}
          </option>
        )}
      </select>
      <Checkbox
        label="Following Only"
        checked={followingOnly}
        onChange={(event) => onChoose({ gameType, followingOnly: event.currentTarget.checked })}
      />
    </div>
  );
}

/** The table of most wins; loads more on scrolling. */
export function Leaderboard({ choice }: { readonly choice: LeaderboardChoice }) {
  const viewer = useViewer();
  const query = useGetLeaderboardInfiniteQuery({ viewer, ...choice }, { ...everyVisit, skip: viewer === '' });
  const pages = query.currentData?.pages;
  if (!pages) {
    return query.error ? (
      <Failure title={messages.leaderboardFailed} detail={serverText(query.error)} onRetry={() => query.refetch()} />
    ) : (
      <LeaderboardSkeleton />
    );
  }
  const all = pages.flatMap((page) => page.rows);
  // Rows may shift between pages while loading, so drop duplicates and keep the first.
  const rows = [...new Map(all.map((row) => [row.username, row])).values()];
  if (rows.length === 0) return <NobodyYet followingOnly={choice.followingOnly} />;
  return (
    <>
      <Table rows={rows} viewer={viewer} followingOnly={choice.followingOnly} />
      {query.error && (
        <div className={classes.failed}>
          <Failure title={messages.leaderboardFailed} detail={serverText(query.error)} />
        </div>
      )}
      {query.hasNextPage && (
        <LoadMore
          label="Show more players"
          pending={query.isFetchingNextPage}
          automatic={!query.error}
          onMore={() => {
            void query.fetchNextPage();
          }}
        />
      )}
    </>
  );
}

function Table({
  rows,
  viewer,
  followingOnly,
}: {
  readonly rows: readonly LeaderboardRowWire[];
  readonly viewer: string;
  readonly followingOnly: boolean;
}) {
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label="Leaderboard">
        <thead>
          <tr>
            <th scope="col">Global Rank</th>
            {followingOnly && <th scope="col">Following Rank</th>}
            <th scope="col">Player</th>
            <th scope="col">Wins</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.username} data-own={row.username === viewer}>
              <td>
                <span className={classes.rank} data-rank={row.globalRank}>
                  {row.globalRank.toLocaleString('en-US')}
                </span>
              </td>
              {followingOnly && <td>{(index + 1).toLocaleString('en-US')}</td>}
              <th scope="row">
                <PersonLink username={row.username} />
                {row.username === viewer && <span className={classes.you}>you</span>}
              </th>
              <td>{row.wins.toLocaleString('en-US')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function NobodyYet({ followingOnly }: { readonly followingOnly: boolean }) {
  return (
    <div className={classes.frame}>
      <EmptyState
        icon={<IconTrophy size={28} />}
        title={followingOnly ? 'Nobody you follow has won a game yet' : 'Nobody has won a game yet'}
      >
        <p>Only wins against other people count, not those against the computer.</p>
        <Button component={Link} to="/games/new" variant="default">
          Create Game
        </Button>
      </EmptyState>
    </div>
  );
}

function LeaderboardSkeleton() {
  return (
    <div className={classes.frame} aria-busy="true" aria-label="Loading the leaderboard">
      {[52, 40, 60, 44, 56, 38].map((width) => (
        <div key={width} className={classes.skeleton}>
          <Skeleton height={16} width={`${width}%`} />
        </div>
      ))}
    </div>
  );
}
