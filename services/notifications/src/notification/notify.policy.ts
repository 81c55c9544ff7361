import { type EnvelopeOf, eventsOf, type Source } from '@parlour/contracts/envelope';
import { computerPlayer, type GameCreated, type GamesEvent } from '@parlour/contracts/games';
import type { IdentityEvent } from '@parlour/contracts/identity';
import type { NotificationType } from '@parlour/contracts/notifications';
import type { QaEvent } from '@parlour/contracts/qa';
import type { Cause } from '@parlour/kernel/policy/policy';

/** The event that a notification is about: decisions wait until it is known here. */
interface Notice {
  readonly eventId: string;
  readonly source: Source;
  readonly position: number;
  /** ISO-8601. */
  readonly occurredAt: string;
  /** The person who caused it, who is never notified of it. */
  readonly actorId: string;
}

/** Notify a question's asker and followers of an answer. */
export interface NotifyOfAnswer extends Notice {
  readonly type: 'NotifyOfAnswer';
  readonly questionId: string;
}

/**
 * Notify of a comment: the asker for one on the question, the author for one on an answer, and the
 * question's followers for both.
 */
export interface NotifyOfComment extends Notice {
  readonly type: 'NotifyOfComment';
  readonly questionId: string;
  readonly answerId: string | null;
}

/** Notify a person of a follower. */
export interface NotifyOfFollower extends Notice {
  readonly type: 'NotifyOfFollower';
  readonly userId: string;
}

/** Notify people of an invitation to a game. */
export interface NotifyOfInvitation extends Notice {
  readonly type: 'NotifyOfInvitation';
  readonly gameId: string;
  readonly gameType: string;
  readonly userIds: readonly string[];
}

/** The policy's commands; recipients are found when they are executed. */
export type NotifyOf = NotifyOfAnswer | NotifyOfComment | NotifyOfFollower | NotifyOfInvitation;

/** The resulting type of notification. */
export const aboutOf = {
  NotifyOfAnswer: 'answer',
  NotifyOfComment: 'comment',
  NotifyOfFollower: 'follower',
  NotifyOfInvitation: 'gameInvite',
} as const satisfies Record<NotifyOf['type'], NotificationType>;

/** The events that people are notified of. Source: decisions N-2. */
export function notifyOf(cause: Cause): readonly NotifyOf[] {
  if (cause.kind !== 'event') return [];
  const { source } = cause.event;
  if (source === 'identity') return eventsOf<IdentityEvent>([cause.event]).flatMap(ofIdentity);
  if (source === 'qa') return eventsOf<QaEvent>([cause.event]).flatMap(ofQa);
  return source === 'games' ? eventsOf<GamesEvent>([cause.event]).flatMap(ofGames) : [];
}

function ofIdentity(event: EnvelopeOf<IdentityEvent>): NotifyOf[] {
  if (event.type !== 'UserFollowed') return [];
  const { followerId, followedId: userId } = event.data;
  return [{ type: 'NotifyOfFollower', ...noticeOf(event, followerId), userId }];
}

function ofQa(event: EnvelopeOf<QaEvent>): NotifyOf[] {
  if (event.type === 'AnswerPosted') {
    const { questionId, answeredBy } = event.data;
    return [{ type: 'NotifyOfAnswer', ...noticeOf(event, answeredBy), questionId }];
  }
  if (event.type !== 'CommentPosted') return [];
  const { questionId, answerId, commentedBy } = event.data;
  return [{ type: 'NotifyOfComment', ...noticeOf(event, commentedBy), questionId, answerId }];
}

function ofGames(event: EnvelopeOf<GamesEvent>): NotifyOf[] {
  if (event.type === 'GameCreated') {
    const { gameId, gameType, createdBy } = event.data;
    // A private game's rematch keeps its host, whoever requests it.
    const invitation = { gameId, gameType, ...noticeOf(event, event.meta.actor ?? createdBy) };
    const userIds = askedBy(event.data).filter((userId) => userId !== invitation.actorId);
    return userIds.length > 0 ? [{ type: 'NotifyOfInvitation', ...invitation, userIds }] : [];
  }
  if (event.type !== 'PlayersInvited') return [];
  const { gameId, gameType, invitedBy, userIds } = event.data;
  return [{ type: 'NotifyOfInvitation', ...noticeOf(event, invitedBy), gameId, gameType, userIds }];
}

/**
 * The people notified of a new game: its guests; of a rematch, whose guests know of it, the other
 * player.
 */
function askedBy({ rematchOf, invited, seats }: GameCreated['data']): readonly string[] {
  if (rematchOf === null) return invited;
  return seats.flatMap((userId) => (userId === null || userId === computerPlayer ? [] : [userId]));
}

function noticeOf(event: EnvelopeOf<IdentityEvent | QaEvent | GamesEvent>, actorId: string): Notice {
  const { eventId, source, position, occurredAt } = event;
  return { eventId, source, position, occurredAt, actorId };
}
