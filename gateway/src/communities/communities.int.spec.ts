import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CommunityWire, ModerationEntryWire, PollWire } from '@parlour/contracts/communities/communities';
import { unedited } from '@parlour/contracts/posts/editable';
import { messages } from '@parlour/contracts/messages';
import { RunningGateway } from '../testing/running-gateway.ts';

const communityId = '01900000-0000-7000-8000-0000000000d1';
const pollId = '01900000-0000-7000-8000-0000000000d2';
const optionId = '01900000-0000-7000-8000-0000000000d3';
const at = '2026-01-05T09:03:07.000Z';

const row = {
  _id: communityId,
  name: 'Sailors',
  description: 'Who sails',
  visibility: 'public',
  owner: 'Ann',
  memberCount: 1,
  position: 1,
  createdAt: at,
  closedAt: null,
  pendingCount: 0,
  reportedCount: 0,
} as const;
const community: CommunityWire = {
  ...row,
  ...{ members: ['Ann'], moderators: [], pendingMembers: [], bannedMembers: [], offeredTo: null },
  ...unedited,
};
const poll: PollWire = {
  _id: pollId,
  questionText: 'Where to?',
  options: [{ _id: optionId, text: 'North', votes: ['Ann'], voteCount: 1 }],
  expiresAt: at,
  status: 'active',
  createdBy: 'Ann',
  communityId,
  createdAt: at,
  ...unedited,
};
const entry: ModerationEntryWire = { _id: pollId, act: 'banned', by: 'Ann', to: 'Bob', at };

let gateway: RunningGateway;
let ann: { cookie: string };

beforeAll(async () => {
  gateway = await RunningGateway.start();
  ann = await gateway.signIn('Ann');
  const changed = { reply: community, positions: { communities: 7 }, stale: false };
  gateway.standIns.answer({
    'communities.create': () => changed,
    'communities.getCommunity': () => community,
    'communities.getCommunities': () => ({ rows: [row], total: 40, next: '17' }),
    'communities.getOwn': () => ({ rows: [row], total: 1, next: null }),
    'communities.getPeople': () => ({ rows: [{ username: 'Ann', position: 1 }], total: 1, next: null }),
    'communities.getModerationLog': () => ({ rows: [entry], total: 1, next: null }),
    'communities.changeMembership': () => changed,
    'communities.edit': () => changed,
    'communities.offerOwnership': () => changed,
    'communities.acceptOwnership': () => changed,
    'communities.close': () => changed,
    'communities.changeVisibility': () => ({ visibility: 'private' }),
    'communities.addPoll': () => poll,
    'communities.vote': () => poll,
    'communities.closePoll': () => poll,
    'communities.deletePoll': () => poll,
    'communities.editPoll': () => poll,
    'communities.restorePoll': () => poll,
    'communities.getPolls': () => ({ rows: [poll], total: 140, next: '0.1.9' }),
  });
});

afterAll(() => gateway.stop());

beforeEach(() => {
  gateway.standIns.calls.length = 0;
});

const newPoll = {
  questionText: 'Where to?',
  options: ['North', 'South'],
  expiresAt: at,
  createdBy: 'Ann',
  communityId,
};
const routes = [
  ['GET', 'community/allCommunities', undefined, [row]],
  ['GET', 'community/userCommunities/ann', undefined, [row]],
  ['POST', 'community/create', { ...community, name: 'Sailors' }, community],
  ['PATCH', 'community/toggleCommunityVisibility', { communityId }, { visibility: 'private' }],
  ['GET', `community/${communityId}`, undefined, community],
  ['GET', `community/${communityId}/people?list=members`, undefined, [{ username: 'Ann', position: 1 }]],
  ['GET', `community/${communityId}/moderationLog`, undefined, [entry]],
  ['POST', 'community/moderators/add', { communityId, username: 'Bob' }, community],
  ['POST', 'community/pendingMembers/approve', { communityId, username: 'Bob' }, community],
  ['PATCH', 'community/edit', { communityId, name: 'Sailors', description: 'Who sails' }, community],
  ['POST', 'community/offerOwnership', { communityId, username: 'Bob' }, community],
  ['POST', 'community/acceptOwnership', { communityId, username: 'Ann' }, community],
  ['POST', 'community/close', { communityId, username: 'Ann' }, community],
  ['POST', 'community/moderators/resign', { communityId, username: 'Ann' }, community],
  ['POST', 'poll/addPoll', newPoll, poll],
  ['POST', 'poll/voteOnPoll', { pollId, optionId, username: 'Ann' }, poll],
  ['POST', 'poll/closePoll', { pollId, username: 'Ann' }, poll],
  ['DELETE', 'poll/deletePoll', { pollId, username: 'Ann' }, poll],
  ['POST', 'poll/restorePoll', { pollId, username: 'Ann' }, poll],
  ['PATCH', 'poll/editPoll', { pollId, question: 'Why?', options: ['a', 'b'], username: 'Ann' }, poll],
  ['GET', `poll/getPollsByCommunityId/${communityId}`, undefined, [poll]],
] as const;
const everywhere = routes.flatMap(([method, path, body, answer]) =>
  // Without a limit, lists at the root are longer.
  [`/${path}${path.includes('?') ? '&' : '?'}limit=30`, `/api/${path}`].map(
    (at) => [method, at, body, answer] as const,
  ),
);

describe('[CA-40, CA-41, CA-46, CA-47, CA-48, CA-68, E-2] every route', () => {
  it.each(everywhere)('%s %s answers signed-in users', async (method, path, body, expected) => {
    const answer = await gateway.send(path, { method, body, headers: ann });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual(expected);
  });

  it.each(everywhere)('%s %s requires a session', async (method, path, body) => {
    const answer = await gateway.send(path, { method, body });
    expect(answer.status).toBe(401);
    expect(gateway.standIns.calls).toEqual([]);
  });
});

describe('requests to the service', () => {
  it('[CA-42] a new community takes only name, description and visibility', async () => {
    const given = { ...community, name: ' Sailors ', owner: 'ANN', members: ['Bob'], moderators: 5 };
    await gateway.post('/api/community/create', given, ann);
    const asked = { name: ' Sailors ', description: 'Who sails', visibility: 'public' };
    expect(gateway.standIns.last('communities.create').request).toEqual(asked);
  });

  it.each([
    ['moderators', 'add'],
    ['moderators', 'remove'],
    ['pendingMembers', 'add'],
    ['pendingMembers', 'remove'],
    ['pendingMembers', 'approve'],
    ['pendingMembers', 'deny'],
    ['members', 'add'],
    ['members', 'remove'],
    ['bannedMembers', 'add'],
    ['bannedMembers', 'remove'],
  ])('[CA-45] %s/%s, also for another person', async (list, action) => {
    const body = { communityId: communityId.toUpperCase(), username: 'Bob' };
    await gateway.post(`/api/community/${list}/${action}`, body, { ...ann, 'idempotency-key': 'k' });
    const call = gateway.standIns.last('communities.changeMembership');
    expect([call.request, call.context.idempotency?.key]).toEqual([
      { communityId, username: 'Bob', list, action },
      'k',
    ]);
  });

  it('[BE-6] what an owner and a moderator do with a community', async () => {
    const send = (method: string, path: string, body: object) =>
      gateway.send(`/api/community/${path}`, { method, body: { communityId, ...body }, headers: ann });
    await send('PATCH', 'edit', { name: ' Sailors ', description: null, version: 2 });
    const wanted = { communityId, name: ' Sailors ', description: '', version: 2 };
    expect(gateway.standIns.last('communities.edit').request).toEqual(wanted);
    await send('POST', 'offerOwnership', {});
    expect(gateway.standIns.last('communities.offerOwnership').request).toEqual({ communityId, username: '' });
    await send('POST', 'acceptOwnership', {});
    expect(gateway.standIns.last('communities.acceptOwnership').request).toEqual({ communityId, accept: true });
    await send('POST', 'acceptOwnership', { accept: false });
    expect(gateway.standIns.last('communities.acceptOwnership').request).toEqual({ communityId, accept: false });
    await send('POST', 'moderators/resign', {});
    const resignation = { communityId, username: 'Ann', list: 'moderators', action: 'resign' };
    expect(gateway.standIns.last('communities.changeMembership').request).toEqual(resignation);
    await gateway.send('/api/community/allCommunities?status=closed', { headers: ann });
    expect(gateway.standIns.last('communities.getCommunities').request).toEqual({ status: 'closed', limit: 30 });
  });

  it('[CA-43] the wanted visibility, if there is one', async () => {
    await gateway.send('/api/community/toggleCommunityVisibility', {
      method: 'PATCH',
      body: { communityId, visibility: 'public' },
      headers: ann,
    });
    expect(gateway.standIns.last('communities.changeVisibility').request).toEqual({
      communityId,
      visibility: 'public',
    });
  });

  it.each([
    ['', { limit: 30 }],
    ['?search=%20sail%20&limit=5000', { limit: 100, search: 'sail' }],
    ['?search=%20', { limit: 30 }],
  ])('[CA-40] communities%s', async (query, request) => {
    await gateway.send(`/api/community/allCommunities${query}`, { headers: ann });
    expect(gateway.standIns.last('communities.getCommunities').request).toEqual(request);
  });

  it.each([
    ['', { status: 'active', limit: 30 }],
    ['?status=all&limit=5000', { status: 'all', limit: 100 }],
    ['?status=closed&limit=2&cursor=1.2.3', { status: 'closed', limit: 2, cursor: '1.2.3' }],
  ])('[CA-48, T-5, P-1] polls%s, by pages', async (query, request) => {
    const path = `/api/poll/getPollsByCommunityId/${communityId}`;
    const { headers } = await gateway.send(path + query, { headers: ann });
    expect(gateway.standIns.last('communities.getPolls').request).toEqual({ communityId, ...request });
    expect(headers['x-total-count']).toBe('140');
    expect(headers['link']).toMatch(/[?&]cursor=0\.1\.9>; rel="next"$/);
  });

  it('a public community and a person, with blanks for missing fields, which the service reports', async () => {
    await gateway.post('/api/community/create', { name: null }, ann);
    const asked = { name: '', description: '', visibility: 'public' };
    expect(gateway.standIns.last('communities.create').request).toEqual(asked);
    await gateway.post('/api/community/members/add', { communityId }, ann);
    expect(gateway.standIns.last('communities.changeMembership').request).toMatchObject({ username: '' });
  });

  it('a vote, with ids in any case', async () => {
    await gateway.post('/api/poll/voteOnPoll', { pollId: pollId.toUpperCase(), optionId: optionId.toUpperCase() }, ann);
    expect(gateway.standIns.last('communities.vote').request).toEqual({ pollId, optionId });
  });

  it('[BE-5] a poll to delete, in the body or in the query, and to edit', async () => {
    const send = (method: string, path: string, body?: object) => gateway.send(path, { method, body, headers: ann });
    await send('DELETE', '/api/poll/deletePoll', { pollId: pollId.toUpperCase(), reason: 'Twice' });
    expect(gateway.standIns.last('communities.deletePoll').request).toEqual({ pollId, reason: 'Twice' });
    await send('DELETE', `/api/poll/deletePoll?pollId=${pollId}`);
    expect(gateway.standIns.last('communities.deletePoll').request).toEqual({ pollId });
    await send('PATCH', '/api/poll/editPoll', { pollId, question: ' Why? ', options: ['a'], version: 2 });
    const asked = { pollId, questionText: ' Why? ', options: ['a'], version: 2 };
    expect(gateway.standIns.last('communities.editPoll').request).toEqual(asked);
  });

  it('a poll, with blanks for missing fields, which the service reports', async () => {
    await gateway.post('/api/poll/addPoll', { communityId, options: null, expiresAt: null }, ann);
    const asked = { communityId, questionText: '', options: [], expiresAt: '' };
    expect(gateway.standIns.last('communities.addPoll').request).toEqual(asked);
  });
});

describe('requests refused before the service is called', () => {
  const id = { code: 'id.malformed', status: 400 };
  const shape = { code: 'request.invalid', status: 400 };
  const other = { code: 'actor.other', status: 403 };
  const unknown = { code: 'route.unknown', status: 404 };

  it.each([
    ['GET', '/api/community/userCommunities/Bob', undefined, other],
    ['GET', '/api/community/x', undefined, id],
    ['GET', `/api/community/${communityId}/people?list=friends`, undefined, { code: 'community.list', status: 400 }],
    ['POST', '/api/community/create', { name: 'a', description: 'b', owner: 'Bob' }, other],
    ['POST', '/api/community/create', { name: 5 }, shape],
    ['POST', '/api/community/friends/add', { communityId, username: 'Bob' }, unknown],
    ['POST', '/api/community/members/approve', { communityId, username: 'Bob' }, unknown],
    ['POST', '/api/community/members/__proto__', { communityId, username: 'Bob' }, unknown],
    ['POST', '/api/community/members/add', { username: 'Bob' }, id],
    ['POST', '/api/community/members/add', { communityId: 'x', username: 'Bob' }, id],
    ['POST', '/api/community/members/add', { communityId, username: ['Bob'] }, shape],
    ['PATCH', '/api/community/toggleCommunityVisibility', { communityId, visibility: 5 }, shape],
    ['GET', '/api/community/allCommunities?status=old', undefined, shape],
    ['PATCH', '/api/community/edit', { communityId: 'x' }, id],
    ['PATCH', '/api/community/edit', { communityId, name: 5 }, shape],
    ['POST', '/api/community/acceptOwnership', { communityId, accept: 'yes' }, shape],
    ['POST', '/api/community/acceptOwnership', { communityId, username: 'Bob' }, other],
    ['POST', '/api/community/close', { communityId, username: 'Bob' }, other],
    ['POST', '/api/community/moderators/resign', { communityId, username: 'Bob' }, other],
    ['POST', '/api/community/members/resign', { communityId, username: 'Ann' }, unknown],
    ['POST', '/api/poll/addPoll', { ...newPoll, createdBy: 'Bob' }, other],
    ['POST', '/api/poll/addPoll', { ...newPoll, options: 'North' }, shape],
    ['POST', '/api/poll/addPoll', { ...newPoll, options: [5] }, shape],
    ['POST', '/api/poll/addPoll', { ...newPoll, expiresAt: 5 }, shape],
    ['POST', '/api/poll/addPoll', { ...newPoll, communityId: 'x' }, id],
    ['POST', '/api/poll/voteOnPoll', { pollId, optionId, username: 'Bob' }, other],
    ['POST', '/api/poll/voteOnPoll', { pollId, optionId: 0 }, id],
    ['POST', '/api/poll/voteOnPoll', { pollId, optionId: [optionId] }, id],
    ['POST', '/api/poll/voteOnPoll', { pollId, optionId: null }, id],
    ['POST', '/api/poll/voteOnPoll', { pollId: 'x', optionId }, id],
    ['POST', '/api/poll/closePoll', { pollId: 'x' }, id],
    ['POST', '/api/poll/closePoll', { pollId, username: 'Bob' }, other],
    ['DELETE', '/api/poll/deletePoll', undefined, id],
    ['DELETE', `/api/poll/deletePoll?pollId=${pollId}&username=Bob`, undefined, other],
    ['PATCH', '/api/poll/editPoll', { pollId, question: 5 }, shape],
    ['PATCH', '/api/poll/editPoll', { pollId, version: 'two' }, shape],
    ['GET', `/api/poll/getPollsByCommunityId/${communityId}?status=old`, undefined, shape],
    ['GET', '/api/poll/getPollsByCommunityId/x', undefined, id],
  ] as const)('%s %s with %j', async (method, path, body, expected) => {
    const answer = await gateway.send(path, { method, body, headers: ann });
    expect({ status: answer.status, code: (answer.json as { code: string }).code }).toEqual(expected);
    expect(gateway.standIns.calls).toEqual([]);
  });

  it('names the unknown list', async () => {
    const answer = await gateway.send(`/api/community/${communityId}/people?list=friends`, { headers: ann });
    expect(answer.json).toEqual({ error: messages.communityListInvalid, code: 'community.list' });
  });
});
