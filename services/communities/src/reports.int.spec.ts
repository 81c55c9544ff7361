import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Actor } from '@parlour/contracts/envelope';
import { messages } from '@parlour/contracts/messages';
import type {
  MakeReport,
  OwnReportWire,
  Reportable,
  ReportAction,
  ReportWire,
} from '@parlour/contracts/communities/reports';
import type { GetReports } from '@parlour/contracts/communities/reports.requests';
import type { Page } from '@parlour/contracts/rpc';
import { fileIdOf } from '@parlour/contracts/testing/file-ids';
import { until } from '@parlour/kernel/testing/until';
import { type CommunitiesWorld, noCommunity, startCommunities } from './testing/communities-world.ts';

let world: CommunitiesWorld;
let olga: Actor;
let things = 0;

beforeAll(async () => {
  world = await startCommunities();
  [olga] = (await world.people('Olga')) as [Actor];
  await world.identity({ type: 'OperatorAdded', data: { userId: olga.id } });
});
afterAll(() => world.close());

/** A new thing of a person. */
function thingOf(person: Actor, communityId: string | null, type: Reportable = 'answer'): MakeReport {
  things += 1;
  const [id, placeId] = [1, 2].map((n) => `01890000-0000-7000-a00${n}-${String(things).padStart(12, '0')}`) as [
    string,
    string,
  ];
  return { thing: { type, id }, version: 1, placeId, personId: person.id, communityId, reason: 'spam', text: 'Links' };
}

async function report(as: Actor, request: MakeReport): Promise<OwnReportWire> {
  return (await world.call('communities.report', request, { as })).reply;
}

async function list(as: Actor, request: Partial<GetReports> = {}): Promise<Page<ReportWire>> {
  return (await world.call('communities.getReports', { limit: 30, ...request }, { as })).reply;
}

async function resolve(as: Actor, reportId: string, action: ReportAction, text = ''): Promise<ReportWire> {
  return (await world.call('communities.resolveReport', { reportId, action, text }, { as })).reply;
}

const idsOf = ({ rows }: Page<ReportWire>): string[] => rows.map(({ _id }) => _id);

describe.each(['public', 'private'] as const)('[BM-22, M-20] reports in a %s community', (visibility) => {
  test('reach those who lead it and operators, and nobody else', async () => {
    const cast = await world.cast(visibility);
    const { _id: reportId } = await report(cast.member, thingOf(cast.other, cast.id));
    for (const person of [cast.owner, cast.moderator]) {
      expect(idsOf(await list(person))).toEqual([reportId]);
      expect(idsOf(await list(person, { communityId: cast.id }))).toEqual([reportId]);
    }
    expect(idsOf(await list(olga, { communityId: cast.id }))).toEqual([reportId]);
    for (const person of [cast.member, cast.banned, cast.pending, cast.other]) {
      expect(await list(person)).toEqual({ rows: [], total: 0, next: null });
      await expect(list(person, { communityId: cast.id })).rejects.toMatchObject({ code: 'community.position' });
      const unknown = { code: 'report.unknown', message: messages.reportUnknown };
      await expect(world.call('communities.getReport', { reportId }, { as: person })).rejects.toMatchObject(unknown);
      await expect(resolve(person, reportId, 'dismiss')).rejects.toMatchObject(unknown);
    }
  });

  test('never reach whoever they are about', async () => {
    const cast = await world.cast(visibility);
    const { _id: reportId } = await report(cast.member, thingOf(cast.moderator, cast.id));
    expect(await list(cast.moderator)).toEqual({ rows: [], total: 0, next: null });
    await expect(resolve(cast.moderator, reportId, 'dismiss')).rejects.toMatchObject({ code: 'report.unknown' });
    const logOf = async (as: Actor) => {
      const request = { communityId: cast.id, limit: 30 };
      return (await world.call('communities.getModerationLog', request, { as })).reply;
    };
    const before = await logOf(cast.moderator);
    await resolve(cast.owner, reportId, 'dismiss');
    expect(await logOf(cast.moderator)).toEqual(before);
    expect((await logOf(cast.owner)).rows[0]).toMatchObject({
      ...{ act: 'reportDismissed', by: cast.owner.name, to: cast.moderator.name },
    });
    expect((await logOf(cast.owner)).total).toBe(before.total + 1);
  });
});

test.each(['public', 'private'] as const)(
  '[BM-60, M-32] those who lead a %s community see how many are open, but none about themselves; others see 0',
  async (visibility) => {
    const cast = await world.cast(visibility);
    const counts = async (): Promise<number[]> => {
      const seen: number[] = [];
      for (const as of [cast.owner, cast.moderator, cast.member, cast.banned, cast.pending, cast.other, olga]) {
        const { reply } = await world.call('communities.getCommunity', { communityId: cast.id }, { as });
        seen.push(reply.reportedCount);
      }
      return seen;
    };
    expect(await counts()).toEqual([0, 0, 0, 0, 0, 0, 0]);
    const { _id } = await report(cast.member, thingOf(cast.other, cast.id));
    await report(cast.member, thingOf(cast.moderator, cast.id));
    expect(await counts()).toEqual([2, 1, 0, 0, 0, 0, 0]);
    const mine = { username: cast.moderator.name, limit: 30 };
    const { reply } = await world.call('communities.getOwn', mine, { as: cast.moderator });
    expect(reply.rows.map(({ reportedCount }) => reportedCount)).toEqual([1]);
    await resolve(cast.owner, _id, 'dismiss');
    expect(await counts()).toEqual([1, 0, 0, 0, 0, 0, 0]);
  },
);

test('[BM-22] without a community they are for operators; the session and the community are asked for', async () => {
  const [ann, ben] = (await world.people('Ann', 'Ben')) as [Actor, Actor];
  const communityId = await world.create(ben);
  const ofPerson = await report(ann, thingOf(ben, null, 'person'));
  const ofCommunity = await report(ann, thingOf(ben, null, 'community'));
  expect(idsOf(await list(olga)).slice(0, 2)).toEqual([ofCommunity._id, ofPerson._id]);
  expect(idsOf(await list(ben))).toEqual([]);
  expect(idsOf(await list(ben, { communityId }))).toEqual([]);
  await expect(list(ann, { communityId: ofPerson._id })).rejects.toMatchObject(noCommunity);
  await expect(world.call('communities.getReports', { limit: 30 })).rejects.toMatchObject({ code: 'session.missing' });
});

test('[BM-21] a second report of a person answers the first; with a key too', async () => {
  const cast = await world.cast('public');
  const thing = thingOf(cast.other, cast.id);
  const first = await report(cast.member, thing);
  expect(first).toEqual({ _id: expect.any(String), reason: 'spam', text: 'Links', at: expect.stringMatching(/Z$/) });
  const all = await Promise.all(Array.from({ length: 5 }, () => report(cast.member, { ...thing, reason: 'hate' })));
  expect(all).toEqual(all.map(() => first));
  expect((await list(cast.owner)).rows[0]).toMatchObject({ reportCount: 1 });
  await expect(report(cast.other, thing)).rejects.toMatchObject({ code: 'report.own' });
});

test('[M-19] of 31 reports that a person sends at once, 30 are made', async () => {
  const cast = await world.cast('public');
  const all = await Promise.allSettled(
    Array.from({ length: 31 }, () => report(cast.member, thingOf(cast.other, cast.id))),
  );
  const refusals = all.filter((one) => one.status === 'rejected');
  expect(refusals).toMatchObject([{ reason: { code: 'report.full', message: messages.reportsFull } }]);
  expect((await list(cast.owner)).total).toBe(30);
});

test('[BM-22] a row has all reporters of the thing, earlier reports of the person, and what can be done', async () => {
  const cast = await world.cast('public');
  const elsewhere = await world.cast('private');
  const old = await report(cast.member, { ...thingOf(cast.other, cast.id, 'poll'), reason: 'hate' });
  await resolve(cast.moderator, old._id, 'warn', 'Please don’t');
  const hidden = await report(elsewhere.member, thingOf(cast.other, elsewhere.id));
  const thing = thingOf(cast.other, cast.id);
  const first = await report(cast.member, thing);
  await report(cast.banned, { ...thing, reason: 'other', text: 'Odd' });
  const [row] = (await list(cast.moderator)).rows;
  expect(row).toEqual({
    _id: first._id,
    ...thing.thing,
    community: { _id: cast.id, name: expect.any(String) },
    person: cast.other.name,
    reports: [
      { by: cast.member.name, reason: 'spam', text: 'Links', at: first.at },
      { by: cast.banned.name, reason: 'other', text: 'Odd', at: expect.any(String) },
    ],
    reportCount: 2,
    versions: [1],
    earlier: [{ _id: old._id, type: 'poll', reason: 'hate', at: old.at, action: 'warn' }],
    earlierCount: 1,
    actions: ['dismiss', 'warn', 'ban'],
    resolved: null,
    thing: null,
  });
  const seen = (await list(olga, { communityId: cast.id })).rows[0];
  expect(seen?.earlier.map(({ _id }) => _id)).toEqual([hidden._id, old._id]);
  expect(seen?.actions).toEqual(['dismiss', 'warn', 'suspend']);
});

test('[BM-23] nobody is banned from a closed community', async () => {
  const cast = await world.cast('public');
  const { _id } = await report(cast.member, thingOf(cast.other, cast.id));
  await world.call('communities.close', { communityId: cast.id }, { as: cast.owner });
  expect((await list(cast.owner)).rows).toMatchObject([{ _id, actions: ['dismiss', 'warn'] }]);
});

test('[BM-22] of several communities that one leads, reports are in one order', async () => {
  const [leader, ann, ben] = (await world.people('Leader', 'Ann of two', 'Ben of two')) as [Actor, Actor, Actor];
  const [one, two] = [await world.create(leader, 'public'), await world.create(leader, 'private')];
  const ids: string[] = [];
  for (const communityId of [one, two, one]) ids.unshift((await report(ann, thingOf(ben, communityId)))._id);
  // About themselves.
  await report(ann, thingOf(leader, one));
  const first = await list(leader, { limit: 2 });
  expect([idsOf(first), first.total]).toEqual([ids.slice(0, 2), 3]);
  expect(idsOf(await list(leader, { limit: 2, cursor: first.next ?? '' }))).toEqual(ids.slice(2));
  await resolve(leader, ids[0] ?? '', 'dismiss');
  expect(idsOf(await list(leader, { state: 'resolved' }))).toEqual(ids.slice(0, 1));
  expect((await list(leader)).total).toBe(2);
});

test('[BM-23] resolving moves all reports of the thing to the resolved ones; the second one is told', async () => {
  const cast = await world.cast('public');
  const thing = thingOf(cast.other, cast.id);
  const { _id } = await report(cast.member, thing);
  await report(cast.banned, thing);
  const done = await resolve(cast.moderator, _id, 'warn', ' Please stop ');
  const resolved = { by: cast.moderator.name, action: 'warn', text: 'Please stop', at: expect.any(String) };
  expect(done).toMatchObject({ _id, reportCount: 2, actions: [], resolved });
  expect(await list(cast.owner)).toEqual({ rows: [], total: 0, next: null });
  expect(idsOf(await list(cast.owner, { state: 'resolved' }))).toEqual([_id]);
  await expect(resolve(cast.owner, _id, 'dismiss')).rejects.toMatchObject({
    ...{ code: 'report.resolved', message: messages.reportResolved },
  });
  const again = await report(cast.member, thing);
  expect(again._id).not.toBe(_id);
  expect(idsOf(await list(cast.owner))).toEqual([again._id]);
});

test('[BM-23] of several who resolve at once, one does', async () => {
  const cast = await world.cast('public');
  const { _id } = await report(cast.member, thingOf(cast.other, cast.id));
  const results = await Promise.allSettled(
    [cast.owner, cast.moderator, olga].map((person) => resolve(person, _id, 'dismiss')),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(idsOf(await list(cast.owner, { state: 'resolved' }))).toEqual([_id]);
});

test('[BM-22] pages, the latest first', async () => {
  const cast = await world.cast('public');
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) ids.unshift((await report(cast.member, thingOf(cast.other, cast.id)))._id);
  const first = await list(cast.owner, { limit: 2 });
  expect([idsOf(first), first.total]).toEqual([ids.slice(0, 2), 3]);
  expect(idsOf(await list(cast.owner, { limit: 2, cursor: first.next ?? '' }))).toEqual(ids.slice(2));
  await expect(list(cast.other, { cursor: 'x' })).rejects.toMatchObject({ code: 'request.invalid' });
  await expect(list(cast.owner, { cursor: 'x' })).rejects.toMatchObject({ code: 'request.invalid' });
});

test('[BM-22, M-20] a report keeps the versions that were reported until it is resolved', async () => {
  const cast = await world.cast('public');
  const thing = thingOf(cast.other, cast.id);
  const { _id } = await report(cast.member, { ...thing, version: 3 });
  await report(cast.banned, { ...thing, version: 2 });
  await report(cast.pending, { ...thing, version: 3 });
  expect((await list(cast.owner)).rows[0]).toMatchObject({ versions: [2, 3] });
  expect(await resolve(cast.owner, _id, 'warn', 'No')).toMatchObject({ versions: [] });
  expect((await list(cast.owner, { state: 'resolved' })).rows[0]).toMatchObject({ versions: [] });
});

test('[BM-22, M-20] what was reported of a poll and a community is there for those who get the report', async () => {
  const cast = await world.cast('public');
  const poll = await world.poll(cast.owner, cast.id);
  const options = ['No', 'Maybe'];
  await world.call('communities.editPoll', { pollId: poll._id, questionText: 'Coffee?', options }, { as: cast.owner });
  const renamed = { name: `Renamed ${cast.id}`.slice(0, 40), description: 'Other things' };
  await world.call('communities.edit', { communityId: cast.id, ...renamed }, { as: cast.owner });
  const describe = async (as: Actor, granted: boolean) => {
    const things = [
      { type: 'poll', id: poll._id, versions: [1] },
      { type: 'community', id: cast.id, versions: [1, 2] },
    ] as const;
    const { reply } = await world.call('communities.getReported', { things, granted }, { as });
    return reply.things.map((thing) => thing?.reportedTexts);
  };
  const ofPoll = [{ title: '', excerpt: 'Tea?', files: [] }];
  const ofCommunity = [{ title: expect.any(String), excerpt: 'About things', files: [] }];
  expect(await describe(olga, true)).toEqual([ofPoll, ofCommunity]);
  expect(await describe(cast.moderator, true)).toEqual([ofPoll, []]);
  expect(await describe(cast.member, true)).toEqual([[], []]);
  expect(await describe(olga, false)).toEqual([[], []]);
  await world.call('communities.deletePoll', { pollId: poll._id }, { as: cast.owner });
  expect((await describe(olga, true))[0]).toEqual(ofPoll);
  await world.sql(`update polls set deleted_at = '2026-01-01' where id = $1`, [poll._id]);
  await world.sql(
    `update events set data = jsonb_set(data, '{deletedAt}', '"2026-01-01T10:00:00.000Z"')
      where stream_id = $1 and type = 'PostDeleted'`,
    [`poll/${poll._id}`],
  );
  await until('it is erased', async () => {
    return (await world.sql('select from events where stream_id = $1', [`blanked/${poll._id}`])).length > 0;
  });
  expect((await describe(olga, true))[0]).toEqual([]);
});

test('[FI-1, M-20] a report and its files are for its author and for those who get it', async () => {
  const cast = await world.cast('private');
  const file = fileIdOf('image/png', { width: 3, height: 2 });
  const thing = thingOf(cast.moderator, cast.id);
  const { _id: id } = await report(cast.member, { ...thing, text: `See ![this](/file/${file})` });
  const describe = async (as: Actor) => {
    const things = [{ type: 'report', id, versions: [] }] as const;
    return (await world.call('communities.getReported', { things, granted: false }, { as })).reply.things[0];
  };
  const found = async (as: Actor) => {
    return (await world.call('communities.findReports', { things: [thing.thing] }, { as })).reply.things;
  };
  for (const person of [cast.member, cast.owner, olga]) {
    expect(await describe(person)).toMatchObject({ excerpt: 'See this', files: [file], deleted: null, url: null });
  }
  const key = { ...thing.thing, versions: [1] };
  for (const person of [cast.owner, olga]) expect(await found(person)).toEqual([key]);
  for (const person of [cast.moderator, cast.other, cast.banned, cast.pending]) {
    expect([await describe(person), await found(person)]).toEqual([null, []]);
  }
  await resolve(cast.owner, id, 'dismiss');
  expect([await describe(cast.owner), await found(cast.owner)]).toMatchObject([{ files: [file] }, [{ versions: [] }]]);
});

test('[BM-21] polls and communities are described to those who may see them, and by a report to others', async () => {
  const cast = await world.cast('private');
  const poll = await world.poll(cast.owner, cast.id);
  const asked = [
    { type: 'poll', id: poll._id },
    { type: 'community', id: cast.id },
    { type: 'poll', id: cast.id },
  ] as const;
  const describe = async (as: Actor, granted: boolean) =>
    (
      await world.call(
        'communities.getReported',
        { things: asked.map((thing) => ({ ...thing, versions: [] })), granted },
        { as },
      )
    ).reply.things;
  const about = {
    before: null,
    reportedTexts: [],
    version: 1,
    at: poll.createdAt,
    deleted: null,
    excerpt: 'Tea?',
    files: [],
    placeId: cast.id,
  };
  expect(await describe(cast.member, false)).toEqual([
    {
      ...{ ...about, title: expect.any(String), url: `/community/${cast.id}`, removable: false },
      ...{ personId: cast.owner.id, communityId: cast.id },
    },
    expect.objectContaining({ personId: cast.owner.id, communityId: null, excerpt: 'About things' }),
    null,
  ]);
  for (const person of [cast.other, cast.banned, cast.pending]) {
    for (const granted of [false, true]) {
      expect(await describe(person, granted)).toMatchObject([null, { communityId: null }, null]);
    }
  }
  expect(await describe(olga, true)).toMatchObject([{ excerpt: 'Tea?', url: null, removable: true }, {}, null]);
  expect(await describe(cast.moderator, true)).toMatchObject([{ removable: true }, { removable: false }, null]);
  await world.call('communities.deletePoll', { pollId: poll._id }, { as: cast.owner });
  expect((await describe(cast.member, false))[0]).toBeNull();
  expect((await describe(cast.moderator, true))[0]).toMatchObject({ deleted: 'author', excerpt: '' });
});

test('[BM-23, P-13] a reported poll that its creator deletes can still be removed', async () => {
  const cast = await world.cast('public');
  const { _id: pollId } = await world.poll(cast.member, cast.id);
  const remove = async (as: Actor, reason?: string) =>
    (await world.call('communities.deletePoll', { pollId, ...(reason !== undefined && { reason }) }, { as })).reply;
  const restore = async (as: Actor) => (await world.call('communities.restorePoll', { pollId }, { as })).reply;
  await remove(cast.member);
  expect((await remove(cast.moderator, 'Spam')).deleted).toEqual({ by: 'moderator', reason: 'Spam' });
  await expect(restore(cast.member)).rejects.toMatchObject({ code: 'community.position' });
  expect((await remove(olga, 'Worse')).deleted).toEqual({ by: 'operator', reason: 'Worse' });
  await expect(restore(cast.owner)).rejects.toMatchObject({ code: 'community.position' });
  const log = { communityId: cast.id, limit: 2 };
  const { rows } = (await world.call('communities.getModerationLog', log, { as: cast.owner })).reply;
  expect(rows).toMatchObject([
    { act: 'pollDeleted', by: olga.name, reason: 'Worse' },
    { act: 'pollDeleted', by: cast.moderator.name, reason: 'Spam' },
  ]);
  // It is as its creator left it, who alone can restore it.
  expect((await restore(olga)).deleted).toEqual({ by: 'author', reason: null });
  await expect(restore(cast.owner)).rejects.toMatchObject({ code: 'poll.unknown' });
  expect((await restore(cast.member)).deleted).toBeNull();
});

test.each(['a\0b', '\ud83d', 'x'.repeat(1_001)])(
  '[BM-65] %j in a report or its resolution changes nothing',
  async (text) => {
    const cast = await world.cast('public');
    const thing = thingOf(cast.other, cast.id);
    const code = text.length > 1_000 ? 'report.text' : 'request.illFormedText';
    await expect(report(cast.member, { ...thing, text })).rejects.toMatchObject({ code });
    expect(await list(cast.owner)).toMatchObject({ rows: [], total: 0 });
    const { _id } = await report(cast.member, thing);
    const refused = { code: text.length > 1_000 ? 'delete.reason' : 'request.illFormedText' };
    await expect(resolve(cast.owner, _id, 'warn', text)).rejects.toMatchObject(refused);
    expect((await list(cast.owner)).rows).toMatchObject([{ _id, resolved: null }]);
  },
);
