import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { GameRowWire, GameWire } from '@parlour/contracts/games/games';
import { messages } from '@parlour/contracts/messages';
import { itRefuses, itServes, reads, refusals, type Route } from '../testing/routes.ts';
import { RunningGateway } from '../testing/running-gateway.ts';

const gameID = '01900000-0000-7000-8000-0000000000a1';
const longAgo = '2026-01-05T09:03:07.000Z';
const row: GameRowWire = {
  gameID,
  gameType: 'Nim',
  players: ['Ann'],
  invitedPlayers: [],
  state: { status: 'WAITING_TO_START', moveCount: 0, winners: [], player1: 'Ann' },
  createdAt: longAgo,
  updatedAt: longAgo,
  version: 2,
};
const declined = { gameID };
const game: GameWire = { ...row, state: { ...row.state, moves: [], remainingObjects: 21 } };

let gateway: RunningGateway;
let ann: { cookie: string };

beforeAll(async () => {
  gateway = await RunningGateway.start();
  ann = await gateway.signIn('Ann');
  const changed = { reply: game, positions: { games: 7 }, stale: false };
  gateway.standIns.answer({
    'games.create': () => changed,
    'games.invite': () => changed,
    'games.decline': () => ({ ...changed, reply: declined }),
    'games.join': () => changed,
    'games.leave': () => changed,
    'games.withdraw': () => changed,
    'games.claim': () => changed,
    'games.rematch': () => changed,
    'games.getGame': () => game,
    'games.getGames': () => ({ rows: [row], total: 12, next: '1.7' }),
    'games.mine': () => ({ games: [row] }),
  });
});

afterAll(() => gateway.stop());

beforeEach(() => {
  gateway.standIns.calls.length = 0;
});

const onGame = { gameID: gameID.toUpperCase(), playerID: 'ANN' };
const invited = { gameID, invitedPlayers: ['Bob'] };
const listed = { limit: 30, visibility: 'Public' };
const nim = { gameType: 'Nim' };
const routes: readonly Route[] = [
  ...reads(
    [`games/game/${gameID.toUpperCase()}`, 'games.getGame', { gameId: gameID }],
    ['games/mine', 'games.mine', {}, [row]],
    ...(
      [
        ['', {}],
        ['?visibility=Private&username=Ann', { visibility: 'Private' }],
        ['?visibility=hOST&username=ann', { visibility: 'Host' }],
        ['?type=private', { visibility: 'Private' }],
        ['?type=PUBLIC', {}],
        ['?type=Host&visibility=Private', { visibility: 'Private' }],
        ['?gameType=Chopsticks&status=OVER', { gameType: 'Chopsticks', status: 'OVER' }],
        ['?gameType=&status=&visibility=&type=', {}],
        ['?limit=10&cursor=abc', { limit: 10, cursor: 'abc' }],
        ['?limit=5000', { limit: 100 }],
      ] as const
    ).map(([query, request]) => [`games/games${query}`, 'games.getGames', { ...listed, ...request }] as const),
  ),
  ['POST', 'games/create', { gameType: 'TicTacToe' }, 'games.create', { gameType: 'TicTacToe' }],
  ['POST', 'games/create', { ...nim, invitedPlayers: null, computer: null }, 'games.create', nim],
  ['POST', 'games/create', { ...nim, invitedPlayers: ['Bob'] }, 'games.create', { ...nim, invited: ['Bob'] }],
  ['POST', 'games/create', { ...nim, invitedPlayers: [] }, 'games.create', { ...nim, invited: [] }],
  ['POST', 'games/create', { ...nim, computer: 'easy' }, 'games.create', { ...nim, computer: 'easy' }],
  ['POST', 'games/create', { ...nim, host: 'Bob', state: 5, players: ['x'] }, 'games.create', nim],
  ['POST', 'games/invite', invited, 'games.invite', { gameId: gameID, invited: ['Bob'] }],
  // The service reports what is missing.
  ...[undefined, null].map((invitedPlayers): Route => {
    return ['POST', 'games/invite', { gameID, invitedPlayers }, 'games.invite', { gameId: gameID, invited: [] }];
  }),
  ['POST', 'games/decline', onGame, 'games.decline', { gameId: gameID }],
  ['POST', 'games/join', onGame, 'games.join', { gameId: gameID }],
  ['POST', 'games/join', { gameID }, 'games.join', { gameId: gameID }],
  ['POST', 'games/leave', onGame, 'games.leave', { gameId: gameID }],
  ['POST', 'games/withdraw', onGame, 'games.withdraw', { gameId: gameID }],
  ['POST', 'games/claim', onGame, 'games.claim', { gameId: gameID }],
  ['POST', 'games/rematch', onGame, 'games.rematch', { gameId: gameID }],
];

describe('[CA-31, CA-32, CA-33, CA-34, CA-35, CA-50, CA-51, CA-52, CA-53, BG-6] every route', () => {
  itServes(routes, () => ({ gateway, ann }));
});

describe('[T-3] a path that is both call and screen', () => {
  it.each(['/games/games', '/games/mine', `/games/game/${gameID}`, `/games/${gameID}`, '/games/private', '/games'])(
    '%s, opened, is the page',
    async (path) => {
      const answer = await gateway.send(path, { headers: { ...ann, 'sec-fetch-dest': 'document' } });
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toMatch(/^text\/html/);
      expect(gateway.standIns.calls).toEqual([]);
    },
  );

  it('a screen without a call is not served to fetch', async () => {
    const answer = await gateway.send(`/games/${gameID}`, { headers: { ...ann, 'sec-fetch-dest': 'empty' } });
    expect(answer.json).toEqual({ error: 'Not found', code: 'route.unknown' });
    expect(answer.status).toBe(404);
  });
});

describe('requests refused before the service is called', () => {
  const { id, shape, other } = refusals;
  const type = { code: 'game.type', status: 400, error: 'Invalid game type' } as const;
  const visibility = { code: 'visibility.unknown', status: 400, error: 'Invalid visibility' } as const;
  const status = { code: 'request.invalid', status: 400, error: 'Invalid status' } as const;
  const strength = { code: 'request.invalid', status: 400, error: 'Invalid strength' } as const;
  const onGames = ['join', 'leave', 'decline', 'withdraw', 'claim', 'rematch'].flatMap((name) =>
    (
      [
        [{}, id],
        [{ gameID: '1' }, id],
        [{ gameID: `${gameID} ` }, id],
        [{ gameID: [gameID] }, id],
        [{ gameID: { toString: 'x' } }, id],
        [{ gameID, playerID: 'Bob' }, other],
        [{ gameID, playerID: '' }, other],
        [{ gameID, playerID: 'computer' }, other],
        [{ gameID, playerID: 5 }, shape],
        [{ gameID, playerID: ['Ann'] }, shape],
      ] as const
    ).map(([body, expected]) => ['POST', `games/${name}`, body, expected] as const),
  );

  itRefuses(
    [
      ...onGames,
      ['POST', 'games/invite', { invitedPlayers: ['Bob'] }, id],
      ['POST', 'games/invite', { gameID: 'x', invitedPlayers: ['Bob'] }, id],
      ['POST', 'games/invite', { gameID, invitedPlayers: 'Bob' }, shape],
      ['POST', 'games/invite', { gameID, invitedPlayers: [5] }, shape],
      ['POST', 'games/invite', { gameID, invitedPlayers: { 0: 'Bob' } }, shape],
      ['POST', 'games/invite', { gameID, invitedPlayers: Array.from({ length: 1_001 }, () => 'Bob') }, shape],
      ['POST', 'games/create', {}, type],
      ['POST', 'games/create', { gameType: 'Chess' }, type],
      ['POST', 'games/create', { gameType: 'nim' }, type],
      ['POST', 'games/create', { gameType: 'constructor' }, type],
      ['POST', 'games/create', { gameType: ['Nim'] }, type],
      ['POST', 'games/create', { gameType: 'Nim', invitedPlayers: {} }, shape],
      ['POST', 'games/create', { gameType: 'Nim', invitedPlayers: 'Bob' }, shape],
      ['POST', 'games/create', { gameType: 'Nim', computer: 'godlike' }, strength],
      ['POST', 'games/create', { gameType: 'Nim', computer: true }, strength],
      ['GET', 'games/games?gameType=Chess', undefined, type],
      ['GET', 'games/games?gameType=Nim&gameType=Nim', undefined, type],
      ['GET', 'games/games?visibility=Secret', undefined, visibility],
      ['GET', 'games/games?type=Secret', undefined, visibility],
      ['GET', 'games/games?visibility=Public&type=Secret', undefined, visibility],
      ['GET', 'games/games?type=Private&type=Private', undefined, visibility],
      ['GET', 'games/games?status=DONE', undefined, status],
      ['GET', 'games/games?status=OVER&status=OVER', undefined, status],
      ['GET', 'games/games?visibility=Private&username=Bob', undefined, other],
      ['GET', 'games/games?type=Host&username=', undefined, other],
      ['GET', 'games/games?limit=0', undefined, shape],
      ['GET', 'games/game/x', undefined, id],
      ['GET', `games/game/${'1'.repeat(1_500)}`, undefined, id],
    ],
    () => ({ gateway, ann }),
  );
});

// The texts stand here as people read them, not as the catalogue has them: a changed catalogue or
// status must go red.
describe('refusals of the service', () => {
  const one = { gameID };

  it.each([
    ['games.getGame', 'game.unknown', 404, messages.gameUnknown, 'Game requested does not exist'],
    [
      'games.join',
      'game.noSeat',
      409,
      messages.gameJoinFailed,
      'Error joining game: you no longer have access to this game.',
    ],
    ['games.join', 'game.over', 409, messages.gameOver, 'This game is over.'],
    ['games.leave', 'game.notPlayer', 403, messages.gameNotPlayer, 'You are not playing in this game.'],
    ['games.invite', 'game.invitation', 400, messages.gameInviteSelf, 'You cannot invite yourself.'],
    ['games.invite', 'game.invitation', 400, messages.gameInviteTwice, 'These players are already invited.'],
    ['games.invite', 'game.invitation', 400, messages.gameInviteUnknown, 'A player you invited does not exist.'],
    ['games.invite', 'game.invitation', 400, messages.gameInviteNobody, 'Please choose at least one player to invite.'],
    ['games.invite', 'game.notHost', 403, messages.gameNotHost, 'Only the host of a private game can invite players.'],
    ['games.invite', 'game.started', 409, messages.gameStarted, 'You can only invite players before the game starts.'],
    ['games.decline', 'game.notInvited', 403, messages.gameNotInvited, 'You are not invited to this game.'],
    [
      'games.decline',
      'game.started',
      409,
      messages.gameDeclineLate,
      'You can only decline an invitation before the game starts.',
    ],
    [
      'games.withdraw',
      'game.notCreator',
      403,
      messages.gameNotCreator,
      'Only the person who created a game can withdraw it.',
    ],
    [
      'games.withdraw',
      'game.notEmpty',
      409,
      messages.gameNotEmpty,
      'This game can no longer be withdrawn: somebody has joined it.',
    ],
    ['games.claim', 'claim.early', 409, messages.claimEarly, 'Your opponent still has time to move.'],
    [
      'games.rematch',
      'rematch.early',
      409,
      messages.rematchEarly,
      'You can only start a rematch after the game is over.',
    ],
  ] as const)('%s: %s is %d, %s', async (call, code, status, text, error) => {
    gateway.standIns.refuse(call, code, text);
    const path = `/api/games/${call === 'games.getGame' ? `game/${gameID}` : call.slice('games.'.length)}`;
    const answer = await (call === 'games.getGame'
      ? gateway.send(path, { headers: ann })
      : gateway.post(path, call === 'games.invite' ? { ...one, invitedPlayers: ['Bob'] } : one, ann));
    expect({ status: answer.status, json: answer.json }).toEqual({ status, json: { error, code } });
  });
});
