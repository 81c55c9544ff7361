import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { OnlineWire, SessionGrant } from '@parlour/contracts/identity/identity';
import { hold } from '@parlour/kernel/testing/held-lock';
import { until } from '@parlour/kernel/testing/until';
import { actorOfGrant, type IdentityWorld, startIdentity } from '../testing/identity-world.ts';
import { liveOnline } from './online.live.ts';
import { readOnlineChanges } from './online.queries.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await startIdentity();
});
afterAll(() => world.close());

let people = 0;
const begin = (): Promise<SessionGrant> => {
  people += 1;
  return world.signup(`Guest ${people}`);
};

const idOf = ({ user }: SessionGrant): string => user._id;
const nameOf = ({ user }: SessionGrant): string => user.username;

interface Reported {
  /** The next one, unless given. */
  readonly number?: number;
  readonly came?: readonly SessionGrant[];
  readonly left?: readonly SessionGrant[];
}

const reports = new Map<string, number>();

async function report(place: string, { number, came = [], left = [] }: Reported): Promise<boolean> {
  const next = number ?? (reports.get(place) ?? 0) + 1;
  reports.set(place, next);
  const request = { place, number: next, came: came.map(idOf), left: left.map(idOf) };
  return (await world.call('identity.stayOnline', request)).reply.known;
}

/** A gateway with these people. */
async function gatewayWith(...came: readonly SessionGrant[]): Promise<string> {
  const place = randomUUID();
  expect(await report(place, { came })).toBe(true);
  return place;
}

async function look(
  viewer: SessionGrant,
  names: readonly string[],
  acquainted: readonly SessionGrant[] = [],
): Promise<readonly (OnlineWire & { userId?: string })[]> {
  const request = { usernames: names, acquainted: acquainted.map(idOf) };
  return (await world.call('identity.getOnline', request, { as: actorOfGrant(viewer) })).reply.people;
}

async function seen(viewer: SessionGrant, whom: SessionGrant): Promise<boolean> {
  const [person] = await look(viewer, [nameOf(whom)], [whom]);
  return person?.online === true;
}

/** What was published of these people's coming and going. */
function announcedOf(whom: readonly SessionGrant[]): string[] {
  return world.published.flatMap(({ state }) =>
    state.flatMap(({ event, payload }) =>
      event === 'onlineUpdate' && payload.people.some(({ username }) => whom.some((one) => nameOf(one) === username))
        ? payload.people.map(({ username, online }) => `${username}: ${online}`)
        : [],
    ),
  );
}

describe('[BG-4, P-9] who may see that somebody is online', () => {
  test('whoever shares something with them, and whom they follow; strangers learn nothing', async () => {
    const [ann, ben] = [await begin(), await begin()];
    await gatewayWith(ann, ben);
    expect(await look(ann, [nameOf(ben).toUpperCase()], [ben])).toEqual([
      { username: nameOf(ben).toUpperCase(), online: true, userId: idOf(ben) },
    ]);
    const nothing = [
      { username: nameOf(ben), online: false },
      { username: 'Nobody', online: false },
    ];
    expect(await look(ann, [nameOf(ben), 'Nobody'])).toEqual(nothing);
    // That Ann follows Ben is not Ben's choice.
    await world.call('identity.follow', { username: nameOf(ben) }, { as: actorOfGrant(ann) });
    expect(await look(ann, [nameOf(ben), 'Nobody'])).toEqual(nothing);
    expect(await look(ben, [nameOf(ann)])).toEqual([{ username: nameOf(ann), online: true, userId: idOf(ann) }]);
  });

  test('people who block one another are offline to each other, as strangers are', async () => {
    const [ann, ben] = [await begin(), await begin()];
    await gatewayWith(ann, ben);
    await world.call('identity.block', { username: nameOf(ben) }, { as: actorOfGrant(ann) });
    expect(await look(ann, [nameOf(ben)], [ben])).toEqual([{ username: nameOf(ben), online: false }]);
    expect(await look(ben, [nameOf(ann)], [ann])).toEqual([{ username: nameOf(ann), online: false }]);
    const [change] = await readOnlineChanges(world.database, [idOf(ann)]);
    if (!change) throw new Error('Ann is known');
    expect(liveOnline(change, 7)).toEqual({
      to: [`online:${idOf(ann)}`],
      except: [`user:${idOf(ben)}`],
      event: 'onlineUpdate',
      payload: { people: [{ username: nameOf(ann), online: true }] },
      position: 7,
    });
  });

  test('[BG-5, P-11] nobody, if they do not show it; it is their choice, and ends with the account', async () => {
    const [ann, ben] = [await begin(), await begin()];
    await gatewayWith(ann, ben);
    const as = actorOfGrant(ben);
    const show = async (shown: boolean): Promise<boolean> =>
      (await world.call('identity.showOnline', { shown }, { as })).reply.shown;
    expect((await world.call('identity.getOnlineShown', {}, { as })).reply).toEqual({ shown: true });
    expect(await show(false)).toBe(false);
    expect((await world.call('identity.getOnlineShown', {}, { as })).reply).toEqual({ shown: false });
    expect(await seen(ann, ben)).toBe(false);
    expect(await readOnlineChanges(world.database, [idOf(ben)])).toMatchObject([{ online: false }]);
    expect(await show(true)).toBe(true);
    expect(await seen(ann, ben)).toBe(true);
    await show(false);
    await world.call('identity.deleteUser', {}, { as, sessionId: ben.sessionId });
    expect(await world.sql('select from online_hidden where user_id = $1', [idOf(ben)])).toEqual([]);
    expect(await look(ann, [nameOf(ben)], [ben])).toEqual([{ username: nameOf(ben), online: false }]);
  });
});

describe('[BG-4, P-10] what gateways report', () => {
  test('somebody is online until they have left the last gateway', async () => {
    const [ann, ben] = [await begin(), await begin()];
    const first = await gatewayWith(ann, ben);
    const second = await gatewayWith(ben);
    await report(first, { left: [ben] });
    expect(await seen(ann, ben)).toBe(true);
    await report(second, { left: [ben] });
    expect(await seen(ann, ben)).toBe(false);
  });

  test('a gateway that is silent is forgotten with its people, and asked to report them again', async () => {
    const [ann, ben, cay] = [await begin(), await begin(), await begin()];
    const silent = await gatewayWith(ben, cay);
    const other = await gatewayWith(ann, cay);
    await world.sql('update online_places set expires_at = now() - make_interval(secs => 1) where place = $1', [
      silent,
    ]);
    expect(await report(other, {})).toBe(true);
    expect(await seen(ann, ben)).toBe(false);
    expect(await seen(ann, cay)).toBe(true);
    expect(await report(silent, { came: [ben] })).toBe(false);
    expect(await seen(ann, ben)).toBe(false);
    expect(await report(silent, { number: 1, came: [ben] })).toBe(true);
    expect(await seen(ann, ben)).toBe(true);
  });

  test('a gateway whose lease ended a moment ago, unnoticed, keeps its people', async () => {
    const [ann, ben] = [await begin(), await begin()];
    const late = await gatewayWith(ann, ben);
    await world.sql('update online_places set expires_at = now() - make_interval(secs => 1) where place = $1', [late]);
    expect(await report(late, {})).toBe(true);
    expect(await seen(ann, ben)).toBe(true);
  });

  test('a report that arrives after the next one, or twice, changes nothing', async () => {
    const [ann, ben, cay] = [await begin(), await begin(), await begin()];
    const place = await gatewayWith(ann, ben);
    await report(place, { number: 2, left: [ben] });
    await report(place, { number: 3, came: [ben, cay] });
    expect(await report(place, { number: 2, left: [ben] })).toBe(true);
    expect(await seen(ann, ben)).toBe(true);
    await report(place, { number: 4, left: [cay] });
    expect(await report(place, { number: 3, came: [ben, cay] })).toBe(true);
    expect(await report(place, { number: 1, came: [ann, cay] })).toBe(true);
    expect(await seen(ann, cay)).toBe(false);
  });

  test('a lease that ends while a report waits leaves nobody behind', async () => {
    const [ann, ben] = [await begin(), await begin()];
    const place = await gatewayWith(ann);
    const lock = await hold(world.databases.connections.identity, 'lock table online in share row exclusive mode');
    const reported = report(place, { came: [ben] });
    await lock.waiters(1);
    await lock.also(`delete from online_places where place = '${place}'`);
    await lock.also(`delete from online where place = '${place}'`);
    await lock.release();
    expect(await reported).toBe(false);
    expect(await seen(ann, ben)).toBe(false);
  });

  test('after a report that never arrived, all are asked for', async () => {
    const [ann, ben] = [await begin(), await begin()];
    const place = await gatewayWith(ann);
    expect(await report(place, { number: 3, came: [ben] })).toBe(false);
    expect(await seen(ann, ben)).toBe(false);
  });

  test('[P-12] only who is online now, or no longer, is announced: not who comes back to another gateway', async () => {
    const [ann, ben, cay] = [await begin(), await begin(), await begin()];
    const before = await gatewayWith(ann, ben);
    await until('Ann and Ben are announced', (saw) => saw(announcedOf([ann, ben])).length === 2);
    const after = await gatewayWith(ann, ben, cay);
    await report(before, { left: [ann, ben] });
    await until('Cay is announced', (saw) => saw(announcedOf([cay])).length > 0);
    await report(after, { left: [ben] });
    await until('Ben is announced', (saw) => saw(announcedOf([ann, ben])).length > 2);
    const first = [`${nameOf(ann)}: true`, `${nameOf(ben)}: true`];
    expect(announcedOf([ann, ben, cay])).toEqual([...first, `${nameOf(cay)}: true`, `${nameOf(ben)}: false`]);
  });
});
