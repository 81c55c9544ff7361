import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { CommunityWire, PollWire } from '@parlour/contracts/communities';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { until } from '@parlour/kernel/testing/until';
import { expectReadModelsOfSite } from '../ledger/read-models.ts';
import { fromNow, Neighbour, patienceMs, pollBody, unknownId } from './neighbour.ts';
import { makeDataFolder, type Product, removeDataFolder, startProduct } from './product.ts';

let dataDir: string;
let product: Product;
let ann: Neighbour;
let ben: Neighbour;
let open: CommunityWire;

beforeAll(async () => {
  dataDir = await makeDataFolder();
  product = await startProduct(dataDir);
  [ann, ben] = await Promise.all(
    ['Ann', 'Ben'].map((name) => new Neighbour(product.url, name).settle()) as [Promise<Neighbour>, Promise<Neighbour>],
  );
  open = await ann.found('Voters');
}, 90_000);
afterAll(async () => {
  await product?.end();
  await removeDataFolder(dataDir);
});

/** Somebody in another tab: another connection with the same session. */
function tabOf(person: Neighbour): Neighbour {
  const tab = new Neighbour(product.url, person.name);
  for (const [name, value] of person.cookies) tab.cookies.set(name, value);
  return tab;
}

const voted = { status: 409, body: { code: 'poll.voted', error: messages.pollVotedTwice } };
const over = { status: 409, body: { code: 'poll.closed', error: messages.pollClosed } };

async function isClosed(pollId: string): Promise<boolean> {
  return (await ann.polls(open._id, 'all')).some(({ _id, status }) => _id === pollId && status === 'closed');
}

describe('a poll is refused', () => {
  test.each<readonly [string, object, string, string]>([
    ['without a question', { questionText: ' \t ' }, 'poll.question', 'Question text is required.'],
    ['with null for a question', { questionText: null }, 'poll.question', 'Question text is required.'],
    [
      'with a question beyond the limit',
      { questionText: '😀'.repeat(limits.pollQuestionLength + 1) },
      'poll.question',
      messages.pollQuestionTooLong,
    ],
    ['without options', { options: null }, 'poll.options', 'All options must have text.'],
    ['with one option', { options: ['Tea'] }, 'poll.options', 'All options must have text.'],
    ['with a blank option', { options: ['Tea', ' \u200b '] }, 'poll.options', 'All options must have text.'],
    ['with six options', { options: [...'abcdef'] }, 'poll.options', 'Cannot have more than 5 options.'],
    ['with equal options', { options: ['Tea', ' TEA '] }, 'poll.options', 'Options must differ from each other.'],
    ['with a very long option', { options: ['Tea', 'x'.repeat(201)] }, 'poll.options', messages.pollOptionTooLong],
    ['with options that are no texts', { options: ['Tea', 5] }, 'request.invalid', messages.requestInvalid],
    ['without a date', { expiresAt: '' }, 'poll.expiry', 'Expiration date is required.'],
    ['with null for a date', { expiresAt: null }, 'poll.expiry', 'Expiration date is required.'],
    ['with a date in the past', { expiresAt: fromNow(-1) }, 'poll.expiry', 'Expiration date cannot be in the past.'],
    [
      'with a date in the past that looks later where it is',
      { expiresAt: inZone(-60_000, 14) },
      'poll.expiry',
      'Expiration date cannot be in the past.',
    ],
    [
      'with a date without a zone',
      { expiresAt: '2999-01-01T00:00' },
      'poll.expiry',
      'Expiration date must be a future date.',
    ],
    ['with no date', { expiresAt: 'tomorrow' }, 'poll.expiry', 'Expiration date must be a future date.'],
    [
      'with a day that there is not',
      { expiresAt: '2999-13-45T00:00:00Z' },
      'poll.expiry',
      'Expiration date must be a future date.',
    ],
    [
      'with the year 10000',
      { expiresAt: '+010000-01-01T00:00:00.000Z' },
      'poll.expiry',
      'Expiration date must be a future date.',
    ],
  ])('%s', async (_, more, code, error) => {
    const answer = await ann.post('/poll/addPoll', pollBody('Ann', open._id, { questionText: 'Refused?', ...more }));
    expect(answer).toMatchObject({ status: 400, body: { code, error: expect.stringContaining(error) } });
    expect((await ann.polls(open._id, 'all')).map(({ questionText }) => questionText)).not.toContain('Refused?');
  });

  test.each<readonly [string, string, number, string]>([
    ['in no community', unknownId, 404, 'community.unknown'],
    ['with a malformed id', 'x', 400, 'id.malformed'],
  ])('%s', async (_, communityId, status, code) => {
    expect(await ann.post('/poll/addPoll', pollBody('Ann', communityId))).toMatchObject({ status, body: { code } });
  });
});

/** A time so many milliseconds from now as it is written so many hours east of Greenwich. */
function inZone(milliseconds: number, hours: number): string {
  const local = fromNow(milliseconds + hours * 3_600_000).replace('Z', '');
  return `${local}${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`;
}

test.each<readonly [string, string]>([
  ['of another zone, east', inZone(3_600_000, 14)],
  ['of another zone, west, that looks past where it is', inZone(3_600_000, -11)],
  ['of the year 9999', '9999-12-31T23:59:59.999Z'],
  ['without seconds', `${fromNow(3_600_000).slice(0, 16)}Z`],
])('a poll may end at a time %s', async (_, expiresAt) => {
  const poll = await ann.addPoll(open._id, { expiresAt });
  expect(poll).toMatchObject({ status: 'active', expiresAt: new Date(expiresAt).toISOString() });
  expect(await ben.vote(poll)).toMatchObject({ status: 200 });
});

describe('a vote', () => {
  test('counts once, whatever comes again', async () => {
    const poll = await ann.addPoll(open._id, { options: ['1', '2', '3', '4', '5'] });
    expect(await ben.vote(poll, 4)).toMatchObject({ status: 200 });
    for (const place of [4, 0]) expect(await ben.vote(poll, place)).toMatchObject(voted);
    const [seen] = await ann.polls(open._id);
    expect(seen?.options.map(({ voteCount, votes }) => [voteCount, votes])).toEqual([
      ...Array.from({ length: 4 }, () => [0, []]),
      [1, ['Ben']],
    ]);
  });

  test('counts once of many by several tabs at the same moment', async () => {
    const poll = await ann.addPoll(open._id, { options: ['1', '2', '3', '4', '5'] });
    const tabs = [ben, ...Array.from({ length: 9 }, () => tabOf(ben))];
    const answers = await Promise.all(tabs.map((tab, index) => tab.vote(poll, index % 5)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    for (const answer of answers.filter(({ status }) => status === 409)) expect(answer).toMatchObject(voted);
    const counted = answers.findIndex(({ status }) => status === 200) % 5;
    const [seen] = await ben.polls(open._id);
    expect(seen?.options.map(({ voteCount }) => voteCount)).toEqual(
      Array.from({ length: 5 }, (_, index) => (index === counted ? 1 : 0)),
    );
  });

  test('that is sent again under its key is answered the same and counts once', async () => {
    const poll = await ann.addPoll(open._id);
    const body = { pollId: poll._id, optionId: poll.options[0]?._id, username: 'Ben' };
    const send = () => tabOf(ben).post<PollWire>('/poll/voteOnPoll', body, { 'idempotency-key': `vote-${poll._id}` });
    for (const answer of await Promise.all([send(), send(), send()])) {
      expect(answer).toMatchObject({ status: 200, body: { options: [{ voteCount: 1, votes: ['Ben'] }, {}] } });
    }
  });

  test('is refused for what is no option of the poll, and none is lost by that', async () => {
    const [poll, other] = [await ann.addPoll(open._id), await ann.addPoll(open._id)];
    const vote = (pollId: unknown, optionId: unknown) =>
      ben.post('/poll/voteOnPoll', { pollId, optionId, username: 'Ben' });
    const option = { code: 'poll.option', error: messages.pollOptionUnknown };
    for (const id of [other.options[0]?._id, unknownId, poll._id]) {
      expect(await vote(poll._id, id)).toMatchObject({ status: 400, body: option });
    }
    expect(await vote(unknownId, poll.options[0]?._id)).toMatchObject({ status: 404, body: { code: 'poll.unknown' } });
    for (const id of ['x', '', null, {}, [poll.options[0]?._id]]) {
      expect(await vote(poll._id, id)).toMatchObject({ status: 400, body: { code: 'id.malformed' } });
    }
    expect(await vote(poll._id.toUpperCase(), poll.options[1]?._id.toUpperCase())).toMatchObject({
      status: 200,
      body: { options: [{ voteCount: 0 }, { voteCount: 1 }] },
    });
  });

  // That it is refused before the timer has closed the poll is shown by services/communities/src/polls.int.spec.ts.
  test('is refused from the millisecond in which the poll expires', async () => {
    const late = async (ahead: number): Promise<void> => {
      const poll = await ann.addPoll(open._id, { expiresAt: fromNow(ahead) });
      await until('it has expired', () => Date.now() >= Date.parse(poll.expiresAt), patienceMs);
      expect(await ben.vote(poll)).toMatchObject(over);
      const seen = (await ben.polls(open._id, 'all')).find(({ _id }) => _id === poll._id);
      expect(seen).toMatchObject({ options: [{ voteCount: 0 }, { voteCount: 0 }] });
    };
    await Promise.all([late(3_000), late(3_300), late(3_600)]);
  }, 90_000);
});

/** A poll in which Ben has voted, and which ends soon: later, where the machine was too slow to vote in it. */
async function shortPoll(milliseconds = 3_000): Promise<PollWire> {
  const poll = await ann.addPoll(open._id, { expiresAt: fromNow(milliseconds) });
  const { status } = await ben.vote(poll, 1);
  return status === 200 ? poll : shortPoll(2 * milliseconds);
}

test('[ST-12] a poll that expires is closed by itself, which everybody hears; its results stay', async () => {
  const heard = await ben.listen();
  const poll = await shortPoll();
  await heard.hear('pollCreation', ({ pollId }) => pollId === poll._id, patienceMs);
  await heard.hear('pollUpdate', ({ pollId }) => pollId === poll._id, patienceMs);
  expect(await heard.hear('pollStatusChange', ({ pollId }) => pollId === poll._id, patienceMs)).toEqual({
    pollId: poll._id,
    communityId: open._id,
  });
  heard.close();
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(poll.expiresAt));
  const closed = (await ann.polls(open._id, 'all')).find(({ _id }) => _id === poll._id);
  expect(closed).toMatchObject({ status: 'closed', options: [{ voteCount: 0 }, { voteCount: 1, votes: ['Ben'] }] });
  expect((await ann.polls(open._id)).map(({ _id }) => _id)).not.toContain(poll._id);
  expect(await ann.vote(poll)).toMatchObject(over);
}, 90_000);

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a poll that expires while the site is away after a %s is closed when it is back',
  async (signal) => {
    const later = await ann.addPoll(open._id);
    const poll = await shortPoll();
    await product.end(signal);
    await until('it has expired', () => Date.now() > Date.parse(poll.expiresAt), patienceMs);
    product = await startProduct(dataDir);
    for (const person of [ann, ben]) person.url = product.url;
    await until('it is closed', () => isClosed(poll._id), patienceMs);
    const all = await ann.polls(open._id, 'all');
    expect(all.find(({ _id }) => _id === poll._id)).toMatchObject({
      options: [{ voteCount: 0 }, { voteCount: 1, votes: ['Ben'] }],
    });
    expect(all.find(({ _id }) => _id === later._id)).toMatchObject({ status: 'active' });
    expect(await ann.vote(poll)).toMatchObject(over);
  },
  180_000,
);

test('every read model that is made anew holds what was served', async () => {
  await product.end();
  await expectReadModelsOfSite(dataDir);
}, 120_000);
