import type { GameRowWire } from '@parlour/contracts/games/games';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { NavLink, useLocation } from 'react-router';
import { useGetOwnCommunitiesInfiniteQuery } from '../../../features/communities/communities.api.ts';
import { communityAddress } from '../../../features/communities/membership/permissions.ts';
import { WaitingBadge } from '../../../features/communities/settings/waiting-badge.tsx';
import { GameMark } from '../../../features/games/game/game-mark.tsx';
import { moverOf, opponentOf } from '../../../features/games/game-state.ts';
import { useGetOwnGamesQuery } from '../../../features/games/games.api.ts';
import { minutesAndSeconds, useTimeToMove } from '../../../features/games/game/time-left.ts';
import { chatTitle, othersIn } from '../../../features/messaging/chats/chat-names.ts';
import { useGetChatsInfiniteQuery } from '../../../features/messaging/messaging.api.ts';
import { unreadLabel } from '../../../features/messaging/history/unread.tsx';
import { Avatar } from '../../../design/parts/person/avatar.tsx';
import { CountBadge } from '../../../design/parts/look/count-badge.tsx';
import { OnlineAvatar } from '../../../design/parts/person/online-avatar.tsx';
import { MutedMark } from '../../../design/parts/person/muted-mark.tsx';
import { useHeldRows } from '../../../shared/state/hooks/use-held-rows.ts';
import { useHoverPause } from '../../../shared/state/hooks/use-hover-pause.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import { gameName } from '@parlour/contracts/games/game-name';
import { Emblem } from '../../../design/parts/look/emblem.tsx';
import { chatAddress, directMessages } from './navigation.ts';
import classes from './live-sections.module.css';

/** In each section. */
const most = 5;

const idOf = ({ _id }: { readonly _id: string }) => _id;

/**
 * Below the sidebar's entries: the games that wait for me, my latest chats, my communities. What
 * the page itself lists is left out.
 */
export default function LiveSections({ onChosen }: { readonly onChosen: () => void }) {
  const viewer = useViewer();
  const { pathname } = useLocation();
  const games = useGetOwnGamesQuery(viewer);
  const chats = useGetChatsInfiniteQuery(viewer);
  const communities = useGetOwnCommunitiesInfiniteQuery(viewer);
  const mine = (games.data ?? []).filter(
    (game) => moverOf(game) === viewer && pathname !== `/games/${encodeURIComponent(game.gameID)}`,
  );
  const pause = useHoverPause();
  // A new row of one section would push down the sections below it.
  const hold = { held: pause.now, of: pathname, arrivals: 'wait' } as const;
  const turns = useHeldRows(mine, { ...hold, idOf: ({ gameID }) => gameID });
  const recent = useHeldRows(chats.data?.pages.flatMap(({ rows }) => rows) ?? [], { ...hold, idOf });
  const own = useHeldRows(communities.data?.pages.flatMap(({ rows }) => rows) ?? [], { ...hold, idOf });
  // All at once: what comes later would push down what is there.
  if (games.isLoading || chats.isLoading || communities.isLoading) return null;
  return (
    <div {...pause.handlers} className={classes.sections}>
      {turns.length > 0 && !['/games', '/games/hosted', '/games/private'].includes(pathname) && (
        <Section title="Your turn">
          {turns.slice(0, most).map((game) => (
            <Row key={game.gameID} to={`/games/${encodeURIComponent(game.gameID)}`} onChosen={onChosen}>
              <Turn game={game} viewer={viewer} />
            </Row>
          ))}
        </Section>
      )}
      {recent.length > 0 && pathname !== directMessages && (
        <Section title="Chats">
          {recent.slice(0, most).map((chat) => {
            const { _id: id, participants, unread, muted } = chat;
            const others = othersIn(participants, viewer);
            // Of several, nobody's dot would be the chat's.
            const Face = others.length === 1 ? OnlineAvatar : Avatar;
            return (
              <Row key={id} to={chatAddress(id)} onChosen={onChosen} strong={unread > 0 && !muted}>
                <Face username={others[0] ?? viewer} size="s" />
                <bdi className={classes.name}>{chatTitle(chat, viewer)}</bdi>
                {muted && <MutedMark />}
                <CountBadge number={unread} label={unreadLabel(unread)} tone={muted ? 'quiet' : 'plum'} />
              </Row>
            );
          })}
        </Section>
      )}
      {own.length > 0 && pathname !== '/community' && (
        <Section title="Communities">
          {own.slice(0, most).map((community) => {
            const { _id: id, name, picture, pendingCount, reportedCount } = community;
            return (
              <Row key={id} to={communityAddress(id)} onChosen={onChosen} strong={pendingCount + reportedCount > 0}>
                <Emblem name={name} picture={picture} size="s" />
                <bdi className={classes.name}>{name}</bdi>
                <WaitingBadge community={community} />
              </Row>
            );
          })}
        </Section>
      )}
    </div>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <p id={id} className={classes.title}>
        {title}
      </p>
      <ul>{children}</ul>
    </section>
  );
}

function Row({
  to,
  strong = false,
  onChosen,
  children,
}: {
  readonly to: string;
  /** Whether something in it is new. */
  readonly strong?: boolean;
  readonly onChosen: () => void;
  readonly children: ReactNode;
}) {
  return (
    <li>
      <NavLink to={to} end className={classes.row ?? ''} data-strong={strong} onClick={onChosen}>
        {children}
      </NavLink>
    </li>
  );
}

function Turn({ game, viewer }: { readonly game: GameRowWire; readonly viewer: string }) {
  const left = useTimeToMove(game);
  return (
    <>
      <span className={classes.game}>
        <GameMark type={game.gameType} />
      </span>
      <span className={classes.name}>
        {gameName(game.gameType)} vs <bdi>{opponentOf(game, viewer)}</bdi>
      </span>
      {game.computer === undefined && left > 0 && <time className={classes.time}>{minutesAndSeconds(left)}</time>}
    </>
  );
}
