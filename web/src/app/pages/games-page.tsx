import { Button } from '@mantine/core';
import type { GameVisibility } from '@parlour/contracts/games';
import { Link } from 'react-router';
import { GameList } from '../../features/games/game-list.tsx';
import { usePageTitle } from '../../shared/parts/page-title.ts';
import classes from './page.module.css';

const titles: Record<GameVisibility, string> = {
  Public: 'Available Games',
  Private: 'Your Private Games',
  Host: 'Your Hosted Games',
};

function GamesPage({ visibility }: { readonly visibility: GameVisibility }) {
  usePageTitle(titles[visibility]);
  return (
    <>
      <div className={classes.head} data-short>
        <h1 className={classes.title} tabIndex={-1}>
          {titles[visibility]}
        </h1>
        <Button component={Link} to="/games/new">
          Create Game
        </Button>
      </div>
      <GameList key={visibility} visibility={visibility} />
    </>
  );
}

/** Games that anyone can join. */
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
