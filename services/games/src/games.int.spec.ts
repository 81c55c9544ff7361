import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { gameTypes, type GameWire } from '@parlour/contracts/games/games';
import { deletedUserName, limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import type { Rpc, RpcName } from '@parlour/contracts/rpc';
import { eventTypes } from '@parlour/contracts/event-types';
import { beforeCommand } from '@parlour/kernel/testing/before-command';
import { until } from '@parlour/kernel/testing/until';
import { readTables } from '@parlour/kernel/testing/view-contract';
import { rebuildView } from '@parlour/kernel/view/rebuild';
import { personOf } from '@parlour/kernel/testing/people';
import { replay, rulesOf } from '@parlour/rules/games';
import { moverAt } from '@parlour/rules/rules';
import { gameView } from './game/game.projection.ts';
import { type GamesWorld, startGames, unknownId } from './testing/games-world.ts';
import { shortGames } from './testing/short-games.ts';

const unknown = { code: 'game.unknown', message: messages.gameUnknown };

let world: GamesWorld;
let ann: Actor, ben: Actor, cay: Actor, dan: Actor, eve: Actor;
beforeAll(async () => {
  world = await startGames();
  [ann, ben, cay, dan, eve] = await world.people('Ann', 'Ben', 'Cay', 'Dan', 'Eve');
});
afterAll(() => world.close());

/** The events of a game in the log. */
async function eventsOf(gameId: string): Promise<{ type: string; data: Record<string, unknown> }[]> {
  return world.sql('select type, data from events where stream_id = $1 order by version', [`game/${gameId}`]);
}

async function endOf(gameId: string): Promise<Record<string, unknown> | undefined> {
  return (await eventsOf(gameId)).find(({ type }) => type === 'GameEnded')?.data;
}

const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('a game from creation to end', () => {
  test('[EN-4, LI-13] is returned as it is by every call', async () => {
    const created = await world.create(ann);
    const gameID = created.gameID;
    const common = { gameID, gameType: 'Nim', invitedPlayers: [], createdAt: iso, updatedAt: iso };
    const state = { moveCount: 0, winners: [], moves: [], remainingObjects: 21 };
    const waiting = { ...common, createdBy: 'Ann' };
    expect(created).toEqual({ ...waiting, players: [], version: 1, state: { ...state, status: 'WAITING_TO_START' } });
    expect(await world.join(ben, gameID)).toEqual({
      ...waiting,
      players: ['Ben'],
      version: 2,
      state: { ...state, status: 'WAITING_TO_START', player1: 'Ben' },
    });
    const players = ['Ben', 'Ann'];
    const sitting = { ...state, status: 'IN_PROGRESS', player1: 'Ben', player2: 'Ann' };
    const begun = await world.join(ann, gameID);
    expect(begun).toEqual({ ...common, players, version: 3, state: sitting });
    const move = { playerID: 'Ben', gameID, move: { numObjects: 2 } };
    const seated = { status: 'IN_PROGRESS', player1: 'Ben', player2: 'Ann', winners: [] };
    expect(await world.move(ben, gameID, { numObjects: 2 })).toEqual({
      ...common,
      players,
      version: 4,
      state: { ...seated, moveCount: 1 },
    });
    expect(await world.get(cay, gameID)).toEqual({
      ...common,
      players,
      version: 4,
      state: { ...sitting, moveCount: 1, moves: [move], remainingObjects: 19 },
    });
    const over = await world.play([ann, ben], gameID, shortGames.Nim.slice(1));
    expect(over).toMatchObject({
      players,
      version: 13,
      endedBy: 'play',
      beganAt: begun.updatedAt,
      state: { status: 'OVER', moveCount: 9, winners: ['Ann'], remainingObjects: 0 },
    });
    expect(over.state.moves.map(({ playerID }) => playerID)).toEqual(
      over.state.moves.map((_, count) => (count % 2 === 0 ? 'Ben' : 'Ann')),
    );
    expect(await world.get(cay, gameID)).toEqual(over);
  });

  test.each(gameTypes)('of %s, with the position after its moves', async (gameType) => {
    const { gameID } = await world.start([ann, ben], { gameType });
    const over = await world.play([ann, ben], gameID, shortGames[gameType]);
    const moves = over.state.moves.map(({ move }) => move);
    expect(over.state).toMatchObject({ status: 'OVER', winners: [gameType === 'Nim' ? 'Ben' : 'Ann'] });
    expect(moves).toMatchObject(shortGames[gameType]);
    expect(over.state).toMatchObject(replay(gameType, moves).at(-1) ?? {});
    expect(await endOf(gameID)).toMatchObject({ reason: 'play', counts: true });
  });
});

describe('seats', () => {
  test('[TX-31] of twenty who join at once two get one, and the others are told so', async () => {
    const { gameID } = await world.create(ann);
    const people = Array.from({ length: 20 }, (_, n) => personOf(`Racer ${n}`));
    const answers = await Promise.allSettled(people.map((person) => world.join(person, gameID)));
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as object] : []));
    expect(refused).toHaveLength(18);
    for (const refusal of refused) {
      expect(refusal).toMatchObject({ code: 'game.noSeat', message: messages.gameJoinFailed });
    }
    expect((await eventsOf(gameID)).map(({ type }) => type)).toEqual(['GameCreated', 'PlayerJoined', 'PlayerJoined']);
    expect((await world.get(ann, gameID)).players).toHaveLength(2);
  });
});

describe('moves', () => {
  test('with one key are made once, even concurrently, and answered when committed', async () => {
    const { gameID } = await world.start([ann, ben]);
    const request = { gameId: gameID, move: { numObjects: 2 }, moveCount: 0 };
    const make = () => world.call('games.move', request, { as: ann, key: `key of ${gameID}` });
    const answers = await Promise.all([make(), make(), make()]);
    answers.push(await make());
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    const [row] = await world.sql<{ position: number }>(
      `select position from events where stream_id = $1 and type = 'MovePlayed'`,
      [`game/${gameID}`],
    );
    expect(answers[0]?.positions).toEqual({ games: row?.position });
    await expect(
      world.call('games.move', { ...request, move: { numObjects: 3 } }, { as: ann, key: `key of ${gameID}` }),
    ).rejects.toMatchObject({ code: 'command.keyReused' });
  });
});

describe('a private game', () => {
  test('lists its host and its guests, in the order of invitation', async () => {
    const game = await world.create(ann, { invited: ['dan', 'BEN', 'Dan'] });
    expect(game).toMatchObject({ host: 'Ann', invitedPlayers: ['Dan', 'Ben'], players: [] });
    const { invitedPlayers } = await world.invite(ann, game.gameID, 'Ben', 'Eve', 'Cay');
    expect(invitedPlayers).toEqual(['Dan', 'Ben', 'Eve', 'Cay']);
    expect(await world.create(ann, { invited: [] })).toMatchObject({ host: 'Ann', invitedPlayers: [] });
    const open = await world.create(ann);
    expect(open).toMatchObject({ invitedPlayers: [] });
    expect(open).not.toHaveProperty('host');
  });

  test('[RO-8] is unknown to others in every call and list, and they get no message', async () => {
    const { gameID } = await world.start([ann, ben], { invited: ['Ben'] });
    const before = (await world.liveMessages()).length;
    await world.move(ann, gameID, { numObjects: 1 });
    const waiting = (await world.create(ann, { invited: ['Ben'] })).gameID;
    for (const id of [gameID, waiting]) {
      const attempts = [
        () => world.get(eve, id),
        () => world.join(eve, id),
        () => world.leave(eve, id),
        () => world.invite(eve, id, 'Cay'),
        () => world.invite(eve, id, 'Nobody'),
        () => world.move(eve, id, { numObjects: 1 }),
        () => world.claim(eve, id),
        () => world.rematch(eve, id),
      ];
      for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(unknown);
    }
    for (const visibility of ['Public', 'Private', 'Host'] as const) {
      for (const status of [undefined, 'WAITING_TO_START', 'IN_PROGRESS', 'OVER'] as const) {
        const ids = await world.ids(eve, { visibility, ...(status ? { status } : {}) });
        for (const id of [gameID, waiting]) expect(ids).not.toContain(id);
      }
    }
    const rooms = (await world.liveMessages()).slice(before).flatMap((liveMessage) => liveMessage.to);
    expect(new Set(rooms)).toEqual(new Set([`user:${ann.id}`, `user:${ben.id}`]));
  });

  test('[G-6] is in the lists of its host and guests, and in nobody else’s', async () => {
    const { gameID } = await world.create(ann, { invited: ['Ben'] });
    const seen = async (as: Actor): Promise<boolean[]> =>
      Promise.all(
        (['Public', 'Private', 'Host'] as const).map(async (visibility) =>
          (await world.ids(as, { visibility })).includes(gameID),
        ),
      );
    expect(await seen(ann)).toEqual([false, true, true]);
    expect(await seen(ben)).toEqual([false, true, false]);
    expect(await seen(dan)).toEqual([false, false, false]);
    await world.invite(ann, gameID, 'Dan');
    expect(await seen(dan)).toEqual([false, true, false]);
  });

  test('accepts people who have just registered', async () => {
    const newcomer = personOf('Newcomer');
    await world.identity({ type: 'UserRegistered', data: { userId: newcomer.id, name: newcomer.name } });
    const request = { gameType: 'Nim', invited: ['newcomer'] };
    const { reply } = await world.call('games.create', request, { as: ann, minPositions: {} });
    expect(reply.invitedPlayers).toEqual(['Newcomer']);
  });
});

describe('gone players', () => {
  const later = async (gameId: string, minutes: number): Promise<void> => {
    await world.sql(
      `update events set data = jsonb_set(data, '{at}', to_jsonb(to_char(
         ((data->>'at')::timestamptz - make_interval(mins => $2)) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
       where stream_id = $1 and data ? 'at'`,
      [`game/${gameId}`, minutes],
    );
  };

  test('[CA-52] lose after their time, and not before', async () => {
    const { gameID } = await world.start([ann, ben]);
    await world.play([ann, ben], gameID, [{ numObjects: 1 }, { numObjects: 1 }]);
    const early = { code: 'claim.early', message: messages.claimEarly };
    await later(gameID, limits.turnMinutes - 1);
    await expect(world.claim(ben, gameID)).rejects.toMatchObject(early);
    await later(gameID, 1);
    await expect(world.claim(ann, gameID)).rejects.toMatchObject(early);
    await expect(world.claim(cay, gameID)).rejects.toMatchObject({ code: 'game.notPlayer' });
    expect(await world.claim(ben, gameID)).toMatchObject({ endedBy: 'claimed', state: { winners: ['Ben'] } });
    expect(await endOf(gameID)).toMatchObject({ counts: true });
  });
});

describe('a rematch', () => {
  test('requested by both at once is one game, with seats swapped; the old game links to it', async () => {
    const { gameID } = await world.start([ann, ben]);
    await expect(world.rematch(ann, gameID)).rejects.toMatchObject({ code: 'rematch.early' });
    await world.leave(ann, gameID);
    await expect(world.rematch(cay, gameID)).rejects.toMatchObject({ code: 'game.notPlayer' });
    await expect(world.rematch(ann, unknownId)).rejects.toMatchObject(unknown);
    const before = (await world.liveMessages()).length;
    const [one, other] = await Promise.all([world.rematch(ann, gameID), world.rematch(ben, gameID)]);
    expect(one.gameID).toBe(other.gameID);
    const rematch = await world.rematch(ann, gameID);
    expect(rematch).toMatchObject({ rematchOf: gameID, players: ['Ben', 'Ann'], state: { status: 'IN_PROGRESS' } });
    expect((await world.get(cay, gameID)).rematchID).toBe(rematch.gameID);
    await expect(world.join(cay, rematch.gameID)).rejects.toMatchObject({ code: 'game.noSeat' });
    const published = (await world.liveMessages()).slice(before).filter(({ event }) => event === 'gameUpdate');
    expect(published).toContainEqual(
      expect.objectContaining({
        to: [`game:${gameID}`, `user:${ann.id}`, `user:${ben.id}`],
        payload: { gameInstance: expect.objectContaining({ gameID, rematchID: rematch.gameID }) },
      }),
    );
    await world.leave(ben, rematch.gameID);
    expect((await world.rematch(ben, gameID)).state.status).toBe('OVER');
    expect((await world.rematch(ben, rematch.gameID)).players).toEqual(['Ben']);
  });

  test('[G-13] that ended before it began does not keep the two from another one', async () => {
    const { gameID } = await world.start([ann, ben]);
    await world.leave(ann, gameID);
    const withdrawn: string[] = [];
    for (const asking of [ann, ben]) {
      const rematch = await world.rematch(asking, gameID);
      expect(withdrawn).not.toContain(rematch.gameID);
      await world.call('games.withdraw', { gameId: rematch.gameID }, { as: asking });
      expect(await world.get(cay, gameID)).not.toHaveProperty('rematchID');
      withdrawn.push(rematch.gameID);
    }
    const [one, other] = await Promise.all([world.rematch(ben, gameID), world.rematch(ann, gameID)]);
    expect(one.gameID).toBe(other.gameID);
    expect(withdrawn).not.toContain(one.gameID);
    const { gameID: rematchID } = await world.rematch(ann, gameID);
    expect(rematchID).toBe(one.gameID);
    expect(await world.get(ann, rematchID)).toMatchObject({ rematchOf: gameID, players: ['Ben', 'Ann'] });
    expect(await world.get(cay, gameID)).toMatchObject({ rematchID });
  });

  test('[U-5] is asked for again if the host of the private game was deleted while it waited', async () => {
    const [host] = (await world.people('Hosting')) as [Actor];
    const { gameID } = await world.create(host, { invited: ['Ann', 'Ben'] });
    for (const guest of [ann, ben]) await world.join(guest, gameID);
    await world.leave(ann, gameID);
    const { gameID: hosted } = await world.rematch(ann, gameID);
    await world.identity({ type: 'UserDeleted', data: { userId: host.id } });
    await until('it has ended', async () => (await world.get(ann, hosted)).state.status === 'OVER');
    expect(await world.rematch(ben, gameID)).toMatchObject({ host: 'Ben', players: ['Ben'] });
    expect(await world.rematch(ann, gameID)).toMatchObject({ host: 'Ben', state: { status: 'IN_PROGRESS' } });
  });

  test('[G-6] if waiting is open to the two only, and in no other lobby until it runs', async () => {
    const { gameID: played } = await world.start([ann, ben]);
    await world.leave(ann, played);
    const before = (await world.liveMessages()).length;
    const ofType = { status: 'WAITING_TO_START', gameType: 'Nim' } as const;
    const totalOf = async (as: Actor) => (await world.list(as, { ...ofType, limit: 1 })).total;
    const totals = () => Promise.all([totalOf(ben), totalOf(cay)]);
    const [ours, theirs] = await totals();
    const { gameID, ...rematch } = await world.rematch(ann, played);
    expect(rematch).toMatchObject({ keptFor: ['Ben', 'Ann'], players: ['Ann'] });
    expect((await world.get(cay, gameID)).keptFor).toEqual(['Ben', 'Ann']);
    for (const request of [{}, ofType]) {
      const listed = async (as: Actor) => (await world.ids(as, request)).includes(gameID);
      expect(await Promise.all([ann, ben, cay].map(listed))).toEqual([true, true, false]);
    }
    expect(await totals()).toEqual([ours + 1, theirs]);
    const lobbies = async () =>
      (await world.liveMessages())
        .slice(before)
        .filter(
          ({ event, payload }) => event === 'lobbyUpdate' && (payload as { game: GameWire }).game.gameID === gameID,
        )
        .map(({ to }) => to);
    expect(await lobbies()).toEqual([[`user:${ben.id}`, `user:${ann.id}`]]);
    expect(await world.join(ben, gameID)).not.toHaveProperty('keptFor');
    expect(await world.ids(cay)).toContain(gameID);
    expect((await lobbies()).at(-1)).toEqual(['public']);
    await world.leave(ben, gameID);
  });
});

test.each(gameTypes)(
  '[EV-10] of %s, however long, a move’s message and reply contain only the move and the state',
  async (gameType) => {
    const { gameID } = await world.start([ann, ben], { gameType });
    let game = await world.get(ann, gameID);
    const sizes: number[] = [];
    while (game.state.status === 'IN_PROGRESS' && game.state.moveCount < 40) {
      const { state } = game;
      const { moveCount, hands = [], board = [], remainingObjects = 0 } = state;
      // Good players can go on forever with Chopsticks.
      const position = { hands, board, remainingObjects };
      const move = rulesOf[gameType].choose(position, moverAt(moveCount), 'strong', 0);
      const answer = await world.move([ann, ben][moveCount % 2] ?? ann, gameID, move);
      expect(answer.state).not.toHaveProperty('moves');
      sizes.push(JSON.stringify(answer).length);
      game = await world.get(ann, gameID);
    }
    const published = (await world.liveMessages()).flatMap(({ event, payload }) =>
      event === 'gameUpdate' && payload.gameInstance.gameID === gameID ? [payload.gameInstance] : [],
    );
    // A client that received all of it has all moves.
    const assembled: unknown[] = [];
    for (const { state } of published) {
      const from = state.moveCount - state.moves.length;
      expect(from).toBeLessThanOrEqual(assembled.length);
      assembled.splice(from, assembled.length, ...state.moves);
    }
    expect(assembled).toEqual(game.state.moves);
    const { moves, ...position } = published.at(-1)?.state ?? { moves: [] };
    expect(moves.length).toBeLessThan(game.state.moves.length);
    expect(game.state).toMatchObject(position);
    expect(Math.max(...sizes, ...published.map((each) => JSON.stringify(each).length))).toBeLessThan(1_500);
  },
);

describe('against the computer', () => {
  test.each(gameTypes.flatMap((type) => [[type, 'easy'] as const, [type, 'strong'] as const]))(
    '%s, %s, is played to its end and does not count',
    async (gameType, computer) => {
      let game: GameWire = await world.create(ann, { gameType, computer });
      expect(game).toMatchObject({ computer, host: 'Ann', invitedPlayers: [], players: ['Ann', 'computer'] });
      expect(game.state.status).toBe('IN_PROGRESS');
      for (let turn = 0; game.state.status !== 'OVER'; turn++) {
        expect(game.state.moveCount).toBe(turn * 2);
        const moves = game.state.moves.map(({ move }) => move);
        const position = replay(gameType, moves).at(-1);
        const [move] = position ? rulesOf[gameType].legalMoves(position, 0) : [];
        await world.move(ann, game.gameID, move ?? {});
        game = await world.get(ann, game.gameID);
      }
      expect(await endOf(game.gameID)).toMatchObject({ counts: false });
      await expect(world.get(eve, game.gameID)).rejects.toMatchObject(unknown);
      const again = await world.rematch(ann, game.gameID);
      expect(again).toMatchObject({ players: ['computer', 'Ann'], state: { status: 'IN_PROGRESS', moveCount: 1 } });
      expect((await world.leave(ann, again.gameID)).state.winners).toEqual(['computer']);
    },
  );
});

describe('a deleted account', () => {
  test('[U-5] forfeits running games, frees its seats, and is shown as a deleted user', async () => {
    const [gus, hal] = await world.people('Gus', 'Hal');
    const started = await world.start([gus, hal]);
    const counted = await world.start([hal, gus]);
    await world.play([hal, gus], counted.gameID, [{ numObjects: 1 }, { numObjects: 1 }]);
    const over = await world.start([gus, hal]);
    await world.leave(hal, over.gameID);
    const waiting = await world.create(hal);
    await world.join(gus, waiting.gameID);
    await world.identity({ type: 'UserDeleted', data: { userId: gus.id } });
    await until('the seat is free', async () => (await world.get(hal, waiting.gameID)).players.length === 0);
    const lost = { endedBy: 'deleted', state: { winners: ['Hal'], player1: deletedUserName } };
    expect(await world.get(hal, started.gameID)).toMatchObject(lost);
    expect(await endOf(started.gameID)).toMatchObject({ reason: 'deleted', winners: [hal.id], counts: false });
    expect(await endOf(counted.gameID)).toMatchObject({ reason: 'deleted', winners: [hal.id], counts: true });
    const kept = await world.get(hal, over.gameID);
    expect(kept).toMatchObject({
      endedBy: 'left',
      players: [deletedUserName, 'Hal'],
      state: { winners: [deletedUserName] },
    });
    expect((await world.get(hal, counted.gameID)).state.moves[1]?.playerID).toBe(deletedUserName);
    await expect(world.create(hal, { invited: ['Gus'] })).rejects.toMatchObject({
      message: messages.gameInviteUnknown,
    });
    await expect(world.rematch(hal, over.gameID)).rejects.toMatchObject({
      code: 'rematch.gone',
      message: messages.rematchGone,
    });
  });

  test('[U-5] gets no seat in a rematch that is asked for at the same moment', async () => {
    const [gia, hope] = await world.people('Gia', 'Hope');
    const { gameID } = await world.start([gia, hope]);
    await world.leave(gia, gameID);
    beforeCommand('game/', async () => {
      await world.identity({ type: 'UserDeleted', data: { userId: gia.id } });
      await until('it is deleted', async () => (await world.get(hope, gameID)).players[0] === deletedUserName);
    });
    await expect(world.rematch(hope, gameID)).rejects.toMatchObject({ code: 'user.unknown' });
    await expect(world.rematch(hope, gameID)).rejects.toMatchObject({ code: 'rematch.gone' });
  });

  test('[U-5] ends the games that cannot begin without it, and no others', async () => {
    const [ida, jim] = await world.people('Ida', 'Jim');
    const hosted = await world.create(ida, { invited: ['Jim', 'Ann'] });
    await world.join(jim, hosted.gameID);
    const guests = await world.create(ida, { invited: ['Jim', 'Ann'] });
    for (const guest of [jim, ann]) await world.join(guest, guests.gameID);
    const guested = await world.create(jim, { invited: ['Ida'] });
    const taken = await world.create(ida);
    await world.join(jim, taken.gameID);
    const played = [
      await world.start([ida, jim]),
      await world.start([jim, ida]),
      await world.start([jim, ida], { invited: ['Ida'] }),
    ];
    const rematches: GameWire[] = [];
    for (const { gameID } of played) {
      await world.leave(ida, gameID);
      rematches.push(await world.rematch(jim, gameID));
    }
    await world.identity({ type: 'UserDeleted', data: { userId: ida.id } });
    for (const { gameID } of [hosted, ...rematches]) {
      await until('it has ended', async () => (await world.get(jim, gameID)).state.status === 'OVER');
      expect(await world.get(jim, gameID)).toMatchObject({
        endedBy: 'deleted',
        players: ['Jim'],
        state: { winners: [] },
      });
      expect(await endOf(gameID)).toMatchObject({ reason: 'deleted', winners: [], counts: false });
    }
    const statusOf = async ({ gameID }: GameWire) => (await world.get(jim, gameID)).state.status;
    expect(await Promise.all([guests, guested, taken].map(statusOf))).toEqual([
      ...['IN_PROGRESS', 'WAITING_TO_START', 'WAITING_TO_START'],
    ]);
    expect(await world.ids(jim, { visibility: 'Private' })).not.toContain(hosted.gameID);
    // The two guests play without their host.
    await world.leave(ann, guests.gameID);
    expect(await world.rematch(jim, guests.gameID)).toMatchObject({ host: 'Jim', invitedPlayers: ['Ann'] });
  });

  test('[BG-1, G-13] ends the empty public games that it created: they leave the lobby at once', async () => {
    const [kim] = await world.people('Kim');
    const empty = (await world.create(kim)).gameID;
    const alone = (await world.create(kim)).gameID;
    await world.join(kim, alone);
    const others = (await world.create(ann)).gameID;
    const taken = (await world.create(kim)).gameID;
    await world.join(ben, taken);
    const lobby = async () => (await world.ids(ann)).filter((id) => [empty, alone, others, taken].includes(id));
    expect(await lobby()).toEqual([taken, others, alone, empty]);
    const before = (await world.liveMessages()).length;
    await world.identity({ type: 'UserDeleted', data: { userId: kim.id } });
    await until('both have ended', async () => (await lobby()).length === 2);
    expect(await lobby()).toEqual([taken, others]);
    for (const [id, players] of [
      [empty, []],
      [alone, [deletedUserName]],
    ] as const) {
      expect(await world.get(ann, id)).toMatchObject({ endedBy: 'deleted', players, state: { winners: [] } });
      expect(await endOf(id)).toMatchObject({ reason: 'deleted', winners: [], counts: false });
      await expect(world.join(ann, id)).rejects.toMatchObject({ code: 'game.over' });
    }
    const told = (await world.liveMessages()).slice(before).filter(({ event }) => event === 'lobbyUpdate');
    expect(told.map(({ to, payload }) => [to, payload])).toMatchObject(
      [empty, alone].map((gameID) => [['public'], { game: { gameID, state: { status: 'OVER' } } }]),
    );
  });
});

test('nothing works without a session', async () => {
  const gameId = unknownId;
  const calls: [RpcName, Rpc[RpcName]['request']][] = [
    ['games.create', { gameType: 'Nim' }],
    ['games.join', { gameId }],
    ['games.leave', { gameId }],
    ['games.invite', { gameId, invited: [] }],
    ['games.move', { gameId, move: {} }],
    ['games.claim', { gameId }],
    ['games.rematch', { gameId }],
    ['games.getGame', { gameId }],
    ['games.getGames', { visibility: 'Public', limit: 10 }],
    ['games.mine', {}],
  ];
  for (const [name, request] of calls) {
    await expect(world.call(name, request)).rejects.toMatchObject({ code: 'session.missing' });
  }
});

test('a rebuilt read model equals the live one', async () => {
  const served = await readTables(world.database, gameView.tables);
  for (const table of gameView.tables) expect(served[table]).not.toEqual([]);
  const feed = async (after: number, limit: number) => (await world.call('games.feed', { after, limit })).reply;
  await rebuildView(gameView, true, world.database, feed, eventTypes.games);
  expect(await readTables(world.database, gameView.tables)).toEqual(served);
});

test('the entities match the tables', async () => {
  const drift = await world.database.dataSource.driver.createSchemaBuilder().log();
  expect(drift.upQueries.map(({ query }) => query)).toEqual([]);
});
