import { Skeleton } from '@mantine/core';
import { computerPlayer, type GameRowWire } from '@parlour/contracts/games/games';
import { messages } from '@parlour/contracts/messages';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../../design/parts/person/avatar.tsx';
import { CardList, EmptyCard } from '../../../design/parts/list/card-list.tsx';
import { Chip } from '../../../design/parts/form/chip.tsx';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { IconLock, IconRobot } from '../../../design/parts/look/icons.tsx';
import { ListFoot } from '../../../design/parts/list/list-foot.tsx';
import { Loading } from '../../../design/parts/feedback/loading.tsx';
import { RelativeTime } from '../../../design/parts/text/relative-time.tsx';
import { serverText } from '../../../shared/http/call-failure.ts';
import { everyVisit } from '../../../shared/http/endpoint.ts';
import { rowsOf } from '../../../shared/http/pages.ts';
import { gameName } from '@parlour/contracts/games/game-name';
import { GameMark } from '../game/game-mark.tsx';
import { opponentOf, resultFor } from '../game-state.ts';
import { useGetPlayedInfiniteQuery } from '../games.api.ts';
import classes from './played-games.module.css';

/**
 * The games that a person plays or has played, with how they ended for that person; `children` are
 * shown if there are none.
 */
export function PlayedGames({ username, children }: { readonly username: string; readonly children: ReactNode }) {
  const query = useGetPlayedInfiniteQuery(username, everyVisit);
  const { currentData, error } = query;
  if (!currentData) {
    if (error === undefined)
      return (
        <Loading label="Loading games">
          <Skeleton height={220} />
        </Loading>
      );
    return <Failure title={messages.gamesFailed} detail={serverText(error)} onRetry={() => query.refetch()} />;
  }
  const rows = rowsOf(currentData.pages, ({ gameID }) => gameID);
  if (rows.length === 0) return <EmptyCard>{children}</EmptyCard>;
  return (
    <>
      <CardList label="Games">
        {rows.map((game) => (
          <li key={game.gameID}>
            <Row game={game} username={username} />
          </li>
        ))}
      </CardList>
      <ListFoot query={query} label="Show more games" failed={messages.gamesFailed} />
    </>
  );
}

function Row({ game, username }: { readonly game: GameRowWire; readonly username: string }) {
  const opponent = opponentOf(game, username);
  const result = game.state.status === 'OVER' ? resultFor(game, username) : 'Running';
  return (
    <Link to={`/games/${encodeURIComponent(game.gameID)}`} className={classes.row}>
      <GameMark type={game.gameType} />
      <span className={classes.words}>
        <span className={classes.opponent}>
          <span className={classes.against}>vs</span>
          {opponent === computerPlayer ? (
            <IconRobot size={20} aria-hidden />
          ) : (
            opponent !== undefined && <Avatar username={opponent} size="s" />
          )}
          <bdi className={classes.name}>{opponent ?? 'nobody'}</bdi>
          {game.host !== undefined && game.computer === undefined && (
            <IconLock size={15} aria-label="private" role="img" />
          )}
        </span>
        <span className={classes.facts}>
          {gameName(game.gameType)} · <RelativeTime at={game.updatedAt} />
        </span>
      </span>
      <Chip tone={result === 'Won' ? 'brass' : result === 'Running' ? 'baize' : 'plain'}>{result}</Chip>
    </Link>
  );
}
