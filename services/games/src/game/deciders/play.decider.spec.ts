import { describe, expect, test } from '@jest/globals';
import { type GamesEvent, gameTypes, strengths } from '@parlour/contracts/games/games';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { fold } from '@parlour/kernel/log/decider';
import { given } from '@parlour/kernel/testing/given';
import { diceOf } from '@parlour/kernel/testing/seed';
import { rulesOf } from '@parlour/rules/games';
import { moverAt } from '@parlour/rules/rules';
import {
  againstComputer,
  begun,
  claim,
  create,
  created,
  ended,
  joined,
  move,
  nim,
  now,
  over,
  played,
} from '../../testing/game-events.ts';
import { shortGames } from '../../testing/short-games.ts';
import { gameDecider } from './game.decider.ts';
import { endOf, type GameState } from '../game-state.ts';

const take = (numObjects: unknown): object => ({ numObjects });

describe('[ST-4, G-7] a move', () => {
  test('is stored as the rules normalise it', () => {
    given(gameDecider, begun)
      .when(move('ann', { numObjects: 3, extra: 'x' }))
      .then(played('ann', 1, { numObjects: 3 }));
    given(gameDecider, nim(3))
      .when(move('ben', take(1)))
      .then(played('ben', 2, { numObjects: 1 }));
  });

  test('may end the game, and the win counts', () => {
    given(gameDecider, nim(2, 3, 2, 3, 2, 3, 2, 3))
      .when(move('ann', take(1)))
      .then(played('ann', 9, { numObjects: 1 }), ended(['ben'], 'play', true));
  });

  test('[G-11] may be a draw, which counts for nobody', () => {
    const board = [0, 1, 2, 4, 3, 5, 7, 6];
    const events: GamesEvent[] = [created({ gameType: 'TicTacToe' }), joined('ann', 0), joined('ben', 1)];
    board.forEach((slot, index) => events.push(played(index % 2 === 0 ? 'ann' : 'ben', index + 1, { slot })));
    given(gameDecider, events)
      .when(move('ann', { slot: 8 }))
      .then(played('ann', 9, { slot: 8 }), {
        type: 'GameEnded',
        data: { gameId: 'g1', gameType: 'TicTacToe', winners: [], reason: 'draw', counts: false },
      });
  });

  test.each([
    ['of an unknown game', [], 'cay', 'x', 'game.unknown', messages.gameUnknown],
    ['in a waiting game', [created(), joined('ann', 0)], 'cay', 'x', 'move.notInProgress', messages.moveNotInProgress],
    ['in a finished game', over, 'cay', 'x', 'move.notInProgress', messages.moveNotInProgress],
    ['by a spectator', begun, 'cay', 'x', 'move.wrongPlayer', messages.moveWrongPlayer],
    ['out of turn', begun, 'ben', 'x', 'move.wrongPlayer', messages.moveWrongPlayer],
    ['out of turn, twice', nim(1), 'ann', take(1), 'move.wrongPlayer', messages.moveWrongPlayer],
    ['that isn’t a move of this game', begun, 'ann', 'x', 'move.invalid', undefined],
    ['against the rules', begun, 'ann', take(4), 'move.invalid', messages.nimOneToThree],
    ['that takes nothing', begun, 'ann', take(0), 'move.invalid', messages.nimOneToThree],
    ['that takes more than is left', nim(3, 3, 3, 3, 3, 3, 1), 'ben', take(3), 'move.invalid', messages.nimTooMany],
  ] as const)('[RO-9] %s is refused', (_, events, who, given_, code, text) => {
    given(gameDecider, events as readonly GamesEvent[])
      .when(move(who, given_))
      .thenRefused(code, text);
  });

  test('made for another number of moves is refused, even if it would be legal now', () => {
    given(gameDecider, nim(1, 2))
      .when(move('ann', take(1), 2))
      .then(played('ann', 3, { numObjects: 1 }));
    for (const moveCount of [0, 1, 3]) {
      given(gameDecider, nim(1, 2))
        .when(move('ann', take(1), moveCount))
        .thenRefused('move.late', messages.moveLate);
    }
  });

  test('in another’s private game is refused as in no game', () => {
    const hidden = created({ private: true, invited: ['ben'] });
    given(gameDecider, [hidden, joined('ann', 0), joined('ben', 1)])
      .when(move('eve', take(1)))
      .thenRefused('game.unknown', messages.gameUnknown);
  });
});

test('[G-5] a win by play counts, however soon; one by the other leaving requires a move of each', () => {
  const state = fold<GameState, GamesEvent>(gameDecider, nim(1));
  if (state.status !== 'running') throw new Error('it does not run');
  expect(endOf(state, 'ann', 'play')).toEqual(ended(['ann'], 'play', true));
  expect(endOf(state, 'ann', 'left')).toEqual(ended(['ann'], 'left', false));
});

test.each(gameTypes)('[ST-3] %s is played to its end', (gameType) => {
  const events: GamesEvent[] = [created({ gameType }), joined('ann', 0), joined('ben', 1)];
  for (const [count, given_] of shortGames[gameType].entries()) {
    const who = count % 2 === 0 ? 'ann' : 'ben';
    events.push(...gameDecider.decide(move(who, given_), fold<GameState, GamesEvent>(gameDecider, events)));
  }
  const winner = gameType === 'Nim' ? 'ben' : 'ann';
  expect(events.at(-1)).toEqual({
    type: 'GameEnded',
    data: { gameId: 'g1', gameType, winners: [winner], reason: 'play', counts: true },
  });
});

describe('[G-14] a draw in Chopsticks', () => {
  const rules = rulesOf.Chopsticks;
  const drawn = {
    type: 'GameEnded',
    data: { gameId: 'g1', gameType: 'Chopsticks', winners: [], reason: 'draw', counts: false },
  };

  const start: GamesEvent[] = [created({ gameType: 'Chopsticks' }), joined('ann', 0), joined('ben', 1)];

  test('comes with the third occurrence of a position, with the same player to move', () => {
    const occurrences = new Map<string, number>();
    let position = rules.start();
    let state = fold<GameState, GamesEvent>(gameDecider, start);
    for (let count = 0; ; count++) {
      const mover = moverAt(count);
      // Neither of two good players can win: they would play forever.
      const chosen = rules.choose(position, mover, 'strong', 0);
      position = rules.apply(position, mover, chosen);
      const decided = gameDecider.decide(move(mover === 0 ? 'ann' : 'ben', chosen), state);
      const key = JSON.stringify([moverAt(count + 1), position]);
      occurrences.set(key, (occurrences.get(key) ?? 0) + 1);
      if (occurrences.get(key) === 3) {
        expect(decided.at(-1)).toEqual(drawn);
        return;
      }
      expect(decided).toHaveLength(1);
      state = fold<GameState, GamesEvent>({ ...gameDecider, initial: state }, decided);
    }
  });

  test('comes with the last move that a game may have', () => {
    const state = fold<GameState, GamesEvent>(gameDecider, start);
    if (state.status !== 'running') throw new Error('it does not run');
    const hit = { hittingHand: 2, handToHit: 0 };
    const after = (moveCount: number) => gameDecider.decide(move('ben', hit), { ...state, moveCount });
    expect(after(limits.movesPerGame - 3)).toHaveLength(1);
    expect(after(limits.movesPerGame - 1).at(-1)).toEqual(drawn);
  });
});

describe('the computer', () => {
  test('answers with the same command', () => {
    const events = gameDecider.decide(move('ann', take(1)), fold<GameState, GamesEvent>(gameDecider, againstComputer));
    // It takes 3 of 20 objects: the player who faces 1 + 4n loses.
    expect(events).toEqual([played('ann', 1, { numObjects: 1 }), played('computer', 2, { numObjects: 3 })]);
  });

  for (const computer of strengths) {
    test.each(gameTypes)(`plays %s to its end, ${computer}, and never counts`, (gameType) => {
      for (let game = 0; game < 5; game++) {
        const dice = diceOf(game);
        const chance = (): number => dice.below(1_000) / 1_000;
        const events: GamesEvent[] = [...gameDecider.decide({ ...create, gameType, computer }, { status: 'none' })];
        for (;;) {
          const state = fold<GameState, GamesEvent>(gameDecider, events);
          if (state.status !== 'running') break;
          expect(state.players[moverAt(state.moveCount)]).toBe('ann');
          const legal = rulesOf[gameType].legalMoves(state.position, moverAt(state.moveCount));
          const chosen = legal[dice.below(legal.length)];
          events.push(...gameDecider.decide({ ...move('ann', chosen), chance: chance() }, state));
        }
        const last = events.at(-1);
        expect(last).toMatchObject({ type: 'GameEnded', data: { gameType, counts: false } });
        const moves = events.flatMap((event) => (event.type === 'MovePlayed' ? [event.data] : []));
        expect(moves.map(({ number }) => number)).toEqual(moves.map((_, index) => index + 1));
        expect(moves.every(({ userId }, index) => userId === (index % 2 === 0 ? 'ann' : 'computer'))).toBe(true);
      }
    });
  }
});

describe('claiming', () => {
  const later = '2026-01-01T12:00:00.001Z';
  const earlier = '2026-01-01T11:59:59.999Z';

  test.each([
    ['since the game began', [], 'ben', now, false],
    ['for longer', [], 'ben', later, false],
    ['after one has moved', [1], 'ann', now, false],
    ['after both have moved', [1, 1], 'ben', now, true],
  ] as const)('a mover who is gone %s loses', (_, taken, who, goneSince, counts) => {
    given(gameDecider, nim(...taken))
      .when(claim(who, goneSince))
      .then(ended([who], 'claimed', counts));
  });

  test('counts from the last move', () => {
    const moved = [...begun, played('ann', 1, { numObjects: 1 }, later)];
    given(gameDecider, moved).when(claim('ann', now)).thenRefused('claim.early', messages.claimEarly);
    given(gameDecider, moved)
      .when(claim('ann', later))
      .then(ended(['ann'], 'claimed', false));
  });

  test.each([
    ['before the time is up', begun, 'ben', earlier, 'claim.early', messages.claimEarly],
    ['on one’s own turn', begun, 'ann', later, 'claim.early', messages.claimEarly],
    ['before it has begun', [created(), joined('ann', 0)], 'ann', later, 'claim.early', messages.claimEarly],
    ['against the computer', againstComputer, 'ann', later, 'claim.early', messages.claimEarly],
    ['as a spectator', begun, 'cay', later, 'game.notPlayer', messages.gameNotPlayer],
    ['after the end', over, 'ben', later, 'game.over', messages.gameOver],
    ['of an unknown game', [], 'ben', later, 'game.unknown', messages.gameUnknown],
  ] as const)('%s is refused', (_, events, who, goneSince, code, text) => {
    given(gameDecider, events as readonly GamesEvent[])
      .when(claim(who, goneSince))
      .thenRefused(code, text);
  });
});
