import { describe, expect, test } from '@jest/globals';
import type { PollCreated } from '@parlour/contracts/communities';
import { given } from '@parlour/kernel/testing/given';
import type { CommunityState } from '../community/community.decider.ts';
import { timeOf } from './expiry.ts';
import { type ClosePoll, type CreatePoll, pollDecider } from './poll.decider.ts';
import { type VoteInPoll, votingDecider } from './voting.decider.ts';

const now = '2026-06-01T12:00:00.000Z';
const expiresAt = '2026-06-01T13:00:00.000Z';
const open = (visibility: 'public' | 'private'): CommunityState => ({ status: 'open', ownerId: 'ann', visibility });

const options = (...texts: readonly string[]) => texts.map((text, n) => ({ optionId: `o${n}`, text }));

const create: CreatePoll = {
  type: 'CreatePoll',
  pollId: 'p1',
  communityId: 'c1',
  createdBy: 'ann',
  questionText: ' Tea? ',
  options: options(' Yes ', 'No'),
  expiresAt,
  now,
  community: open('public'),
  own: { status: 'none' },
};

const created = (changes: Partial<PollCreated['data']> = {}): PollCreated => ({
  type: 'PollCreated',
  data: {
    pollId: 'p1',
    communityId: 'c1',
    createdBy: 'ann',
    questionText: 'Tea?',
    options: options('Yes', 'No'),
    expiresAt,
    ...changes,
  },
});
const closed = { type: 'PollClosed', data: { pollId: 'p1', communityId: 'c1' } } as const;

describe('creating a poll', () => {
  test('trims its texts, and takes two to five options', () => {
    given(pollDecider).when(create).then(created());
    given(pollDecider)
      .when({ ...create, options: options('a', 'b', 'c', 'd', 'e') })
      .then(created({ options: options('a', 'b', 'c', 'd', 'e') }));
    given(pollDecider)
      .when({ ...create, questionText: 'q'.repeat(1_000), expiresAt: '2026-06-01T12:00:00.001Z' })
      .then(created({ questionText: 'q'.repeat(1_000), expiresAt: '2026-06-01T12:00:00.001Z' }));
  });

  test.each([
    [{ questionText: ' \u200b' }, 'poll.question', 'Question text is required.'],
    [{ questionText: 'q'.repeat(1_001) }, 'poll.question', undefined],
    [{ options: [] }, 'poll.options', 'All options must have text.'],
    [{ options: options('one') }, 'poll.options', 'All options must have text.'],
    [{ options: options('one', ' ') }, 'poll.options', 'All options must have text.'],
    [{ options: options('1', '2', '3', '4', '5', '6') }, 'poll.options', 'Cannot have more than 5 options.'],
    [{ options: options('Tea', ' tea ') }, 'poll.options', 'Options must differ from each other.'],
    [{ options: options('a', 'o'.repeat(201)) }, 'poll.options', undefined],
    [{ options: options('a', 'b\u202e') }, 'request.illFormedText', undefined],
    [{ expiresAt: '' }, 'poll.expiry', 'Expiration date is required.'],
    [{ expiresAt: null }, 'poll.expiry', 'Expiration date must be a future date.'],
    [{ expiresAt: now }, 'poll.expiry', 'Expiration date cannot be in the past.'],
    [{ expiresAt: '2025-12-31T23:59:59.999Z' }, 'poll.expiry', 'Expiration date cannot be in the past.'],
    [{ community: { status: 'closed' } }, 'community.unknown', undefined],
  ] as const)('[VA-19] of %j is refused', (changes, code, text) => {
    given(pollDecider)
      .when({ ...create, ...changes })
      .thenRefused(code, text);
  });

  test('[RO-11] in a public community is for everybody except banned people, in a private one for its leaders', () => {
    const by = (status: 'none' | 'pending' | 'member' | 'moderator' | 'banned', visibility: 'public' | 'private') =>
      given(pollDecider).when({ ...create, createdBy: 'ben', own: { status }, community: open(visibility) });
    for (const status of ['none', 'pending', 'member', 'moderator'] as const) {
      by(status, 'public').then(created({ createdBy: 'ben' }));
    }
    by('moderator', 'private').then(created({ createdBy: 'ben' }));
    by('banned', 'public').thenRefused('community.position');
    for (const status of ['none', 'pending', 'member', 'banned'] as const) {
      by(status, 'private').thenRefused('community.position');
    }
    given(pollDecider)
      .when({ ...create, community: open('private') })
      .then(created());
  });
});

test.each([
  ['2026-06-01T14:00:00+02:00', '2026-06-01T12:00:00.000Z'],
  ['2026-06-01T12:00Z', '2026-06-01T12:00:00.000Z'],
  ['2026-06-01T00:00:00.123456-11:30', '2026-06-01T11:30:00.123Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ['9999-12-31T23:59:59-01:00', null],
  ['+010000-01-01T00:00:00Z', null],
  ['2026-13-01T00:00:00Z', null],
  ['2026-06-01T12:00', null],
  ['tomorrow', null],
  ['1', null],
  ['  ', ''],
])('the time %s is %j', (text, time) => {
  expect(timeOf(text)).toBe(time);
});

describe('closing a poll', () => {
  const close: ClosePoll = { type: 'ClosePoll', pollId: 'p1', communityId: 'c1', now: expiresAt };

  test('when its time is over, once', () => {
    given(pollDecider, [created()]).when(close).then(closed);
    given(pollDecider, [created()])
      .when({ ...close, now: '2026-06-01T12:59:59.999Z' })
      .thenNothing();
    given(pollDecider, [created(), closed]).when(close).thenNothing();
    given(pollDecider).when(close).thenNothing();
  });
});

describe('voting', () => {
  const vote: VoteInPoll = {
    type: 'VoteInPoll',
    pollId: 'p1',
    communityId: 'c1',
    optionId: 'o1',
    userId: 'ben',
    now,
    poll: { status: 'active', optionIds: ['o0', 'o1'], expiresAt },
    community: open('public'),
    own: { status: 'none' },
  };
  const voted = {
    type: 'PollVoted',
    data: { pollId: 'p1', communityId: 'c1', optionId: 'o1', userId: 'ben' },
  } as const;

  test('is for one option, once', () => {
    given(votingDecider).when(vote).then(voted);
    given(votingDecider, [voted]).when(vote).thenRefused('poll.voted', 'You have already voted in this poll.');
    given(votingDecider, [voted])
      .when({ ...vote, optionId: 'o0' })
      .thenRefused('poll.voted');
    given(votingDecider)
      .when({ ...vote, optionId: 'of another poll' })
      .thenRefused('poll.option', 'This option does not belong to the poll.');
  });

  test('[P-1] ends with the poll’s time, whether or not it was closed', () => {
    given(votingDecider)
      .when({ ...vote, now: '2026-06-01T12:59:59.999Z' })
      .then(voted);
    for (const late of [expiresAt, '2026-06-01T13:00:00.001Z']) {
      given(votingDecider)
        .when({ ...vote, now: late })
        .thenRefused('poll.closed', 'This poll is closed.');
    }
    given(votingDecider)
      .when({ ...vote, poll: { status: 'closed', optionIds: ['o1'], expiresAt } })
      .thenRefused('poll.closed');
  });

  test('is for people who may see the poll; to others it is unknown', () => {
    const by = (status: 'none' | 'pending' | 'member' | 'moderator' | 'banned', visibility: 'public' | 'private') =>
      given(votingDecider).when({ ...vote, own: { status }, community: open(visibility) });
    for (const status of ['none', 'pending', 'member', 'moderator'] as const) by(status, 'public').then(voted);
    for (const status of ['member', 'moderator'] as const) by(status, 'private').then(voted);
    for (const status of ['none', 'pending', 'banned'] as const) {
      by(status, 'private').thenRefused('poll.unknown', 'Poll not found');
    }
    by('banned', 'public').thenRefused('poll.unknown');
    given(votingDecider)
      .when({ ...vote, community: { status: 'closed' } })
      .thenRefused('poll.unknown');
    given(votingDecider)
      .when({ ...vote, poll: { status: 'unbegun' } })
      .thenRefused('poll.unknown');
  });
});
