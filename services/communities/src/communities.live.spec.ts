import { describe, expect, test } from '@jest/globals';
import type {
  CommunitiesEvent,
  CommunityPosition,
  PollOptionWire,
  PollWire,
  MembershipStatusReason,
} from '@parlour/contracts/communities/communities';
import { unedited } from '@parlour/contracts/posts/editable';
import { eventsOf } from '@parlour/contracts/envelope';
import { envelopesOf } from '@parlour/kernel/testing/envelopes';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { live, type LiveRows, type CommunityAudience } from './communities.live.ts';

const options: readonly PollOptionWire[] = [{ _id: 'o1', text: 'Yes', votes: ['Ben'], voteCount: 1 }];

const poll: PollWire = {
  _id: 'p1',
  questionText: 'Tea?',
  options,
  expiresAt: '2026-12-31T00:00:00.000Z',
  status: 'active',
  createdBy: 'Ann',
  communityId: 'c1',
  createdAt: '2026-01-01T00:00:00.000Z',
  ...unedited,
};

const everybody: readonly [string, CommunityPosition][] = [
  ['ann', 1],
  ['ben', 2],
  ['cay', 3],
  ['dan', 4],
  ['eve', 5],
];

const texts = { name: 'Bakers', description: 'Bread' };

function rowsOf(changes: Partial<CommunityAudience> = {}): LiveRows {
  const people = everybody.map(([userId, position]) => ({ userId, position }));
  return {
    communities: new Map([['c1', { visibility: 'public', ...texts, banned: [], people, ...changes }]]),
    options: new Map([['p1', options]]),
    polls: new Map([['p1', poll]]),
  };
}

/** Each message as a line: event, payload, rooms. */
function published(events: readonly CommunitiesEvent[], rows = rowsOf()): string[] {
  return live(eventsOf<CommunitiesEvent>(envelopesOf('communities', events, 7)), rows).map(
    ({ event, payload, to, except = [], position, latestOf }) => {
      const says = 'position' in payload ? payload.position : 'pollId' in payload ? payload.pollId : '';
      const out = except.map((room) => `-${room}`);
      return [event, says, ...to, ...out, `@${position}`, ...(latestOf === undefined ? [] : [latestOf])].join(' ');
    },
  );
}

const voted: CommunitiesEvent = {
  type: 'PollVoted',
  data: { pollId: 'p1', communityId: 'c1', optionId: 'o1', userId: 'ben' },
};
const begun: CommunitiesEvent = {
  type: 'PollCreated',
  data: {
    pollId: 'p1',
    communityId: 'c1',
    createdBy: 'ann',
    questionText: 'Tea?',
    options: [{ optionId: 'o1', text: 'Yes' }],
    expiresAt: '2026-12-31T00:00:00.000Z',
  },
};
const over: CommunitiesEvent = { type: 'PollClosed', data: { pollId: 'p1', communityId: 'c1' } };
const stands = (userId: string, reason: MembershipStatusReason): CommunitiesEvent => ({
  type: 'StandingChanged',
  data: { communityId: 'c1', userId, before: 'none', standing: 'member', reason, by: 'ann' },
});

describe('[E-1] poll messages', () => {
  test('[EV-15] in a public community go to everybody', () => {
    expect(published([begun, voted, over])).toEqual([
      'pollCreation p1 public @7',
      'pollUpdate p1 public @8 poll:p1',
      'pollStatusChange p1 public @9',
    ]);
    expect(live(eventsOf<CommunitiesEvent>(envelopesOf('communities', [voted])), rowsOf())[0]?.payload).toEqual({
      pollId: 'p1',
      options,
    });
  });

  test('[EV-14, C-6] never go to banned people, not even that there is a poll', () => {
    expect(published([begun, voted, over], rowsOf({ banned: ['dan'] }))).toEqual([
      'pollCreation p1 public -user:dan @7',
      'pollUpdate p1 public -user:dan @8 poll:p1',
      'pollStatusChange p1 public -user:dan @9',
    ]);
  });

  test('[C-6] banned people get no message of a community except about their own status', () => {
    const rows = rowsOf({ banned: ['dan'], people: everybody.map(([userId, position]) => ({ userId, position })) });
    const events = eventsOf<CommunitiesEvent>(readGoldenEvents('communities')).map(({ type, data }) => ({
      type,
      data: { ...data, communityId: 'c1', ...('pollId' in data ? { pollId: 'p1' } : {}) },
    })) as CommunitiesEvent[]; // one of every type, all in the one community
    for (const event of events) {
      for (const { to, except = [] } of live(eventsOf(envelopesOf('communities', [event])), rows)) {
        expect(to).not.toContain('user:dan');
        if (to.includes('public')) expect(except).toContain('user:dan');
      }
    }
    expect(events.length).toBeGreaterThanOrEqual(8);
  });

  test('[EV-15, C-4] in a private community go to its members only', () => {
    expect(published([begun, voted, over], rowsOf({ visibility: 'private' }))).toEqual([
      'pollCreation p1 user:ann user:ben user:cay @7',
      'pollUpdate p1 user:ann user:ben user:cay @8',
      'pollStatusChange p1 user:ann user:ben user:cay @9',
    ]);
  });

  test('to very many members are sent in batches of five hundred', () => {
    const people = Array.from({ length: 1_200 }, (_, n) => ({ userId: `m${n}`, position: 3 as const }));
    const liveMessages = live(
      eventsOf<CommunitiesEvent>(envelopesOf('communities', [voted])),
      rowsOf({ visibility: 'private', people }),
    );
    expect(liveMessages.map((liveMessage) => liveMessage.to.length)).toEqual([500, 500, 200]);
    expect(new Set(liveMessages.flatMap((liveMessage) => liveMessage.to)).size).toBe(1_200);
  });

  test('[BE-5, BE-8] of an edited, removed or restored poll have the poll, to those who may see it', () => {
    const place = { pollId: 'p1', communityId: 'c1', createdBy: 'ann', status: 'active' } as const;
    const edited: CommunitiesEvent = {
      type: 'PostEdited',
      data: { ...place, editedBy: 'ann', version: 2, questionText: 'Tea?', options: [] },
    };
    const deleted: CommunitiesEvent = {
      type: 'PostDeleted',
      data: { ...place, by: 'author', deletedBy: 'ann', reason: null, deletedAt: '2026-02-01T10:00:00.000Z' },
    };
    const restored: CommunitiesEvent = { type: 'PostRestored', data: { ...place, restoredBy: 'ann' } };
    for (const event of [edited, deleted, restored]) {
      expect(published([event], rowsOf({ visibility: 'private' }))).toEqual([
        'pollUpdate p1 user:ann user:ben user:cay @7',
      ]);
      const [liveMessage] = live(eventsOf<CommunitiesEvent>(envelopesOf('communities', [event])), rowsOf());
      // Not the latest of a burst: votes must not replace it.
      expect(liveMessage).toEqual({
        to: ['public'],
        event: 'pollUpdate',
        payload: { pollId: 'p1', options, poll },
        position: 1,
      });
    }
  });

  test('[EV-14] of many votes at once show the last state, once', () => {
    expect(published([voted, begun, voted, voted])).toEqual([
      'pollCreation p1 public @8',
      'pollUpdate p1 public @10 poll:p1',
    ]);
  });
});

describe('[E-1] membership messages', () => {
  test('[EV-17] go to the person and to the leaders, each with their own position', () => {
    expect(published([stands('dan', 'banned')])).toEqual([
      'communityUpdate 1 user:ann @7',
      'communityUpdate 2 user:ben @7',
      'communityUpdate 4 user:dan @7',
    ]);
    expect(published([stands('fay', 'left')]).at(-1)).toBe('communityUpdate 6 user:fay @7');
    expect(published([stands('ben', 'moderatorAdded')])).toEqual([
      'communityUpdate 1 user:ann @7',
      'communityUpdate 2 user:ben @7',
    ]);
  });

  test('do not go to deleted accounts', () => {
    expect(published([stands('fay', 'deleted')])).toEqual([
      'communityUpdate 1 user:ann @7',
      'communityUpdate 2 user:ben @7',
    ]);
  });

  test('of several changes are sent once to each, for the last that affects them', () => {
    expect(published([stands('cay', 'requested'), stands('eve', 'requested'), stands('cay', 'approved')])).toEqual([
      'communityUpdate 5 user:eve @8',
      'communityUpdate 1 user:ann @9',
      'communityUpdate 2 user:ben @9',
      'communityUpdate 3 user:cay @9',
    ]);
  });
});

describe('[E-1] community messages', () => {
  test('of a new visibility go to everybody except banned people, each with their position', () => {
    const changed: CommunitiesEvent = {
      type: 'CommunityVisibilityChanged',
      data: { communityId: 'c1', visibility: 'private', by: 'ann' },
    };
    expect(published([changed], rowsOf({ banned: ['zoe'] }))).toEqual([
      'communityUpdate 6 public -user:ann -user:ben -user:cay -user:dan -user:eve -user:zoe @7',
      'communityUpdate 1 user:ann @7',
      'communityUpdate 2 user:ben @7',
      'communityUpdate 3 user:cay @7',
      'communityUpdate 5 user:eve @7',
    ]);
  });

  test('of very large communities go to their own people only', () => {
    const changed: CommunitiesEvent = {
      type: 'CommunityVisibilityChanged',
      data: { communityId: 'c1', visibility: 'private', by: 'ann' },
    };
    const people = Array.from({ length: 5_001 }, (_, n) => ({ userId: `m${n}`, position: 3 as const }));
    expect(published([changed], rowsOf({ people })).filter((line) => line.includes('public'))).toEqual([]);
  });

  test('of a new owner go to the leaders', () => {
    const passed: CommunitiesEvent = {
      type: 'OwnershipPassed',
      data: { communityId: 'c1', from: 'zoe', to: 'ann', accepted: false, name: 'Bakers' },
    };
    expect(published([passed])).toEqual(['communityUpdate 1 user:ann @7', 'communityUpdate 2 user:ben @7']);
  });

  test('[BE-6] of an edited or closed one go to everybody except banned people', () => {
    const edited: CommunitiesEvent = { type: 'CommunityEdited', data: { communityId: 'c1', ...texts, by: 'ann' } };
    const closed: CommunitiesEvent = { type: 'CommunityClosed', data: { communityId: 'c1', by: 'ann' } };
    for (const event of [edited, closed]) {
      expect(published([event], rowsOf({ banned: ['zoe'] }))).toEqual([
        'communityUpdate 6 public -user:ann -user:ben -user:cay -user:dan -user:eve -user:zoe @7',
        'communityUpdate 1 user:ann @7',
        'communityUpdate 2 user:ben @7',
        'communityUpdate 3 user:cay @7',
        'communityUpdate 5 user:eve @7',
      ]);
    }
    const sent = (events: CommunitiesEvent[]) =>
      live(eventsOf<CommunitiesEvent>(envelopesOf('communities', events)), rowsOf()).map(({ payload }) => payload);
    for (const payload of sent([edited])) expect(payload).toMatchObject({ community: texts });
    // An event that follows in the same batch.
    for (const payload of sent([edited, closed])) expect(payload).toMatchObject({ community: texts });
    for (const payload of sent([closed])) expect(payload).not.toHaveProperty('community');
    for (const payload of sent([edited, edited])) expect(payload).toMatchObject({ textsOnly: true });
    for (const events of [[closed], [edited, closed], [closed, edited], [closed, edited, edited]]) {
      for (const payload of sent(events)) expect(payload).not.toHaveProperty('textsOnly');
    }
  });

  test('[BE-6] of an offer go to the two whom it concerns', () => {
    const offer = { communityId: 'c1', from: 'ann', to: 'cay', name: 'Bakers' };
    const wanted = ['communityUpdate 1 user:ann @7', 'communityUpdate 3 user:cay @7'];
    expect(published([{ type: 'OwnershipOffered', data: { ...offer, changes: 0 } }])).toEqual(wanted);
    expect(published([{ type: 'OwnershipOfferEnded', data: { ...offer, reason: 'declined' } }])).toEqual(wanted);
  });

  test('of an unknown community go to nobody', () => {
    const golden = eventsOf<CommunitiesEvent>(readGoldenEvents('communities'));
    expect(live(golden, { communities: new Map(), options: new Map(), polls: new Map() })).toEqual([]);
  });
});

describe('[BM-60, M-32] a report', () => {
  const about = (personId: string, communityId: string | null): CommunitiesEvent[] => {
    const thing = { type: 'answer', id: 'a1' } as const;
    const reported = { caseId: 'r1', thing, placeId: 'q1', personId, communityId };
    return [
      { type: 'ReportMade', data: { ...reported, reportId: 'r1', version: 1, by: 'cay', reason: 'spam', text: '' } },
      { type: 'ReportResolved', data: { ...reported, by: 'ann', action: 'warn', text: 'No', reporters: ['cay'] } },
    ];
  };

  test('of what is in a community changes what those see who lead it, and nothing for others', () => {
    for (const event of about('dan', 'c1')) {
      expect(published([event])).toEqual(['communityUpdate 1 user:ann @7', 'communityUpdate 2 user:ben @7']);
    }
  });

  test('sends nothing to whoever it is about, nor outside of communities', () => {
    for (const event of about('ben', 'c1')) expect(published([event])).toEqual(['communityUpdate 1 user:ann @7']);
    for (const event of about('ben', null)) expect(published([event])).toEqual([]);
  });
});
