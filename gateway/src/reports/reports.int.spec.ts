import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CommunityWire, PollWire } from '@parlour/contracts/communities/communities';
import { unedited } from '@parlour/contracts/posts/editable';
import { DomainError, type ErrorCode } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { Reportable, Reported, ReportWire } from '@parlour/contracts/communities/reports';
import { RunningGateway } from '../testing/running-gateway.ts';
import { at, communityId, id, report, reported, reportId, thing } from '../testing/reports.ts';
import { idOf, questionOf } from '../testing/stand-ins.ts';

const own = { _id: reportId, reason: 'spam', text: '', at } as const;
const done: ReportWire = { ...report, actions: [], resolved: { by: 'Ann', action: 'warn', text: 'No', at } };

const post = { _id: id, text: '', ...unedited } as const;
const poll: PollWire = {
  ...{ _id: id, questionText: 'Where to?', options: [], expiresAt: at, status: 'active', createdBy: 'Bob' },
  ...{ communityId, createdAt: at, ...unedited },
};
const community: CommunityWire = {
  ...{
    _id: communityId,
    name: 'Sailors',
    description: 'Who sails',
    visibility: 'public',
    owner: 'Ann',
    memberCount: 1,
  },
  ...{
    position: 1,
    createdAt: at,
    closedAt: null,
    pendingCount: 0,
    reportedCount: 0,
    members: ['Ann'],
    moderators: [],
  },
  ...{ pendingMembers: [], bannedMembers: ['Bob'], offeredTo: null, picture: null, banner: null, ...unedited },
};

let gateway: RunningGateway;
let ann: { cookie: string };
let current: ReportWire;
let described: Reported | null;

const acts = [
  'qa.deleteQuestion',
  'qa.deleteAnswer',
  'qa.deleteComment',
  'messaging.deleteMessage',
  'communities.deletePoll',
  'communities.changeMembership',
  'identity.suspend',
] as const;

const describing = ({ request }: { request: { things: readonly unknown[] } }) => ({
  things: request.things.map(() => described),
});

beforeAll(async () => {
  gateway = await RunningGateway.start();
  ann = await gateway.signIn('Ann');
  gateway.standIns.answer({
    'qa.getReported': describing,
    'messaging.getReported': describing,
    'identity.getReported': describing,
    'communities.getReported': describing,
    'communities.report': () => own,
    'communities.getReports': () => ({ rows: [current], total: 40, next: '17' }),
    'communities.getReport': () => current,
    'communities.resolveReport': () => done,
    'qa.deleteQuestion': () => questionOf('Why?'),
    'qa.deleteAnswer': () => ({ ...post, ansBy: 'Bob', ansDateTime: at, comments: [], score: 0, accepted: false }),
    'qa.deleteComment': () => ({ ...post, commentBy: 'Bob', commentDateTime: at }),
    'messaging.deleteMessage': () => ({ _id: id, ...unedited, msg: '', msgFrom: 'Bob', msgDateTime: at, notice: null }),
    'communities.deletePoll': () => poll,
    'communities.changeMembership': () => community,
  });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.standIns.calls.length = 0;
  current = report;
  described = reported;
});

const namesCalled = () => gateway.standIns.calls.map(({ name }) => name);

describe('[BM-21, BM-22, BM-23] reports', () => {
  it.each([
    ['POST', 'report', { type: 'answer', id, reason: 'spam' }, own],
    ['GET', 'reports', undefined, [{ ...report, actions: ['dismiss', 'remove', 'warn', 'ban', 'suspend'], thing }]],
    ['POST', 'reports/resolve', { reportId, action: 'warn', text: 'No' }, { ...done, thing }],
  ] as const)('%s %s answers those who are signed in, and is never cached', async (method, path, body, expected) => {
    for (const root of ['/', '/api/']) {
      const answer = await gateway.send(root + path, { method, body, headers: ann });
      expect([answer.status, answer.json]).toEqual([200, expected]);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect((await gateway.send(root + path, { method, body })).status).toBe(401);
    }
  });

  it.each([
    ['question', 'qa.getReported'],
    ['answer', 'qa.getReported'],
    ['comment', 'qa.getReported'],
    ['message', 'messaging.getReported'],
    ['poll', 'communities.getReported'],
    ['community', 'communities.getReported'],
  ] as const)('a %s is described by its own service, by the reporter’s rights', async (type, name) => {
    await gateway.post('/report', { type, id: id.toUpperCase(), reason: 'hate', text: 'See' }, ann);
    expect(gateway.standIns.last(name).request).toEqual({ things: [{ type, id, versions: [] }], granted: false });
    const { personId, placeId, version } = reported;
    const asked = { thing: { type, id }, version, personId, placeId, communityId, reason: 'hate', text: 'See' };
    expect(gateway.standIns.last('communities.report').request).toEqual(asked);
  });

  it('a person is reported by their name', async () => {
    await gateway.post('/report', { type: 'person', id: 'Bob', reason: 'harassment' }, ann);
    const things = [{ type: 'person', id: idOf('Bob'), versions: [] }];
    expect(gateway.standIns.last('identity.getReported').request).toEqual({ things, granted: false });
  });

  it.each([
    ['question', messages.questionUnknown],
    ['answer', messages.answerUnknown],
    ['comment', messages.commentUnknown],
    ['message', messages.messageUnknown],
    ['poll', messages.pollUnknown],
    ['community', messages.communityUnknown],
  ] as const)('a %s that the reporter can’t see is unknown', async (type: Reportable, error) => {
    described = null;
    const answer = await gateway.post('/report', { type, id, reason: 'spam' }, ann);
    expect([answer.status, answer.json]).toEqual([404, { error, code: `${type}.unknown` }]);
    expect(namesCalled()).not.toContain('communities.report');
  });

  it('lists by community and state, by pages, with each service asked once', async () => {
    const query = `?communityId=${communityId}&state=resolved&limit=5000&cursor=3`;
    const { headers } = await gateway.send(`/reports${query}`, { headers: ann });
    const request = { communityId, state: 'resolved', limit: 100, cursor: '3' };
    expect(gateway.standIns.last('communities.getReports').request).toEqual(request);
    expect(headers['x-total-count']).toBe('40');
    expect(namesCalled()).toEqual(['communities.getReports', 'qa.getReported']);
    expect(gateway.standIns.last('qa.getReported').request).toEqual({
      things: [{ type: 'answer', id, versions: [1] }],
      granted: true,
    });
  });

  it.each([
    ['POST', '/report', { type: 'game', id, reason: 'spam' }, 'request.invalid'],
    ['POST', '/report', { type: 'answer', id: 'x', reason: 'spam' }, 'id.malformed'],
    ['POST', '/report', { type: 'answer', id, reason: 'dull' }, 'report.reason'],
    ['POST', '/report', { type: 'answer', id }, 'report.reason'],
    ['POST', '/report', { type: 'answer', id, reason: 'spam', text: 5 }, 'request.invalid'],
    ['GET', '/reports?state=old', undefined, 'request.invalid'],
    ['GET', '/reports?communityId=x', undefined, 'id.malformed'],
    ['POST', '/reports/resolve', { reportId: 'x', action: 'dismiss' }, 'id.malformed'],
    ['POST', '/reports/resolve', { reportId, action: 'erase' }, 'request.invalid'],
    ['POST', '/reports/resolve', { reportId, action: 'warn', text: ' ' }, 'delete.reason'],
    ['POST', '/reports/resolve', { reportId, action: 'ban', text: 'x'.repeat(201) }, 'delete.reason'],
  ] as const)('%s %s %j is refused, and nothing is asked', async (method, path, body, code) => {
    const answer = await gateway.send(path, { method, body, headers: ann });
    expect([answer.status, (answer.json as { code: string }).code]).toEqual([400, code]);
    expect(gateway.standIns.calls).toEqual([]);
  });
});

describe('[BM-22] a service that does not answer', () => {
  const refuse = (code: ErrorCode = 'service.unavailable') =>
    gateway.standIns.refuse('qa.getReported', code, messages.unavailable);
  const answer = () => gateway.standIns.answer({ 'qa.getReported': describing });
  afterEach(answer);

  it.each(['service.unavailable', 'database.damaged'] as const)('takes away its own things only: %s', async (code) => {
    refuse(code);
    const listed = await gateway.send('/reports', { headers: ann });
    expect([listed.status, listed.json]).toEqual([200, [{ ...report, thing: null }]]);
    current = { ...report, type: 'message' };
    expect((await gateway.send('/reports', { headers: ann })).json).toMatchObject([{ thing }]);
  });

  it('is waited for by whoever reports or resolves', async () => {
    refuse();
    expect((await gateway.post('/report', { type: 'answer', id, reason: 'spam' }, ann)).status).toBe(503);
    const text = 'Enough';
    expect((await gateway.post('/reports/resolve', { reportId, action: 'remove', text }, ann)).status).toBe(503);
    expect(namesCalled()).not.toContain('communities.resolveReport');
  });
});

// Only operators are offered to suspend somebody.
it.each([
  ['author', 'operator', true],
  ['author', 'moderator', true],
  ['moderator', 'operator', true],
  ['moderator', 'moderator', false],
  ['operator', 'operator', false],
] as const)('[BM-23, P-13] what its %s deleted: a removal by %s is offered: %s', async (deleted, by, isOffered) => {
  described = { ...reported, deleted };
  const actions = report.actions.filter((action) => by === 'operator' || action !== 'suspend');
  current = { ...report, actions };
  const [row] = (await gateway.send('/reports', { headers: ann })).json as ReportWire[];
  const [first, ...rest] = actions;
  expect(row).toMatchObject({ actions: isOffered ? [first, 'remove', ...rest] : actions, thing: { deleted } });
  const settled = await gateway.post('/reports/resolve', { reportId, action: 'remove', text: 'Enough' }, ann);
  expect([settled.status, namesCalled().includes('qa.deleteAnswer')]).toEqual([200, isOffered]);
});

describe('[BM-23, M-21] resolving', () => {
  const settle = (action: string, text = 'Enough') =>
    gateway.post('/reports/resolve', { reportId, action, text }, { ...ann, 'idempotency-key': 'k' });

  it.each([
    ['question', 'qa.deleteQuestion', { qid: id, reason: 'Enough' }],
    ['answer', 'qa.deleteAnswer', { aid: id, reason: 'Enough' }],
    ['comment', 'qa.deleteComment', { cid: id, reason: 'Enough' }],
    ['message', 'messaging.deleteMessage', { mid: id, reason: 'Enough' }],
    ['poll', 'communities.deletePoll', { pollId: id, reason: 'Enough' }],
  ] as const)('removes a %s, and then enters it', async (type, name, request) => {
    current = { ...report, type };
    expect((await settle('remove', ' Enough ')).status).toBe(200);
    const call = gateway.standIns.last(name);
    expect([call.request, call.context.idempotency?.key]).toEqual([request, 'k']);
    expect(namesCalled().indexOf(name)).toBeLessThan(namesCalled().indexOf('communities.resolveReport'));
  });

  it('bans, suspends, and enters what needs no other call', async () => {
    expect((await settle('ban')).status).toBe(200);
    const ban = { communityId, username: 'Bob', list: 'bannedMembers', action: 'add' };
    expect(gateway.standIns.last('communities.changeMembership').request).toEqual(ban);
    expect((await settle('suspend')).status).toBe(200);
    expect(gateway.standIns.last('identity.suspend').request).toEqual({ username: 'Bob' });
    gateway.standIns.calls.length = 0;
    for (const action of ['dismiss', 'warn']) await settle(action);
    expect(namesCalled().filter((name) => acts.some((act) => act === name))).toEqual([]);
    expect(namesCalled().filter((name) => name === 'communities.resolveReport')).toHaveLength(2);
  });

  it('stays open if the act is refused', async () => {
    gateway.standIns.answer({
      'identity.suspend': () => {
        throw new DomainError('operator.spared', 'No');
      },
    });
    expect((await settle('suspend')).status).toBe(409);
    expect(namesCalled()).not.toContain('communities.resolveReport');
  });

  it('does not act on what is gone already, nor where it is resolved, nor what this person may not', async () => {
    described = { ...reported, deleted: 'operator' };
    await settle('remove');
    current = done;
    described = reported;
    await settle('remove');
    expect(namesCalled()).not.toContain('qa.deleteAnswer');
    expect(namesCalled().filter((name) => name === 'communities.resolveReport')).toHaveLength(2);
    current = { ...report, actions: ['dismiss', 'warn'] };
    described = { ...reported, removable: false };
    for (const action of ['remove', 'ban', 'suspend']) {
      const answer = await settle(action);
      const error = { error: messages.reportActionInvalid, code: 'report.action' };
      expect([answer.status, answer.json]).toEqual([403, error]);
    }
    expect(namesCalled().filter((name) => acts.some((act) => act === name))).toEqual([]);
  });
});
