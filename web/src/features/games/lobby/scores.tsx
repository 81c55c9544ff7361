import type { ScoreWire } from '@parlour/contracts/games/games';
import { everyVisit } from '../../../shared/http/endpoint.ts';
import { gameName } from '@parlour/contracts/games/game-name';
import { gameKinds } from '../create/game-kinds.ts';
import { useGetScoresQuery } from '../games.api.ts';
import classes from './scores.module.css';

/** The wins of the viewer and a person against each other, once one of them has won. */
export function Scores({ username }: { readonly username: string }) {
  const { currentData = [] } = useGetScoresQuery(username, everyVisit);
  if (currentData.length === 0) return null;
  const kindOf = (score: ScoreWire) => gameKinds.findIndex(({ type }) => type === score.gameType);
  const scores = [...currentData].sort((one, other) => kindOf(one) - kindOf(other));
  return (
    <section className={classes.card} aria-labelledby="scores">
      <h2 id="scores" className={classes.title}>
        You and <bdi>{username}</bdi>: <Score {...sumOf(currentData)} />
      </h2>
      {currentData.length > 1 && (
        <dl className={classes.games}>
          {scores.map(({ gameType, won, lost }) => (
            <div key={gameType}>
              <dt>{gameName(gameType)}</dt>
              <dd>
                <Score won={won} lost={lost} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

/** The same in a few words; their place stays free until they are read. */
export function ScoreAgainst({ username }: { readonly username: string }) {
  const { currentData } = useGetScoresQuery(username, everyVisit);
  if (!currentData) return '\u00a0';
  return (
    <>
      <Score {...sumOf(currentData)} /> against <bdi>{username}</bdi>
    </>
  );
}

function sumOf(scores: readonly ScoreWire[]): Pick<ScoreWire, 'won' | 'lost'> {
  const sum = (side: 'won' | 'lost') => scores.reduce((total, score) => total + score[side], 0);
  return { won: sum('won'), lost: sum('lost') };
}

function Score({ won, lost }: Pick<ScoreWire, 'won' | 'lost'>) {
  return (
    <span className={classes.score}>
      {won.toLocaleString('en-US')} : {lost.toLocaleString('en-US')}
    </span>
  );
}
