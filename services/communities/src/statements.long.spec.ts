import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { CommunitiesEvent } from '@parlour/contracts/communities/communities';
import { type Actor, eventsOf } from '@parlour/contracts/envelope';
import type { Rpc, RpcName } from '@parlour/contracts/rpc';
import { envelopesOf } from '@parlour/kernel/testing/envelopes';
import {
  costsOf,
  type SentStatement,
  type StatementCosts,
  statementsOf,
} from '@parlour/kernel/testing/statement-costs';
import { personOf } from '@parlour/kernel/testing/people';
import { readLiveRows } from './live-rows.queries.ts';
import { type CommunitiesWorld, minutesFromNow, startCommunities } from './testing/communities-world.ts';
import { fillCommunities, idOf, pollster, reader } from './testing/many-communities.ts';

const communities = 10_000;
const members = 40_000;

let world: CommunitiesWorld;
beforeAll(async () => {
  world = await startCommunities();
  await fillCommunities(world, communities, members);
  // Statements are prepared, and users known, before any is counted.
  await world.read(reader, idOf(1));
}, 120_000);
afterAll(() => world.close());

// Searches have no name. The closing of polls runs beside what is measured.
const ours = /^$|^(?!polls\.due$)(communit|members|moderation|poll|live|contributors|followUps)[a-z_]*\./;

function readsOf<Name extends RpcName>(name: Name, request: Rpc[Name]['request']): Promise<SentStatement[]> {
  const call = (): Promise<unknown> => world.call(name, request, { as: reader, minPositions: {} });
  return statementsOf(world.database, (sent) => ours.test(sent), call);
}

function workOf(asked: readonly SentStatement[]): Promise<StatementCosts> {
  return costsOf(world.database, asked);
}

const limit = 30;
const deepName = Buffer.from('community 005000').toString('base64url');
const big = idOf(1);
const people = (list: string, more: object = {}) => ({ communityId: big, list, limit, ...more });

const pollsOf = (communityId: string, status: 'active' | 'all' | 'closed', more: object = {}) => {
  return { communityId, status, limit, ...more };
};
const deepEnd = { cursor: `1.${Date.now() + 10_000 * 60_000}.10000` };

const lists: readonly (readonly [what: string, name: RpcName, request: object, index: string, most: number])[] = [
  ['a community of 40,000', 'communities.getCommunity', { communityId: big }, 'community_members_joined', 7_000],
  ['all', 'communities.getCommunities', { limit }, 'communities_name_key', 200],
  ['all, deep', 'communities.getCommunities', { limit, cursor: deepName }, 'communities_name_key', 200],
  ['a rare text', 'communities.getCommunities', { limit, search: 'RARE3999' }, 'communities_pieces', 200],
  ['a common text', 'communities.getCommunities', { limit, search: 'commun' }, 'communities_name_key', 2_500],
  ['two letters', 'communities.getCommunities', { limit, search: 'ou' }, 'communities_name_key', 2_500],
  ['one’s own', 'communities.getOwn', { limit }, 'community_members_own', 500],
  ['one’s own, deep', 'communities.getOwn', { limit, cursor: deepName }, 'community_members_own', 500],
  ['a person’s', 'communities.getMemberships', { limit, username: 'N7' }, 'community_members_of_user', 600],
  [
    'a person’s, deep',
    'communities.getMemberships',
    { limit, username: 'N7', cursor: deepName },
    'community_members_own',
    600,
  ],
  ['members', 'communities.getPeople', people('members'), 'community_members_joined', 200],
  ['members, deep', 'communities.getPeople', people('members', { cursor: '28000' }), 'community_members_joined', 200],
  ['a member', 'communities.getPeople', people('members', { search: 'N29998' }), 'people_pieces', 1_000],
  [
    'members of a common name',
    'communities.getPeople',
    people('members', { search: 'N1' }),
    'community_members_joined',
    // Most are entries of the index on pieces. To count by the order took ten times as long.
    15_000,
  ],
  ['the pending', 'communities.getPeople', people('pendingMembers'), 'community_members_standing', 200],
  ['the banned', 'communities.getPeople', people('bannedMembers'), 'community_members_standing', 200],
  ['the moderation log', 'communities.getModerationLog', { communityId: big, limit }, 'moderation_entries_latest', 600],
  [
    'the moderation log, deep',
    'communities.getModerationLog',
    { communityId: big, limit, cursor: '20000' },
    'moderation_entries_latest',
    600,
  ],
  ['polls', 'communities.getPolls', pollsOf(big, 'active'), 'polls_active', 15_000],
  ['all polls', 'communities.getPolls', pollsOf(pollster, 'all'), 'polls_ended', 5_000],
  ['polls that ended', 'communities.getPolls', pollsOf(pollster, 'closed'), 'polls_ended', 2_500],
  ['polls that ended, deep', 'communities.getPolls', pollsOf(pollster, 'closed', deepEnd), 'polls_ended', 2_500],
];

let small: string;
beforeAll(async () => {
  const [owner] = await world.people('Owner', 'Newcomer', 'Voter');
  small = await world.create(owner ?? reader);
});

describe('what a read costs among many', () => {
  test.each(lists)('%s: by an index, and few rows', async (_, name, request, index, most) => {
    const { ways, touched } = await workOf(await readsOf(name, request as Rpc[typeof name]['request']));
    expect(ways).toContain(index);
    expect(touched).toBeLessThan(most);
  });

  test.each(lists)('%s: one statement', async (_, name, request) => {
    expect(await readsOf(name, request as Rpc[typeof name]['request'])).toHaveLength(1);
  });
});

describe('what a command sends beside the log’s own statements', () => {
  const newcomer = personOf('Newcomer');
  const name = newcomer.name;
  const written: readonly (readonly [
    what: string,
    name: RpcName,
    request: () => object,
    own: readonly string[],
    published: readonly string[],
  ])[] = [
    [
      'creating',
      'communities.create',
      () => ({ name: 'A new one', description: 'About it', visibility: 'public' }),
      [
        ...[
          'contributors.ofUser',
          'communities.lockNames',
          'communities.lookForName',
          'communities.releaseNames',
          'communities.insert',
          'community_totals.increase.+communities',
        ],
        ...['communities.count', 'community_members.insert', 'communities.count', 'communities.page'],
      ],
      ['live.audiences'],
    ],
    [
      'joining',
      'communities.changeMembership',
      () => ({ communityId: small, username: name, list: 'members', action: 'add' }),
      ['communities.count', 'community_members.upsert', 'communities.count', 'communities.page'],
      ['live.audiences'],
    ],
    [
      'a poll',
      'communities.addPoll',
      () => ({ communityId: small, questionText: 'Tea?', options: ['Yes', 'No'], expiresAt: minutesFromNow(60) }),
      ['polls.insert', 'poll_options.insert.many', 'polls.page'],
      ['live.audiences'],
    ],
  ];

  test.each(written)('%s', async (_, call, request, own, published) => {
    await world.liveMessages();
    const sent: string[] = [];
    world.database.onStatement = (statement) => sent.push(statement);
    await world.call(call, request() as Rpc[typeof call]['request'], { as: newcomer, key: `key ${call}` });
    await world.liveMessages();
    world.database.onStatement = undefined;
    const theirs = sent.filter((statement) => ours.test(statement));
    expect(theirs.sort()).toEqual([...own, ...published].sort());
  });

  test('a vote', async () => {
    const voter = personOf('Voter');
    const { _id: pollId, options } = await world.poll(voter, small);
    await world.liveMessages();
    const sent: string[] = [];
    world.database.onStatement = (statement) => sent.push(statement);
    await world.call('communities.vote', { pollId, optionId: options[0]?._id ?? '' }, { as: voter, key: 'vote' });
    await world.liveMessages();
    world.database.onStatement = undefined;
    expect(sent.filter((statement) => ours.test(statement)).sort()).toEqual([
      ...['live.audiences', 'poll_options.update.+voteCount', 'poll_votes.insert'],
      ...['polls.community', 'polls.result', 'polls.updates'],
    ]);
  });
});

test('a change of one status is published without reading all members', async () => {
  const data = { communityId: big, userId: 'person60', before: 'none', standing: 'member', reason: 'joined', by: null };
  const event = { type: 'StandingChanged', data } as CommunitiesEvent; // as the decider writes it
  const events = eventsOf<CommunitiesEvent>(envelopesOf('communities', [event]));
  const read = (): Promise<unknown> => readLiveRows(world.database, events);
  const { touched } = await workOf(await statementsOf(world.database, (sent) => sent === 'live.audiences', read));
  // Every message leaves the banned out, here 4,000.
  expect(touched).toBeLessThan(4_500);
});

test('due polls are found by an index', async () => {
  const text = `select id, community_id, expires_at from polls
    where status = 'active' and expires_at <= clock_timestamp() order by expires_at limit 100`;
  const plan = await world.sql<{ 'QUERY PLAN': string }>(`explain ${text}`);
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('polls_due');
});

test('[BM-22] reports are read by the communities that one leads; for whoever leads none nothing is', async () => {
  await world.sql(
    `insert into report_cases (id, position, type, thing_id, person_id, community_id, reason, opened_at)
     select 'case ' || n, n, 'answer', 'answer ' || n, 'person' || n % 1000, case when n % 4000 = 0 then $1 else 'elsewhere ' || n % 50 end,
            'spam', now()
       from generate_series(1, 20000) n`,
    [big],
  );
  await world.sql('analyze report_cases');
  const asked = async (as: Actor): Promise<StatementCosts> => {
    const read = () => world.call('communities.getReports', { limit }, { as, minPositions: {} });
    return workOf(await statementsOf(world.database, (sent) => sent.startsWith('reports.'), read));
  };
  const { ways, rowsOf } = await asked(reader);
  expect(ways).toContain('report_cases_open_of_community');
  expect(rowsOf['report_cases']).toBeLessThan(500);
  expect((await asked(personOf('Voter'))).rowsOf).not.toHaveProperty('report_cases');
});

test.each([
  ['all', {}, 'communities_latest', 300],
  ['all, deep', { cursor: '5000' }, 'communities_latest', 300],
  ['a rare text', { search: '004321' }, 'communities_pieces', 300],
  ['a common text', { search: 'commun' }, 'communities_latest', 4_500],
] as const)('[BM-70] operators read all communities, %s: by an index, and few rows', async (_, more, index, most) => {
  const [olga = reader] = await world.people('Olga');
  await world.identity({ type: 'OperatorAdded', data: { userId: olga.id } });
  const request = { limit, ...more };
  // Only then they are known as an operator.
  await world.call('communities.getAll', request, { as: olga });
  const read = (): Promise<unknown> => world.call('communities.getAll', request, { as: olga, minPositions: {} });
  const { ways, touched } = await workOf(await statementsOf(world.database, (sent) => ours.test(sent), read));
  expect(ways).toContain(index);
  expect(touched).toBeLessThan(most);
});
