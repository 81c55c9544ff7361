import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { CommunityRowWire, CommunityWire, ModerationEntryWire, PollWire } from '@parlour/contracts/communities';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { until } from '@parlour/kernel/testing/until';
import { type Call, tryCall } from './calls.ts';
import { communityBody, Neighbour, patienceMs, pollBody, unknownId } from './neighbour.ts';
import { makeDataFolder, type Product, removeDataFolder, startProduct } from './product.ts';

let dataDir: string;
let product: Product;
let ann: Neighbour;
let ben: Neighbour;
let eve: Neighbour;
/** Ann's, for everybody; Ben is a member. */
let open: CommunityWire;
/** Ann's, for members; Ben is one. */
let closed: CommunityWire;
let poll: PollWire;

beforeAll(async () => {
  dataDir = await makeDataFolder();
  product = await startProduct(dataDir);
  [ann, ben, eve] = await Promise.all([settled('Ann'), settled('Ben'), settled('Eve')]);
  open = await ann.found('Open house');
  closed = await ann.found('Closed house', 'private');
  await ben.change(open._id, 'members', 'add');
  await ben.change(closed._id, 'pendingMembers', 'add');
  await ann.change(closed._id, 'pendingMembers', 'approve', 'Ben');
  await ann.ask('What do we cook?', { communityId: open._id });
  poll = await ben.addPoll(open._id);
}, 90_000);
afterAll(async () => {
  await product?.end();
  await removeDataFolder(dataDir);
});

function settled(name: string): Promise<Neighbour> {
  return new Neighbour(product.url, name).settle();
}

const read = (path: (by: string) => string, answers: object, namesActor = false): Call => ({
  method: 'GET',
  path,
  namesActor,
  answers,
});
const about = (path: string, username: string, answers: object, of = (): CommunityWire => closed): Call => ({
  method: 'POST',
  path: () => `/community/${path}`,
  body: () => ({ communityId: of()._id, username }),
  namesActor: false,
  answers,
});
const toggle = (more: object, answers: object): Call => ({
  method: 'PATCH',
  path: () => '/community/toggleCommunityVisibility',
  body: () => ({ communityId: open._id, ...more }),
  namesActor: false,
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
      namesActor: true,
      answers: {
        _id: expect.any(String),
        name: 'Cooks',
        description: 'We cook',
        visibility: 'private',
        owner: 'Ann',
        position: 1,
        memberCount: 1,
        members: ['Ann'],
        moderators: [],
        pendingMembers: [],
        bannedMembers: [],
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    },
  ],
  [
    '[CA-40] allCommunities',
    read(() => '/community/allCommunities', [{ name: 'Closed house', visibility: 'private' }, {}, { memberCount: 2 }]),
  ],
  ['allCommunities, searched', read(() => '/community/allCommunities?search=WE%20C', [{ name: 'Cooks' }])],
  ['userCommunities', read((by) => `/community/userCommunities/${by}`, [{ position: 1 }, {}, {}], true)],
  ['contributions', read((by) => `/user/getUser/${by}/contributions`, { total: 3 })],
  [
    '[EN-7] a community',
    read(() => `/community/${closed._id}`, { name: 'Closed house', members: ['Ann', 'Ben'], position: 1 }),
  ],
  ['moderators/add', about('moderators/add', 'Ben', { moderators: ['Ben'] })],
  ['moderators/add once more', about('moderators/add', 'ben', { moderators: ['Ben'] })],
  ['moderators/remove', about('moderators/remove', 'Ben', { moderators: [], members: ['Ann', 'Ben'] })],
  ['members/remove', about('members/remove', 'Ben', { members: ['Ann'] })],
  ['members/remove once more', about('members/remove', 'Ben', { members: ['Ann'] })],
  ['bannedMembers/add', about('bannedMembers/add', 'Ben', { bannedMembers: ['Ben'] })],
  ['bannedMembers/remove', about('bannedMembers/remove', 'Ben', { bannedMembers: [], members: ['Ann'] })],
  ['pendingMembers/remove', about('pendingMembers/remove', 'Ben', { pendingMembers: [] })],
  ['pendingMembers/deny', about('pendingMembers/deny', 'Ben', { pendingMembers: [] })],
  ['members/add, where one is', about('members/add', 'Ann', { memberCount: 2 }, () => open)],
  ['people', read(() => `/community/${open._id}/people?list=members&search=EN`, [{ username: 'Ben', position: 3 }])],
  [
    '[CA-68] moderationLog',
    read(() => `/community/${closed._id}/moderationLog?limit=1`, [{ act: 'unbanned', by: 'Ann', to: 'Ben' }]),
  ],
  ['toggleCommunityVisibility', toggle({}, { visibility: 'private' })],
  ['toggleCommunityVisibility back', toggle({}, { visibility: 'public' })],
  ['toggleCommunityVisibility to the wanted one', toggle({ visibility: 'public' }, { visibility: 'public' })],
  [
    'the questions of it',
    read(() => `/question/getQuestion?order=newest&communityId=${open._id}`, [{ askedBy: 'Ann' }]),
  ],
  [
    '[EN-8, CA-46] addPoll',
    {
      method: 'POST',
      path: () => '/poll/addPoll',
      body: (by) => pollBody(by, open._id, { questionText: ' Salt? ', options: [' Yes', 'No '] }),
      namesActor: true,
      answers: {
        questionText: 'Salt?',
        status: 'active',
        createdBy: 'Ann',
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
      namesActor: true,
      answers: {
        _id: expect.any(String),
        options: [
          { votes: [], voteCount: 0 },
          { votes: ['Ann'], voteCount: 1 },
        ],
      },
    },
  ],
  [
    '[EN-8, CA-48] getPollsByCommunityId',
    read(
      () => `/poll/getPollsByCommunityId/${open._id}`,
      [{ questionText: 'Salt?' }, { createdBy: 'Ben', options: [{}, { votes: ['Ann'] }] }],
    ),
  ],
];

test.each(calls)('%s', (_, call) => tryCall(ann, eve, call));

test('[ST-9] a request is approved, denied or taken back', async () => {
  const row = async (): Promise<object> => ann.look(closed._id);
  await eve.change(closed._id, 'pendingMembers', 'add');
  await eve.change(closed._id, 'pendingMembers', 'add');
  expect(await row()).toMatchObject({ pendingMembers: ['Eve'] });
  await tryCall(ann, ben, about('pendingMembers/deny', 'Eve', { pendingMembers: [] }));
  await eve.change(closed._id, 'pendingMembers', 'add');
  expect(await eve.change(closed._id, 'pendingMembers', 'remove')).toMatchObject({ position: 6 });
  await eve.change(closed._id, 'pendingMembers', 'add');
  await tryCall(ann, ben, about('pendingMembers/approve', 'Eve', { pendingMembers: [], members: ['Ann', 'Eve'] }));
  const { body } = await ann.get<ModerationEntryWire[]>(`/community/${closed._id}/moderationLog?limit=2`);
  expect(body).toMatchObject([
    { act: 'approved', by: 'Ann', to: 'Eve', undo: { list: 'members', action: 'remove' } },
    { act: 'denied', by: 'Ann', to: 'Eve' },
  ]);
  expect(body[1]).not.toHaveProperty('undo');
  expect(await eve.change(closed._id, 'members', 'remove')).toMatchObject({ position: 6, members: [] });
});

test('who waited is let in when it becomes public', async () => {
  const { _id } = await ann.found('Soon open', 'private');
  for (const person of [ben, eve]) await person.change(_id, 'pendingMembers', 'add');
  await ann.makeVisible(_id, 'public');
  await until('nobody waits', async () => (await ann.look(_id)).memberCount === 3, patienceMs);
  expect(await ann.look(_id)).toMatchObject({ members: ['Ann', 'Ben', 'Eve'], pendingMembers: [] });
  expect(await eve.positionIn(_id)).toBe(3);
});

describe('creating is refused', () => {
  const create = (by: Neighbour, more: object) => by.post('/community/create', communityBody(by.name, { ...more }));

  test.each<readonly [string, object, number, string, string]>([
    ['no name', { name: ' \u200b ' }, 400, 'community.name', 'Name cannot be empty'],
    ['null for a name', { name: null }, 400, 'community.name', 'Name cannot be empty'],
    ['what nobody sees', { name: 'Ca\u200bfé' }, 400, 'community.name', messages.communityNameHidden],
    ['a line break', { name: 'Ca\nfé' }, 400, 'community.name', messages.communityNameHidden],
    ['101 characters', { name: '😀'.repeat(101) }, 400, 'community.name', 'Name cannot be more than 100 characters'],
    ['no description', { description: '' }, 400, 'community.description', 'Question text cannot be empty'],
    [
      'a long description',
      { description: 'x'.repeat(limits.descriptionLength + 1) },
      400,
      'community.description',
      messages.communityDescriptionTooLong,
    ],
    ['another visibility', { visibility: 'Public' }, 400, 'community.visibility', messages.communityVisibilityInvalid],
    [
      'a name that is no text',
      { name: ['x'] },
      400,
      'request.invalid',
      `${messages.requestInvalid} (name must be a string)`,
    ],
  ])('with %s', async (_, more, status, code, error) => {
    expect(await create(ann, { name: 'Never', ...more })).toMatchObject({ status, body: { code, error } });
    const { body } = await ann.get<CommunityRowWire[]>('/community/allCommunities?search=never');
    expect(body).toEqual([]);
  });

  test.each([
    ['as it is', 'Café del Mar'],
    ['in other letters', 'CAFÉ DEL mar'],
    ['composed otherwise', 'Cafe\u0301 del Mar'],
    ['with other blanks', '  Café\u00a0del\u2003Mar '],
    ['in full width', 'Ｃafé del Mar'],
  ])('of a name that is taken, %s', async (_, name) => {
    await create(ben, { name: 'Café del Mar' });
    expect(await create(eve, { name })).toMatchObject({
      status: 409,
      body: { code: 'community.taken', error: 'A community with this name already exists.' },
    });
  });

  test('to all but one of those who take the same name at the same moment', async () => {
    const names = ['Rush', 'rush', ' RUSH', 'rUsh ', 'Ｒush', 'ruSH'];
    const creators = [ann, ben, eve, ann, ben, eve];
    const answers = await Promise.all(creators.map((by, index) => create(by, { name: names[index] })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect((await ann.get<CommunityRowWire[]>('/community/allCommunities?search=rush')).body).toHaveLength(1);
  });

  test('to whoever has posted less than twice, and not a moment longer', async () => {
    const newcomer = await new Neighbour(product.url, 'Newcomer').signUp();
    const refused = {
      status: 403,
      body: { code: 'community.contributions', error: "You don't have enough posts yet to create a community." },
    };
    expect(await create(newcomer, { name: 'Newcomers' })).toMatchObject(refused);
    const { _id } = await newcomer.ask('Where am I?');
    expect(await create(newcomer, { name: 'Newcomers' })).toMatchObject(refused);
    await newcomer.answer(_id, 'Here.');
    expect(await create(newcomer, { name: 'Newcomers' })).toMatchObject({ status: 200 });
  });
});

describe('refused are', () => {
  const list = (path: string, body: object) => ann.post(`/community/${path}`, body);

  test.each<readonly [string, () => Promise<unknown>, number, string]>([
    ['an unknown list', () => list('owners/add', { communityId: open._id, username: 'Ben' }), 404, 'route.unknown'],
    [
      'an unknown action',
      () => list('members/crown', { communityId: open._id, username: 'Ben' }),
      404,
      'route.unknown',
    ],
    [
      'to approve of a ban',
      () => list('bannedMembers/approve', { communityId: open._id, username: 'Ben' }),
      404,
      'route.unknown',
    ],
    [
      'a stranger to the site',
      () => list('members/add', { communityId: open._id, username: 'Nobody' }),
      404,
      'user.unknown',
    ],
    ['no name', () => list('members/add', { communityId: open._id }), 404, 'user.unknown'],
    [
      'a name that is no text',
      () => list('members/add', { communityId: open._id, username: {} }),
      400,
      'request.invalid',
    ],
    ['no community', () => list('members/add', { username: 'Ann' }), 400, 'id.malformed'],
    ['a malformed id', () => list('members/add', { communityId: 'x', username: 'Ann' }), 400, 'id.malformed'],
    ['an unknown id', () => list('members/add', { communityId: unknownId, username: 'Ann' }), 404, 'community.unknown'],
    ['a page of none', () => ann.get(`/community/${unknownId}`), 404, 'community.unknown'],
    ['a page of a malformed one', () => ann.get('/community/x'), 400, 'id.malformed'],
    ['people of none', () => ann.get(`/community/${unknownId}/people`), 404, 'community.unknown'],
    ['a list that there is not', () => ann.get(`/community/${open._id}/people?list=owners`), 400, 'community.list'],
    ['a cursor that no list gave', () => ann.get(`/community/${open._id}/people?cursor=x`), 400, 'request.invalid'],
    ['a log of none', () => ann.get(`/community/${unknownId}/moderationLog`), 404, 'community.unknown'],
    ['polls of none', () => ann.get(`/poll/getPollsByCommunityId/${unknownId}`), 404, 'community.unknown'],
    ['polls of a malformed one', () => ann.get('/poll/getPollsByCommunityId/x'), 400, 'id.malformed'],
    [
      'questions of none',
      () => ann.get(`/question/getQuestion?order=newest&communityId=${unknownId}`),
      404,
      'community.unknown',
    ],
    [
      'a visibility that there is not',
      () =>
        ann.call('PATCH', '/community/toggleCommunityVisibility', { body: { communityId: open._id, visibility: 'x' } }),
      400,
      'community.visibility',
    ],
    [
      'the visibility of none',
      () => ann.call('PATCH', '/community/toggleCommunityVisibility', { body: { communityId: unknownId } }),
      404,
      'community.unknown',
    ],
    ['communities of somebody else', () => ann.get('/community/userCommunities/Ben'), 403, 'actor.other'],
  ])('%s', async (_, call, status, code) => {
    expect(await call()).toMatchObject({ status, body: { code, error: expect.any(String) } });
  });

  test('a person is meant by his name in any letters', async () => {
    expect(await ann.change(open._id, 'bannedMembers', 'add', ' bEN ')).toMatchObject({ bannedMembers: ['Ben'] });
    expect(await ann.change(open._id.toUpperCase(), 'bannedMembers', 'remove', 'BEN')).toMatchObject({
      bannedMembers: [],
    });
  });
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
    const [first, second, third, fourth] = await Promise.all(['First', 'Second', 'Third', 'Fourth'].map(settled));
    if (!first || !second || !third || !fourth) throw new Error('Somebody has not signed up.');
    const { _id, visibility } = await first.found('Heirloom');
    for (const person of [second, third, fourth]) await person.change(_id, 'members', 'add');
    for (const name of ['Fourth', 'Third']) await first.change(_id, 'moderators', 'add', name);
    const question = await second.ask('Who inherits?', { communityId: _id });
    const asked = await fourth.addPoll(_id);
    await gone(first);
    await passes(eve, _id, 'Fourth');
    expect(await fourth.look(_id)).toMatchObject({
      position: 1,
      // He himself first.
      members: ['Fourth', 'Second', 'Third'],
      moderators: ['Third'],
      visibility,
    });
    await fourth.change(_id, 'moderators', 'remove', 'Third');
    await gone(fourth);
    await passes(eve, _id, 'Second');
    expect(await third.positionIn(_id)).toBe(3);
    await until('who made the poll is gone', async () => (await second.polls(_id))[0]?.createdBy === 'deleted user');
    expect((await second.polls(_id)).map((poll) => poll._id)).toEqual([asked._id]);
    await gone(second);
    await passes(eve, _id, 'Third');
    await until('who asked is gone', async () => (await third.read(question._id)).askedBy === 'deleted user');
    await gone(third);
    await passes(eve, _id, 404);
    for (const path of [`/community/${_id}/people`, `/poll/getPollsByCommunityId/${_id}`]) {
      expect(await eve.get(path)).toMatchObject({ status: 404 });
    }
    await until(
      'its questions are gone',
      async () => (await eve.get(`/question/getQuestionById/${question._id}`)).status === 404,
      patienceMs,
    );
    expect(await eve.vote(asked)).toMatchObject({ status: 404 });
    expect(await eve.tryChange(_id, 'members', 'add')).toMatchObject({ status: 404 });
    expect((await eve.get<CommunityRowWire[]>('/community/allCommunities?search=heirloom')).body).toEqual([]);
  }, 120_000);
});
