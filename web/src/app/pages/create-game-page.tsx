import { CreateGame } from '../../features/games/create-game.tsx';
import { useGoOn } from '../../shared/navigation/use-go-on.ts';
import { usePageTitle } from '../../shared/parts/page-title.ts';
import classes from './page.module.css';

/** The form for a new game. */
export function CreateGamePage() {
  const goOn = useGoOn();
  usePageTitle('Create Game');
  return (
    <>
      <div className={classes.head}>
        <h1 className={classes.title} tabIndex={-1}>
          Create Game
        </h1>
      </div>
      <CreateGame onCreated={({ gameID }) => goOn(`/games/${encodeURIComponent(gameID)}`, 'Your game was created.')} />
    </>
  );
}
