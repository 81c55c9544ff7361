import { describe, expect, test } from '@jest/globals';
import type { Envelope, Source } from '@parlour/contracts/envelope';
import type { GameCreated, GamesEvent } from '@parlour/contracts/games';
import { envelopesOf, type GivenEvent } from '@parlour/kernel/testing/envelopes';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { notifyOf } from './notify.policy.ts';

function reacted(source: Source, event: GivenEvent): unknown {
  const [envelope] = envelopesOf(source, [event], 7);
  return notifyOf({ kind: 'event', event: envelope as Envelope }); // one was made
}

const noticeOf = (source: Source, actorId: string) => ({
  eventId: envelopesOf(source, [{ type: 'any', data: {} }], 7)[0]?.eventId,
  source,
  position: 7,
  occurredAt: '2026-01-01T00:00:00.007Z',
  actorId,
});

describe('[LI-16, N-2] people are notified', () => {
  test('of an answer', () => {
    const data = { answerId: 'a1', questionId: 'q1', answeredBy: 'ben', text: 'So.' };
    expect(reacted('qa', { type: 'AnswerPosted', data })).toEqual([
      { type: 'NotifyOfAnswer', ...noticeOf('qa', 'ben'), questionId: 'q1' },
    ]);
  });

  test.each([null, 'a1'])('of a comment (on the answer %s)', (answerId) => {
    const data = { commentId: 'c1', questionId: 'q1', answerId, commentedBy: 'ben', text: 'Oh?' };
    expect(reacted('qa', { type: 'CommentPosted', data })).toEqual([
      { type: 'NotifyOfComment', ...noticeOf('qa', 'ben'), questionId: 'q1', answerId },
    ]);
  });

  test('of a follower', () => {
    const data = { followerId: 'ben', followedId: 'ann' };
    expect(reacted('identity', { type: 'UserFollowed', data })).toEqual([
      { type: 'NotifyOfFollower', ...noticeOf('identity', 'ben'), userId: 'ann' },
    ]);
  });

  test('of an invitation later on', () => {
    const data = { gameId: 'g1', gameType: 'Nim', invitedBy: 'ann', userIds: ['ben', 'cay'] };
    expect(reacted('games', { type: 'PlayersInvited', data })).toEqual([
      {
        type: 'NotifyOfInvitation',
        ...noticeOf('games', 'ann'),
        gameId: 'g1',
        gameType: 'Nim',
        userIds: ['ben', 'cay'],
      },
    ]);
  });
});

describe('[LI-16] of a new game', () => {
  const game: GameCreated['data'] = {
    gameId: 'g1',
    gameType: 'Chopsticks',
    createdBy: 'ann',
    private: true,
    invited: [],
    seats: [null, null],
    computer: null,
    rematchOf: null,
  };
  const created = (changes: Partial<GameCreated['data']>, by = 'ann'): GivenEvent<GamesEvent> => ({
    type: 'GameCreated',
    data: { ...game, ...changes },
    meta: { commandId: 'c', actor: by, correlationId: 'test', causationId: null },
  });
  const invitation = (actorId: string, ...userIds: string[]) => [
    { type: 'NotifyOfInvitation', ...noticeOf('games', actorId), gameId: 'g1', gameType: 'Chopsticks', userIds },
  ];

  test('its guests are notified', () => {
    expect(reacted('games', created({ invited: ['ben', 'cay'] }))).toEqual(invitation('ann', 'ben', 'cay'));
  });

  test('nobody is notified without guests, nor is the computer', () => {
    expect(reacted('games', created({}))).toEqual([]);
    expect(reacted('games', created({ private: false }))).toEqual([]);
    expect(reacted('games', created({ seats: ['ann', 'computer'], computer: 'easy' }))).toEqual([]);
    const again = { seats: ['computer', 'ann'], computer: 'easy', rematchOf: 'g0' } as const;
    expect(reacted('games', created(again))).toEqual([]);
  });

  test('that is a rematch only the other player is notified, and not earlier guests', () => {
    const rematch = { seats: ['cay', 'ben'], rematchOf: 'g0', invited: ['ben', 'cay', 'dan'] } as const;
    expect(reacted('games', created(rematch, 'ben'))).toEqual(invitation('ben', 'cay'));
    expect(reacted('games', created(rematch, 'cay'))).toEqual(invitation('cay', 'ben'));
  });

  test('hosts who invite themselves are not notified', () => {
    expect(reacted('games', created({ invited: ['ann'] }))).toEqual([]);
  });
});

test('no other event notifies anybody', () => {
  const types = (['identity', 'qa', 'games', 'messaging', 'communities'] as const).flatMap((source) =>
    readGoldenEvents(source)
      .filter((event) => notifyOf({ kind: 'event', event }).length > 0)
      .map(({ type }) => type),
  );
  expect(types.sort()).toEqual(['AnswerPosted', 'CommentPosted', 'GameCreated', 'PlayersInvited', 'UserFollowed']);
  expect(notifyOf({ kind: 'due', due: { id: 'x', at: 'now', data: {} } })).toEqual([]);
});
