import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type {
  CommunitiesEvent,
  MembershipStatus,
  MembershipStatusReason,
} from '@parlour/contracts/communities/communities';
import type { QaEvent } from '@parlour/contracts/qa/qa.events';
import { envelopesOf } from '@parlour/kernel/testing/envelopes';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { describeViewContract, readTables } from '@parlour/kernel/testing/view-contract';
import { personOf } from '@parlour/kernel/testing/people';
import { applyViews } from '@parlour/kernel/view/view';
import { communitiesDefinition, communitiesMigrations } from './communities.module.ts';
import { communityView } from './community/community.projection.ts';
import { contributionView } from './contribution/contribution.projection.ts';
import { moderationView } from './moderation/moderation.projection.ts';
import { pollView } from './poll/poll.projection.ts';
import { answered, asked, type CommunitiesWorld, startCommunities } from './testing/communities-world.ts';

const created = (
  communityId: string,
  ownerId: string,
  visibility: 'public' | 'private' = 'public',
): CommunitiesEvent => ({
  type: 'CommunityCreated',
  data: { communityId, name: `Name of ${communityId}`, description: 'About things', ownerId, visibility },
});
const made = (communityId: string, visibility: 'public' | 'private'): CommunitiesEvent => ({
  type: 'CommunityVisibilityChanged',
  data: { communityId, visibility, by: 'ann' },
});
const stands = (
  communityId: string,
  userId: string,
  before: MembershipStatus,
  standing: MembershipStatus,
  reason: MembershipStatusReason = 'joined',
  by: string | null = 'ann',
): CommunitiesEvent => ({
  type: 'StandingChanged',
  data: { communityId, userId, before, standing, reason, by },
});
const passed = (communityId: string, from: string, to: string): CommunitiesEvent => ({
  type: 'OwnershipPassed',
  data: { communityId, from, to, accepted: false, name: `Name of ${communityId}` },
});
const closed = (communityId: string): CommunitiesEvent => ({
  type: 'CommunityClosed',
  data: { communityId, by: null },
});

const begun = (pollId: string, communityId: string): CommunitiesEvent => ({
  type: 'PollCreated',
  data: {
    pollId,
    communityId,
    createdBy: 'ben',
    questionText: 'Tea?',
    options: [
      { optionId: 'o1', text: 'Yes' },
      { optionId: 'o2', text: 'No' },
    ],
    expiresAt: '2026-12-31T00:00:00.000Z',
  },
});
const voted = (pollId: string, optionId: string, userId: string): CommunitiesEvent => ({
  type: 'PollVoted',
  data: { pollId, communityId: 'c1', optionId, userId },
});
const over = (pollId: string, communityId: string): CommunitiesEvent => ({
  type: 'PollClosed',
  data: { pollId, communityId },
});

const gus = personOf('Gus');

/** Three communities: people join, leave and rejoin, owners go, one is closed. */
const log: CommunitiesEvent[] = [
  created('c1', 'ann', 'private'),
  stands('c1', 'ben', 'none', 'pending', 'requested', 'ben'),
  created('c2', 'ben'),
  stands('c1', 'cay', 'none', 'pending', 'requested', 'cay'),
  stands('c1', 'ben', 'pending', 'member', 'approved'),
  stands('c2', 'cay', 'none', 'member', 'joined', 'cay'),
  stands('c1', 'ben', 'member', 'moderator', 'moderatorAdded'),
  stands('c1', 'cay', 'pending', 'none', 'denied', 'ben'),
  made('c1', 'public'),
  stands('c1', 'dan', 'none', 'member', 'joined', 'dan'),
  stands('c1', 'dan', 'member', 'banned', 'banned', 'ben'),
  stands('c1', 'cay', 'none', 'member', 'joined', 'cay'),
  stands('c1', 'dan', 'banned', 'none', 'unbanned', 'ben'),
  stands('c1', 'dan', 'none', 'member', 'joined', 'dan'),
  created('c3', 'eve'),
  stands('c2', 'cay', 'member', 'none', 'left', 'cay'),
  passed('c1', 'ann', 'ben'),
  stands('c2', 'eve', 'none', 'banned', 'banned', 'ben'),
  stands('c1', 'ann', 'none', 'banned', 'banned', 'ben'),
  stands('c3', 'fay', 'none', 'banned', 'banned', 'eve'),
  closed('c3'),
  stands('c3', 'eve', 'member', 'none', 'deleted', null),
  passed('c1', 'ben', 'dan'),
  stands('c1', 'ben', 'moderator', 'none', 'deleted', null),
  made('c1', 'private'),
  begun('p1', 'c1'),
  voted('p1', 'o1', 'ben'),
  begun('p2', 'c2'),
  voted('p1', 'o2', 'cay'),
  voted('p2', 'o2', 'cay'),
  voted('p1', 'o1', 'dan'),
  over('p1', 'c1'),
  voted('p2', 'o2', 'dan'),
  begun('p3', 'c2'),
  voted('p2', 'o1', 'eve'),
  stands('c1', 'eve', 'none', 'pending', 'requested', 'eve'),
  begun('p4', 'c2'),
  {
    type: 'PostEdited',
    data: {
      ...{ ...placeOf('p4'), editedBy: 'ben', version: 2, questionText: 'Coffee?' },
      options: [
        { optionId: 'o2', text: 'No' },
        { optionId: 'o3', text: 'Maybe' },
      ],
    },
  },
  voted('p4', 'o3', 'cay'),
  { type: 'PollClosed', data: { pollId: 'p4', communityId: 'c2', by: 'ben', as: 'author' } },
  begun('p5', 'c2'),
  voted('p5', 'o1', 'cay'),
  {
    type: 'PostDeleted',
    data: {
      ...{ ...placeOf('p5'), by: 'moderator', deletedBy: 'ann', reason: 'Asked before' },
      ...{ deletedAt: '2026-02-01T10:00:00.000Z', ...moderatedBy('moderator') },
    },
  },
  created('c4', 'ann'),
  stands('c4', 'ben', 'none', 'member', 'joined', 'ben'),
  { type: 'CommunityEdited', data: { communityId: 'c4', name: 'Name of c2', description: 'New', by: 'ann' } },
  { type: 'CommunityEdited', data: { communityId: 'c4', name: 'Renamed', description: 'New', by: 'ann' } },
  { type: 'OwnershipOffered', data: { communityId: 'c4', from: 'ann', to: 'ben', name: 'Renamed', changes: 0 } },
  {
    type: 'OwnershipOfferEnded',
    data: { communityId: 'c4', from: 'ann', to: 'ben', name: 'Renamed', reason: 'declined' },
  },
  { type: 'OwnershipPassed', data: { communityId: 'c4', from: 'ann', to: 'ben', accepted: true, name: 'Renamed' } },
  stands('c4', 'ann', 'none', 'moderator', 'handedOver', null),
  stands('c4', 'ann', 'moderator', 'member', 'resigned', 'ann'),
  stands('c4', 'cay', 'none', 'member', 'joined', 'cay'),
  { type: 'CommunityClosed', data: { communityId: 'c4', by: 'ben' } },
  // Decided while c3 was closed.
  stands('c3', gus.id, 'pending', 'member', 'madePublic', null),
  {
    type: 'PostModerated',
    data: {
      ...{ communityId: 'c1', act: 'postRemoved', by: 'ann', author: 'ben', reason: 'Off topic' },
      post: { kind: 'answer', id: 'a1', questionId: 'q1' },
    },
  },
  ...removals('p6', 'operator'),
  {
    type: 'PostRestored',
    data: { ...placeOf('p6'), status: 'closed', restoredBy: 'ben', ...moderatedBy('operator') },
  },
  ...removals('p7', 'author'),
  { type: 'PostErased', data: { pollId: 'p7', communityId: 'c2' } },
];

function placeOf(pollId: string) {
  return { pollId, communityId: 'c2', createdBy: 'ben', status: 'active' } as const;
}

function moderatedBy(by: 'moderator' | 'operator') {
  return { moderated: { by, author: 'ben', communityId: 'c2' } };
}

function removals(pollId: string, by: 'author' | 'operator'): CommunitiesEvent[] {
  const how = { by, deletedBy: 'ben', reason: null, deletedAt: '2026-02-01T10:00:00.000Z' };
  const others = by === 'operator' ? moderatedBy(by) : {};
  return [begun(pollId, 'c2'), { type: 'PostDeleted', data: { ...placeOf(pollId), ...how, ...others } }];
}

const [ann, ben] = [personOf('Ann'), personOf('Ben')];
const posts: QaEvent[] = [asked(ann), answered(ben), asked(ann), answered(ann), asked(ben)];

for (const view of [communityView, pollView, moderationView]) describeViewContract(view, communitiesMigrations, log);
describeViewContract(contributionView, communitiesMigrations, posts);

/** Rows as sorted lines of these columns. */
function linesOf(rows: readonly unknown[] = [], ...columns: readonly string[]): string[] {
  return (rows as Record<string, unknown>[]).map((row) => columns.map((name) => row[name]).join(' ')).sort();
}

describe('the rows that events produce', () => {
  let world: CommunitiesWorld;
  beforeAll(async () => {
    world = await startCommunities();
  });
  afterAll(() => world.close());

  test('memberships, since when, and counts', async () => {
    await world.database.transaction((tx) => applyViews([communityView], envelopesOf('communities', log), tx));
    const tables = await readTables(world.database, communityView.tables);
    expect(linesOf(tables['communities'], 'id', 'owner_id', 'visibility')).toEqual([
      ...['c1 dan private', 'c2 ben public', 'c3 eve public', 'c4 ben public'],
    ]);
    expect(
      linesOf(tables['communities'], 'id', 'member_count', 'moderator_count', 'pending_count', 'banned_count'),
    ).toEqual(['c1 2 0 1 1', 'c2 1 0 0 1', 'c3 1 0 0 1', 'c4 3 0 0 0']);
    expect(linesOf(tables['communities'], 'id', 'name_key', 'version', 'offered_to', 'closed_position')).toEqual([
      'c1 name of c1 1  ',
      'c2 name of c2 1  ',
      'c3 name of c3 1  21',
      'c4 renamed 3  54',
    ]);
    expect(tables['community_totals']).toEqual([{ one: true, communities: 2 }]);
    expect(
      linesOf(tables['community_members'], 'community_id', 'user_id', 'standing', 'position', 'joined_position'),
    ).toEqual([
      'c1 ann banned 19 ',
      'c1 cay member 12 12',
      // They joined the second time at 14, and have owned it since 23.
      'c1 dan owner 23 14',
      'c1 eve pending 36 ',
      'c2 ben owner 3 3',
      'c2 eve banned 18 ',
      `c3 ${gus.id} member 55 55`,
      'c3 fay banned 20 ',
      // They founded it, and belonged to it all the time.
      'c4 ann member 52 44',
      'c4 ben owner 50 45',
      'c4 cay member 53 53',
    ]);
    // A status in a closed community is on no list of open ones.
    const own = await world.call('communities.getOwn', { limit: 10 }, { as: gus });
    expect(own.reply).toEqual({ rows: [], total: 0, next: null });
  });

  test('polls, votes and counts', async () => {
    await world.database.transaction((tx) => applyViews([pollView], envelopesOf('communities', log), tx));
    const tables = await readTables(world.database, pollView.tables);
    expect(linesOf(tables['polls'], 'id', 'community_id', 'status')).toEqual([
      'p1 c1 closed',
      'p2 c2 active',
      'p3 c2 active',
      'p4 c2 closed',
      'p5 c2 deleted',
      'p6 c2 closed',
      'p7 c2 deleted',
    ]);
    expect(linesOf(tables['poll_options'], 'poll_id', 'option_id', 'place', 'vote_count')).toEqual([
      ...['p1 o1 0 2', 'p1 o2 1 1', 'p2 o1 0 1', 'p2 o2 1 2', 'p3 o1 0 0', 'p3 o2 1 0'],
      ...['p4 o2 0 0', 'p4 o3 1 1', 'p5 o1 0 1', 'p5 o2 1 0', 'p6 o1 0 0', 'p6 o2 1 0'],
    ]);
    expect(tables['poll_votes']).toHaveLength(8);
    expect(linesOf(tables['polls'], 'id', 'version', 'question_text').slice(3)).toEqual([
      ...['p4 2 Coffee?', 'p5 1 Tea?', 'p6 1 Tea?', 'p7 1 '],
    ]);
    expect(linesOf(tables['polls'], 'id', 'deleted_by').slice(4)).toEqual(['p5 moderator', 'p6 ', 'p7 author']);
  });

  test('moderation of people and the community', async () => {
    await world.database.transaction((tx) => applyViews([moderationView], envelopesOf('communities', log), tx));
    const { moderation_entries: entries } = await readTables(world.database, moderationView.tables);
    const lines = linesOf(entries, 'position', 'community_id', 'act', 'by_id', 'to_id');
    expect(lines.sort((one, other) => Number.parseInt(one) - Number.parseInt(other))).toEqual([
      '5 c1 approved ann ben',
      '7 c1 moderatorAdded ann ben',
      '8 c1 denied ben cay',
      '9 c1 madePublic ann ',
      '11 c1 banned ben dan',
      '13 c1 unbanned ben dan',
      '17 c1 ownerChanged  ben',
      '18 c2 banned ben eve',
      '19 c1 banned ben ann',
      '20 c3 banned eve fay',
      '21 c3 closed  ',
      '23 c1 ownerChanged  dan',
      '25 c1 madePrivate ann ',
      '43 c2 pollDeleted ann ',
      '46 c4 edited ann ',
      '47 c4 edited ann ',
      '48 c4 ownerOffered ann ben',
      '49 c4 ownerDeclined ben ',
      '50 c4 ownerChanged ann ben',
      '52 c4 resigned ann ',
      '54 c4 closed ben ',
      '56 c1 postRemoved ann ben',
      '58 c2 pollDeleted ben ',
      '59 c2 pollRestored ben ',
    ]);
  });

  test('every version of every event is understood', async () => {
    const own = communitiesDefinition.views.filter((view) => view.source === 'communities');
    const tables = own.flatMap((view) => view.tables);
    await world.sql(`truncate ${tables.join(', ')}`);
    const order = ['CommunityCreated', 'StandingChanged', 'PollCreated'];
    const rank = (type: string): number => (order.includes(type) ? order.indexOf(type) : order.length);
    const ordered = readGoldenEvents('communities')
      .filter((event) => event.type !== 'CommunityClosed' && event.type !== 'PostErased')
      .sort((one, other) => rank(one.type) - rank(other.type));
    for (const view of own) await world.database.transaction((tx) => applyViews([view], ordered, tx));
    const made2 = await readTables(world.database, tables);
    for (const table of tables) expect(made2[table]).not.toEqual([]);
    const blanked = readGoldenEvents('communities').filter((event) => event.type === 'PostErased');
    await world.database.transaction((tx) => applyViews([pollView], blanked, tx));
    expect(await readTables(world.database, ['poll_options'])).toEqual({ poll_options: [] });
    const golden = readGoldenEvents('communities').filter((event) => event.type === 'CommunityClosed');
    await world.database.transaction((tx) => applyViews([communityView], golden, tx));
    const { communities } = await readTables(world.database, ['communities']);
    expect(communities).toEqual([expect.objectContaining({ closed_at: expect.any(String) })]);
    await world.database.transaction((tx) => applyViews([contributionView], readGoldenEvents('qa'), tx));
    expect((await readTables(world.database, ['contributors']))['contributors']).toHaveLength(2);
  });
});
