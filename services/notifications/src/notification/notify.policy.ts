import { type EnvelopeOf, eventsOf, type Source } from '@parlour/contracts/envelope';
import { computerPlayer, type GameCreated, type GamesEvent } from '@parlour/contracts/games';
import type { IdentityEvent } from '@parlour/contracts/identity';
import type { NotificationType } from '@parlour/contracts/notifications';
import type { QaEvent } from '@parlour/contracts/qa';
import type { Cause } from '@parlour/kernel/policy/policy';

/** Of what somebody is to hear, and by which event: what is decided from it needs that event to be known here. */
interface Notice {
  readonly eventId: string;
  readonly source: Source;
  readonly position: number;
  /** ISO-8601. */
  readonly occurredAt: string;
  /** Who did it: never notified of it himself. */
  readonly actorId: string;
}

/** Notify of an answer to a question: its asker and its followers. */
export interface NotifyOfAnswer extends Notice {
  readonly type: 'NotifyOfAnswer';
  readonly questionId: string;
}

/** Notify of a comment: of one on the question its asker, of one on an answer that one's author; the question's followers of both. */
export interface NotifyOfComment extends Notice {
  readonly type: 'NotifyOfComment';
  readonly questionId: string;
  readonly answerId: string | null;
}

/** Notify somebody that he is followed. */
export interface NotifyOfFollower extends Notice {
  readonly type: 'NotifyOfFollower';
  readonly userId: string;
}

/** Notify people that they are invited to a game. */
export interface NotifyOfInvitation extends Notice {
  readonly type: 'NotifyOfInvitation';
  readonly gameId: string;
  readonly gameType: string;
  readonly userIds: readonly string[];
}

/** What the policy decides; whom it comes to is worked out when it is carried out. */
export type NotifyOf = NotifyOfAnswer | NotifyOfComment | NotifyOfFollower | NotifyOfInvitation;

/** The type of the notifications that are made of it. */
export const aboutOf = {
  NotifyOfAnswer: 'answer',
  NotifyOfComment: 'comment',
  NotifyOfFollower: 'follower',
  NotifyOfInvitation: 'gameInvite',
} as const satisfies Record<NotifyOf['type'], NotificationType>;

/** Of what people are notified. Source: decisions N-2. */
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
    // A private game's rematch is still its host's, whoever asks for it.
    const invitation = { gameId, gameType, ...noticeOf(event, event.meta.actor ?? createdBy) };
    const userIds = askedBy(event.data).filter((userId) => userId !== invitation.actorId);
    return userIds.length > 0 ? [{ type: 'NotifyOfInvitation', ...invitation, userIds }] : [];
  }
  if (event.type !== 'PlayersInvited') return [];
  const { gameId, gameType, invitedBy, userIds } = event.data;
  return [{ type: 'NotifyOfInvitation', ...noticeOf(event, invitedBy), gameId, gameType, userIds }];
}

/** Whom a new game asks to come: the invited; of a rematch, whose guests know of it, the one whom it is played with. */
function askedBy({ rematchOf, invited, seats }: GameCreated['data']): readonly string[] {
  if (rematchOf === null) return invited;
  return seats.flatMap((userId) => (userId === null || userId === computerPlayer ? [] : [userId]));
}

function noticeOf(event: EnvelopeOf<IdentityEvent | QaEvent | GamesEvent>, actorId: string): Notice {
  const { eventId, source, position, occurredAt } = event;
  return { eventId, source, position, occurredAt, actorId };
}
