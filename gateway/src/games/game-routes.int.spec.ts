import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { GameRowWire, GameWire } from '@parlour/contracts/games/games';
import { messages } from '@parlour/contracts/messages';
import { bodyHash } from '@parlour/kernel/rpc/calls';
import { itServes, type Route } from '../testing/routes.ts';
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
const routes: readonly Route[] = [
  ['POST', 'games/create', { gameType: 'Nim' }, 'games.create', { gameType: 'Nim' }, game],
  ['POST', 'games/invite', invited, 'games.invite', { gameId: gameID, invited: ['Bob'] }, game],
  ['POST', 'games/decline', onGame, 'games.decline', { gameId: gameID }, declined],
  ['POST', 'games/join', onGame, 'games.join', { gameId: gameID }, game],
  ['POST', 'games/leave', onGame, 'games.leave', { gameId: gameID }, game],
  ['POST', 'games/withdraw', onGame, 'games.withdraw', { gameId: gameID }, game],
  ['POST', 'games/claim', onGame, 'games.claim', { gameId: gameID }, game],
  ['POST', 'games/rematch', onGame, 'games.rematch', { gameId: gameID }, game],
  ['GET', 'games/games', undefined, 'games.getGames', listed, [row]],
  ['GET', `games/game/${gameID.toUpperCase()}`, undefined, 'games.getGame', { gameId: gameID }, game],
  ['GET', 'games/mine', undefined, 'games.mine', {}, [row]],
];

describe('[CA-31, CA-32, CA-33, CA-34, CA-35, CA-50, CA-51, CA-52, CA-53, BG-6] every route', () => {
  itServes(
    routes,
    () => ({ gateway, ann }),
    (method) => ({ 'x-position': method === 'GET' ? undefined : 'games:7' }),
  );
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

describe('requests to the service', () => {
  it.each([
    ['a public game', { gameType: 'TicTacToe' }, { gameType: 'TicTacToe' }],
    ['a public game too', { gameType: 'Nim', invitedPlayers: null, computer: null }, { gameType: 'Nim' }],
    ['a private game', { gameType: 'Nim', invitedPlayers: ['Bob'] }, { gameType: 'Nim', invited: ['Bob'] }],
    ['a private game without guests', { gameType: 'Nim', invitedPlayers: [] }, { gameType: 'Nim', invited: [] }],
    ['one against the computer', { gameType: 'Nim', computer: 'easy' }, { gameType: 'Nim', computer: 'easy' }],
    [
      'fields owned by the server are dropped',
      { gameType: 'Nim', host: 'Bob', state: 5, players: ['x'] },
      { gameType: 'Nim' },
    ],
  ])('%s', async (_, body, request) => {
    expect((await gateway.post('/api/games/create', body, ann)).status).toBe(200);
    expect(gateway.standIns.last('games.create').request).toEqual(request);
  });

  it('the actor may be omitted; missing people become an empty list, which the service reports', async () => {
    await gateway.post('/api/games/join', { gameID }, ann);
    expect(gateway.standIns.last('games.join').request).toEqual({ gameId: gameID });
    for (const invitedPlayers of [undefined, null]) {
      await gateway.post('/api/games/invite', { gameID, invitedPlayers }, ann);
      expect(gateway.standIns.last('games.invite').request).toEqual({ gameId: gameID, invited: [] });
    }
  });

  it.each([
    ['?visibility=Private&username=Ann', { visibility: 'Private' }],
    ['?visibility=hOST&username=ann', { visibility: 'Host' }],
    ['?type=private', { visibility: 'Private' }],
    ['?type=PUBLIC', {}],
    ['?type=Host&visibility=Private', { visibility: 'Private' }],
    ['?gameType=Chopsticks&status=OVER', { gameType: 'Chopsticks', status: 'OVER' }],
    ['?gameType=&status=&visibility=&type=', {}],
    ['?limit=10&cursor=abc', { limit: 10, cursor: 'abc' }],
    ['?limit=5000', { limit: 100 }],
  ])('games%s', async (query, request) => {
    expect((await gateway.send(`/api/games/games${query}`, { headers: ann })).status).toBe(200);
    expect(gateway.standIns.last('games.getGames').request).toEqual({ ...listed, ...request });
  });

  it('a command has the client’s key, and a hash of its request', async () => {
    await gateway.post('/api/games/join', onGame, { ...ann, 'idempotency-key': 'k-1' });
    const { idempotency } = gateway.standIns.last('games.join').context;
    expect(idempotency).toEqual({ key: 'k-1', bodyHash: bodyHash({ gameId: gameID }) });
  });

  it('a page of games has the total, and the next page', async () => {
    const { headers } = await gateway.send('/api/games/games?type=host&limit=1', { headers: ann });
    expect(headers['x-total-count']).toBe('12');
    expect(headers['link']).toBe('</api/games/games?type=host&limit=1&cursor=1.7>; rel="next"');
  });
});

describe('requests refused before the service is called', () => {
  const id = { code: 'id.malformed', status: 400, error: 'This id is malformed.' };
  const type = { code: 'game.type', status: 400, error: 'Invalid game type' };
  const other = { code: 'actor.other', status: 403, error: 'You can only do this as yourself.' };
  const shape = { code: 'request.invalid', status: 400, error: expect.stringMatching(/^The request is not valid/) };
  const visibility = { code: 'visibility.unknown', status: 400, error: 'Invalid visibility' };
  const status = { code: 'request.invalid', status: 400, error: 'Invalid status' };
  const strength = { code: 'request.invalid', status: 400, error: 'Invalid strength' };
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
    ).map(([body, expected]) => ['POST', `/api/games/${name}`, body, expected] as const),
  );

  it.each([
    ...onGames,
    ['POST', '/api/games/invite', { invitedPlayers: ['Bob'] }, id],
    ['POST', '/api/games/invite', { gameID: 'x', invitedPlayers: ['Bob'] }, id],
    ['POST', '/api/games/invite', { gameID, invitedPlayers: 'Bob' }, shape],
    ['POST', '/api/games/invite', { gameID, invitedPlayers: [5] }, shape],
    ['POST', '/api/games/invite', { gameID, invitedPlayers: { 0: 'Bob' } }, shape],
    ['POST', '/api/games/invite', { gameID, invitedPlayers: Array.from({ length: 1_001 }, () => 'Bob') }, shape],
    ['POST', '/api/games/create', {}, type],
    ['POST', '/api/games/create', { gameType: 'Chess' }, type],
    ['POST', '/api/games/create', { gameType: 'nim' }, type],
    ['POST', '/api/games/create', { gameType: 'constructor' }, type],
    ['POST', '/api/games/create', { gameType: ['Nim'] }, type],
    ['POST', '/api/games/create', { gameType: 'Nim', invitedPlayers: {} }, shape],
    ['POST', '/api/games/create', { gameType: 'Nim', invitedPlayers: 'Bob' }, shape],
    ['POST', '/api/games/create', { gameType: 'Nim', computer: 'godlike' }, strength],
    ['POST', '/api/games/create', { gameType: 'Nim', computer: true }, strength],
    ['GET', '/api/games/games?gameType=Chess', undefined, type],
    ['GET', '/api/games/games?gameType=Nim&gameType=Nim', undefined, type],
    ['GET', '/api/games/games?visibility=Secret', undefined, visibility],
    ['GET', '/api/games/games?type=Secret', undefined, visibility],
    ['GET', '/api/games/games?visibility=Public&type=Secret', undefined, visibility],
    ['GET', '/api/games/games?type=Private&type=Private', undefined, visibility],
    ['GET', '/api/games/games?status=DONE', undefined, status],
    ['GET', '/api/games/games?status=OVER&status=OVER', undefined, status],
    ['GET', '/api/games/games?visibility=Private&username=Bob', undefined, other],
    ['GET', '/api/games/games?type=Host&username=', undefined, other],
    ['GET', '/api/games/games?limit=0', undefined, shape],
    ['GET', '/api/games/game/x', undefined, id],
    ['GET', `/api/games/game/${'1'.repeat(1_500)}`, undefined, id],
  ] as const)('%s %s with %j', async (method, path, body, { status: expected, ...json }) => {
    const answer = await gateway.send(path, { method, body, headers: ann });
    expect({ status: answer.status, json: answer.json }).toEqual({ status: expected, json });
    expect(gateway.standIns.calls).toEqual([]);
  });
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
    ['games.decline', 'game.notInvited', 403, messages.gameNotInvited, 'You have no invitation to this game.'],
    [
      'games.decline',
      'game.started',
      409,
      messages.gameDeclineLate,
      'You can only decline an invitation before the game starts.',
    ],
    ['games.withdraw', 'game.notCreator', 403, messages.gameNotCreator, 'Only whoever created a game can withdraw it.'],
    [
      'games.withdraw',
      'game.notEmpty',
      409,
      messages.gameNotEmpty,
      'This game can no longer be withdrawn: somebody has a seat.',
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

describe('rate limits', () => {
  let strict: RunningGateway;

  beforeAll(async () => {
    strict = await RunningGateway.start({ LIMITS: 'strict', TRUSTED_PROXIES: '127.0.0.1' });
    strict.standIns.answer({
      'games.create': () => game,
      'games.invite': () => game,
      'games.decline': () => declined,
      'games.join': () => game,
      'games.leave': () => game,
      'games.withdraw': () => game,
      'games.claim': () => game,
      'games.rematch': () => game,
    });
  });

  afterAll(() => strict.stop());

  /**
   * How many of so many are refused, each from another address, so that no address limit applies,
   * nor that on all requests of a person who makes no others.
   */
  async function refusedOf(who: string, times: number, names: readonly string[], body: object): Promise<number> {
    const someone = await strict.signIn(who);
    let refused = 0;
    for (let turn = 0; turn < times; turn++) {
      const headers = { ...someone, 'x-forwarded-for': `192.0.2.${turn}` };
      const answer = await strict.post(`/api/games/${names[turn % names.length]}`, body, headers);
      if (answer.status === 429) refused++;
      else expect(answer.status).toBe(200);
    }
    return refused;
  }

  it('twenty games and invitations an hour', async () => {
    expect(await refusedOf('Bob', 23, ['create', 'invite'], { gameType: 'Nim', ...invited })).toBe(3);
  });

  it('twenty games withdrawn an hour', async () => {
    expect(await refusedOf('Cay', 23, ['withdraw'], { gameID })).toBe(3);
  });

  it('sixty seats a minute, taken, left or declined', async () => {
    expect(await refusedOf('Dan', 62, ['join', 'leave', 'decline', 'claim', 'rematch'], { gameID })).toBe(2);
  });
});
