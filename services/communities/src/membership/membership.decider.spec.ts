import { describe, expect, test } from '@jest/globals';
import type {
  CommunityList,
  MembershipAction,
  MembershipStatus,
  MembershipStatusReason,
} from '@parlour/contracts/communities/communities';
import { DomainError } from '@parlour/contracts/errors';
import { given } from '@parlour/kernel/testing/given';
import type { CommunityState } from '../community/community-state.ts';
import { type AdmitInvited, type AdmitListed, type ChangeMembership, membershipDecider } from './membership.decider.ts';
import type { Place } from './membership-status.ts';

/** People by their position. */
const places: readonly Place[] = ['owner', 'moderator', 'member', 'banned', 'pending', 'none'];

const changed = (
  before: MembershipStatus,
  standing: MembershipStatus,
  reason: MembershipStatusReason,
  by: string | null,
) =>
  ({
    type: 'StandingChanged',
    data: { communityId: 'c1', userId: 'target', before, standing, reason, by },
  }) as const;

const past = (standing: MembershipStatus) => (standing === 'none' ? [] : [changed('none', standing, 'joined', null)]);

const texts = { name: 'Bakers', description: 'Bread', version: 1, offer: null, formerOwners: new Map() };

function community(visibility: 'public' | 'private', ownerId = 'owner'): CommunityState {
  return { status: 'open', ownerId, visibility, ...texts };
}

/**
 * The result of an actor of one position acting on a target of another; on themselves if `target`
 * is absent.
 */
function outcome(
  visibility: 'public' | 'private',
  call: readonly [CommunityList, MembershipAction],
  actor: Place,
  target?: Place,
): string {
  const self = target === undefined;
  const whom = target ?? actor;
  const ownerId = actor === 'owner' ? (self ? 'target' : 'actor') : whom === 'owner' ? 'target' : 'owner';
  const status = whom === 'owner' ? 'none' : whom;
  const command: ChangeMembership = {
    type: 'ChangeMembership',
    communityId: 'c1',
    by: self ? 'target' : 'actor',
    userId: 'target',
    list: call[0],
    action: call[1],
    leaders: [],
    community: community(visibility, ownerId),
    own: { status: actor === 'owner' ? 'none' : actor },
  };
  try {
    const [event, ...more] = membershipDecider.decide(command, { status });
    expect(more).toEqual([]);
    if (!event) return '-';
    expect(event.data).toMatchObject({ before: status, userId: 'target', by: command.by });
    return `${event.data.reason} ${event.data.standing}`;
  } catch (refusal) {
    if (!(refusal instanceof DomainError)) throw refusal;
    return { 'community.position': '403', 'community.membership': '409' }[refusal.code as string] ?? refusal.code;
  }
}

type Row = readonly [call: string, ...outcomes: readonly string[]];

function of(call: string): readonly [CommunityList, MembershipAction] {
  return call.split(' ') as [CommunityList, MembershipAction];
}

describe('[RO-13, CA-45, ST-9, C-1] on oneself (decisions C-2, C-3)', () => {
  // owner, moderator, member, banned, pending, none
  test.each<Row>([
    ['members add', '-', '-', '-', '403', 'joined member', 'joined member'],
    ['members remove', '409', 'left none', 'left none', '-', '-', '-'],
    ['pendingMembers add', '-', '-', '-', '403', 'joined member', 'joined member'],
    ['pendingMembers remove', '-', '-', '-', '-', 'withdrawn none', '-'],
    ['pendingMembers approve', '-', '-', '403', '403', '403', '403'],
    ['pendingMembers deny', '-', '-', '403', '403', '403', '403'],
    ['bannedMembers add', '409', '403', '403', '403', '403', '403'],
    ['bannedMembers remove', '-', '-', '403', '403', '403', '403'],
    ['moderators add', '409', '403', '403', '403', '403', '403'],
    ['moderators remove', '-', '403', '403', '403', '403', '403'],
    ['moderators resign', '403', 'resigned member', '-', '403', '403', '403'],
  ])('[C-2] in a public community: %s', (call, ...outcomes) => {
    expect(places.map((place) => outcome('public', of(call), place))).toEqual(outcomes);
  });

  test.each<Row>([
    ['members add', '-', '-', '-', '403', '403', '403'],
    ['members remove', '409', 'left none', 'left none', '-', '-', '-'],
    ['pendingMembers add', '-', '-', '-', '403', '-', 'requested pending'],
    ['pendingMembers remove', '-', '-', '-', '-', 'withdrawn none', '-'],
    ['pendingMembers approve', '-', '-', '403', '403', '403', '403'],
    ['pendingMembers deny', '-', '-', '403', '403', '403', '403'],
    ['bannedMembers add', '409', '403', '403', '403', '403', '403'],
    ['bannedMembers remove', '-', '-', '403', '403', '403', '403'],
    ['moderators add', '409', '403', '403', '403', '403', '403'],
    ['moderators remove', '-', '403', '403', '403', '403', '403'],
  ])('[C-2] in a private community: %s', (call, ...outcomes) => {
    expect(places.map((place) => outcome('private', of(call), place))).toEqual(outcomes);
  });
});

describe('[RO-13, CA-45, ST-9, C-1, C-3] on another person (decisions C-3, C-6)', () => {
  // Results for owner (as target), moderator, member, banned, pending, none; there is no second
  // owner for the owner.
  const others = places.slice(1);

  test.each<Row>([
    ['members add', '-', '-', '409', 'approved member', '409'],
    ['members remove', 'removed none', 'removed none', '-', '-', '-'],
    ['pendingMembers add', '403', '403', '403', '403', '403'],
    ['pendingMembers remove', '-', '-', '-', 'denied none', '-'],
    ['pendingMembers approve', '-', '-', '409', 'approved member', '409'],
    ['pendingMembers deny', '-', '-', '-', 'denied none', '-'],
    ['bannedMembers add', 'banned banned', 'banned banned', '-', 'banned banned', 'banned banned'],
    ['bannedMembers remove', '-', '-', 'unbanned none', '-', '-'],
    ['moderators add', '-', 'moderatorAdded moderator', '409', '409', '409'],
    ['moderators remove', 'moderatorRemoved member', '-', '-', '-', '-'],
  ])('[RO-10] the owner: %s', (call, ...outcomes) => {
    for (const visibility of ['public', 'private'] as const) {
      expect(others.map((target) => outcome(visibility, of(call), 'owner', target))).toEqual(outcomes);
    }
  });

  test.each<Row>([
    ['members add', '-', '-', '-', '409', 'approved member', '409'],
    ['members remove', '409', '403', 'removed none', '-', '-', '-'],
    ['pendingMembers add', '403', '403', '403', '403', '403', '403'],
    ['pendingMembers remove', '-', '-', '-', '-', 'denied none', '-'],
    ['pendingMembers approve', '-', '-', '-', '409', 'approved member', '409'],
    ['pendingMembers deny', '-', '-', '-', '-', 'denied none', '-'],
    ['bannedMembers add', '409', '403', 'banned banned', '-', 'banned banned', 'banned banned'],
    ['bannedMembers remove', '-', '-', '-', 'unbanned none', '-', '-'],
    ['moderators add', '403', '403', '403', '403', '403', '403'],
    ['moderators remove', '403', '403', '403', '403', '403', '403'],
  ])('[RO-10] a moderator: %s', (call, ...outcomes) => {
    for (const visibility of ['public', 'private'] as const) {
      expect(places.map((target) => outcome(visibility, of(call), 'moderator', target))).toEqual(outcomes);
    }
  });

  test('[RO-10] others: nothing, whatever the target', () => {
    const calls = ['members', 'pendingMembers', 'bannedMembers', 'moderators'].flatMap((list) =>
      ['add', 'remove'].map((action) => `${list} ${action}`),
    );
    for (const call of [...calls, 'pendingMembers approve', 'pendingMembers deny']) {
      for (const actor of ['member', 'banned', 'pending', 'none'] as const) {
        for (const target of places) {
          for (const visibility of ['public', 'private'] as const) {
            expect([call, outcome(visibility, of(call), actor, target)]).toEqual([call, '403']);
          }
        }
      }
    }
  });

  test('an action that a list does not have is refused', () => {
    for (const list of ['members', 'bannedMembers', 'moderators']) {
      for (const action of ['approve', 'deny']) {
        expect(outcome('private', of(`${list} ${action}`), 'owner', 'pending')).toBe('community.list');
      }
    }
  });
});

test('an unknown community has no people', () => {
  const command: ChangeMembership = {
    type: 'ChangeMembership',
    communityId: 'c1',
    by: 'target',
    userId: 'target',
    list: 'members',
    action: 'add',
    leaders: [],
    community: { status: 'unknown' },
    own: { status: 'none' },
  };
  given(membershipDecider).when(command).thenRefused('community.unknown', 'Community not found');
});

test('the last change of a membership is all that is loaded', () => {
  const leaving = changed('member', 'none', 'left', 'target');
  expect(given(membershipDecider, [...past('member'), leaving, ...past('member')]).loaded).toBe(1);
});

describe('[BE-6] in a closed community', () => {
  const inClosed = (
    call: readonly [CommunityList, MembershipAction],
    visibility: 'public' | 'private',
    by: string,
    own: MembershipStatus,
  ): ChangeMembership => ({
    ...{ type: 'ChangeMembership', communityId: 'c1', by, userId: 'target', list: call[0], action: call[1] },
    community: { status: 'closed', ownerId: 'owner', visibility, ...texts },
    leaders: [],
    own: { status: own },
  });

  test('nobody joins, is decided on or gets a role, and only those who can read it learn why', () => {
    const calls = ['members add', 'pendingMembers add', 'bannedMembers add', 'moderators add', 'moderators resign'];
    for (const call of calls.map(of)) {
      given(membershipDecider)
        .when(inClosed(call, 'public', 'owner', 'none'))
        .thenRefused('community.closed');
      given(membershipDecider)
        .when(inClosed(call, 'public', 'other', 'none'))
        .thenRefused('community.closed');
      given(membershipDecider)
        .when(inClosed(call, 'private', 'other', 'member'))
        .thenRefused('community.closed');
      given(membershipDecider)
        .when(inClosed(call, 'private', 'other', 'none'))
        .thenRefused('community.unknown');
      given(membershipDecider)
        .when(inClosed(call, 'public', 'other', 'banned'))
        .thenRefused('community.unknown');
    }
  });

  test('one can leave, and withdraw a request', () => {
    given(membershipDecider, past('member'))
      .when(inClosed(['members', 'remove'], 'private', 'target', 'member'))
      .then(changed('member', 'none', 'left', 'target'));
    given(membershipDecider, past('pending'))
      .when(inClosed(['pendingMembers', 'remove'], 'private', 'target', 'pending'))
      .then(changed('pending', 'none', 'withdrawn', 'target'));
  });
});

describe('[C-9] a former owner', () => {
  const handedOver = (changes: number, ownerId = 'owner'): CommunityState => {
    return { status: 'open', ownerId, visibility: 'private', ...texts, formerOwners: new Map([['target', changes]]) };
  };
  const step = { type: 'StepDown', communityId: 'c1', userId: 'target' } as const;
  const change = (call: string, by: 'owner' | 'target', changes: number): ChangeMembership => {
    const [list, action] = of(call);
    const facts = { community: handedOver(changes), leaders: [], own: { status: 'none' } } as const;
    return { type: 'ChangeMembership', communityId: 'c1', by, userId: 'target', list, action, ...facts };
  };

  test('[BE-6] becomes a moderator, unless the next one was quicker', () => {
    // Who founded it, and who got it from another one.
    for (const standing of ['none', 'member'] as const) {
      given(membershipDecider, past(standing))
        .when({ ...step, community: handedOver(past(standing).length) })
        .then(changed(standing, 'moderator', 'handedOver', null));
    }
    for (const standing of ['banned', 'moderator'] as const) {
      given(membershipDecider, past(standing))
        .when({ ...step, community: handedOver(0) })
        .thenNothing();
    }
  });

  test('stays what they became since then, or the owner if they got it back', () => {
    const since = [
      changed('moderator', 'none', 'left', 'target'),
      changed('moderator', 'member', 'moderatorRemoved', 'owner'),
      changed('moderator', 'member', 'resigned', 'target'),
    ];
    for (const standing of ['none', 'member'] as const) {
      const before = past(standing);
      for (const event of since) {
        given(membershipDecider, [...before, event])
          .when({ ...step, community: handedOver(before.length) })
          .thenNothing();
      }
      given(membershipDecider, before)
        .when({ ...step, community: handedOver(before.length, 'target') })
        .thenNothing();
    }
    given(membershipDecider)
      .when({ ...step, community: { status: 'unknown' } })
      .thenNothing();
  });

  test('can leave, resign, be removed, demoted and banned before the policy has run', () => {
    for (const before of [past('none'), past('member')]) {
      for (const [call, by, standing, reason] of [
        ['members remove', 'target', 'none', 'left'],
        ['members remove', 'owner', 'none', 'removed'],
        ['moderators resign', 'target', 'member', 'resigned'],
        ['moderators remove', 'owner', 'member', 'moderatorRemoved'],
        ['bannedMembers add', 'owner', 'banned', 'banned'],
      ] as const) {
        given(membershipDecider, before)
          .when(change(call, by, before.length))
          .then(changed('moderator', standing, reason, by));
      }
    }
    // Once they have left, they are no longer a moderator.
    given(membershipDecider, [changed('moderator', 'none', 'left', 'target')])
      .when(change('members remove', 'target', 0))
      .thenNothing();
  });
});

test('[BE-6] requests and decisions name the community, and requests those who decide', () => {
  const ask: ChangeMembership = {
    ...{ type: 'ChangeMembership', communityId: 'c1', by: 'target', userId: 'target' },
    ...{ list: 'pendingMembers', action: 'add', community: community('private'), own: { status: 'none' } },
    leaders: ['owner', 'mo'],
  };
  const named = (...change: Parameters<typeof changed>) => {
    const event = changed(...change);
    return { ...event, data: { ...event.data, name: 'Bakers' } };
  };
  const asked = named('none', 'pending', 'requested', 'target');
  given(membershipDecider)
    .when(ask)
    .then({ ...asked, data: { ...asked.data, leaders: ['owner', 'mo'] } });
  given(membershipDecider, past('pending'))
    .when({ ...ask, by: 'owner', action: 'approve' })
    .then(named('pending', 'member', 'approved', 'owner'));
  given(membershipDecider, past('pending'))
    .when({ ...ask, by: 'owner', action: 'deny' })
    .then(named('pending', 'none', 'denied', 'owner'));
});

test('pending people become members when the community becomes public, others do not', () => {
  const open = community('public');
  const admit = { type: 'AdmitPending', communityId: 'c1', userId: 'target', community: open } as const;
  given(membershipDecider, past('pending'))
    .when(admit)
    .then(changed('pending', 'member', 'madePublic', null));
  for (const status of ['none', 'member', 'moderator', 'banned'] as const) {
    given(membershipDecider, past(status)).when(admit).thenNothing();
  }
  const closed = { ...open, status: 'closed' } as CommunityState;
  for (const now of [closed, community('private')]) {
    given(membershipDecider, past('pending'))
      .when({ ...admit, community: now })
      .thenNothing();
  }
});

describe('[IN-1] an invited newcomer', () => {
  const invite = (visibility: 'public' | 'private', inviter: Place): AdmitInvited => ({
    ...{ type: 'AdmitInvited', communityId: 'c1', userId: 'target', by: 'inviter' },
    community: community(visibility, inviter === 'owner' ? 'inviter' : 'owner'),
    inviter: { status: inviter === 'owner' ? 'none' : inviter },
  });

  test.each([
    ['public', ['owner', 'moderator', 'member', 'pending', 'none']],
    ['private', ['owner', 'moderator']],
  ] as const)('is a member of a %s community whose inviter is one of %j', (visibility, allowed) => {
    for (const place of places) {
      const decided = given(membershipDecider).when(invite(visibility, place));
      if (allowed.some((each) => each === place)) decided.then(changed('none', 'member', 'invited', 'inviter'));
      else decided.thenNothing();
    }
  });

  test('who has asked to join is one too; who belongs to it or was banned stays so, and a closed one takes nobody', () => {
    const wanted = invite('private', 'owner');
    given(membershipDecider, past('pending'))
      .when(wanted)
      .then(changed('pending', 'member', 'invited', 'inviter'));
    for (const standing of ['member', 'moderator', 'banned'] as const) {
      given(membershipDecider, past(standing)).when(wanted).thenNothing();
    }
    for (const closed of [
      { ...wanted.community, status: 'closed' } as CommunityState,
      { status: 'unknown' } as const,
    ]) {
      given(membershipDecider)
        .when({ ...wanted, community: closed })
        .thenNothing();
    }
  });
});

test('a deleted account has no status', () => {
  const end = { type: 'EndMembership', communityId: 'c1', userId: 'target', owns: false } as const;
  for (const standing of ['pending', 'member', 'moderator', 'banned'] as const) {
    given(membershipDecider, past(standing))
      .when(end)
      .then(changed(standing, 'none', 'deleted', null));
  }
  given(membershipDecider).when(end).thenNothing();
  // The owner of a closed community.
  given(membershipDecider)
    .when({ ...end, owns: true })
    .then(changed('none', 'none', 'deleted', null));
});

test('an impossible change names its reason', () => {
  const approve: ChangeMembership = {
    type: 'ChangeMembership',
    communityId: 'c1',
    by: 'owner',
    userId: 'target',
    list: 'pendingMembers',
    action: 'approve',
    leaders: [],
    community: community('private'),
    own: { status: 'none' },
  };
  given(membershipDecider)
    .when(approve)
    .thenRefused('community.membership', 'This person hasn’t asked to join the community.');
  given(membershipDecider)
    .when({ ...approve, list: 'moderators', action: 'add' })
    .thenRefused('community.membership', 'That isn’t possible: they are not a member of this community.');
  given(membershipDecider)
    .when({ ...approve, userId: 'owner', list: 'members', action: 'remove' })
    .thenRefused('community.membership', 'The owner can’t leave the community, and can’t be removed or banned.');
});

describe('[IN-2] a person on an operator’s list', () => {
  const admit: AdmitListed = {
    ...{ type: 'AdmitListed', communityId: 'c1', userId: 'target', by: 'operator' },
    community: community('private'),
  };

  test('is a member, also of a private community, and after a request', () => {
    given(membershipDecider)
      .when(admit)
      .then(changed('none', 'member', 'invited', 'operator'));
    given(membershipDecider, past('pending'))
      .when(admit)
      .then(changed('pending', 'member', 'invited', 'operator'));
  });

  test('stays what they are, and stays away once they have left; a closed community takes nobody', () => {
    for (const standing of ['member', 'moderator', 'banned'] as const) {
      given(membershipDecider, past(standing)).when(admit).thenNothing();
    }
    given(membershipDecider, [...past('member'), changed('member', 'none', 'left', 'target')])
      .when(admit)
      .thenNothing();
    given(membershipDecider)
      .when({ ...admit, community: community('private', 'target') })
      .thenNothing();
    for (const gone of [{ ...admit.community, status: 'closed' } as CommunityState, { status: 'unknown' } as const]) {
      given(membershipDecider)
        .when({ ...admit, community: gone })
        .thenNothing();
    }
  });
});
