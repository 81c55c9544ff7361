import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type IdentityWorld, startIdentity } from '../testing/identity-world.ts';
import { noteAsked, noteForgotten, readForgotten } from './email.queries.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await startIdentity();
});
afterAll(() => world.close());

test('[ML-3, U-2] each further link comes after twice as long, up to two hours, until nobody asks for a day', async () => {
  const { user } = await world.signup('Ann');
  await world.sql(`insert into emails (id, user_id, address, state) values ('e', $1, 'ann@example.org', 'current')`, [
    user._id,
  ]);
  /** Whether whoever asks these minutes after the last link gets another one. */
  async function getsOneAfter(minutes: number): Promise<boolean> {
    await world.sql(
      `update emails set forgotten_at = now() - make_interval(mins => $1) where forgotten_at is not null`,
      [minutes],
    );
    await noteForgotten(world.database, 'Ann');
    const [found] = await readForgotten(world.database, 1);
    await world.sql('delete from forgotten');
    if (!found?.emailId) return false;
    await noteAsked(world.database, found.emailId);
    return true;
  }
  expect(await getsOneAfter(0)).toBe(true);
  for (const minutes of [5, 10, 20, 40, 80, 120, 120]) {
    expect([minutes, await getsOneAfter(minutes - 1)]).toEqual([minutes, false]);
    expect([minutes, await getsOneAfter(minutes + 1)]).toEqual([minutes, true]);
  }
  expect(await getsOneAfter(24 * 60 + 1)).toBe(true);
  expect(await getsOneAfter(6)).toBe(true);
});
