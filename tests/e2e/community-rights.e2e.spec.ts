import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type {
  CommunityList,
  CommunityVisibility,
  CommunityWire,
  MembershipAction,
} from '@parlour/contracts/communities';
import { expectReadModelsOfSite } from '../ledger/read-models.ts';
import { Neighbour, place, pollBody, positionOf, type Standing } from './neighbour.ts';
import { type Answer, questionBody, Visitor } from './person.ts';
import { makeDataFolder, type Product, removeDataFolder, startProduct } from './product.ts';

/** The seven kinds of people that call; none can wait for a public community. */
const kinds = ['owner', 'moderator', 'member', 'banned', 'pending', 'other', 'visitor'] as const;
type Kind = (typeof kinds)[number];

let dataDir: string;
let product: Product;
let cast: Record<Exclude<Kind, 'visitor'>, Neighbour>;
/** To whom something is done. */
let target: Neighbour;
let community: CommunityWire;
let qid: string;

beforeAll(async () => {
  dataDir = await makeDataFolder();
  product = await startProduct(dataDir);
  const settled = (name: string): Promise<Neighbour> => new Neighbour(product.url, name).settle();
  const [owner, moderator, member] = await Promise.all([settled('Owner'), settled('Moderator'), settled('Member')]);
  const [banned, pending, other] = await Promise.all([settled('Banned'), settled('Pending'), settled('Other')]);
  cast = { owner, moderator, member, banned, pending, other };
  target = await settled('Target');
}, 120_000);
afterAll(async () => {
  await product?.end();
  await removeDataFolder(dataDir);
});

/** What each kind is answered, in the order of `kinds`. */
type Statuses = readonly [number, number, number, number, number, number, number];

/** A call about a person: what he was, and is where it is carried out. */
interface PersonRow {
  readonly list: CommunityList;
  readonly action: MembershipAction;
  readonly was: Standing | 'owner';
  readonly becomes: number;
  readonly statuses: Statuses;
}

const row = (
  call: `${CommunityList}/${MembershipAction}`,
  was: PersonRow['was'],
  becomes: number,
  ...statuses: Statuses
): PersonRow => {
  const [list, action] = call.split('/') as [CommunityList, MembershipAction]; // by its type
  return { list, action, was, becomes, statuses };
};

// Where a public community differs, its column of the pending is not looked at.
const aboutOthers: readonly PersonRow[] = [
  row('pendingMembers/add', 'banned', 4, 403, 403, 403, 403, 403, 403, 401),
  row('pendingMembers/add', 'other', 5, 403, 403, 403, 403, 403, 403, 401),
  row('members/add', 'other', 3, 409, 409, 403, 403, 403, 403, 401),
  row('members/add', 'member', 3, 200, 200, 403, 403, 403, 403, 401),
  row('members/remove', 'member', 6, 200, 200, 403, 403, 403, 403, 401),
  row('members/remove', 'other', 6, 200, 200, 403, 403, 403, 403, 401),
  row('members/remove', 'moderator', 6, 200, 403, 403, 403, 403, 403, 401),
  row('members/remove', 'owner', 1, 409, 409, 403, 403, 403, 403, 401),
  row('members/remove', 'banned', 4, 200, 200, 403, 403, 403, 403, 401),
  row('bannedMembers/add', 'member', 4, 200, 200, 403, 403, 403, 403, 401),
  row('bannedMembers/add', 'other', 4, 200, 200, 403, 403, 403, 403, 401),
  row('bannedMembers/add', 'banned', 4, 200, 200, 403, 403, 403, 403, 401),
  row('bannedMembers/add', 'moderator', 4, 200, 403, 403, 403, 403, 403, 401),
  row('bannedMembers/add', 'owner', 1, 409, 409, 403, 403, 403, 403, 401),
  row('bannedMembers/remove', 'banned', 6, 200, 200, 403, 403, 403, 403, 401),
  row('bannedMembers/remove', 'member', 3, 200, 200, 403, 403, 403, 403, 401),
  row('bannedMembers/remove', 'moderator', 2, 200, 200, 403, 403, 403, 403, 401),
  row('bannedMembers/remove', 'owner', 1, 200, 200, 403, 403, 403, 403, 401),
  row('moderators/add', 'member', 2, 200, 403, 403, 403, 403, 403, 401),
  row('moderators/add', 'moderator', 2, 200, 403, 403, 403, 403, 403, 401),
  row('moderators/add', 'other', 6, 409, 403, 403, 403, 403, 403, 401),
  row('moderators/add', 'banned', 4, 409, 403, 403, 403, 403, 403, 401),
  row('moderators/add', 'owner', 1, 409, 403, 403, 403, 403, 403, 401),
  row('moderators/remove', 'owner', 1, 200, 403, 403, 403, 403, 403, 401),
  row('moderators/remove', 'banned', 4, 200, 403, 403, 403, 403, 403, 401),
  row('moderators/remove', 'moderator', 3, 200, 403, 403, 403, 403, 403, 401),
  row('moderators/remove', 'member', 3, 200, 403, 403, 403, 403, 403, 401),
  row('members/add', 'banned', 4, 409, 409, 403, 403, 403, 403, 401),
];
const aboutPending: readonly PersonRow[] = [
  row('pendingMembers/approve', 'pending', 3, 200, 200, 403, 403, 403, 403, 401),
  row('pendingMembers/approve', 'member', 3, 200, 200, 403, 403, 403, 403, 401),
  row('pendingMembers/approve', 'other', 6, 409, 409, 403, 403, 403, 403, 401),
  row('pendingMembers/approve', 'banned', 4, 409, 409, 403, 403, 403, 403, 401),
  row('pendingMembers/deny', 'banned', 4, 200, 200, 403, 403, 403, 403, 401),
  row('pendingMembers/deny', 'pending', 6, 200, 200, 403, 403, 403, 403, 401),
  row('pendingMembers/deny', 'member', 3, 200, 200, 403, 403, 403, 403, 401),
  row('pendingMembers/remove', 'pending', 6, 200, 200, 403, 403, 403, 403, 401),
  row('pendingMembers/remove', 'moderator', 2, 200, 200, 403, 403, 403, 403, 401),
  row('bannedMembers/remove', 'pending', 5, 200, 200, 403, 403, 403, 403, 401),
  row('members/add', 'pending', 3, 200, 200, 403, 403, 403, 403, 401),
  row('members/remove', 'pending', 5, 200, 200, 403, 403, 403, 403, 401),
  row('bannedMembers/add', 'pending', 4, 200, 200, 403, 403, 403, 403, 401),
  row('moderators/add', 'pending', 5, 409, 403, 403, 403, 403, 403, 401),
];

/** A call about oneself: what each is answered, and then is. */
interface OwnRow {
  readonly call: readonly [CommunityList, MembershipAction];
  readonly statuses: Statuses;
  readonly becomes: readonly [number, number, number, number, number, number];
}

const aboutOneself: Record<CommunityVisibility, readonly OwnRow[]> = {
  private: [
    { call: ['members', 'add'], statuses: [200, 200, 200, 403, 403, 403, 401], becomes: [1, 2, 3, 4, 5, 6] },
    { call: ['members', 'remove'], statuses: [409, 200, 200, 200, 200, 200, 401], becomes: [1, 6, 6, 4, 5, 6] },
    { call: ['pendingMembers', 'add'], statuses: [200, 200, 200, 403, 200, 200, 401], becomes: [1, 2, 3, 4, 5, 5] },
    { call: ['pendingMembers', 'remove'], statuses: [200, 200, 200, 200, 200, 200, 401], becomes: [1, 2, 3, 4, 6, 6] },
    { call: ['pendingMembers', 'approve'], statuses: [200, 200, 403, 403, 403, 403, 401], becomes: [1, 2, 3, 4, 5, 6] },
    { call: ['moderators', 'add'], statuses: [409, 403, 403, 403, 403, 403, 401], becomes: [1, 2, 3, 4, 5, 6] },
    { call: ['moderators', 'remove'], statuses: [200, 403, 403, 403, 403, 403, 401], becomes: [1, 2, 3, 4, 5, 6] },
    { call: ['bannedMembers', 'add'], statuses: [409, 403, 403, 403, 403, 403, 401], becomes: [1, 2, 3, 4, 5, 6] },
    { call: ['bannedMembers', 'remove'], statuses: [200, 200, 403, 403, 403, 403, 401], becomes: [1, 2, 3, 4, 5, 6] },
  ],
  public: [
    { call: ['members', 'add'], statuses: [200, 200, 200, 403, 0, 200, 401], becomes: [1, 2, 3, 4, 5, 3] },
    { call: ['members', 'remove'], statuses: [409, 200, 200, 200, 0, 200, 401], becomes: [1, 6, 6, 4, 5, 6] },
    { call: ['pendingMembers', 'add'], statuses: [200, 200, 200, 403, 0, 200, 401], becomes: [1, 2, 3, 4, 5, 3] },
    { call: ['pendingMembers', 'remove'], statuses: [200, 200, 200, 200, 0, 200, 401], becomes: [1, 2, 3, 4, 5, 6] },
    { call: ['bannedMembers', 'remove'], statuses: [200, 200, 403, 403, 0, 403, 401], becomes: [1, 2, 3, 4, 5, 6] },
    { call: ['moderators', 'add'], statuses: [409, 403, 403, 403, 0, 403, 401], becomes: [1, 2, 3, 4, 5, 6] },
  ],
};

/** What is seen or put into it, which changes nobody's position. */
interface ContentsRow {
  readonly what: string;
  readonly call: (by: Visitor, name: string, pollId: string, optionId: string) => Promise<Answer>;
  readonly private: Statuses;
  readonly public: Statuses;
}

const at = new Date(0).toISOString();
const lookAt = (path: () => string): ContentsRow['call'] => {
  return (by) => by.get(path());
};
const contents: readonly ContentsRow[] = [
  {
    what: '[CA-44] look at it',
    call: lookAt(() => `/community/${community._id}`),
    private: [200, 200, 200, 200, 200, 200, 401],
    public: [200, 200, 200, 200, 0, 200, 401],
  },
  {
    what: '[CA-67] list its members',
    call: lookAt(() => `/community/${community._id}/people?list=members`),
    private: [200, 200, 200, 403, 403, 403, 401],
    public: [200, 200, 200, 403, 0, 200, 401],
  },
  {
    what: 'list its moderators',
    call: lookAt(() => `/community/${community._id}/people?list=moderators`),
    private: [200, 200, 200, 403, 403, 403, 401],
    public: [200, 200, 200, 403, 0, 200, 401],
  },
  {
    what: 'list who waits',
    call: lookAt(() => `/community/${community._id}/people?list=pendingMembers`),
    private: [200, 200, 403, 403, 403, 403, 401],
    public: [200, 200, 403, 403, 0, 403, 401],
  },
  {
    what: 'list who is banned',
    call: lookAt(() => `/community/${community._id}/people?list=bannedMembers`),
    private: [200, 200, 403, 403, 403, 403, 401],
    public: [200, 200, 403, 403, 0, 403, 401],
  },
  {
    what: '[CA-68] read its moderation log',
    call: lookAt(() => `/community/${community._id}/moderationLog`),
    private: [200, 200, 403, 403, 403, 403, 401],
    public: [200, 200, 403, 403, 0, 403, 401],
  },
  {
    what: '[CA-48] list its polls',
    call: lookAt(() => `/poll/getPollsByCommunityId/${community._id}?status=all`),
    private: [200, 200, 200, 404, 404, 404, 401],
    public: [200, 200, 200, 404, 0, 200, 401],
  },
  {
    what: '[CA-49] list its questions',
    call: lookAt(() => `/question/getQuestion?order=newest&communityId=${community._id}`),
    private: [200, 200, 200, 404, 404, 404, 401],
    public: [200, 200, 200, 404, 0, 200, 401],
  },
  {
    what: '[Q-7] read a question of it',
    call: lookAt(() => `/question/getQuestionById/${qid}`),
    private: [200, 200, 200, 404, 404, 404, 401],
    public: [200, 200, 200, 404, 0, 200, 401],
  },
  {
    what: 'ask in it',
    call: (by, name) =>
      by.post('/question/addQuestion', questionBody(name, 'May I ask?', { communityId: community._id })),
    private: [200, 200, 200, 404, 404, 404, 401],
    public: [200, 200, 200, 404, 0, 200, 401],
  },
  {
    what: 'answer in it',
    call: (by, name) =>
      by.post('/answer/addAnswer', { qid, ans: { text: 'I may.', ansBy: name, ansDateTime: at, comments: [] } }),
    private: [200, 200, 200, 404, 404, 404, 401],
    public: [200, 200, 200, 404, 0, 200, 401],
  },
  {
    what: '[CA-46] create a poll',
    call: (by, name) => by.post('/poll/addPoll', pollBody(name, community._id)),
    private: [200, 200, 403, 403, 403, 403, 401],
    public: [200, 200, 200, 403, 0, 200, 401],
  },
  {
    what: '[CA-47] vote',
    call: (by, username, pollId, optionId) => by.post('/poll/voteOnPoll', { pollId, optionId, username }),
    private: [200, 200, 200, 404, 404, 404, 401],
    public: [200, 200, 200, 404, 0, 200, 401],
  },
];

/** Everybody who can be that in this community, each as such before it is his turn. */
async function eachKind(turn: (kind: Kind, by: Visitor, name: string) => Promise<void>): Promise<void> {
  for (const kind of kinds) {
    if (kind === 'visitor') await turn(kind, new Visitor(product.url), 'Other');
    else if (kind !== 'pending' || community.visibility === 'private') {
      if (kind !== 'owner') await place(cast.owner, community, cast[kind], kind);
      await turn(kind, cast[kind], cast[kind].name);
    }
  }
}

function expectAnswer(answer: Answer, status: number): void {
  const codes: Record<number, RegExp> = {
    401: /^session\.missing$/,
    403: /^community\.position$/,
    404: /^(community|poll|question)\.unknown$/,
    409: /^community\.membership$/,
  };
  expect(answer).toMatchObject({ status });
  const code = codes[status];
  if (code) expect(answer.body).toMatchObject({ code: expect.stringMatching(code), error: expect.any(String) });
}

describe.each(['private', 'public'] as const)('in a %s community', (visibility) => {
  beforeAll(async () => {
    community = await cast.owner.found(`A ${visibility} place`, visibility);
    qid = (await cast.owner.ask('Who is in?', { communityId: community._id }))._id;
    for (const kind of ['moderator', 'member', 'banned'] as const) await place(cast.owner, community, cast[kind], kind);
  }, 120_000);

  const rows = visibility === 'private' ? [...aboutOthers, ...aboutPending] : aboutOthers;

  test.each(rows)(
    '[ST-9, CA-45, RO-13, C-3] $list/$action of one who is: $was',
    async ({ list, action, was, becomes, statuses }) => {
      const whom = was === 'owner' ? cast.owner : target;
      await eachKind(async (kind, by) => {
        const status = statuses[kinds.indexOf(kind)]!; // one for each
        if (was !== 'owner') await place(cast.owner, community, target, was);
        const body = { communityId: community._id, username: whom.name };
        const answer = await by.post(`/community/${list}/${action}`, body);
        expect({ kind, status: answer.status }).toEqual({ kind, status });
        expectAnswer(answer, status);
        const now = await whom.positionIn(community._id);
        expect({ kind, now }).toEqual({ kind, now: status === 200 ? becomes : positionOf[was] });
      });
    },
    120_000,
  );

  test.each(aboutOneself[visibility])(
    '[CA-45, RO-13] $call of oneself',
    async ({ call: [list, action], statuses, becomes }) => {
      await eachKind(async (kind, by, username) => {
        const index = kinds.indexOf(kind);
        const answer = await by.post(`/community/${list}/${action}`, { communityId: community._id, username });
        expect({ kind, status: answer.status }).toEqual({ kind, status: statuses[index] });
        expectAnswer(answer, answer.status);
        if (kind === 'visitor') return;
        expect({ kind, now: await cast[kind].positionIn(community._id) }).toEqual({ kind, now: becomes[index] });
        if (answer.status === 200) expect(answer.body).toMatchObject({ position: becomes[index] });
      });
    },
    120_000,
  );

  test.each(contents)(
    '[RO-13] $what',
    async ({ call, [visibility]: statuses }) => {
      const poll = await cast.owner.addPoll(community._id);
      await eachKind(async (kind, by, name) => {
        const answer = await call(by, name, poll._id, poll.options[0]!._id);
        expect({ kind, status: answer.status }).toEqual({ kind, status: statuses[kinds.indexOf(kind)] });
        expectAnswer(answer, answer.status);
      });
    },
    120_000,
  );

  test('[CA-43] to change its visibility is for those who lead it', async () => {
    const other = visibility === 'private' ? 'public' : 'private';
    // Nobody waits while it opens: who waits would be let in.
    for (const person of [cast.pending, target]) await place(cast.owner, community, person, 'other');
    await eachKind(async (kind, by) => {
      const leads = kind === 'owner' || kind === 'moderator';
      const change = (wanted: CommunityVisibility): Promise<Answer> =>
        by.call('PATCH', '/community/toggleCommunityVisibility', {
          body: { communityId: community._id, visibility: wanted },
        });
      const status = kind === 'visitor' ? 401 : leads ? 200 : 403;
      for (const wanted of leads ? ([other, visibility] as const) : ([other] as const)) {
        const answer = await change(wanted);
        expect({ kind, status: answer.status }).toEqual({ kind, status });
        if (leads) expect(answer.body).toEqual({ visibility: wanted });
      }
      expect((await cast.owner.look(community._id)).visibility).toBe(visibility);
    });
  }, 120_000);

  test('[CA-44] the lists that come with it are for whom they are', async () => {
    const waiting = visibility === 'private' ? (['pending'] as const) : [];
    for (const kind of ['moderator', 'member', 'banned', ...waiting] as const) {
      await place(cast.owner, community, cast[kind], kind);
    }
    await eachKind(async (kind, by) => {
      if (kind === 'visitor') return;
      const { body } = await by.get<CommunityWire>(`/community/${community._id}`);
      const leads = kind === 'owner' || kind === 'moderator';
      const belongs = leads || kind === 'member' || (visibility === 'public' && kind === 'other');
      expect({ kind, ...body }).toMatchObject({
        kind,
        position: positionOf[kind],
        owner: 'Owner',
        members: belongs ? expect.arrayContaining(['Owner', 'Moderator', 'Member']) : [],
        moderators: belongs ? ['Moderator'] : [],
        pendingMembers: leads && visibility === 'private' ? ['Pending'] : [],
        bannedMembers: leads ? ['Banned'] : [],
      });
    });
  }, 120_000);
});

test('every read model that is made anew holds what was served', async () => {
  await product.end();
  await expectReadModelsOfSite(dataDir);
}, 120_000);
