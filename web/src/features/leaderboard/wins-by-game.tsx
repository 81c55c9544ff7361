import { gameTypes } from '@parlour/contracts/games/games';
import { count } from '../../shared/text/count.ts';
import { everyVisit } from '../../shared/http/endpoint.ts';
import { gameName } from '@parlour/contracts/games/game-name';
import { useGetWinsQuery } from './leaderboard.api.ts';
import classes from './wins-by-game.module.css';

/** How often a person has won each game, once they have won any. */
export function WinsByGame({ username }: { readonly username: string }) {
  const { currentData } = useGetWinsQuery(username, everyVisit);
  if (!currentData || currentData.wins === 0) return null;
  const byGame = new Map(currentData.byGame?.map(({ gameType, wins }) => [gameType, wins]));
  const most = Math.max(1, ...byGame.values());
  return (
    <section className={classes.card} aria-labelledby="wins-by-game">
      <h2 id="wins-by-game" className={classes.title}>
        {count(currentData.wins, 'win')}
      </h2>
      <dl className={classes.games}>
        {gameTypes.map((type) => {
          const wins = byGame.get(type) ?? 0;
          return (
            <div key={type}>
              <dt>{gameName(type)}</dt>
              <dd>
                <span className={classes.track} aria-hidden>
                  <span className={classes.bar} style={{ transform: `scaleX(${wins / most})` }} />
                </span>
                <span className={classes.number}>{wins.toLocaleString('en-US')}</span>
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
