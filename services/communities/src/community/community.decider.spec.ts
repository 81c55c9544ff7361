import { describe, expect, test } from '@jest/globals';
import type { CommunityCreated } from '@parlour/contracts/communities/communities';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';
import { given } from '@parlour/kernel/testing/given';
import {
  type ChangeVisibility,
  communityDecider,
  type CreateCommunity,
  type EditCommunity,
  type EndCommunity,
  nameReservations,
} from './community.decider.ts';
import type { AnswerOffer, OfferOwnership, PassOwnership } from './ownership.decider.ts';

const create: CreateCommunity = {
  type: 'CreateCommunity',
  communityId: 'c1',
  ownerId: 'ann',
  name: ' Bakers ',
  description: ' Bread ',
  visibility: 'private',
  contributions: 2,
};

const created = (visibility: 'public' | 'private' = 'private'): CommunityCreated => ({
  type: 'CommunityCreated',
  data: { communityId: 'c1', name: 'Bakers', description: 'Bread', ownerId: 'ann', visibility },
});
const closed = { type: 'CommunityClosed', data: { communityId: 'c1', by: null } } as const;
const passed = {
  type: 'OwnershipPassed',
  data: { communityId: 'c1', from: 'ann', to: 'ben', accepted: false, name: 'Bakers' },
} as const;

describe('creating', () => {
  test('trims its texts', () => {
    given(communityDecider).when(create).then(created());
    given(communityDecider)
      .when({ ...create, name: 'n'.repeat(100), description: 'd'.repeat(1_000), visibility: 'public' })
      .then({
        type: 'CommunityCreated',
        data: { ...created('public').data, name: 'n'.repeat(100), description: 'd'.repeat(1_000) },
      });
  });

  test.each([
    [{ name: '' }, 'community.name', 'Name cannot be empty'],
    [{ name: ' \u200b\u2800 ' }, 'community.name', 'Name cannot be empty'],
    [{ name: 'n'.repeat(101) }, 'community.name', 'Name cannot be more than 100 characters'],
    [{ name: 'a\u202eb' }, 'request.illFormedText', undefined],
    [{ name: 'a\0b' }, 'request.illFormedText', undefined],
    [{ description: '' }, 'community.description', 'Question text cannot be empty'],
    [{ description: 'd'.repeat(1_001) }, 'community.description', undefined],
    [{ description: '\ud800' }, 'request.illFormedText', undefined],
    [{ visibility: 'secret' }, 'community.visibility', undefined],
    [{ contributions: 1 }, 'community.contributions', "You don't have enough posts yet to create a community."],
  ] as const)('of %j is refused', (changes, code, text) => {
    given(communityDecider)
      .when({ ...create, ...changes })
      .thenRefused(code, text);
  });

  test('the limit of a hundred characters counts graphemes', () => {
    const name = '\u{1F3B2}'.repeat(100);
    given(communityDecider)
      .when({ ...create, name })
      .then({ type: 'CommunityCreated', data: { ...created().data, name } });
  });

  test('[C-5] names that look alike are the same', () => {
    const keys = ['Bakers  Club', ' bakers club', 'BAKERS\u00a0CLUB', 'Ba\u00adkers\u200b Club', 'Ｂakers\tClub'];
    expect(new Set(keys.map((name) => nameReservations(name, 'c1', false)[0]?.key))).toEqual(new Set(['bakers club']));
    // An é of one code point, and one of two.
    const [composed, decomposed] = ['CAF\u00c9', 'Cafe\u0301'].map(
      (name) => nameReservations(name, 'c1', false)[0]?.key,
    );
    expect(decomposed).toBe(composed);
  });
});

describe('visibility', () => {
  const change: ChangeVisibility = {
    type: 'ChangeVisibility',
    communityId: 'c1',
    by: 'ann',
    visibility: undefined,
    own: { status: 'none' },
  };
  const changed = (visibility: 'public' | 'private', by = 'ann') =>
    ({ type: 'CommunityVisibilityChanged', data: { communityId: 'c1', visibility, by } }) as const;

  test('toggles, or is set to the wanted one', () => {
    given(communityDecider, [created()]).when(change).then(changed('public'));
    given(communityDecider, [created(), changed('public')])
      .when(change)
      .then(changed('private'));
    given(communityDecider, [created()])
      .when({ ...change, visibility: 'public' })
      .then(changed('public'));
    given(communityDecider, [created()])
      .when({ ...change, visibility: 'private' })
      .thenNothing();
  });

  test('[LI-21] does not toggle without end, but a community can always be made private', () => {
    given(communityDecider, [created()]).whenFull(change).thenRefused('changes.full', messages.changesFull);
    given(communityDecider, [created('public')])
      .whenFull(change)
      .then(changed('private'));
  });

  test('[E-4] leaves some changes to the owner', () => {
    given(communityDecider, [created()]).whenFull(change, limits.sharedEvents.community).thenRefused('changes.full');
  });

  test('[C-3] is for owner and moderators, but only the owner shows to everybody what was private', () => {
    const byModerator = { ...change, by: 'ben', own: { status: 'moderator' } } as const;
    given(communityDecider, [created('public')])
      .when(byModerator)
      .then(changed('private', 'ben'));
    for (const visibility of [undefined, 'public'])
      given(communityDecider, [created()])
        .when({ ...byModerator, visibility })
        .thenRefused('community.position', messages.communityPublishing);
    given(communityDecider, [created('public')])
      .when({ ...byModerator, visibility: 'public' })
      .thenNothing();
    for (const status of ['none', 'pending', 'member', 'banned'] as const) {
      given(communityDecider, [created()])
        .when({ ...change, by: 'ben', own: { status } })
        .thenRefused('community.position', 'You are not allowed to do this in this community.');
    }
  });

  test('is one of two, of an existing community', () => {
    given(communityDecider, [created()])
      .when({ ...change, visibility: 'PUBLIC' })
      .thenRefused('community.visibility');
    given(communityDecider).when(change).thenRefused('community.unknown');
    given(communityDecider, [created(), closed]).when(change).thenRefused('community.closed');
    given(communityDecider, [created(), closed])
      .when({ ...change, by: 'ben' })
      .thenRefused('community.unknown');
  });
});

describe('[BE-6] the owner', () => {
  const who = { communityId: 'c1', by: 'ann', own: { status: 'none' } } as const;
  const edit: EditCommunity = {
    type: 'EditCommunity',
    ...who,
    ...{ name: ' Millers ', description: ' Flour ', version: undefined, isKept: false },
  };
  const edited = {
    type: 'CommunityEdited',
    data: { communityId: 'c1', name: 'Millers', description: 'Flour', by: 'ann' },
  } as const;
  const offer: OfferOwnership = {
    ...{ type: 'OfferOwnership', ...who, to: 'ben', heir: { status: 'member' }, current: null },
  };
  const offering = { communityId: 'c1', from: 'ann', to: 'ben', name: 'Bakers' } as const;
  const offered = { type: 'OwnershipOffered', data: { ...offering, changes: 0 } } as const;
  const ended = (reason: 'withdrawn' | 'declined') =>
    ({ type: 'OwnershipOfferEnded', data: { ...offering, reason } }) as const;
  const accept: AnswerOffer = {
    ...{ type: 'AnswerOffer', communityId: 'c1', by: 'ben', accept: true, own: { status: 'member' } },
  };
  const accepted = {
    type: 'OwnershipPassed',
    data: { communityId: 'c1', from: 'ann', to: 'ben', accepted: true, name: 'Bakers' },
  } as const;
  const end: EndCommunity = { type: 'EndCommunity', ...who };
  const closedByOwner = { type: 'CommunityClosed', data: { communityId: 'c1', by: 'ann' } } as const;

  test('edits name and description by the rules of creation, in the version that they saw', () => {
    given(communityDecider, [created()]).when(edit).then(edited);
    given(communityDecider, [created(), edited]).when(edit).thenNothing();
    // It was renamed after its name was looked up, so the name is not reserved.
    given(communityDecider, [created()])
      .when({ ...edit, isKept: true })
      .thenRefused('command.conflict', messages.conflict);
    given(communityDecider, [created()])
      .when({ ...edit, name: ' ' })
      .thenRefused('community.name');
    given(communityDecider, [created()])
      .when({ ...edit, description: 'd'.repeat(1_001) })
      .thenRefused('community.description');
    given(communityDecider, [created(), edited])
      .when({ ...edit, name: 'Brewers', version: 1 })
      .thenRefused('edit.stale');
    given(communityDecider, [created(), edited])
      .when({ ...edit, name: 'Bakers', description: 'Bread', version: 2 })
      .then({ ...edited, data: { ...edited.data, name: 'Bakers', description: 'Bread' } });
  });

  test('[BM-70] is closed by an operator, who need not belong to it, once', () => {
    const close = { type: 'CloseAnyCommunity', communityId: 'c1', by: 'olga' } as const;
    given(communityDecider, [created()])
      .when(close)
      .then({ type: 'CommunityClosed', data: { communityId: 'c1', by: 'olga', as: 'operator' } });
    given(communityDecider, [created(), closedByOwner]).when(close).thenNothing();
    given(communityDecider).when(close).thenRefused('community.unknown', messages.communityUnknown);
  });

  test('offers it to one member at a time, and withdraws the offer', () => {
    given(communityDecider, [created()]).when(offer).then(offered);
    given(communityDecider, [created(), offered]).when(offer).thenNothing();
    given(communityDecider, [created(), offered])
      .when({ ...offer, to: 'cay' })
      .thenRefused('community.offered');
    given(communityDecider, [created(), offered])
      .when({ ...offer, to: null })
      .then(ended('withdrawn'));
    given(communityDecider, [created(), offered, ended('withdrawn')])
      .when({ ...offer, to: null })
      .thenNothing();
    given(communityDecider, [created()])
      .when({ ...offer, to: 'ann' })
      .thenRefused('community.membership');
    for (const status of ['none', 'pending', 'banned'] as const) {
      given(communityDecider, [created()])
        .when({ ...offer, heir: { status } })
        .thenRefused('community.membership');
    }
  });

  test('[C-9] offers it to somebody else once whoever got the offer does not belong to it', () => {
    const toCay = { ...offer, to: 'cay' };
    for (const status of ['none', 'pending', 'banned'] as const) {
      given(communityDecider, [created(), offered])
        .when({ ...toCay, current: { userId: 'ben', own: { status } } })
        .then({ ...offered, data: { ...offered.data, to: 'cay' } });
      given(communityDecider, [created(), offered])
        .when({ ...offer, heir: { status } })
        .thenRefused('community.membership');
    }
    for (const status of ['member', 'moderator'] as const) {
      given(communityDecider, [created(), offered])
        .when({ ...toCay, current: { userId: 'ben', own: { status } } })
        .thenRefused('community.offered');
    }
    // It was offered to another one since the offer was read.
    given(communityDecider, [created(), offered])
      .when({ ...toCay, current: { userId: 'dan', own: { status: 'none' } } })
      .thenRefused('community.offered');
  });

  test('is whoever accepts, once; they may decline too', () => {
    given(communityDecider, [created(), offered]).when(accept).then(accepted);
    given(communityDecider, [created(), offered, accepted]).when(accept).thenNothing();
    given(communityDecider, [created(), offered])
      .when({ ...accept, accept: false })
      .then(ended('declined'));
    for (const past of [[], [offered, ended('withdrawn')], [offered, ended('declined')]]) {
      given(communityDecider, [created(), ...past])
        .when(accept)
        .thenRefused('community.noOffer');
    }
    given(communityDecider, [created(), offered])
      .when({ ...accept, by: 'cay' })
      .thenRefused('community.noOffer');
    // They left, or were banned, since then.
    for (const status of ['none', 'pending', 'banned'] as const) {
      given(communityDecider, [created(), offered])
        .when({ ...accept, own: { status } })
        .thenRefused('community.noOffer');
    }
    // Another one owns it since the account was deleted.
    given(communityDecider, [created(), offered, { ...passed, data: { ...passed.data, to: 'cay' } }])
      .when(accept)
      .thenRefused('community.noOffer');
  });

  test('[C-9] is a moderator from the handover on, and may be offered it again at once', () => {
    const back: OfferOwnership = { ...offer, by: 'ben', own: { status: 'member', changes: 3 }, to: 'ann' };
    const offeredBack = { ...offered, data: { ...offering, from: 'ben', to: 'ann', changes: 3 } };
    const past = [created(), offered, accepted];
    given(communityDecider, past)
      .when({ ...back, heir: { status: 'none' } })
      .then(offeredBack);
    given(communityDecider, [...past, offeredBack])
      .when({ ...accept, by: 'ann', own: { status: 'none' } })
      .then({ ...accepted, data: { ...accepted.data, from: 'ben', to: 'ann' } });
    // They left since then.
    given(communityDecider, past)
      .when({ ...back, heir: { status: 'none', changes: 1 } })
      .thenRefused('community.membership');
  });

  test('[LI-21] edits and offers it so often at most; they can always withdraw an offer, hand it over and close it', () => {
    for (const command of [edit, offer]) {
      given(communityDecider, [created()]).whenFull(command).thenRefused('changes.full', messages.changesFull);
    }
    given(communityDecider, [created()])
      .whenFull(offer, limits.communityEvents - 1)
      .then(offered);
    given(communityDecider, [created(), offered])
      .whenFull({ ...offer, to: null })
      .then(ended('withdrawn'));
    given(communityDecider, [created(), offered]).whenFull(accept).then(accepted);
    given(communityDecider, [created()]).whenFull(end).then(closedByOwner);
  });

  test('closes it for good', () => {
    given(communityDecider, [created()]).when(end).then(closedByOwner);
    given(communityDecider, [created(), closedByOwner]).when(end).thenNothing();
    for (const command of [edit, offer]) {
      given(communityDecider, [created(), closedByOwner]).when(command).thenRefused('community.closed');
    }
    given(communityDecider, [created(), offered, closedByOwner]).when(accept).thenRefused('community.closed');
  });

  test('alone does so', () => {
    for (const command of [edit, offer, end]) {
      for (const status of ['none', 'pending', 'member', 'moderator', 'banned'] as const) {
        given(communityDecider, [created()])
          .when({ ...command, by: 'ben', own: { status } })
          .thenRefused('community.position');
      }
      given(communityDecider).when(command).thenRefused('community.unknown');
      given(communityDecider, [created(), closedByOwner])
        .when({ ...command, by: 'ben' })
        .thenRefused('community.unknown');
    }
  });
});

describe('a deleted owner', () => {
  const pass: PassOwnership = {
    type: 'PassOwnership',
    communityId: 'c1',
    from: 'ann',
    to: 'ben',
    heir: { status: 'member' },
  };
  const close = { type: 'CloseCommunity', communityId: 'c1', from: 'ann' } as const;

  test('is succeeded by another one, once', () => {
    given(communityDecider, [created()]).when(pass).then(passed);
    given(communityDecider, [created()])
      .when({ ...pass, heir: { status: 'moderator' } })
      .then(passed);
    given(communityDecider, [created(), passed]).when(pass).thenNothing();
    given(communityDecider, [created(), closed]).when(pass).thenNothing();
  });

  test('not by somebody who left, was banned or is pending', () => {
    for (const status of ['none', 'pending', 'banned'] as const) {
      given(communityDecider, [created()])
        .when({ ...pass, heir: { status } })
        .thenRefused('community.membership');
    }
  });

  test('or the community is closed, but only for its own owner', () => {
    given(communityDecider, [created()]).when(close).then(closed);
    given(communityDecider, [created(), passed]).when(close).thenNothing();
    given(communityDecider, [created(), closed]).when(close).thenNothing();
  });
});
