import { describe, expect, test } from '@jest/globals';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { GamesEvent } from '@parlour/contracts/games/games';
import { given } from '@parlour/kernel/testing/given';
import {
  again,
  againstComputer,
  begun,
  create,
  created,
  ended,
  joined,
  left,
  nim,
  now,
  over,
} from '../../testing/game-events.ts';
import { gameDecider } from './game.decider.ts';

const people = (count: number): string[] => Array.from({ length: count }, (_, index) => `person ${index}`);

describe('creating', () => {
  test('[G-2] seats nobody; inviting, even nobody, makes it private', () => {
    for (const gameType of ['Nim', 'Chopsticks', 'TicTacToe'] as const) {
      given(gameDecider)
        .when({ ...create, gameType })
        .then(created({ gameType }));
    }
    given(gameDecider)
      .when({ ...create, invited: [] })
      .then(created({ private: true }));
    given(gameDecider)
      .when({ ...create, invited: ['ben', 'cay', 'ben'] })
      .then(created({ private: true, invited: ['ben', 'cay'] }));
    const invited = people(limits.invitedPlayers);
    given(gameDecider)
      .when({ ...create, invited })
      .then(created({ private: true, invited }));
  });

  test('against the computer seats both at once, the person first', () => {
    for (const computer of ['easy', 'strong'] as const) {
      given(gameDecider)
        .when({ ...create, computer })
        .then(
          created({ private: true, seats: ['ann', 'computer'], computer }),
          joined('ann', 0),
          joined('computer', 1),
        );
    }
  });

  test.each([
    [{ gameType: 'Go' }, 'game.type', messages.gameTypeInvalid],
    [{ gameType: 'nim' }, 'game.type', messages.gameTypeInvalid],
    [{ gameType: 'toString' }, 'game.type', messages.gameTypeInvalid],
    [{ computer: 'perfect' }, 'request.invalid', messages.gameStrengthInvalid],
    [{ invited: ['ann'] }, 'game.invitation', messages.gameInviteSelf],
    [{ invited: ['ben', null] }, 'game.invitation', messages.gameInviteUnknown],
    [{ invited: people(limits.invitedPlayers + 1) }, 'game.invitation', messages.gameInviteTooMany],
    [{ invited: ['ben'], computer: 'easy' }, 'request.invalid', messages.requestInvalid],
  ] as const)('[VA-12] is refused with %j', (fault, code, text) => {
    given(gameDecider)
      .when({ ...create, ...fault })
      .thenRefused(code, text);
  });

  test('a second time changes nothing', () => {
    given(gameDecider, [created()]).when(create).thenNothing();
  });
});

/** An event of the game, as an event of its rematch. */
const there = <Event extends GamesEvent>(event: Event): Event => ({ ...event, data: { ...event.data, gameId: 'g2' } });

describe('playing again', () => {
  const swapped = { gameId: 'g2', seats: ['ben', 'ann'], rematchOf: 'g1' } as const;

  test('swaps seats; the first to ask sits down, the other one joins', () => {
    given(gameDecider)
      .when(again('ann', over))
      .then(created({ ...swapped }), there(joined('ann', 1)));
    given(gameDecider)
      .when(again('ben', over))
      .then(created({ ...swapped, createdBy: 'ben' }), there(joined('ben', 0)));
    const asked = [created({ ...swapped }), there(joined('ann', 1))];
    given(gameDecider, asked)
      .when(again('ben', over))
      .then(there(joined('ben', 0)));
  });

  test('asked for again it stays as it is, whatever its state', () => {
    const asked = [created({ ...swapped }), there(joined('ann', 1))];
    given(gameDecider, asked).when(again('ann', over)).thenNothing();
    const running = [...asked, there(joined('ben', 0))];
    given(gameDecider, running).when(again('ann', over)).thenNothing();
    given(gameDecider, [...running, there(ended(['ben'], 'left', false))])
      .when(again('ben', over))
      .thenNothing();
    given(gameDecider, [...asked, there(left('ann', 1))])
      .when(again('ann', over))
      .then(there(joined('ann', 1)));
  });

  test('of a private game is as private, with the same host', () => {
    const hidden = { private: true, invited: ['ann', 'ben', 'cay'], createdBy: 'dan' };
    const game = [created(hidden), joined('ann', 0), joined('ben', 1), ended(['ben'], 'left', false)];
    given(gameDecider)
      .when(again('ben', game))
      .then(created({ ...swapped, ...hidden }), there(joined('ben', 0)));
    for (const guest of ['dan', 'cay']) {
      given(gameDecider).when(again(guest, game)).thenRefused('game.notPlayer', messages.gameNotPlayer);
    }
    given(gameDecider).when(again('eve', game)).thenRefused('game.unknown', messages.gameUnknown);
  });

  test('of a private game whose host is deleted makes the requester its host', () => {
    const hidden = { private: true, invited: ['ann', 'ben', 'cay'], createdBy: 'dan' };
    const game = [created(hidden), joined('ann', 0), joined('ben', 1), ended(['ben'], 'left', false)];
    given(gameDecider)
      .when(again('ben', game, 'dan'))
      .then(created({ ...swapped, ...hidden, createdBy: 'ben', invited: ['ann', 'cay'] }), there(joined('ben', 0)));
  });

  test('in a rematch that ended just now, before it began, is refused: asking again makes another one', () => {
    const withdrawn = [created({ ...swapped }), there(joined('ann', 1)), there(ended([], 'withdrawn', false))];
    for (const player of ['ann', 'ben']) {
      given(gameDecider, withdrawn).when(again(player, over)).thenRefused('command.conflict', messages.conflict);
    }
  });

  test('[BG-6, G-16] is refused to whom the other player has declined it, but not if that one asks now', () => {
    given(gameDecider)
      .when({ ...again('ann', over), declined: ['ben'] })
      .thenRefused('rematch.declined', messages.rematchDeclined);
    given(gameDecider)
      .when({ ...again('ben', over), declined: ['ben'] })
      .then(created({ ...swapped, createdBy: 'ben' }), there(joined('ben', 0)));
    given(gameDecider, [created({ ...swapped, createdBy: 'ben' }), there(joined('ben', 0))])
      .when({ ...again('ann', over), declined: ['ben'] })
      .then(there(joined('ann', 1)));
  });

  test('[U-5] is refused if the other player is deleted, whatever the state of the rematch', () => {
    const asked = [created({ ...swapped }), there(joined('ben', 0))];
    const unbegun = there(ended([], 'deleted', false));
    const own = [created({ ...swapped }), there(joined('ann', 1)), unbegun];
    for (const events of [[], asked, [...asked, unbegun], [created({ ...swapped }), unbegun], own]) {
      given(gameDecider, events)
        .when(again('ann', over, 'ben'))
        .thenRefused('rematch.gone', messages.rematchGone);
    }
    // One that never began has no rematch.
    const waiting = [created({ private: true }), joined('ann', 0), ended([], 'deleted', false)];
    given(gameDecider).when(again('ann', waiting)).thenRefused('rematch.gone');
  });

  test('is for its players, after its end', () => {
    given(gameDecider).when(again('cay', over)).thenRefused('game.notPlayer', messages.gameNotPlayer);
    given(gameDecider).when(again('ann', [])).thenRefused('game.unknown', messages.gameUnknown);
    for (const early of [begun, nim(1), [created(), joined('ann', 0)]]) {
      given(gameDecider).when(again('ann', early)).thenRefused('rematch.early', messages.rematchEarly);
    }
  });

  test('against the computer begins at once, with the computer’s move if that is first', () => {
    const lost = [...againstComputer, ended(['computer'], 'left', false)];
    const terms = { gameId: 'g2', private: true, computer: 'strong', rematchOf: 'g1' } as const;
    const [made, ...beginning] = gameDecider.decide(again('ann', lost), { status: 'none' });
    expect(made).toEqual(created({ ...terms, seats: ['computer', 'ann'] }));
    expect(beginning).toEqual([
      there(joined('computer', 0)),
      there(joined('ann', 1)),
      { type: 'MovePlayed', data: { gameId: 'g2', userId: 'computer', number: 1, move: expect.anything(), at: now } },
    ]);
    const second = [
      created({ ...terms, gameId: 'g1', seats: ['computer', 'ann'] }),
      joined('computer', 0),
      joined('ann', 1),
    ];
    given(gameDecider)
      .when(again('ann', [...second, ended(['computer'], 'left', false)]))
      .then(created({ ...terms, seats: ['ann', 'computer'] }), there(joined('ann', 0)), there(joined('computer', 1)));
  });
});
