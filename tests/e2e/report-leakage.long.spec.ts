import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { CommunityWire } from '@parlour/contracts/communities/communities';
import type { QuestionWire } from '@parlour/contracts/qa/qa';
import type { ReportWire } from '@parlour/contracts/communities/reports';
import { until } from '@parlour/kernel/testing/until';
import { Crier } from './crier.ts';
import { Neighbour, patienceMs, place, unknownId } from './neighbour.ts';
import type { Listener } from './person.ts';
import { ownSite } from './own-site.ts';

const kinds = [
  'operator',
  'owner',
  'author',
  'reporter',
  'moderator',
  'member',
  'blocked',
  'banned',
  'stranger',
  'elsewhere',
] as const;
type Kind = (typeof kinds)[number];

/** Where the reported question is: in a community, or for the followers of its author. */
interface Place {
  /** Those who see the question, its author first. */
  readonly sees: readonly Kind[];
  /** Those who get its reports. */
  readonly gets: readonly Kind[];
}

/** Source: decisions M-19, M-20. */
const places: Record<'public' | 'private' | 'followers', Place> = {
  public: {
    sees: ['author', 'operator', 'owner', 'reporter', 'moderator', 'member', 'blocked', 'stranger', 'elsewhere'],
    gets: ['operator', 'owner', 'moderator'],
  },
  private: {
    sees: ['author', 'owner', 'reporter', 'moderator', 'member', 'blocked'],
    gets: ['operator', 'owner', 'moderator'],
  },
  followers: { sees: ['author', 'reporter'], gets: ['operator'] },
};

const site = ownSite();
let crier: Crier;
let operator: Neighbour;
beforeAll(async () => {
  // The first account of a site.
  operator = await new Neighbour(site.url, 'Olga').signUp();
  crier = await new Crier(site.url, 'Crier').settle();
  await operator.follows(crier.cried._id);
});

describe.each(['public', 'private', 'followers'] as const)('[BM-61] reports of a question (%s)', (where) => {
  const { sees, gets } = places[where];
  const reporters = sees.slice(1);
  const without = (some: readonly Kind[]): Kind[] => kinds.filter((kind) => !some.includes(kind));
  /** In what everybody writes about it, and nowhere else. */
  const secret = `zanzibar-${where}`;

  let cast: Record<Kind, Neighbour>;
  let community: CommunityWire;
  let question: QuestionWire;
  let reportId: string;
  const listeners = new Map<Kind, Listener>();
  const begun = new Map<Kind, number>();

  beforeAll(async () => {
    const people = await Promise.all(
      kinds.map(async (kind) => {
        const name = `${kind} of ${where}`;
        return [kind, kind === 'operator' ? operator : await new Neighbour(site.url, name).signUp()] as const;
      }),
    );
    cast = Object.fromEntries(people) as Record<Kind, Neighbour>; // of every kind
    const { owner, author, blocked, elsewhere } = cast;
    for (const someone of [owner, elsewhere]) {
      const { _id } = await someone.ask('Who else is here?');
      await someone.answer(_id, 'I am.');
    }
    await elsewhere.found(`Elsewhere, ${where}`);
    community = await owner.found(`Travellers, ${where}`, where === 'private' ? 'private' : 'public');
    for (const kind of ['author', 'reporter', 'member', 'blocked'] as const) {
      await place(owner, community, cast[kind], 'member');
    }
    await place(owner, community, cast.moderator, 'moderator');
    await place(owner, community, cast.banned, 'banned');
    for (const follower of [cast.reporter, blocked]) await follower.follow(author.name);
    await author.post('/user/block', { username: blocked.name });
    question = await author.ask('Where to?', {
      ...(where === 'followers' ? { onlyFollowers: true } : { communityId: community._id }),
    });
    await Promise.all(
      kinds.map(async (kind) => {
        const someone = cast[kind];
        if (kind !== 'operator') await someone.follows(crier.cried._id);
        await someone.knownEverywhere();
        listeners.set(kind, await someone.listen());
      }),
    );
    await crier.signTo([...listeners.values()]);
    for (const [kind, { received }] of listeners) begun.set(kind, received.length);
  }, 120_000);
  afterAll(() => {
    for (const listener of listeners.values()) listener.close();
  });

  const bodyOf = (id: string) => ({ type: 'question', id, reason: 'other', text: `About ${secret}` });
  const report = (kind: Kind, id = question._id) => cast[kind].post('/report', bodyOf(id));
  const list = (kind: Kind, query = '') => cast[kind].get<readonly ReportWire[]>(`/reports${query}`);

  test('are made by those who see it, also whom its author has blocked; it is unknown to all others', async () => {
    for (const kind of reporters) expect({ kind, ...(await report(kind)) }).toMatchObject({ kind, status: 200 });
    expect(await report('author')).toMatchObject({ body: { code: 'report.own' } });
    for (const kind of without(sees)) {
      const { status, body } = await report(kind);
      const unknown = await report(kind, unknownId);
      expect({ kind, status, body }).toEqual({ kind, status: unknown.status, body: unknown.body });
      expect(status).toBe(404);
    }
  });

  test('are shown to those who decide, and nobody else', async () => {
    for (const kind of gets) {
      const row = (await list(kind)).body.find(({ id }) => id === question._id);
      expect(row?.reports.map(({ by }) => by)).toEqual(reporters.map((each) => cast[each].name));
      reportId = row?._id ?? '';
      const own = await list(kind, `?communityId=${community._id}`);
      expect(own.body.map(({ id }) => id)).toEqual(where === 'followers' ? [] : [question._id]);
    }
    for (const kind of without([...gets, 'owner', 'moderator'])) {
      for (const state of ['open', 'resolved']) {
        const { status, body, headers } = await list(kind, `?state=${state}`);
        expect({ kind, status, body }).toEqual({ kind, status: 200, body: [] });
        expect(headers.get('x-total-count')).toBe('0');
      }
      expect(await list(kind, `?communityId=${community._id}`)).toMatchObject({
        status: 403,
        body: { code: 'community.position' },
      });
      expect(await list(kind, `?communityId=${unknownId}`)).toMatchObject({ status: 404 });
    }
  });

  test('are counted for those who lead the community, and for nobody else', async () => {
    for (const kind of kinds) {
      const { body } = await cast[kind].get<CommunityWire>(`/community/${community._id}`);
      const isLeader = kind === 'owner' || kind === 'moderator';
      const reportedCount = isLeader && where !== 'followers' ? 1 : 0;
      expect({ kind, reportedCount: body.reportedCount }).toEqual({ kind, reportedCount });
    }
  });

  test('can’t be resolved by anybody else, for whom they are unknown', async () => {
    for (const kind of without(gets)) {
      for (const action of ['dismiss', 'remove', 'warn', 'ban', 'suspend']) {
        const resolve = (id: string) => cast[kind].post('/reports/resolve', { reportId: id, action, text: 'Enough' });
        const [{ status, body }, unknown] = [await resolve(reportId), await resolve(unknownId)];
        expect({ kind, action, status, body }).toEqual({ kind, action, status: 404, body: unknown.body });
      }
    }
    expect((await list('operator')).body.find(({ _id }) => _id === reportId)?.resolved).toBeNull();
  });

  test('and their outcome are told to those whom they concern, without a name of who reported it', async () => {
    const resolution = { reportId, action: 'warn', text: 'Stay with the subject' };
    expect(await operator.post('/reports/resolve', resolution)).toMatchObject({ status: 200 });
    // Whoever resolves it knows the outcome.
    const isNotified = (kind: Kind) => kind !== 'operator' && sees.includes(kind);
    const words = [community._id, question._id, reportId, secret, resolution.text];
    const toldTo = (kind: Kind) =>
      listeners
        .get(kind)!
        .received.slice(begun.get(kind))
        .filter(({ payload }) => words.some((word) => JSON.stringify(payload).includes(word)));
    // One event notifies all of them: any notification of it to others comes before the sign.
    for (const kind of kinds.filter((each) => listeners.has(each) && isNotified(each))) {
      const isTold = () => toldTo(kind).some(({ event }) => event === 'notification');
      await until(`${kind} is notified`, isTold, patienceMs);
    }
    await crier.signTo([...listeners.values()]);
    for (const kind of listeners.keys()) {
      const told = toldTo(kind);
      const isLeader = (kind === 'owner' || kind === 'moderator') && where !== 'followers';
      const expected = [...(isLeader ? ['communityUpdate'] : []), ...(isNotified(kind) ? ['notification'] : [])];
      expect({ kind, told: [...new Set(told.map(({ event }) => event))].sort() }).toEqual({ kind, told: expected });
      const news = (await cast[kind].notifications()).filter(({ reported }) => (reported ?? null) !== null);
      const ofHere = news.filter(({ id }) => id === question._id);
      expect({ kind, count: ofHere.length }).toEqual({ kind, count: isNotified(kind) ? 1 : 0 });
      const others = reporters.filter((each) => each !== kind && each !== 'operator').map((each) => cast[each].name);
      expect(others.filter((name) => JSON.stringify([told, ofHere]).includes(name))).toEqual([]);
      expect(JSON.stringify([told, ofHere])).not.toContain(secret);
    }
  });
});
