import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { CommunityVisibility, CommunityWire, PollWire } from '@parlour/contracts/communities/communities';
import { questionOrders, type QuestionRowWire, type QuestionWire, type TagCountWire } from '@parlour/contracts/qa/qa';
import { until } from '@parlour/kernel/testing/until';
import { expectReadModelsOfSite } from '../ledger/read-models.ts';
import { Crier } from './crier.ts';
import { fromNow, Neighbour, patienceMs, place, pollBody, type Membership } from './neighbour.ts';
import { type Listener, questionBody } from './person.ts';
import { ownSite } from './own-site.ts';

const kinds = ['owner', 'moderator', 'member', 'banned', 'pending', 'other'] as const;
type Kind = (typeof kinds)[number];

/**
 * The people who see the content of a community; a public one has no pending people. Source:
 * decisions C-4, C-6.
 */
const insiders: Record<CommunityVisibility, readonly Kind[]> = {
  private: ['owner', 'moderator', 'member'],
  public: ['owner', 'moderator', 'member', 'other'],
};
const outsiders: Record<CommunityVisibility, readonly Kind[]> = {
  private: ['banned', 'pending', 'other'],
  public: ['banned'],
};

const site = ownSite();
let crier: Crier;
let cried: QuestionWire;

beforeAll(async () => {
  crier = await new Crier(site.url, 'Crier').settle();
  cried = crier.cried;
});

describe.each(['private', 'public'] as const)('in a %s community', (visibility) => {
  const present: readonly Kind[] = kinds.filter((kind) => kind !== 'pending' || visibility === 'private');
  /** Contained in everything that is put into the community, and nowhere else. */
  const secret = visibility === 'private' ? 'zanzibar' : 'timbuktu';
  /** A tag of two questions, one of them in the community. */
  const common = `travel-${visibility}`;

  let cast: Record<Kind, Neighbour>;
  let target: Neighbour;
  let community: CommunityWire;
  let question: QuestionWire;
  let answerId: string;
  let poll: PollWire;
  let ended: PollWire;
  let listeners: Record<Kind, Listener>;
  const receivedBefore = new Map<Kind, number>();

  const person = (name: string): Promise<Neighbour> => new Neighbour(site.url, `${name} of ${visibility}`).signUp();

  /** A member of the community, who follows everything that will happen in it. */
  async function insider(someone: Neighbour): Promise<Neighbour> {
    await place(cast.owner, community, someone, 'member');
    await someone.follows(question._id);
    await someone.follows(cried._id);
    return someone;
  }

  beforeAll(async () => {
    const [owner, moderator, member] = await Promise.all([person('Owner'), person('Moderator'), person('Member')]);
    const [banned, pending, other] = await Promise.all([person('Banned'), person('Pending'), person('Other')]);
    cast = { owner, moderator, member, banned, pending, other };
    target = await person('Target');
    const tagged = (...names: string[]) => names.map((name) => ({ name, description: 'user added tag' }));
    await owner.ask('Where do all go?', { tags: tagged(common) });
    await owner.ask('And why?');
    community = await owner.found(`Travellers, ${visibility}`, visibility);
    question = await owner.ask(`Meeting in ${secret}`, {
      text: `Who comes to ${secret}?`,
      tags: tagged(secret, common),
      communityId: community._id,
    });
    await owner.follows(cried._id);
    for (const kind of present) if (kind !== 'owner') await insider(cast[kind]);
    for (const kind of present) if (kind !== 'owner') await place(owner, community, cast[kind], kind);

    const listening = await Promise.all(kinds.map(async (kind) => [kind, await cast[kind].listen()] as const));
    listeners = Object.fromEntries(listening) as Record<Kind, Listener>; // of every kind
    // All messages about this so far have arrived.
    await crier.signTo(present.map((kind) => listeners[kind]));
    for (const kind of present) receivedBefore.set(kind, listeners[kind].received.length);

    answerId = (await member.answer(question._id, `I come to ${secret}.`))._id;
    await owner.comment(question._id, 'question', `Bring friends to ${secret}.`);
    await member.comment(answerId, 'answer', `By train to ${secret}.`);
    await moderator.post('/question/upvoteQuestion', { qid: question._id, username: moderator.name });
    await moderator.read(question._id);
    const options = [`Yes, to ${secret}`, `Never to ${secret}`];
    poll = await owner.addPoll(community._id, { questionText: `Off to ${secret}?`, options });
    await member.vote(poll);
    ended = await owner.addPoll(community._id, { options, expiresAt: fromNow(10_000) });
    await listeners.owner.waitFor('pollStatusChange', ({ pollId }) => pollId === ended._id, patienceMs);
    await owner.change(community._id, 'bannedMembers', 'add', target.name);
    await crier.signTo(present.map((kind) => listeners[kind]));
  }, 120_000);
  afterAll(() => {
    for (const listener of Object.values(listeners ?? {})) listener.close();
  });

  /** Whether a payload contains anything of the community. */
  const betrays = (payload: unknown): boolean => {
    const text = JSON.stringify(payload);
    return [community._id, question._id, answerId, poll._id, ended._id, secret].some((word) => text.includes(word));
  };

  /** Notifications but decisions about this person, which stay: anyone may know name and id. */
  const contentsTold = async (who: Neighbour) => (await who.notifications()).filter(({ type }) => type !== 'decision');

  /** Everything of the community that this person can read, by surface. */
  async function surfaces(kind: Kind): Promise<Record<string, boolean>> {
    const by = cast[kind];
    const seen: Record<string, boolean> = {};
    const rows = async (query: string): Promise<{ has: boolean; total: string | null; status: number }> => {
      const { status, body, headers } = await by.get<QuestionRowWire[]>(`/question/getQuestion?${query}`);
      const has = status === 200 && body.some((row) => row._id === question._id);
      return { status, has, total: headers.get('x-total-count') };
    };
    for (const order of questionOrders.filter((each) => each !== 'unanswered')) {
      // The owner follows neither themselves nor their question.
      if (order === 'following' && kind === 'owner') continue;
      seen[`list by ${order}`] = (await rows(`order=${order}`)).has;
      seen[`its own list by ${order}`] = (await rows(`order=${order}&communityId=${community._id}`)).has;
    }
    seen['its own list, without answers'] =
      (await rows(`order=unanswered&communityId=${community._id}`)).status === 200;
    seen['search by word'] = (await rows(`order=newest&search=${secret}`)).has;
    seen['search by tag'] = (await rows(`order=newest&search=[${secret}]`)).has;
    seen['total of a search by tag'] = (await rows(`order=newest&search=[${common}]`)).total === '2';
    const tags = (await by.get<TagCountWire[]>('/tag/getTagsWithQuestionNumber')).body;
    seen['list of tags'] = tags.some(({ name, qcnt }) => name === secret && qcnt === 1);
    seen['name in the list of tags'] = tags.some(({ name }) => name === secret);
    seen['count of a common tag'] = tags.some(({ name, qcnt }) => name === common && qcnt === 2);
    seen['tag by name'] = (await by.get(`/tag/getTagByName/${secret}`)).status === 200;
    const completed = (await by.get<TagCountWire[]>(`/tag/complete?prefix=${secret.slice(0, -1)}`)).body;
    seen['completed tags'] = completed.some(({ name }) => name === secret);
    const ofCommon = (await by.get<TagCountWire[]>(`/tag/complete?prefix=${common}`)).body;
    seen['count of a completed tag'] = ofCommon.some(({ name, qcnt }) => name === common && qcnt === 2);
    seen['history of the tag'] = (await by.get(`/tag/history/${secret}`)).status === 200;
    seen['completed readers'] = (await by.get(`/user/complete?prefix=&qid=${question._id}`)).status === 200;
    seen['similar questions'] = betrays((await by.get(`/question/similar?title=Meeting in ${secret}`)).body);
    const page = await by.get(`/question/getQuestionById/${question._id}`);
    seen['question by id'] = page.status === 200;
    seen['anything in the question'] = betrays(page.body);
    const polls = await by.get(`/poll/getPollsByCommunityId/${community._id}?status=all`);
    seen['polls'] = polls.status === 200;
    seen['anything in the polls'] = betrays(polls.body);
    const { body } = await by.get<CommunityWire>(`/community/${community._id}`);
    seen['members'] = body.members.includes(cast.member.name);
    seen['moderators'] = body.moderators.includes(cast.moderator.name);
    for (const list of ['members', 'moderators']) {
      seen[`people: ${list}`] = (await by.get(`/community/${community._id}/people?list=${list}`)).status === 200;
    }
    const { name } = cast.owner;
    const posts = async (who: Neighbour): Promise<unknown> =>
      (await who.get(`/user/getUser/${name}/contributions`)).body;
    seen['posts on the owner’s profile'] = JSON.stringify(await posts(by)) === JSON.stringify(await posts(cast.owner));
    const lists = await Promise.all(
      ['answers', 'communities'].map((list) => by.get(`/user/getUser/${cast.member.name}/${list}`)),
    );
    seen['answers of a member'] = betrays(lists[0]?.body);
    seen['communities of a member'] = betrays(lists[1]?.body);
    seen['notifications'] = betrays(await contentsTold(by));
    return seen;
  }

  const all = (record: Record<string, unknown>, value: unknown): Record<string, unknown> =>
    Object.fromEntries(Object.keys(record).map((name) => [name, value]));

  test.each(insiders[visibility])('everything is shown to: %s', async (kind) => {
    const seen = await surfaces(kind);
    expect(seen).toEqual(all(seen, true));
  });

  test.each(outsiders[visibility])('nothing is shown to: %s', async (kind) => {
    const seen = await surfaces(kind);
    expect(seen).toEqual(all(seen, false));
  });

  test.each(outsiders[visibility])('public data says no more than its name to: %s', async (kind) => {
    const { name } = cast.owner;
    const paths = ['/community/allCommunities', `/user/getUser/${name}`, '/user/getUsers', '/question/getQuestion'];
    for (const path of paths) {
      const { status, body } = await cast[kind].get(path);
      expect({ path, status }).toEqual({ path, status: 200 });
      const words = [secret, question._id, answerId, poll._id, ended._id];
      expect({ path, found: words.filter((word) => JSON.stringify(body).includes(word)) }).toEqual({ path, found: [] });
    }
    const { body } = await cast[kind].get<CommunityWire>(`/community/${community._id}`);
    expect(body).toMatchObject({ members: [], moderators: [], pendingMembers: [], bannedMembers: [] });
    expect(await cast[kind].get(`/community/userCommunities/${name}`)).toMatchObject({ status: 403 });
  });

  test.each(outsiders[visibility])('nothing can be changed, and every answer is "not found" for: %s', async (kind) => {
    const by = cast[kind];
    const username = by.name;
    const at = new Date(0).toISOString();
    const qid = question._id;
    const comment = { text: 'Hm.', commentBy: username, commentDateTime: at };
    const ans = { text: 'Hm.', ansBy: username, ansDateTime: at, comments: [] };
    const status = async (path: string, body: object): Promise<number> => (await by.post(path, body)).status;
    const patch = async (path: string, body: object): Promise<number> =>
      (await by.call('PATCH', path, { body })).status;
    const statuses = {
      upvote: await status('/question/upvoteQuestion', { qid, username }),
      downvote: await status('/question/downvoteQuestion', { qid, username }),
      'upvote an answer': await status('/answer/upvoteAnswer', { aid: answerId, username }),
      'downvote an answer': await status('/answer/downvoteAnswer', { aid: answerId, username }),
      'accept an answer': await status('/question/acceptAnswer', { qid, aid: answerId, username }),
      follow: await status('/question/followQuestion', { qid, username }),
      ask: await status('/question/addQuestion', questionBody(username, 'Hm?', { communityId: community._id })),
      answer: await status('/answer/addAnswer', { qid, ans }),
      'comment on the question': await status('/comment/addComment', { id: qid, type: 'question', comment }),
      'comment on the answer': await status('/comment/addComment', { id: answerId, type: 'answer', comment }),
      vote: (await by.vote(poll)).status,
      'vote late': (await by.vote(ended)).status,
      'close a poll': await status('/poll/closePoll', { pollId: poll._id }),
      'edit a poll': await patch('/poll/editPoll', { pollId: poll._id, question: 'Hm?', options: ['1', '2'] }),
      'delete a poll': (await by.call('DELETE', '/poll/deletePoll', { body: { pollId: poll._id } })).status,
      'describe the tag': await patch('/tag/describe', { tag: secret, text: 'Hm.', version: 1 }),
    };
    expect(statuses).toEqual(all(statuses, 404));
    expect(await status('/poll/addPoll', pollBody(username, community._id))).toBe(403);
    expect(await cast.owner.read(qid)).toMatchObject({ answerCount: 1, upVoteCount: 1, downVoteCount: 0 });
    expect((await cast.owner.polls(community._id))[0]?.options.map(({ voteCount }) => voteCount)).toEqual([1, 0]);
  });

  const told = ['answerUpdate', 'commentUpdate', 'questionUpdate', 'viewsUpdate', 'voteUpdate'];
  const ofPolls = ['pollCreation', 'pollStatusChange', 'pollUpdate'];
  // Its leaders are told that somebody was banned.
  const receivedBy: Record<CommunityVisibility, Partial<Record<Kind, readonly string[]>>> = {
    private: {
      owner: [...told, ...ofPolls, 'communityUpdate', 'notification'],
      moderator: [...told, ...ofPolls, 'communityUpdate', 'notification'],
      member: [...told, ...ofPolls, 'notification'],
      banned: [],
      pending: [],
      other: [],
    },
    public: {
      owner: [...told, ...ofPolls, 'communityUpdate', 'notification'],
      moderator: [...told, ...ofPolls, 'communityUpdate', 'notification'],
      member: [...told, ...ofPolls, 'notification'],
      banned: [],
      other: [...told, ...ofPolls, 'notification'],
    },
  };

  test.each(present)('live messages match what is shown: %s', (kind) => {
    const received = listeners[kind].received.slice(receivedBefore.get(kind)).filter(({ payload }) => betrays(payload));
    expect([...new Set(received.map(({ event }) => event))].sort()).toEqual(
      [...(receivedBy[visibility][kind] ?? [])].sort(),
    );
    for (const { event, payload } of received) {
      if (event !== 'pollCreation' && event !== 'pollStatusChange') continue;
      expect(payload).toEqual({ pollId: expect.any(String), communityId: community._id });
    }
  });

  type Leaving = Exclude<Membership, 'member' | 'moderator'>;
  const leavings: readonly (readonly [string, (who: Neighbour) => Promise<unknown>, Leaving])[] = [
    ['is banned', (who) => cast.owner.change(community._id, 'bannedMembers', 'add', who.name), 'banned'],
    ['is removed', (who) => cast.owner.change(community._id, 'members', 'remove', who.name), 'other'],
    ['leaves', (who) => who.change(community._id, 'members', 'remove'), 'other'],
  ];
  const ending = leavings.filter(([, , becomes]) => visibility === 'private' || becomes === 'banned');

  /**
   * Checks that once the change is answered, nothing of the community is shown to a person who had
   * it open, nor sent from then on.
   */
  async function expectGone(who: Neighbour, doing: () => Promise<unknown>): Promise<void> {
    await until('the notification arrives', async () => betrays(await contentsTold(who)), patienceMs);
    const listener = await who.listen();
    await doing();
    const paths = [
      `/question/getQuestionById/${question._id}`,
      `/question/getQuestion?order=newest&communityId=${community._id}`,
      `/poll/getPollsByCommunityId/${community._id}`,
    ];
    expect(await Promise.all(paths.map(async (path) => (await who.get(path)).status))).toEqual([404, 404, 404]);
    expect(betrays(await contentsTold(who))).toBe(false);
    expect((await who.questions()).map(({ _id }) => _id)).not.toContain(question._id);
    expect((await who.look(community._id)).members).toEqual([]);
    // Messages under way at the change have arrived.
    await crier.signTo([listener]);
    const before = listener.received.length;
    await cast.owner.answer(question._id, `After that, to ${secret}.`);
    await cast.owner.comment(question._id, 'question', 'After that.');
    const options = [`Still to ${secret}`, 'Home'];
    await cast.owner.vote(await cast.owner.addPoll(community._id, { options }));
    await crier.signTo([listener]);
    listener.close();
    const later = listener.received.slice(before).filter(({ payload }) => betrays(payload));
    expect(later.map(({ event }) => event)).toEqual([]);
  }

  test.each(ending)(
    'nothing is shown or sent any more to a member who %s',
    async (what, leave) => {
      const who = await insider(await person(`Who ${what},`));
      await cast.member.comment(question._id, 'question', `Welcome to ${secret}, ${who.name}.`);
      await expectGone(who, () => leave(who));
    },
    90_000,
  );

  test('nothing is shown or sent any more to outsiders when it becomes private', async () => {
    if (visibility === 'private') {
      await cast.owner.makeVisible(community._id, 'public');
      await cast.owner.knownEverywhere();
    }
    const who = await person('Who looked on,');
    for (const { _id } of [question, cried]) await who.follows(_id);
    await cast.member.comment(question._id, 'question', `Look, ${secret}.`);
    await expectGone(who, () => cast.owner.makeVisible(community._id, 'private'));
  });
});

test('every rebuilt read model equals the live one', async () => {
  await site.product.end();
  await expectReadModelsOfSite(site.dataDir);
}, 120_000);
