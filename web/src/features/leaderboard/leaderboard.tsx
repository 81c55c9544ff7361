import { Button, Skeleton } from '@mantine/core';
import { gameTypes } from '@parlour/contracts/games/games';
import {
  type LeaderboardPeriod,
  leaderboardPeriods,
  type LeaderboardRowWire,
} from '@parlour/contracts/leaderboard/leaderboard';
import { messages } from '@parlour/contracts/messages';
import { useId } from 'react';
import { deletedUserName } from '@parlour/contracts/limits';
import { Link } from 'react-router';
import { serverText } from '../../shared/http/call-failure.ts';
import { everyVisit } from '../../shared/http/endpoint.ts';
import { rowsOf } from '../../shared/http/pages.ts';
import { Avatar } from '../../design/parts/person/avatar.tsx';
import { Checkbox } from '../../design/parts/form/checkbox.tsx';
import { EmptyState } from '../../design/parts/list/empty-state.tsx';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { LoadMore } from '../../design/parts/list/load-more.tsx';
import { Loading } from '../../design/parts/feedback/loading.tsx';
import { SegmentedControl } from '../../design/parts/form/segmented.tsx';
import { PersonLink } from '../../design/parts/person/person-link.tsx';
import { count } from '../../shared/text/count.ts';
import { useViewer } from '../../shared/state/hooks/use-viewer.ts';
import { useGetLeaderboardInfiniteQuery, type LeaderboardOf } from './leaderboard.api.ts';
import classes from './leaderboard.module.css';
import './metals.css';

/** The filters, as in the address. */
export type LeaderboardChoice = Omit<LeaderboardOf, 'viewer'>;

const periodNames: Record<LeaderboardPeriod, string> = { all: 'All time', month: 'This month', week: 'This week' };

/** The filters: period, game type, and whether to show only people the viewer follows. */
export function LeaderboardFilter({
  choice,
  onChoose,
}: {
  readonly choice: LeaderboardChoice;
  readonly onChoose: (choice: LeaderboardChoice) => void;
}) {
  const select = useId();
  const { gameType, period, followingOnly } = choice;
  const known = gameType === '' || gameTypes.some((type) => type === gameType);
  return (
    <div className={classes.filter}>
      <SegmentedControl
        className={classes.periods ?? ''}
        classNames={{ label: classes.choice ?? '' }}
        aria-label="Period"
        data={leaderboardPeriods.map((value) => ({ value, label: periodNames[value] }))}
        value={period}
        onChange={(value) => {
          onChoose({ ...choice, period: leaderboardPeriods.find((known) => known === value) ?? 'all' });
        }}
      />
      <label htmlFor={select} className="hint">
        Game type
      </label>
      <select
        id={select}
        className={classes.select}
        value={gameType}
        onChange={(event) => {
          onChoose({ ...choice, gameType: event.currentTarget.value });
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
        onChange={(event) => onChoose({ ...choice, followingOnly: event.currentTarget.checked })}
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
  const rows = rowsOf(pages, ({ username }) => username);
  if (rows.length === 0) return <NobodyYet choice={choice} />;
  return (
    <>
      {rows.length >= onPodium && <Podium rows={rows.slice(0, onPodium)} />}
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

/** How many stand on the podium. */
const onPodium = 3;

/** The first three. Hidden from screen readers: the table below says the same. */
function Podium({ rows }: { readonly rows: readonly LeaderboardRowWire[] }) {
  return (
    <div className={classes.podium} aria-hidden>
      {rows.map(({ username, wins, globalRank }, index) => (
        <div key={username} className={classes.step} data-place={index + 1}>
          <Person username={username} />
          <span className={classes.block}>
            <span className={classes.place}>{globalRank.toLocaleString('en-US')}</span>
            {count(wins, 'win')}
          </span>
        </div>
      ))}
    </div>
  );
}

function Person({ username }: { readonly username: string }) {
  const seen = (
    <>
      <Avatar username={username} size="xl" />
      <bdi>{username}</bdi>
    </>
  );
  if (username === deletedUserName) return <span className={classes.person}>{seen}</span>;
  return (
    <Link to={`/user/${encodeURIComponent(username)}`} className={classes.person} tabIndex={-1} data-person={username}>
      {seen}
    </Link>
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
  const most = Math.max(1, ...rows.map(({ wins }) => wins));
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
                <PersonLink username={row.username} avatar="m" />
                {row.username === viewer && <span className={classes.you}>you</span>}
              </th>
              <td>
                <span className={classes.wins}>
                  <span className={classes.track} aria-hidden>
                    <span className={classes.bar} style={{ transform: `scaleX(${row.wins / most})` }} />
                  </span>
                  <span className={classes.number}>{row.wins.toLocaleString('en-US')}</span>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function NobodyYet({ choice: { followingOnly, gameType, period } }: { readonly choice: LeaderboardChoice }) {
  const who = followingOnly ? 'Nobody you follow' : 'Nobody';
  const game = gameType === '' ? 'a game' : `a game of ${gameType}`;
  const when = period === 'all' ? 'yet' : periodNames[period].toLowerCase();
  return (
    <div className={classes.frame}>
      <EmptyState drawing="games" title={`${who} has won ${game} ${when}`}>
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
    <Loading label="Loading the leaderboard" className={classes.frame}>
      {[52, 40, 60, 44, 56, 38].map((width) => (
        <div key={width} className={classes.skeleton}>
          <Skeleton height={16} width={`${width}%`} />
        </div>
      ))}
    </Loading>
  );
}
