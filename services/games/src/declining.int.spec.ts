import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { deletedUserName } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { until } from '@parlour/kernel/testing/until';
import { type GamesWorld, startGames } from './testing/games-world.ts';

let world: GamesWorld;
let ann: Actor, ben: Actor, cay: Actor;
beforeAll(async () => {
  world = await startGames();
  [ann, ben, cay] = await world.people('Ann', 'Ben', 'Cay');
});
afterAll(() => world.close());

/** The rooms and events of the live messages that some work causes. */
async function sentBy(work: () => Promise<unknown>): Promise<unknown[]> {
  const before = (await world.liveMessages()).length;
  await work();
  return (await world.liveMessages()).slice(before).map(({ to, event, payload }) => [event, to, payload]);
}

const unknown = { code: 'game.unknown', message: messages.gameUnknown };

describe('[BG-6, G-16] a private game that an invited person declines', () => {
  test('is unknown to them, and the host sees who declined, live too', async () => {
    const { gameID } = await world.create(ann, { invited: ['Ben', 'Cay'] });
    const now = { gameID, host: 'Ann', invitedPlayers: ['Cay'], version: 2 };
    const [forAnn, forBen, forCay] = [ann, ben, cay].map(({ id }) => `user:${id}`);
    expect(await sentBy(() => world.decline(ben, gameID))).toEqual([
      ['invitationDeclined', [forBen], { gameID }],
      ['gameUpdate', [forAnn, forCay], { gameInstance: expect.objectContaining({ ...now, declinedPlayers: ['Ben'] }) }],
      ['lobbyUpdate', [forAnn, forCay], { game: expect.objectContaining(now) }],
    ]);
    await expect(world.get(ben, gameID)).rejects.toMatchObject(unknown);
    await expect(world.join(ben, gameID)).rejects.toMatchObject(unknown);
    expect(await world.ids(ben, { visibility: 'Private' })).not.toContain(gameID);
    for (const person of [ann, cay]) {
      expect(await world.get(person, gameID)).toMatchObject({ ...now, declinedPlayers: ['Ben'] });
      expect(await world.ids(person, { visibility: 'Private' })).toContain(gameID);
    }
    const { rows } = await world.list(ann, { visibility: 'Host' });
    expect(rows.find((row) => row.gameID === gameID)).not.toHaveProperty('declinedPlayers');
  });

  test('goes on: its host invites others, but not the same person again', async () => {
    const { gameID } = await world.create(ann, { invited: ['Ben'] });
    await world.decline(ben, gameID);
    await expect(world.invite(ann, gameID, 'Cay', 'Ben')).rejects.toMatchObject({
      code: 'game.invitation',
      message: messages.gameInviteDeclined,
    });
    expect(await world.invite(ann, gameID, 'Cay')).toMatchObject({ invitedPlayers: ['Cay'] });
    await world.join(ann, gameID);
    await world.join(cay, gameID);
    // Who did not want to play is of no interest from then on.
    expect(await world.get(ann, gameID)).not.toHaveProperty('declinedPlayers');
  });

  test('[U-5] names no deleted account', async () => {
    const [gone] = await world.people('Gone');
    const { gameID } = await world.create(ann, { invited: ['Gone'] });
    await world.decline(gone, gameID);
    await world.identity({ type: 'UserDeleted', data: { userId: gone.id } });
    await until('the name is erased', async () => {
      return (await world.get(ann, gameID)).declinedPlayers?.[0] === deletedUserName;
    });
  });
});

describe('[BG-6, G-16] a rematch that the other player declines', () => {
  const declined = { code: 'rematch.declined', message: messages.rematchDeclined };

  test('ends before it began, and is not asked for again by whoever asked', async () => {
    const { gameID: played } = await world.start([ann, ben]);
    await world.leave(ann, played);
    const { gameID } = await world.rematch(ann, played);
    const [forAnn, forBen] = [ann, ben].map(({ id }) => `user:${id}`);
    const over = { gameID, state: expect.objectContaining({ status: 'OVER', winners: [] }) };
    expect(await sentBy(() => world.decline(ben, gameID))).toEqual([
      ['invitationDeclined', [forBen], { gameID }],
      [
        'gameUpdate',
        [`game:${gameID}`, forAnn],
        { gameInstance: expect.objectContaining({ ...over, endedBy: 'declined' }) },
      ],
      ['lobbyUpdate', ['public'], { game: expect.objectContaining(over) }],
    ]);
    expect(await world.get(ann, played)).not.toHaveProperty('rematchID');
    await expect(world.rematch(ann, played)).rejects.toMatchObject(declined);
    // Ben may want to later.
    const { gameID: later } = await world.rematch(ben, played);
    expect(later).not.toBe(gameID);
    expect(await world.rematch(ann, played)).toMatchObject({ gameID: later, state: { status: 'IN_PROGRESS' } });
  });

  test('ends for its host too, to whom a private one stays known', async () => {
    const { gameID: played } = await world.start([ann, ben], { invited: ['Ben', 'Cay'] });
    await world.leave(ann, played);
    const { gameID } = await world.rematch(ben, played);
    await expect(world.decline(cay, gameID)).rejects.toMatchObject({ code: 'game.notInvited' });
    await world.decline(ann, gameID);
    for (const person of [ann, ben]) expect(await world.get(person, gameID)).toMatchObject({ endedBy: 'declined' });
    await expect(world.rematch(ben, played)).rejects.toMatchObject(declined);
  });
});
