import { beforeAll, describe, expect, test } from '@jest/globals';
import type { CommunityRowWire, CommunityWire, ModerationEntryWire, PollWire } from '@parlour/contracts/communities';
import { until } from '@parlour/kernel/testing/until';
import { type Call, tryCall } from './calls.ts';
import { communityBody, Neighbour, patienceMs, pollBody } from './neighbour.ts';
import { own, sharedSite } from './shared.ts';

const names = { ann: own('Ann'), ben: own('Ben'), eve: own('Eve') };

let url: string;
let ann: Neighbour;
let ben: Neighbour;
let eve: Neighbour;
/** Ann's, public; Ben is a member. */
let open: CommunityWire;
/** Ann's, private; Ben is a member. */
let closed: CommunityWire;
let poll: PollWire;

beforeAll(async () => {
  ({ url } = await sharedSite());
  [ann, ben, eve] = await Promise.all([settled(names.ann), settled(names.ben), settled(names.eve)]);
  open = await ann.found('Open house');
  closed = await ann.found('Closed house', 'private');
  await ben.change(open._id, 'members', 'add');
  await ben.change(closed._id, 'pendingMembers', 'add');
  await ann.change(closed._id, 'pendingMembers', 'approve', names.ben);
  await ann.ask('What do we cook?', { communityId: open._id });
  poll = await ben.addPoll(open._id);
});

function settled(name: string): Promise<Neighbour> {
  return new Neighbour(url, name).settle();
}

const read = (path: (by: string) => string, answers: object): Call => ({
  method: 'GET',
  path,
  answers,
});
const about = (path: string, username: string, answers: object, of = (): CommunityWire => closed): Call => ({
  method: 'POST',
  path: () => `/community/${path}`,
  body: () => ({ communityId: of()._id, username }),
  answers,
});
const toggle = (more: object, answers: object): Call => ({
  method: 'PATCH',
  path: () => '/community/toggleCommunityVisibility',
  body: () => ({ communityId: open._id, ...more }),
  answers,
});

// By Ann, one after the other.
const calls: readonly (readonly [string, Call])[] = [
  [
    '[EN-7, CA-42] create',
    {
      method: 'POST',
      path: () => '/community/create',
      body: (by) => communityBody(by, { name: ' Cooks ', description: ' We cook ', visibility: 'private' }),
      answers: {
        _id: expect.any(String),
        name: 'Cooks',
        description: 'We cook',
        visibility: 'private',
        owner: names.ann,
        position: 1,
        memberCount: 1,
        members: [names.ann],
        moderators: [],
        pendingMembers: [],
        bannedMembers: [],
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    },
  ],
  [
    '[CA-40] allCommunities',
    read(
      () => '/community/allCommunities?limit=100',
      expect.arrayContaining([
        expect.objectContaining({ name: 'Closed house', visibility: 'private', memberCount: 2 }),
        expect.objectContaining({ name: 'Open house', visibility: 'public', memberCount: 2 }),
      ]) as object,
    ),
  ],
  ['allCommunities, searched', read(() => '/community/allCommunities?search=WE%20C', [{ name: 'Cooks' }])],
  ['userCommunities', read((by) => `/community/userCommunities/${by}`, [{ position: 1 }, {}, {}])],
  ['contributions', read((by) => `/user/getUser/${by}/contributions`, { total: 3 })],
  [
    '[EN-7] a community',
    read(() => `/community/${closed._id}`, { name: 'Closed house', members: [names.ann, names.ben], position: 1 }),
  ],
  ['moderators/add', about('moderators/add', names.ben, { moderators: [names.ben] })],
  ['moderators/add once more', about('moderators/add', names.ben.toLowerCase(), { moderators: [names.ben] })],
  ['moderators/remove', about('moderators/remove', names.ben, { moderators: [], members: [names.ann, names.ben] })],
  ['members/remove', about('members/remove', names.ben, { members: [names.ann] })],
  ['members/remove once more', about('members/remove', names.ben, { members: [names.ann] })],
  ['bannedMembers/add', about('bannedMembers/add', names.ben, { bannedMembers: [names.ben] })],
  ['bannedMembers/remove', about('bannedMembers/remove', names.ben, { bannedMembers: [], members: [names.ann] })],
  ['pendingMembers/remove', about('pendingMembers/remove', names.ben, { pendingMembers: [] })],
  ['pendingMembers/deny', about('pendingMembers/deny', names.ben, { pendingMembers: [] })],
  ['members/add, where one is', about('members/add', names.ann, { memberCount: 2 }, () => open)],
  [
    'people',
    read(() => `/community/${open._id}/people?list=members&search=EN`, [{ username: names.ben, position: 3 }]),
  ],
  [
    '[CA-68] moderationLog',
    read(() => `/community/${closed._id}/moderationLog?limit=1`, [{ act: 'unbanned', by: names.ann, to: names.ben }]),
  ],
  ['toggleCommunityVisibility', toggle({}, { visibility: 'private' })],
  ['toggleCommunityVisibility back', toggle({}, { visibility: 'public' })],
  ['toggleCommunityVisibility to the wanted one', toggle({ visibility: 'public' }, { visibility: 'public' })],
  [
    'the questions of it',
    read(() => `/question/getQuestion?order=newest&communityId=${open._id}`, [{ askedBy: names.ann }]),
  ],
  [
    '[EN-8, CA-46] addPoll',
    {
      method: 'POST',
      path: () => '/poll/addPoll',
      body: (by) => pollBody(by, open._id, { questionText: ' Salt? ', options: [' Yes', 'No '] }),
      answers: {
        questionText: 'Salt?',
        status: 'active',
        createdBy: names.ann,
        options: [
          { text: 'Yes', votes: [], voteCount: 0 },
          { text: 'No', votes: [], voteCount: 0 },
        ],
      },
    },
  ],
  [
    '[CA-47] voteOnPoll',
    {
      method: 'POST',
      path: () => '/poll/voteOnPoll',
      body: (by) => ({ pollId: poll._id, optionId: poll.options[1]?._id, username: by }),
      answers: {
        _id: expect.any(String),
        options: [
          { votes: [], voteCount: 0 },
          { votes: [names.ann], voteCount: 1 },
        ],
      },
    },
  ],
  [
    '[EN-8, CA-48] getPollsByCommunityId',
    read(
      () => `/poll/getPollsByCommunityId/${open._id}`,
      [{ questionText: 'Salt?' }, { createdBy: names.ben, options: [{}, { votes: [names.ann] }] }],
    ),
  ],
];

test.each(calls)('%s', (_, call) => tryCall(ann, call));

test('[ST-9] a request is approved, denied or withdrawn', async () => {
  const row = async (): Promise<object> => ann.look(closed._id);
  await eve.change(closed._id, 'pendingMembers', 'add');
  await eve.change(closed._id, 'pendingMembers', 'add');
  expect(await row()).toMatchObject({ pendingMembers: [names.eve] });
  await tryCall(ann, about('pendingMembers/deny', names.eve, { pendingMembers: [] }));
  await eve.change(closed._id, 'pendingMembers', 'add');
  expect(await eve.change(closed._id, 'pendingMembers', 'remove')).toMatchObject({ position: 6 });
  await eve.change(closed._id, 'pendingMembers', 'add');
  await tryCall(
    ann,
    about('pendingMembers/approve', names.eve, { pendingMembers: [], members: [names.ann, names.eve] }),
  );
  const { body } = await ann.get<ModerationEntryWire[]>(`/community/${closed._id}/moderationLog?limit=2`);
  expect(body).toMatchObject([
    { act: 'approved', by: names.ann, to: names.eve, undo: { list: 'members', action: 'remove' } },
    { act: 'denied', by: names.ann, to: names.eve },
  ]);
  expect(body[1]).not.toHaveProperty('undo');
  expect(await eve.change(closed._id, 'members', 'remove')).toMatchObject({ position: 6, members: [] });
});

describe('a community whose owner deletes the account', () => {
  const gone = async (person: Neighbour): Promise<void> => {
    expect(await person.call('DELETE', `/user/deleteUser/${person.name}`)).toMatchObject({ status: 200 });
  };
  const ownerOf = async (by: Neighbour, id: string): Promise<string | number> => {
    const { status, body } = await by.get<CommunityWire>(`/community/${id}`);
    return status === 200 ? body.owner : status;
  };
  const passes = (by: Neighbour, id: string, to: string | number): Promise<unknown> =>
    until(`it is ${to}'s`, async () => (await ownerOf(by, id)) === to, patienceMs);

  test('passes to the oldest moderator, else to the oldest member, else it is closed', async () => {
    const [first, second, third, fourth] = await Promise.all(
      ['First', 'Second', 'Third', 'Fourth'].map((name) => settled(own(name))),
    );
    if (!first || !second || !third || !fourth) throw new Error('Somebody has not signed up.');
    const { _id, visibility } = await first.found('Heirloom');
    for (const person of [second, third, fourth]) await person.change(_id, 'members', 'add');
    for (const { name } of [fourth, third]) await first.change(_id, 'moderators', 'add', name);
    const question = await second.ask('Who inherits?', { communityId: _id });
    const asked = await fourth.addPoll(_id);
    await gone(first);
    await passes(eve, _id, fourth.name);
    expect(await fourth.look(_id)).toMatchObject({
      position: 1,
      // The owner first.
      members: [fourth.name, second.name, third.name],
      moderators: [third.name],
      visibility,
    });
    await fourth.change(_id, 'moderators', 'remove', third.name);
    await gone(fourth);
    await passes(eve, _id, second.name);
    expect(await third.positionIn(_id)).toBe(3);
    await until(
      'the creator of the poll is deleted',
      async () => (await second.polls(_id))[0]?.createdBy === 'deleted user',
    );
    expect((await second.polls(_id)).map((poll) => poll._id)).toEqual([asked._id]);
    await gone(second);
    await passes(eve, _id, third.name);
    await until('the asker is deleted', async () => (await third.read(question._id)).askedBy === 'deleted user');
    await gone(third);
    await until('it is closed', async () => (await eve.look(_id)).closedAt !== null, patienceMs);
    // Whoever could read it still can.
    for (const path of [`/community/${_id}/people`, `/poll/getPollsByCommunityId/${_id}`]) {
      expect(await eve.get(path)).toMatchObject({ status: 200 });
    }
    const ans = { text: 'Nobody.', ansBy: eve.name, ansDateTime: new Date(0).toISOString(), comments: [] };
    await until(
      'nothing is added to its questions',
      async () => (await eve.post('/answer/addAnswer', { qid: question._id, ans })).status === 409,
      patienceMs,
    );
    expect(await eve.read(question._id)).toMatchObject({ _id: question._id, title: 'Who inherits?' });
    expect(await eve.vote(asked)).toMatchObject({ status: 409 });
    expect(await eve.tryChange(_id, 'members', 'add')).toMatchObject({ status: 409 });
    expect((await eve.get<CommunityRowWire[]>('/community/allCommunities?search=heirloom')).body).toEqual([]);
  }, 120_000);
});
