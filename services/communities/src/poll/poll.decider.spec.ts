import { describe, expect, test } from '@jest/globals';
import type { PollChange, PollCreated } from '@parlour/contracts/communities/polls.events';
import { given } from '@parlour/kernel/testing/given';
import type { CommunityState } from '../community/community-state.ts';
import { timeOf } from './expiry.ts';
import { type ClosePoll, type CreatePoll, type EditPoll, type EndPoll, pollDecider } from './poll.decider.ts';
import { type VoteInPoll, votingDecider } from './voting.decider.ts';

const now = '2026-06-01T12:00:00.000Z';
const expiresAt = '2026-06-01T13:00:00.000Z';
const open = (visibility: 'public' | 'private', status: 'open' | 'closed' = 'open'): CommunityState => ({
  status,
  ownerId: 'ann',
  visibility,
  ...{ name: 'Bakers', description: 'Bread', version: 1, offer: null, formerOwners: new Map() },
});

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
    [{ community: open('public', 'closed') }, 'community.closed', undefined],
    [{ community: { status: 'unknown' } }, 'community.unknown', undefined],
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
  ['2027-02-30T10:00:00Z', null],
  ['2028-02-29T10:00:00+05:30', '2028-02-29T04:30:00.000Z'],
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

describe('[BE-5, P-5] a person', () => {
  const who = {
    pollId: 'p1',
    communityId: 'c1',
    by: 'ben',
    now,
    community: open('public'),
    own: { status: 'member' },
  } as const;
  const end: EndPoll = { type: 'EndPoll', ...who };
  const edit: EditPoll = {
    type: 'EditPoll',
    ...who,
    questionText: ' Coffee? ',
    options: [
      { optionId: 'n0', text: ' No' },
      { optionId: 'n1', text: 'Maybe' },
    ],
    version: undefined,
  };
  const by = (person: string, as: 'author' | 'moderator') => ({ pollId: 'p1', communityId: 'c1', by: person, as });
  const place = { pollId: 'p1', communityId: 'c1', createdBy: 'ben', status: 'active' } as const;
  const edited: Extract<PollChange, { readonly type: 'PostEdited' }> = {
    type: 'PostEdited',
    data: {
      ...place,
      ...{ editedBy: 'ben', version: 2 },
      questionText: 'Coffee?',
      options: [
        { optionId: 'o1', text: 'No' },
        { optionId: 'n1', text: 'Maybe' },
      ],
    },
  };
  const bens = created({ createdBy: 'ben' });
  const deleted = {
    type: 'PostDeleted',
    data: { ...place, by: 'author', deletedBy: 'ben', reason: null, deletedAt: now },
  } as const;

  test('closes their poll early, once', () => {
    given(pollDecider, [bens])
      .when(end)
      .then({ type: 'PollClosed', data: by('ben', 'author') });
    given(pollDecider, [bens, closed]).when(end).thenNothing();
    // Its time would have come later.
    given(pollDecider, [bens, { type: 'PollClosed', data: by('ben', 'author') }])
      .when({ type: 'ClosePoll', pollId: 'p1', communityId: 'c1', now: expiresAt })
      .thenNothing();
  });

  test('cannot close it early once its time is over: it has ended by itself', () => {
    given(pollDecider, [bens])
      .when({ ...end, now: expiresAt })
      .then(closed);
  });

  test('changes nothing once it is removed; then its time does not close it', () => {
    for (const command of [end, edit]) given(pollDecider, [bens, deleted]).when(command).thenRefused('poll.unknown');
    given(pollDecider, [bens, deleted])
      .when({ type: 'ClosePoll', pollId: 'p1', communityId: 'c1', now: expiresAt })
      .thenNothing();
  });

  test('edits it: an option with the same text keeps its id, another text is another option', () => {
    given(pollDecider, [bens]).when(edit).then(edited);
    given(pollDecider, [bens, edited])
      .when({ ...edit, options: [...edited.data.options] })
      .thenNothing();
    given(pollDecider, [bens, edited])
      .when({ ...edit, options: [...edited.data.options].reverse() })
      .then({ ...edited, data: { ...edited.data, options: [...edited.data.options].reverse(), version: 3 } });
  });

  test('edits what is open, in the version that they saw, by the rules of creation', () => {
    given(pollDecider, [bens, closed]).when(edit).thenRefused('poll.closed');
    given(pollDecider, [bens])
      .when({ ...edit, now: expiresAt })
      .thenRefused('poll.closed');
    given(pollDecider, [bens])
      .when({ ...edit, version: 1 })
      .then(edited);
    given(pollDecider, [bens, edited])
      .when({ ...edit, version: 1 })
      .thenRefused('edit.stale');
    given(pollDecider, [bens])
      .when({ ...edit, questionText: ' ' })
      .thenRefused('poll.question');
    given(pollDecider, [bens])
      .when({ ...edit, options: options('one') })
      .thenRefused('poll.options');
  });

  test('[LI-21] edits it so often at most, but can always close it', () => {
    given(pollDecider, [bens]).whenFull(edit).thenRefused('changes.full');
    given(pollDecider, [bens])
      .whenFull(end)
      .then({ type: 'PollClosed', data: by('ben', 'author') });
  });

  test('changes nothing in a closed community', () => {
    for (const command of [end, edit]) {
      given(pollDecider, [bens])
        .when({ ...command, community: open('public', 'closed') })
        .thenRefused('community.closed');
      given(pollDecider, [bens])
        .when({ ...command, community: open('private', 'closed'), own: { status: 'none' } })
        .thenRefused('poll.unknown');
    }
  });

  test('changes the polls of others only if they lead the community', () => {
    type Who = { by: string; own: { status: 'none' | 'pending' | 'member' | 'moderator' | 'banned' } };
    const attempt = ({ by: person, own }: Who, visibility: 'public' | 'private', event = bens) =>
      given(pollDecider, [event]).when({ ...end, by: person, own, community: open(visibility) });
    const closedBy = (person: string, as: 'author' | 'moderator') =>
      ({ type: 'PollClosed', data: by(person, as) }) as const;
    for (const visibility of ['public', 'private'] as const) {
      attempt({ by: 'ann', own: { status: 'none' } }, visibility).then(closedBy('ann', 'moderator'));
      attempt({ by: 'cay', own: { status: 'moderator' } }, visibility).then(closedBy('cay', 'moderator'));
      attempt({ by: 'cay', own: { status: 'member' } }, visibility).thenRefused('community.position');
      attempt({ by: 'cay', own: { status: 'banned' } }, visibility).thenRefused('poll.unknown');
      // Its creator, after they were banned.
      attempt({ by: 'ben', own: { status: 'banned' } }, visibility).thenRefused('poll.unknown');
    }
    // Its creator, after they left.
    attempt({ by: 'ben', own: { status: 'none' } }, 'public').then(closedBy('ben', 'author'));
    attempt({ by: 'ben', own: { status: 'none' } }, 'private').thenRefused('poll.unknown');
    attempt({ by: 'cay', own: { status: 'none' } }, 'public').thenRefused('community.position');
    attempt({ by: 'cay', own: { status: 'none' } }, 'private').thenRefused('poll.unknown');
  });
});

describe('voting', () => {
  const poll = {
    status: 'active',
    deleted: null,
    createdBy: 'ann',
    version: 1,
    questionText: 'Tea?',
    options: options('Yes', 'No'),
    expiresAt,
  } as const;
  const vote: VoteInPoll = {
    type: 'VoteInPoll',
    pollId: 'p1',
    communityId: 'c1',
    optionId: 'o1',
    userId: 'ben',
    now,
    poll,
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
      .when({ ...vote, poll: { ...poll, status: 'closed' } })
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
      .when({ ...vote, community: open('public', 'closed') })
      .thenRefused('community.closed', 'This community is closed. You can read it, but you cannot add to it.');
    given(votingDecider)
      .when({ ...vote, community: open('private', 'closed') })
      .thenRefused('poll.unknown');
    given(votingDecider)
      .when({ ...vote, community: { status: 'unknown' } })
      .thenRefused('poll.unknown');
    given(votingDecider)
      .when({ ...vote, poll: { status: 'unbegun' } })
      .thenRefused('poll.unknown');
    given(votingDecider)
      .when({ ...vote, poll: { ...poll, deleted: { by: 'moderator', deletedAt: now } } })
      .thenRefused('poll.unknown');
  });
});
