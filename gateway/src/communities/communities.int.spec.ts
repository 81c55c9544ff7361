import { afterAll, beforeAll, beforeEach, describe } from '@jest/globals';
import type { CommunityWire, ModerationEntryWire, PollWire } from '@parlour/contracts/communities/communities';
import { unedited } from '@parlour/contracts/posts/editable';
import { messages } from '@parlour/contracts/messages';
import { itRefuses, itServes, reads, refusals, type Route } from '../testing/routes.ts';
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
  picture: null,
  closedAt: null,
  pendingCount: 0,
  reportedCount: 0,
} as const;
const community: CommunityWire = {
  ...row,
  ...{ members: ['Ann'], moderators: [], pendingMembers: [], bannedMembers: [], offeredTo: null, banner: null },
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

const newPoll = { communityId, questionText: 'Where to?', options: ['North', 'South'], expiresAt: at };
const texts = { name: ' Sailors ', description: 'Who sails' };
const ofBob = { communityId: communityId.toUpperCase(), username: 'Bob' };
const asAnn = { communityId, username: 'Ann' };
const sent = { ...community, ...texts, owner: 'ANN', members: ['Bob'], moderators: 5 };
const blank = { name: '', description: '' };
const blankPoll = { questionText: '', options: [], expiresAt: '' };
const joining = { communityId, list: 'members', action: 'add' };
const resigning = { ...asAnn, list: 'moderators', action: 'resign' };
const declining = { communityId, accept: false };
const toggle = 'community/toggleCommunityVisibility';
const ours = { pollId: pollId.toUpperCase(), username: 'Ann' };
const edited = { pollId, question: ' Why? ', options: ['a'], version: 2 };
const ofPolls = { communityId, status: 'active', limit: 30 };
const polls = `poll/getPollsByCommunityId/${communityId}`;
const memberships = (
  [
    ['moderators', ['add', 'remove']],
    ['pendingMembers', ['add', 'remove', 'approve', 'deny']],
    ['members', ['add', 'remove']],
    ['bannedMembers', ['add', 'remove']],
  ] as const
).flatMap(([list, actions]) => actions.map((action) => ({ communityId, username: 'Bob', list, action })));

const list = 'community/allCommunities';
const routes: readonly Route[] = [
  ...reads(
    [list, 'communities.getCommunities', { limit: 30 }],
    [`${list}?search=%20sail%20&limit=5000`, 'communities.getCommunities', { limit: 100, search: 'sail' }],
    [`${list}?search=%20`, 'communities.getCommunities', { limit: 30 }],
    [`${list}?status=closed`, 'communities.getCommunities', { status: 'closed', limit: 30 }],
    ['community/userCommunities/ann', 'communities.getOwn', { limit: 30 }],
    [`community/${communityId}`, 'communities.getCommunity', { communityId }],
    [
      `community/${communityId}/people?list=members`,
      'communities.getPeople',
      { communityId, list: 'members', limit: 30 },
    ],
    [`community/${communityId}/moderationLog`, 'communities.getModerationLog', { communityId, limit: 30 }],
    [polls, 'communities.getPolls', ofPolls],
    [`${polls}?status=all&limit=5000`, 'communities.getPolls', { ...ofPolls, status: 'all', limit: 100 }],
    [`${polls}?limit=2&cursor=1.2.3`, 'communities.getPolls', { ...ofPolls, limit: 2, cursor: '1.2.3' }],
  ),
  // Only the texts are the caller's to give.
  ['POST', 'community/create', sent, 'communities.create', { ...texts, visibility: 'public' }],
  // The service reports what is missing.
  ['POST', 'community/create', { name: null }, 'communities.create', { ...blank, visibility: 'public' }],
  ['PATCH', toggle, { communityId }, 'communities.changeVisibility', { communityId }],
  [
    'PATCH',
    toggle,
    { communityId, visibility: 'public' },
    'communities.changeVisibility',
    { communityId, visibility: 'public' },
  ],
  ...memberships.map((to): Route => [
    'POST',
    `community/${to.list}/${to.action}`,
    ofBob,
    'communities.changeMembership',
    to,
  ]),
  ['POST', 'community/members/add', { communityId }, 'communities.changeMembership', { ...joining, username: '' }],
  ['POST', 'community/moderators/resign', { communityId }, 'communities.changeMembership', resigning],
  [
    'PATCH',
    'community/edit',
    { communityId, ...texts, version: 2 },
    'communities.edit',
    { communityId, ...texts, version: 2 },
  ],
  ['PATCH', 'community/edit', { communityId, name: null }, 'communities.edit', { communityId, ...blank }],
  ['POST', 'community/offerOwnership', ofBob, 'communities.offerOwnership', { communityId, username: 'Bob' }],
  ['POST', 'community/offerOwnership', { communityId }, 'communities.offerOwnership', { communityId, username: '' }],
  ['POST', 'community/acceptOwnership', asAnn, 'communities.acceptOwnership', { communityId, accept: true }],
  ['POST', 'community/acceptOwnership', declining, 'communities.acceptOwnership', declining],
  ['POST', 'community/close', asAnn, 'communities.close', { communityId }],
  ['POST', 'poll/addPoll', { ...newPoll, createdBy: 'Ann' }, 'communities.addPoll', newPoll],
  ['POST', 'poll/addPoll', { communityId, options: null }, 'communities.addPoll', { communityId, ...blankPoll }],
  ['POST', 'poll/voteOnPoll', { ...ours, optionId: optionId.toUpperCase() }, 'communities.vote', { pollId, optionId }],
  ['POST', 'poll/closePoll', ours, 'communities.closePoll', { pollId }],
  ['DELETE', 'poll/deletePoll', { ...ours, reason: 'Twice' }, 'communities.deletePoll', { pollId, reason: 'Twice' }],
  ['DELETE', `poll/deletePoll?pollId=${pollId}`, undefined, 'communities.deletePoll', { pollId }],
  ['POST', 'poll/restorePoll', ours, 'communities.restorePoll', { pollId }],
  [
    'PATCH',
    'poll/editPoll',
    edited,
    'communities.editPoll',
    { pollId, questionText: ' Why? ', options: ['a'], version: 2 },
  ],
];

describe('[CA-40, CA-41, CA-42, CA-43, CA-45, CA-46, CA-47, CA-48, CA-68, T-5, P-1, BE-5, BE-6, E-2] every route', () => {
  itServes(routes, () => ({ gateway, ann }));
});

describe('requests refused before the service is called', () => {
  const { id, shape, other, unknown } = refusals;
  const list = { status: 400, code: 'community.list', error: messages.communityListInvalid } as const;

  itRefuses(
    [
      ['GET', 'community/userCommunities/Bob', undefined, other],
      ['GET', 'community/x', undefined, id],
      ['GET', `community/${communityId}/people?list=friends`, undefined, list],
      ['POST', 'community/create', { name: 'a', description: 'b', owner: 'Bob' }, other],
      ['POST', 'community/create', { name: 5 }, shape],
      ['POST', 'community/friends/add', { communityId, username: 'Bob' }, unknown],
      ['POST', 'community/members/approve', { communityId, username: 'Bob' }, unknown],
      ['POST', 'community/members/__proto__', { communityId, username: 'Bob' }, unknown],
      ['POST', 'community/members/add', { username: 'Bob' }, id],
      ['POST', 'community/members/add', { communityId: 'x', username: 'Bob' }, id],
      ['POST', 'community/members/add', { communityId, username: ['Bob'] }, shape],
      ['PATCH', 'community/toggleCommunityVisibility', { communityId, visibility: 5 }, shape],
      ['GET', 'community/allCommunities?status=old', undefined, shape],
      ['PATCH', 'community/edit', { communityId: 'x' }, id],
      ['PATCH', 'community/edit', { communityId, name: 5 }, shape],
      ['POST', 'community/acceptOwnership', { communityId, accept: 'yes' }, shape],
      ['POST', 'community/acceptOwnership', { communityId, username: 'Bob' }, other],
      ['POST', 'community/close', { communityId, username: 'Bob' }, other],
      ['POST', 'community/moderators/resign', { communityId, username: 'Bob' }, other],
      ['POST', 'community/members/resign', { communityId, username: 'Ann' }, unknown],
      ['POST', 'poll/addPoll', { ...newPoll, createdBy: 'Bob' }, other],
      ['POST', 'poll/addPoll', { ...newPoll, options: 'North' }, shape],
      ['POST', 'poll/addPoll', { ...newPoll, options: [5] }, shape],
      ['POST', 'poll/addPoll', { ...newPoll, expiresAt: 5 }, shape],
      ['POST', 'poll/addPoll', { ...newPoll, communityId: 'x' }, id],
      ['POST', 'poll/voteOnPoll', { pollId, optionId, username: 'Bob' }, other],
      ['POST', 'poll/voteOnPoll', { pollId, optionId: 0 }, id],
      ['POST', 'poll/voteOnPoll', { pollId, optionId: [optionId] }, id],
      ['POST', 'poll/voteOnPoll', { pollId, optionId: null }, id],
      ['POST', 'poll/voteOnPoll', { pollId: 'x', optionId }, id],
      ['POST', 'poll/closePoll', { pollId: 'x' }, id],
      ['POST', 'poll/closePoll', { pollId, username: 'Bob' }, other],
      ['DELETE', 'poll/deletePoll', undefined, id],
      ['DELETE', `poll/deletePoll?pollId=${pollId}&username=Bob`, undefined, other],
      ['PATCH', 'poll/editPoll', { pollId, question: 5 }, shape],
      ['PATCH', 'poll/editPoll', { pollId, version: 'two' }, shape],
      ['GET', `poll/getPollsByCommunityId/${communityId}?status=old`, undefined, shape],
      ['GET', 'poll/getPollsByCommunityId/x', undefined, id],
    ],
    () => ({ gateway, ann }),
  );
});
