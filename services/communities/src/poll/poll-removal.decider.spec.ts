import { describe, expect, test } from '@jest/globals';
import type { PollChange, PollCreated, PollPlace } from '@parlour/contracts/communities/polls.events';
import { limits } from '@parlour/contracts/limits';
import { fold } from '@parlour/kernel/log/decider';
import { given } from '@parlour/kernel/testing/given';
import type { CommunityState } from '../community/community-state.ts';
import { pollDecider } from './poll.decider.ts';
import { pollRemovalDecider, type RemovePoll } from './poll-removal.decider.ts';

const now = '2026-06-01T12:00:00.000Z';
const open = (visibility: 'public' | 'private', status: 'open' | 'closed' = 'open'): CommunityState => ({
  status,
  ownerId: 'ann',
  visibility,
  ...{ name: 'Bakers', description: 'Bread', version: 1, offer: null, formerOwners: new Map() },
});
const bens: PollCreated = {
  type: 'PollCreated',
  data: {
    ...{ pollId: 'p1', communityId: 'c1', createdBy: 'ben', questionText: 'Tea?' },
    options: [
      { optionId: 'o0', text: 'Yes' },
      { optionId: 'o1', text: 'No' },
    ],
    expiresAt: '2026-06-01T13:00:00.000Z',
  },
};
const closed = { type: 'PollClosed', data: { pollId: 'p1', communityId: 'c1' } } as const;
const who = {
  pollId: 'p1',
  communityId: 'c1',
  by: 'ben',
  now,
  isOperator: false,
  community: open('public'),
  own: { status: 'member' },
} as const;
const ann = { by: 'ann', own: { status: 'none' } } as const;
const oda = { by: 'oda', own: { status: 'none' }, isOperator: true } as const;
const remove: RemovePoll = { type: 'DeletePost', ...who, reason: '' };
const restore: RemovePoll = { type: 'RestorePost', ...who, reason: '' };
type Deleted = Extract<PollChange, { readonly type: 'PostDeleted' }>;
const authorToo = ({ type, data }: Deleted): Deleted => ({ type, data: { ...data, authorToo: true } });
type As = 'author' | 'moderator' | 'operator';
const place = { pollId: 'p1', communityId: 'c1', createdBy: 'ben', status: 'active' } as const;
const moderatedBy = (by: As) =>
  by === 'author' ? {} : ({ moderated: { by, author: 'ben', communityId: 'c1' } } as const);
const deleted = (deletedBy: string, by: As, status: PollPlace['status'] = 'active'): Deleted => ({
  type: 'PostDeleted',
  data: {
    ...{ ...place, status, deletedBy, by, reason: by === 'author' ? null : 'Twice', deletedAt: now },
    ...moderatedBy(by),
  },
});
const restored = (restoredBy: string, by: As, status: PollPlace['status'] = 'active') =>
  ({ type: 'PostRestored', data: { ...place, status, restoredBy, ...moderatedBy(by) } }) as const;

describe('[BE-8, P-13] removing a poll', () => {
  test('is for its creator, also when it is closed, once', () => {
    given(pollRemovalDecider, [bens]).when(remove).then(deleted('ben', 'author'));
    given(pollRemovalDecider, [bens, closed])
      .when({ ...remove, reason: 'Nobody reads it' })
      .then(deleted('ben', 'author', 'closed'));
    given(pollRemovalDecider, [bens, deleted('ben', 'author')])
      .when(remove)
      .thenNothing();
  });

  test('is always possible, restoring is not', () => {
    given(pollRemovalDecider, [bens]).whenFull(remove).then(deleted('ben', 'author'));
    given(pollRemovalDecider, [bens, deleted('ben', 'author')])
      .whenFull(restore)
      .thenRefused('changes.full');
  });

  test('[E-4] of others again and again does not keep the owner and operators from restoring it', () => {
    const removed = given(pollRemovalDecider, [bens, deleted('cay', 'moderator')]);
    const cay = { by: 'cay', own: { status: 'moderator' } } as const;
    removed.whenFull({ ...restore, ...cay }, limits.sharedEvents.poll).thenRefused('changes.full');
    removed.whenFull({ ...restore, ...ann }, limits.pollEvents - 1).then(restored('ann', 'moderator'));
    removed.whenFull({ ...restore, ...ann }).thenRefused('changes.full');
    removed.whenFull({ ...restore, ...oda }).then(restored('oda', 'operator'));
  });

  test('is for those who lead the community, and for operators anywhere, with a reason', () => {
    const theirs = { ...remove, reason: ' Twice ' };
    given(pollRemovalDecider, [bens])
      .when({ ...theirs, ...ann })
      .then(deleted('ann', 'moderator'));
    given(pollRemovalDecider, [bens])
      .when({ ...theirs, by: 'cay', own: { status: 'moderator' } })
      .then(deleted('cay', 'moderator'));
    for (const community of [open('public'), open('private'), open('private', 'closed')]) {
      given(pollRemovalDecider, [bens])
        .when({ ...theirs, ...oda, community })
        .then(deleted('oda', 'operator'));
    }
    // In the capacity that the community knows.
    given(pollRemovalDecider, [bens])
      .when({ ...theirs, ...oda, own: { status: 'moderator' } })
      .then(deleted('oda', 'moderator'));
    for (const reason of [' ', '\u200b', 'r'.repeat(201)]) {
      for (const person of [ann, oda]) {
        given(pollRemovalDecider, [bens])
          .when({ ...remove, ...person, reason })
          .thenRefused('delete.reason');
      }
    }
  });

  test('takes the place of a weaker one, as of then', () => {
    const later = { ...remove, reason: 'Twice', now: '2026-06-30T12:00:00.000Z' };
    const [author, moderator, operator] = [
      deleted('ben', 'author'),
      deleted('ann', 'moderator'),
      deleted('oda', 'operator'),
    ];
    const after = (...events: Deleted[]) => given(pollRemovalDecider, [bens, ...events]);
    after(author)
      .when({ ...later, ...ann })
      .then(authorToo(moderator));
    after(author)
      .when({ ...later, ...oda })
      .then(authorToo(operator));
    after(moderator)
      .when({ ...later, ...oda })
      .then(operator);
    after(author, authorToo(moderator))
      .when({ ...later, ...oda })
      .then(authorToo(operator));
    for (const person of [{}, ann])
      after(moderator)
        .when({ ...later, ...person })
        .thenNothing();
    for (const person of [{}, ann, oda])
      after(operator)
        .when({ ...later, ...person })
        .thenNothing();
    // Its texts are erased now.
    after(author)
      .when({ ...later, ...ann, now: '2026-07-01T12:00:00.000Z' })
      .thenNothing();
  });

  test.each([
    ['a member', { by: 'cay', own: { status: 'member' } }, 'community.position', 'poll.unknown'],
    ['a banned moderator', { by: 'cay', own: { status: 'banned' } }, 'poll.unknown', 'poll.unknown'],
    ['its creator, once banned', { own: { status: 'banned' } }, 'poll.unknown', 'poll.unknown'],
  ] as const)('is not for %s', (_, person, refusal, ofDeleted) => {
    for (const command of [remove, restore]) {
      given(pollRemovalDecider, [bens])
        .when({ ...command, ...person })
        .thenRefused(refusal);
      given(pollRemovalDecider, [bens, deleted('ben', 'author')])
        .when({ ...command, ...person })
        .thenRefused(ofDeleted);
      given(pollRemovalDecider)
        .when({ ...command, ...person })
        .thenRefused('poll.unknown');
    }
  });

  test('goes on in a closed community, but its creator changes nothing there', () => {
    const shut = { community: open('public', 'closed') };
    for (const command of [remove, restore]) {
      for (const creator of [{}, { own: { status: 'moderator' } }] as const) {
        given(pollRemovalDecider, [bens])
          .when({ ...command, ...creator, ...shut })
          .thenRefused('community.closed');
      }
    }
    given(pollRemovalDecider, [bens])
      .when({ ...remove, ...ann, ...shut, reason: 'Twice' })
      .then(deleted('ann', 'moderator'));
    given(pollRemovalDecider, [bens, deleted('ann', 'moderator')])
      .when({ ...restore, ...ann, ...shut })
      .then(restored('ann', 'moderator'));
  });
});

describe('[BE-8, P-13] restoring a poll', () => {
  test('makes it what it was', () => {
    given(pollRemovalDecider, [bens, deleted('ben', 'author')])
      .when(restore)
      .then(restored('ben', 'author'));
    given(pollRemovalDecider, [bens, closed, deleted('ben', 'author', 'closed')])
      .when(restore)
      .then(restored('ben', 'author', 'closed'));
    given(pollRemovalDecider, [bens, deleted('ben', 'author'), restored('ben', 'author')])
      .when(restore)
      .thenNothing();
    expect(fold(pollDecider, [bens, deleted('ben', 'author'), restored('ben', 'author')])).toEqual(
      fold(pollDecider, [bens]),
    );
  });

  test('is for whoever could remove it so', () => {
    const by = (event: Deleted, person: object) =>
      given(pollRemovalDecider, [bens, event]).when({ ...restore, ...person });
    const [author, moderator, operator] = [
      deleted('ben', 'author'),
      deleted('ann', 'moderator'),
      deleted('oda', 'operator'),
    ];
    // What its creator deleted, nobody else knows.
    for (const person of [ann, oda]) by(author, person).thenRefused('poll.unknown');
    by(moderator, {}).thenRefused('community.position', 'You are not allowed to restore this.');
    by(moderator, ann).then(restored('ann', 'moderator'));
    by(moderator, oda).then(restored('oda', 'operator'));
    by(moderator, { own: { status: 'moderator' } }).then(restored('ben', 'moderator'));
    for (const person of [{}, ann]) by(operator, person).thenRefused('community.position');
    by(operator, oda).then(restored('oda', 'operator'));
    by(operator, { isOperator: true }).then(restored('ben', 'operator'));
  });

  test('of one that its creator had deleted leaves that', () => {
    const [author, moderator, operator] = [
      deleted('ben', 'author'),
      authorToo(deleted('ann', 'moderator')),
      authorToo(deleted('oda', 'operator')),
    ];
    const taken = given(pollRemovalDecider, [bens, author, moderator]);
    taken.when(restore).thenRefused('community.position');
    taken.when({ ...restore, ...ann }).then(restored('ann', 'moderator'), author);
    const further = given(pollRemovalDecider, [bens, author, moderator, operator]);
    for (const person of [{}, ann]) further.when({ ...restore, ...person }).thenRefused('community.position');
    further.when({ ...restore, ...oda }).then(restored('oda', 'operator'), author);
    const left = [bens, author, moderator, restored('ann', 'moderator'), author];
    given(pollRemovalDecider, left)
      .when({ ...restore, ...ann })
      .thenRefused('poll.unknown');
    given(pollRemovalDecider, left).when(restore).then(restored('ben', 'author'));
    given(pollRemovalDecider, [...left, restored('ben', 'author')])
      .when({ ...remove, ...ann, reason: 'Twice' })
      .then(deleted('ann', 'moderator'));
  });

  test('is possible for 30 days', () => {
    const late = '2026-07-01T12:00:00.000Z';
    const gone = [bens, deleted('ben', 'author')];
    given(pollRemovalDecider, gone)
      .when({ ...restore, now: '2026-07-01T11:59:59.999Z' })
      .then(restored('ben', 'author'));
    given(pollRemovalDecider, gone)
      .when({ ...restore, now: late })
      .thenRefused('restore.late');
  });
});
