import { Button, Skeleton } from '@mantine/core';
import { gameTypes } from '@parlour/contracts/games/games';
import {
  type LeaderboardPeriod,
  leaderboardPeriods,
  type LeaderboardRowWire,
} from '@parlour/contracts/leaderboard/leaderboard';
import { messages } from '@parlour/contracts/messages';
import { useId } from 'react';
import { Link } from 'react-router';
import { serverText } from '../../shared/http/call-failure.ts';
import { everyVisit } from '../../shared/http/endpoint.ts';
import { rowsOf } from '../../shared/http/pages.ts';
import { Checkbox } from '../../design/parts/form/checkbox.tsx';
import { EmptyState } from '../../design/parts/list/empty-state.tsx';
import { Failure } from '../../design/parts/feedback/failure.tsx';
import { LoadMore } from '../../design/parts/list/load-more.tsx';
import { Loading } from '../../design/parts/feedback/loading.tsx';
import { SegmentedControl } from '../../design/parts/form/segmented.tsx';
import { PersonLink } from '../../design/parts/person/person-link.tsx';
import { gameName } from '@parlour/contracts/games/game-name';
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
            {gameName(type)}
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

/** The table; if enough people are in it, its first rows are a podium. */
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
  const podium = followingOnly || rows.length < onPodium ? 0 : onPodium;
  const shown = rows.map((row, index) => (
    <Row
      key={row.username}
      row={row}
      share={row.wins / most}
      own={row.username === viewer}
      followingRank={followingOnly ? index + 1 : undefined}
      place={index < podium ? index + 1 : undefined}
    />
  ));
  // With a layout of their own, some browsers would not know them as a table's.
  return (
    <div className={classes.frame}>
      <table role="table" className={classes.table} data-following={followingOnly} aria-label="Leaderboard">
        <thead role="rowgroup">
          <tr role="row">
            <Heading>Global Rank</Heading>
            {followingOnly && <Heading>Following Rank</Heading>}
            <Heading>Player</Heading>
            <Heading>Wins</Heading>
          </tr>
        </thead>
        {podium > 0 && (
          <tbody role="rowgroup" className={classes.podium}>
            {shown.slice(0, podium)}
          </tbody>
        )}
        <tbody role="rowgroup">{shown.slice(podium)}</tbody>
      </table>
    </div>
  );
}

function Heading({ children }: { readonly children: string }) {
  return (
    <th scope="col" role="columnheader">
      {children}
    </th>
  );
}

function Row({
  row: { username, wins, globalRank },
  share,
  own,
  followingRank,
  place,
}: {
  readonly row: LeaderboardRowWire;
  /** Of the most wins. */
  readonly share: number;
  readonly own: boolean;
  readonly followingRank: number | undefined;
  /** On the podium. */
  readonly place: number | undefined;
}) {
  return (
    <tr role="row" data-own={own} data-place={place}>
      <td role="cell">
        <span className={classes.rank} data-rank={globalRank}>
          {globalRank.toLocaleString('en-US')}
        </span>
      </td>
      {followingRank !== undefined && <td role="cell">{followingRank.toLocaleString('en-US')}</td>}
      <th scope="row" role="rowheader">
        <PersonLink username={username} avatar={place === undefined ? 'm' : 'xl'} />
        {own && <span className={classes.you}>you</span>}
      </th>
      <td role="cell">
        <span className={classes.wins}>
          {place === undefined && (
            <span className={classes.track} aria-hidden>
              <span className={classes.bar} style={{ transform: `scaleX(${share})` }} />
            </span>
          )}
          <span className={classes.number}>{wins.toLocaleString('en-US')}</span>
          {place !== undefined && <span aria-hidden>{wins === 1 ? ' win' : ' wins'}</span>}
        </span>
      </td>
    </tr>
  );
}

function NobodyYet({ choice: { followingOnly, gameType, period } }: { readonly choice: LeaderboardChoice }) {
  const who = followingOnly ? 'Nobody you follow' : 'Nobody';
  const game = gameType === '' ? 'a game' : `a game of ${gameName(gameType)}`;
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
