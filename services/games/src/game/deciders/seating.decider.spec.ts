import { describe, test } from '@jest/globals';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { given } from '@parlour/kernel/testing/given';
import {
  againstComputer,
  begun,
  created,
  decline,
  declined,
  ended,
  invite,
  invited,
  join,
  joined,
  leave,
  left,
  nim,
  over,
  withdraw,
} from '../../testing/game-events.ts';
import { gameDecider } from './game.decider.ts';

const hidden = created({ private: true, invited: ['ben', 'cay'] });

describe('[BG-1, G-13] withdrawing', () => {
  const withdrawn = ended([], 'withdrawn', false);

  test('ends a game in which nobody but its creator has a seat', () => {
    given(gameDecider, [created()]).when(withdraw('ann')).then(withdrawn);
    given(gameDecider, [hidden, joined('ann', 0)])
      .when(withdraw('ann'))
      .then(withdrawn);
    given(gameDecider, [created(), withdrawn]).when(join('ben')).thenRefused('game.over');
  });

  test('is for the creator, while nobody else has a seat', () => {
    given(gameDecider, [created()]).when(withdraw('ben')).thenRefused('game.notCreator', messages.gameNotCreator);
    given(gameDecider, [created(), joined('ben', 0)])
      .when(withdraw('ann'))
      .thenRefused('game.notEmpty', messages.gameNotEmpty);
    given(gameDecider, begun).when(withdraw('ann')).thenRefused('game.notEmpty');
    given(gameDecider, [hidden]).when(withdraw('eve')).thenRefused('game.unknown', messages.gameUnknown);
    given(gameDecider, over).when(withdraw('ann')).thenRefused('game.over', messages.gameOver);
  });
});

describe('joining', () => {
  test('[ST-3, G-3] the first is player1, the second player2', () => {
    given(gameDecider, [created()]).when(join('ben')).then(joined('ben', 0));
    given(gameDecider, [created(), joined('ben', 0)])
      .when(join('ann'))
      .then(joined('ann', 1));
  });

  test('a second time changes nothing, waiting or running', () => {
    given(gameDecider, [created(), joined('ben', 0)])
      .when(join('ben'))
      .thenNothing();
    given(gameDecider, begun).when(join('ann')).thenNothing();
  });

  test('after leaving works as the first time; the lower free seat is taken', () => {
    given(gameDecider, [created(), joined('ann', 0), left('ann', 0)])
      .when(join('ann'))
      .then(joined('ann', 0));
    const second = [created(), joined('ann', 0), left('ann', 0), joined('ben', 0)];
    given(gameDecider, second).when(join('ann')).then(joined('ann', 1));
  });

  test('[LI-21] is not possible without end, but all else is always', () => {
    given(gameDecider, [created()]).whenFull(join('ben')).thenRefused('changes.full');
    given(gameDecider, [created(), joined('ben', 0)])
      .whenFull(leave('ben'))
      .then(left('ben', 0));
  });

  test('[ST-8] fails if both seats are taken, or the game is over', () => {
    given(gameDecider, begun).when(join('cay')).thenRefused('game.noSeat', messages.gameJoinFailed);
    given(gameDecider, over).when(join('ann')).thenRefused('game.over', messages.gameOver);
    given(gameDecider, over).when(join('cay')).thenRefused('game.over');
  });

  test('a private game is for its host and guests, and unknown to others', () => {
    given(gameDecider, [hidden]).when(join('ben')).then(joined('ben', 0));
    given(gameDecider, [hidden]).when(join('ann')).then(joined('ann', 0));
    given(gameDecider, [hidden]).when(join('eve')).thenRefused('game.unknown', messages.gameUnknown);
    given(gameDecider).when(join('eve')).thenRefused('game.unknown', messages.gameUnknown);
  });

  test('two guests can play without their host, who then finds no seat', () => {
    const guests = [hidden, joined('ben', 0), joined('cay', 1)];
    given(gameDecider, guests).when(join('ann')).thenRefused('game.noSeat');
  });

  test('a reserved seat is for its person', () => {
    const kept = created({ seats: ['ben', 'ann'], rematchOf: 'g0' });
    given(gameDecider, [kept]).when(join('ann')).then(joined('ann', 1));
    given(gameDecider, [kept]).when(join('cay')).thenRefused('game.noSeat', messages.gameJoinFailed);
    const blocked = { code: 'block.own', text: messages.blockOwn } as const;
    given(gameDecider, [kept])
      .when({ ...join('ann'), blocked })
      .thenRefused('block.own', messages.blockOwn);
    given(gameDecider, [kept])
      .when({ ...join('cay'), blocked })
      .thenRefused('game.noSeat', messages.gameJoinFailed);
    given(gameDecider, [kept, joined('ann', 1), left('ann', 1)])
      .when(join('ann'))
      .then(joined('ann', 1));
  });
});

describe('[G-1] leaving', () => {
  test('[G-4] frees the seat of a waiting game', () => {
    given(gameDecider, [created(), joined('ann', 0)])
      .when(leave('ann'))
      .then(left('ann', 0));
  });

  test.each([
    ['before any move', [], 'ann', 'ben', false],
    ['before the other player has moved', [1], 'ann', 'ben', false],
    ['after both have moved', [1, 1], 'ann', 'ben', true],
    ['after both have moved, on the other player’s turn', [1, 1], 'ben', 'ann', true],
  ] as const)('ends a running game, %s: the other wins', (_, taken, who, winner, counts) => {
    given(gameDecider, nim(...taken))
      .when(leave(who))
      .then(ended([winner], 'left', counts));
  });

  test('is for seated players', () => {
    for (const events of [[created()], begun]) {
      given(gameDecider, events).when(leave('cay')).thenRefused('game.notPlayer', messages.gameNotPlayer);
    }
    given(gameDecider, [hidden]).when(leave('ann')).thenRefused('game.notPlayer');
    given(gameDecider, [hidden]).when(leave('eve')).thenRefused('game.unknown');
    given(gameDecider, over).when(leave('ann')).thenRefused('game.over', messages.gameOver);
    given(gameDecider).when(leave('ann')).thenRefused('game.unknown', messages.gameUnknown);
  });

  test('never gives the computer a win that counts', () => {
    given(gameDecider, againstComputer)
      .when(leave('ann'))
      .then(ended(['computer'], 'left', false));
  });
});

describe('a deleted account', () => {
  const forfeit = { type: 'ForfeitGame', userId: 'ann' } as const;

  test('gives up what it has, and nothing is refused', () => {
    given(gameDecider, [created({ createdBy: 'ben' }), joined('ann', 0)])
      .when(forfeit)
      .then(left('ann', 0));
    given(gameDecider, nim(1))
      .when(forfeit)
      .then(ended(['ben'], 'deleted', false));
    given(gameDecider, nim(1, 1))
      .when(forfeit)
      .then(ended(['ben'], 'deleted', true));
    given(gameDecider, [created({ createdBy: 'ben' })])
      .when(forfeit)
      .thenNothing();
    given(gameDecider, over).when(forfeit).thenNothing();
    given(gameDecider).when(forfeit).thenNothing();
  });

  const unbegun = ended([], 'deleted', false);

  test('[BG-1, G-13] ends empty public games that it created; in others people play on', () => {
    for (const events of [[created()], [created(), joined('ann', 0)], [created(), joined('ben', 0), left('ben', 0)]]) {
      given(gameDecider, events).when(forfeit).then(unbegun);
      given(gameDecider, [...events, unbegun])
        .when(join('cay'))
        .thenRefused('game.over', messages.gameOver);
      given(gameDecider, [...events, unbegun])
        .when(forfeit)
        .thenNothing();
    }
    for (const events of [[joined('ben', 0)], [joined('ben', 0), joined('cay', 1)]]) {
      given(gameDecider, [created(), ...events])
        .when(forfeit)
        .thenNothing();
    }
  });

  test('ends waiting private games that it hosts; guests play on without it', () => {
    for (const events of [[hidden], [hidden, joined('ben', 0)], [hidden, joined('ann', 0)]]) {
      given(gameDecider, events).when(forfeit).then(unbegun);
      given(gameDecider, [...events, unbegun])
        .when(join('cay'))
        .thenRefused('game.over', messages.gameOver);
      given(gameDecider, [...events, unbegun])
        .when(forfeit)
        .thenNothing();
    }
    given(gameDecider, [hidden, joined('ben', 0), joined('cay', 1)])
      .when(forfeit)
      .thenNothing();
    const guest = created({ createdBy: 'dan', private: true, invited: ['ann', 'ben'] });
    given(gameDecider, [guest]).when(forfeit).thenNothing();
    given(gameDecider, [guest, joined('ann', 0)])
      .when(forfeit)
      .then(left('ann', 0));
  });

  test.each([false, true])('ends a waiting rematch with it (private: %s)', (isPrivate) => {
    const rematch = created({ createdBy: 'ben', private: isPrivate, seats: ['ben', 'ann'], rematchOf: 'g0' });
    for (const events of [[rematch], [rematch, joined('ben', 0)], [rematch, joined('ann', 1)]]) {
      given(gameDecider, events).when(forfeit).then(unbegun);
    }
    given(gameDecider, [rematch, joined('ben', 0), joined('ann', 1)])
      .when(forfeit)
      .then(ended(['ben'], 'deleted', false));
  });
});

describe('inviting', () => {
  const people = (count: number, from = 0): string[] =>
    Array.from({ length: count }, (_, index) => `person ${from + index}`);

  test('adds people who were not invited before, each once', () => {
    given(gameDecider, [hidden])
      .when(invite('ann', 'dan', 'cay', 'dan', 'eve'))
      .then(invited('dan', 'eve'));
  });

  test('admits the invited', () => {
    given(gameDecider, [hidden, invited('dan')])
      .when(join('dan'))
      .then(joined('dan', 0));
  });

  test.each([
    ['oneself', ['dan', 'ann'], messages.gameInviteSelf],
    ['an unknown person', ['dan', null], messages.gameInviteUnknown],
    ['people already invited', ['ben', 'cay'], messages.gameInviteTwice],
    ['nobody', [], messages.gameInviteNobody],
    ['more than a game can have', people(limits.invitedPlayers - 1), messages.gameInviteTooMany],
  ])('%s is refused', (_, named, text) => {
    given(gameDecider, [hidden])
      .when(invite('ann', ...named))
      .thenRefused('game.invitation', text);
  });

  test('allows as many as a game can have', () => {
    const userIds = people(limits.invitedPlayers - 2);
    given(gameDecider, [hidden])
      .when(invite('ann', ...userIds))
      .then(invited(...userIds));
  });

  test('is refused where the seats are kept for the players of a rematch', () => {
    given(gameDecider, [created({ private: true, invited: ['ben', 'cay'], seats: ['cay', 'ben'], rematchOf: 'g0' })])
      .when(invite('ann', 'dan'))
      .thenRefused('game.invitation', messages.gameInviteKept);
  });

  test('[RO-7] is for the host of a waiting private game', () => {
    given(gameDecider, [hidden]).when(invite('ben', 'dan')).thenRefused('game.notHost', messages.gameNotHost);
    given(gameDecider, [created()]).when(invite('ann', 'dan')).thenRefused('game.notHost', messages.gameNotHost);
    given(gameDecider, [hidden]).when(invite('eve', 'dan')).thenRefused('game.unknown');
    const started = [hidden, joined('ben', 0), joined('cay', 1)];
    given(gameDecider, started).when(invite('ann', 'dan')).thenRefused('game.started', messages.gameStarted);
    given(gameDecider, againstComputer).when(invite('ann', 'dan')).thenRefused('game.started');
    given(gameDecider, [...started, ended(['ben'], 'left', false)])
      .when(invite('ann', 'dan'))
      .thenRefused('game.over', messages.gameOver);
    given(gameDecider).when(invite('ann', 'dan')).thenRefused('game.unknown');
  });
});

describe('[BG-6, G-16] declining', () => {
  test('takes an invited person out of the game, which is unknown to them from then on', () => {
    for (const events of [[hidden], [hidden, joined('cay', 0)], [hidden, joined('ben', 0), left('ben', 0)]]) {
      given(gameDecider, events).when(decline('ben')).then(declined('ben'));
    }
    given(gameDecider, [hidden, invited('dan')])
      .when(decline('dan'))
      .then(declined('dan'));
    for (const command of [join('ben'), leave('ben'), withdraw('ben'), invite('ben', 'dan')]) {
      given(gameDecider, [hidden, declined('ben')])
        .when(command)
        .thenRefused('game.unknown', messages.gameUnknown);
    }
    given(gameDecider, [hidden, declined('ben')])
      .when(join('cay'))
      .then(joined('cay', 0));
  });

  test('a second time changes nothing, also when the game is over', () => {
    const end = ended([], 'withdrawn', false);
    for (const events of [[declined('ben')], [declined('ben'), end]]) {
      given(gameDecider, [hidden, ...events])
        .when(decline('ben'))
        .thenNothing();
    }
  });

  test('is always possible', () => {
    given(gameDecider, [hidden]).whenFull(decline('ben')).then(declined('ben'));
  });

  test('is for invited people without a seat, while the game waits', () => {
    given(gameDecider, [hidden, joined('ben', 0)])
      .when(decline('ben'))
      .thenRefused('game.notInvited', messages.gameNotInvited);
    given(gameDecider, [hidden]).when(decline('ann')).thenRefused('game.notInvited');
    given(gameDecider, [created()]).when(decline('ben')).thenRefused('game.notInvited');
    given(gameDecider, [hidden]).when(decline('eve')).thenRefused('game.unknown', messages.gameUnknown);
    given(gameDecider).when(decline('ben')).thenRefused('game.unknown');
    const started = [hidden, joined('ann', 0), joined('cay', 1)];
    given(gameDecider, started).when(decline('ben')).thenRefused('game.started', messages.gameDeclineLate);
    given(gameDecider, againstComputer).when(decline('ann')).thenRefused('game.started');
    given(gameDecider, [...started, ended(['cay'], 'left', false)])
      .when(decline('ben'))
      .thenRefused('game.over', messages.gameOver);
  });

  test('is final: the same person is not invited to that game again', () => {
    given(gameDecider, [hidden, declined('ben')])
      .when(invite('ann', 'dan', 'ben'))
      .thenRefused('game.invitation', messages.gameInviteDeclined);
    // They count as invited: otherwise a host could invite everybody, one after the other.
    const full = Array.from({ length: limits.invitedPlayers - 1 }, (_, index) => `person ${index}`);
    given(gameDecider, [created({ private: true, invited: ['ben', ...full] }), declined('ben')])
      .when(invite('ann', 'dan'))
      .thenRefused('game.invitation', messages.gameInviteTooMany);
  });

  test.each([false, true])(
    'ends a rematch, for either of its two players without a seat (private: %s)',
    (isPrivate) => {
      const kept = created({ private: isPrivate, invited: ['ben', 'cay'], seats: ['ben', 'ann'], rematchOf: 'g0' });
      for (const [asking, other, seat] of [
        ['ann', 'ben', 1],
        ['ben', 'ann', 0],
      ] as const) {
        const events = [kept, joined(asking, seat)];
        const end = ended([], 'declined', false);
        given(gameDecider, events).when(decline(other)).then(declined(other), end);
        given(gameDecider, events).when(decline(asking)).thenRefused('game.notInvited', messages.gameNotInvited);
        given(gameDecider, [...events, declined(other), end])
          .when(join(asking))
          .thenRefused('game.over');
      }
      // Guests only watch.
      given(gameDecider, [kept]).when(decline('cay')).thenRefused('game.notInvited');
    },
  );
});
