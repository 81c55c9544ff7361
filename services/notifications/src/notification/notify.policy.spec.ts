import { describe, expect, test } from '@jest/globals';
import type { Envelope, Source } from '@parlour/contracts/envelope';
import type { GameCreated, GamesEvent } from '@parlour/contracts/games/games';
import { reactionTo } from '@parlour/kernel/policy/policy';
import { envelopesOf, type GivenEvent } from '@parlour/kernel/testing/envelopes';
import { readGoldenEvents } from '@parlour/kernel/testing/golden';
import { notifications } from './notify.policy.ts';

function reacted(source: Source, event: GivenEvent): unknown {
  const [envelope] = envelopesOf(source, [event], 7);
  return reactionTo({ reactions: notifications }, envelope as Envelope); // one was made
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
      { type: 'NotifyOfAnswer', ...noticeOf('qa', 'ben'), questionId: 'q1', answerId: 'a1' },
    ]);
  });

  test('[BA-2] of their accepted answer', () => {
    const data = { questionId: 'q1', answerId: 'a1', acceptedBy: 'ann', before: 'a0' };
    expect(reacted('qa', { type: 'AnswerAccepted', data })).toEqual([
      { type: 'NotifyOfAcceptance', ...noticeOf('qa', 'ann'), questionId: 'q1', answerId: 'a1' },
    ]);
  });

  test.each([null, 'a1'])('of a comment (on the answer %s)', (answerId) => {
    const data = { commentId: 'c1', questionId: 'q1', answerId, commentedBy: 'ben', text: 'Oh?' };
    expect(reacted('qa', { type: 'CommentPosted', data })).toEqual([
      { type: 'NotifyOfComment', ...noticeOf('qa', 'ben'), questionId: 'q1', answerId, commentId: 'c1' },
    ]);
  });

  test('[BW-2] of a mention, in each version of a post', () => {
    const question = { questionId: 'q1', askedBy: 'ann', editedBy: 'ann', text: 'Oh @Cay, `@ben`' };
    const told = { type: 'NotifyOfMention', ...noticeOf('qa', 'ann'), questionId: 'q1', names: ['cay'] };
    const kinds = { question: { answerId: null }, answer: { answerId: 'a1' }, comment: { id: 'c1', answerId: 'a1' } };
    const edited = (kind: keyof typeof kinds) => ({ type: 'PostEdited', data: { ...question, kind, ...kinds[kind] } });
    for (const event of [{ type: 'QuestionAsked', data: question }, edited('question')]) {
      expect(reacted('qa', event)).toEqual([{ ...told, answerId: null, commentId: null }]);
    }
    const answer = { ...question, answerId: 'a1', answeredBy: 'ann' };
    for (const event of [{ type: 'AnswerPosted', data: answer }, edited('answer')]) {
      const ofAnswer = { ...told, answerId: 'a1', commentId: null };
      expect(reacted('qa', event)).toEqual(expect.arrayContaining([ofAnswer]));
    }
    const comment = { ...question, answerId: 'a1', commentId: 'c1', commentedBy: 'ann' };
    for (const event of [{ type: 'CommentPosted', data: comment }, edited('comment')]) {
      const ofComment = { ...told, answerId: 'a1', commentId: 'c1' };
      expect(reacted('qa', event)).toEqual(expect.arrayContaining([ofComment]));
    }
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

describe('[BN-1] of a community', () => {
  const ids = { communityId: 'c1', name: 'Bakers' };
  const standing = (reason: 'requested' | 'approved' | 'denied' | 'joined', more: object = {}) => ({
    type: 'StandingChanged',
    data: { communityId: 'c1', userId: 'ben', before: 'none', standing: 'none', reason, by: 'ann', ...more },
  });

  test('owner and moderators of a request, and whoever asked of the decision', () => {
    const leaders = ['ann', 'mo'];
    expect(reacted('communities', standing('requested', { name: 'Bakers', by: 'ben', leaders }))).toEqual([
      { type: 'NotifyOfRequest', ...noticeOf('communities', 'ben'), ...ids, what: 'requested', userIds: leaders },
    ]);
    for (const what of ['approved', 'denied'] as const) {
      expect(reacted('communities', standing(what, { name: 'Bakers' }))).toEqual([
        { type: 'NotifyOfDecision', ...noticeOf('communities', 'ann'), ...ids, what, userIds: ['ben'] },
      ]);
    }
    expect(reacted('communities', standing('joined'))).toEqual([]);
  });

  test('whoever is offered it, and the owner of the answer', () => {
    const offer = { communityId: 'c1', from: 'ann', to: 'ben', name: 'Bakers' };
    const told = (actor: string, what: string, userId: string) => [
      { type: 'NotifyOfOwnership', ...noticeOf('communities', actor), ...ids, what, userIds: [userId] },
    ];
    expect(reacted('communities', { type: 'OwnershipOffered', data: offer })).toEqual(told('ann', 'offered', 'ben'));
    const ended = (reason: string) => ({ type: 'OwnershipOfferEnded', data: { ...offer, reason } });
    expect(reacted('communities', ended('declined'))).toEqual(told('ben', 'declined', 'ann'));
    expect(reacted('communities', ended('withdrawn'))).toEqual([]);
    const inherited = { communityId: 'c1', from: 'ann', to: 'ben', accepted: false, name: 'Bakers' };
    const accepted = { ...inherited, accepted: true };
    expect(reacted('communities', { type: 'OwnershipPassed', data: accepted })).toEqual(told('ben', 'accepted', 'ann'));
    expect(reacted('communities', { type: 'OwnershipPassed', data: inherited })).toEqual(
      told('ann', 'inherited', 'ben'),
    );
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
      .filter((event) => reactionTo({ reactions: notifications }, event).length > 0)
      .map(({ type }) => type),
  );
  expect(types.sort()).toEqual([
    'AnswerAccepted',
    ...['AnswerPosted', 'ApprovalRequested', 'CommentPosted', 'GameCreated', 'OwnershipOfferEnded', 'OwnershipOffered'],
    ...['OwnershipPassed', 'PlayersInvited', 'PostDeleted', 'PostRestored', 'ReportResolved'],
    ...['StandingChanged', 'UserFollowed', 'UserRenamed'],
  ]);
});
