import { type GameRowWire, gameTypes, type GameWire, type Seat } from '@parlour/contracts/games/games';
import { replay, rulesOf } from '@parlour/rules/games';

import { chanceOf } from '../chance.ts';
import { type Cast, inParallel } from '../commands.ts';
import type { DemoGame } from '../content.ts';
import { games, series } from '../games.ts';
import { playedGame } from '../played-game.ts';
import { playedAgo } from '../timetable.ts';

/** A game with the keys of its commands, and its winner if it is played to the end. */
interface PlacedGame extends DemoGame {
  readonly key: string;
  readonly winner: Seat;
  /** When it was created, in minutes before the start. */
  readonly ago: number;
}

/** The minutes between actions in a game. */
const step = 0.4;

/** The games in the lobby. */
const lobby: readonly PlacedGame[] = games.map((game, index) => ({ ...game, key: `game ${index}`, winner: 1 }));

/** Invites people to the private games, which notifies them. */
export function inviting(cast: Cast): readonly { readonly ago: number; run(): Promise<void> }[] {
  return lobby
    .filter(({ invited }) => invited !== undefined)
    .map((game) => ({
      ago: game.ago,
      run: async () => {
        const [host = ''] = game.players;
        await cast.heardOf(await play(cast, game), host, game.ago);
      },
    }));
}

/** Plays the series, and then the public games of the lobby. */
export async function playGames(cast: Cast): Promise<void> {
  const rounds = series.flatMap(({ winner, loser, games: count }) =>
    Array.from({ length: count }, (_, round): PlacedGame => {
      // They alternate who begins, and play one game after another.
      const seat: Seat = round % 2 === 0 ? 0 : 1;
      const players = seat === 0 ? [winner, loser] : [loser, winner];
      const type = gameTypes[round % gameTypes.length]!; // within the list
      const ago = playedAgo(`${winner} ${loser}`, round, count);
      return { key: `${winner} ${loser} ${round}`, type, players, winner: seat, ago };
    }),
  );
  const open = lobby.filter(({ invited }) => invited === undefined);
  await inParallel([...rounds, ...open], async (game) => {
    await play(cast, game);
  });
}

/** Returns the game's id. */
async function play(cast: Cast, game: PlacedGame): Promise<string> {
  const { key, type: gameType, players, invited, computer, winner, ago } = game;
  const [host = ''] = players;
  const request = { gameType, ...(invited && { invited }), ...(computer && { computer }) };
  const created = await cast.give(host, 'games.create', request, { key: `create ${key}`, ago });
  const { gameID: gameId } = created;
  if (computer !== undefined) {
    await playComputer(cast, game, created);
    return gameId;
  }
  let steps = 0;
  const later = (): number => Math.max(ago - step * (steps += 1), 0);
  for (const name of players)
    await cast.give(name, 'games.join', { gameId }, { key: `join ${key} ${name}`, ago: later() });
  if (players.length < 2) return gameId;
  for (const [index, move] of playedGame(gameType, winner, key).slice(0, game.moves).entries()) {
    const mover = players[index % 2]!; // two of them play
    await cast.give(mover, 'games.move', { gameId, move }, { key: `move ${key} ${index}`, ago: later() });
  }
  return gameId;
}

/** The person begins; the computer chooses its own answers. */
async function playComputer(
  cast: Cast,
  { key, type, players: [player = ''], moves = 1, ago }: PlacedGame,
  created: GameWire,
): Promise<void> {
  const gameId = created.gameID;
  let { state }: Pick<GameRowWire, 'state'> = created;
  for (let index = 0; index < moves && state.status === 'IN_PROGRESS'; index += 1) {
    const game = await cast.read(player, 'games.getGame', { gameId });
    // An earlier start may have got further.
    const made = game.state.moves.slice(0, state.moveCount).map((each) => each.move);
    const position = replay(type, made).at(-1)!; // the start at least
    const move = rulesOf[type].choose(position, 0, 'strong', chanceOf(key, index));
    const occasion = { key: `move ${key} ${index}`, ago: ago - step * (index + 1) };
    ({ state } = await cast.give(player, 'games.move', { gameId, move }, occasion));
  }
}
