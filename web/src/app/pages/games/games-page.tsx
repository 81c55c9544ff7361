import { Button } from '@mantine/core';
import type { GameVisibility } from '@parlour/contracts/games/games';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { GameList } from '../../../features/games/lobby/game-list.tsx';
import { OwnGames, useOwnGamesKnown } from '../../../features/games/lobby/own-games.tsx';
import { PlayNow } from '../../../features/games/lobby/play-now.tsx';
import { NavTabs } from '../../../design/parts/page/nav-tabs.tsx';
import { usePageTitle } from '../../../design/parts/page/page-title.ts';
import { PageHead } from '../../../design/patterns/page-head.tsx';
import classes from './games-page.module.css';

const titles: Record<GameVisibility, string> = {
  Public: 'Available Games',
  Private: 'Your Private Games',
  Host: 'Your Hosted Games',
};

const tabs: readonly { readonly visibility: GameVisibility; readonly to: string; readonly label: string }[] = [
  { visibility: 'Public', to: '/games', label: 'Public' },
  { visibility: 'Private', to: '/games/private', label: 'Private' },
  { visibility: 'Host', to: '/games/hosted', label: 'Hosted' },
];

function GamesPage({ visibility }: { readonly visibility: GameVisibility }) {
  usePageTitle(titles[visibility]);
  const list = (
    <GameList
      key={visibility}
      visibility={visibility}
      tabs={
        <NavTabs
          label="Lists of games"
          tabs={tabs.map(({ visibility: of, to, label }) => ({ to, label, current: of === visibility }))}
        />
      }
    />
  );
  return (
    <>
      <PageHead title={titles[visibility]}>
        <Button component={Link} to="/games/new">
          Create Game
        </Button>
      </PageHead>
      {visibility === 'Public' ? <Lobby>{list}</Lobby> : list}
    </>
  );
}

/** The viewer's own games come first: what is below them shows itself once they are there. */
function Lobby({ children }: { readonly children: ReactNode }) {
  const known = useOwnGamesKnown();
  return (
    <>
      <OwnGames />
      <div className={classes.below} data-known={known}>
        <PlayNow />
        {children}
      </div>
    </>
  );
}

/** The lobby: the viewer's turns, a game by one tap, and games that anyone can join or watch. */
export function PublicGamesPage() {
  return <GamesPage visibility="Public" />;
}

/** Private games that the viewer hosts or is invited to. */
export function PrivateGamesPage() {
  return <GamesPage visibility="Private" />;
}

/** Games that the viewer hosts. */
export function HostedGamesPage() {
  return <GamesPage visibility="Host" />;
}
