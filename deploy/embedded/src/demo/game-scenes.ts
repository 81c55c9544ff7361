import { gameTypes, type GameWire, type Seat } from '@parlour/contracts/games';
import { replay, rulesOf } from '@parlour/rules/games';

import { chanceOf } from './chance.ts';
import { type Cast, inParallel } from './commands.ts';
import type { DemoGame } from './content.ts';
import { games, series } from './games.ts';
import { playedGame } from './played-game.ts';

/** A game with what its commands are known by, and who wins it when it is played to the end. */
interface PlacedGame extends DemoGame {
  readonly key: string;
  readonly winner: Seat;
}

/** Plays the series, and then the games that one comes upon in the lobby: the newest ones. */
export async function playGames(cast: Cast): Promise<void> {
  const rounds = series.flatMap(({ winner, loser, games: count }) =>
    Array.from({ length: count }, (_, round): PlacedGame => {
      // They take turns in beginning, and go from one game to the next.
      const seat: Seat = round % 2 === 0 ? 0 : 1;
      const players = seat === 0 ? [winner, loser] : [loser, winner];
      return { key: `${winner} ${loser} ${round}`, type: gameTypes[round % gameTypes.length]!, players, winner: seat }; // within the list
    }),
  );
  await inParallel(rounds, (game) => play(cast, game));
  for (const [index, game] of games.entries()) await play(cast, { ...game, key: `game ${index}`, winner: 1 });
}

async function play({ commands, as }: Cast, game: PlacedGame): Promise<void> {
  const { key, type: gameType, players, invited, computer, winner } = game;
  const [host] = players;
  if (host === undefined) return;
  const request = { gameType, ...(invited && { invited }), ...(computer && { computer }) };
  const created = await commands.give(as(host), 'games.create', request, `create ${key}`);
  const { gameID: gameId } = created;
  if (computer !== undefined) {
    await playComputer({ commands, as }, game, created);
    return;
  }
  for (const name of players) await commands.give(as(name), 'games.join', { gameId }, `join ${key} ${name}`);
  if (players.length < 2) return;
  for (const [index, move] of playedGame(gameType, winner, key).slice(0, game.moves).entries()) {
    const mover = players[index % 2]!; // two of them play
    await commands.give(as(mover), 'games.move', { gameId, move }, `move ${key} ${index}`);
  }
}

/** The person begins; what the computer answers is the computer's own. */
async function playComputer(
  { commands, as }: Cast,
  { key, type, players: [player = ''], moves = 1 }: PlacedGame,
  created: GameWire,
): Promise<void> {
  let game = created;
  for (let index = 0; index < moves && game.state.status === 'IN_PROGRESS'; index += 1) {
    const made = game.state.moves.map((each) => each.move);
    const position = replay(type, made).at(-1)!; // the start at least
    const move = rulesOf[type].choose(position, 0, 'strong', chanceOf(key, index));
    game = await commands.give(as(player), 'games.move', { gameId: game.gameID, move }, `move ${key} ${index}`);
  }
}
