import type { CommunitiesEvent } from '@parlour/contracts/communities/communities';
import { type Envelope, type EnvelopeOf, operator, type Source } from '@parlour/contracts/envelope';
import type { PollPlace } from '@parlour/contracts/communities/polls.events';
import type { PostDeleted, PostRestored } from '@parlour/contracts/posts/posts.events';
import { computerPlayer, type GameCreated, type GamesEvent } from '@parlour/contracts/games/games';
import type { IdentityEvent } from '@parlour/contracts/identity/identity';
import { type MessagingEvent, roomId } from '@parlour/contracts/messaging/messaging';
import { mentionsIn } from '@parlour/contracts/text/mentions';
import type { CommunityNews, ModeratedNews, NotificationType } from '@parlour/contracts/notifications/notifications';
import { moderatedActOf, type PostDeletionEvent, type QaEvent } from '@parlour/contracts/qa/qa.events';
import type { ReportAction, ThingKey } from '@parlour/contracts/communities/reports';
import { type Policy, reactionsTo } from '@parlour/kernel/policy/policy';

/** The event that a notification is about. */
export interface Notice {
  readonly eventId: string;
  /** Where the event is: in which log, and at which position. */
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
  readonly answerId: string;
}

/** Notify the author of an answer that the asker has accepted it. */
export interface NotifyOfAcceptance extends Notice {
  readonly type: 'NotifyOfAcceptance';
  readonly questionId: string;
  readonly answerId: string;
}

/**
 * Notify of a comment: the asker for one on the question, the author for one on an answer, and the
 * question's followers for both.
 */
export interface NotifyOfComment extends Notice {
  readonly type: 'NotifyOfComment';
  readonly questionId: string;
  readonly commentId: string;
  readonly answerId: string | null;
}

/**
 * Notify the people whom a post mentions: a question, an answer, or a comment. Nobody who was
 * notified of this post before.
 */
export interface NotifyOfMention extends Notice {
  readonly type: 'NotifyOfMention';
  readonly questionId: string;
  readonly answerId: string | null;
  readonly commentId: string | null;
  /** Canonical names. */
  readonly names: readonly string[];
}

/** Notify the people whom a message mentions, if they are in the chat. */
export interface NotifyOfMentionInChat extends Notice {
  readonly type: 'NotifyOfMentionInChat';
  /** Or `global`, the room, where everybody is. */
  readonly chatId: string;
  readonly messageId: string;
  /** Canonical names. */
  readonly names: readonly string[];
}

/** The id of the post that mentions somebody. */
export function postOf({ questionId, answerId, commentId }: NotifyOfMention): string {
  return commentId ?? answerId ?? questionId;
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

/** Notify people of what happened in a community. */
export interface NotifyOfCommunity extends Notice {
  readonly type: 'NotifyOfRequest' | 'NotifyOfDecision' | 'NotifyOfOwnership';
  readonly communityId: string;
  readonly what: CommunityNews;
  /** The community's name at that time. */
  readonly name: string;
  readonly userIds: readonly string[];
}

/** Notify the author of a post that others removed or restored. Source: decisions N-16. */
export interface NotifyOfModeration extends Notice {
  readonly type: 'NotifyOfModeration';
  readonly questionId: string;
  readonly answerId: string | null;
  readonly moderated: ModeratedNews;
  readonly userIds: readonly string[];
}

/** Notify a person that an operator has renamed them. Source: decisions U-18. */
export interface NotifyOfRename extends Notice {
  readonly type: 'NotifyOfRename';
  readonly userId: string;
}

/** Notify the operators that somebody waits for approval. Source: specification IN-3. */
export interface NotifyOfNewcomer extends Notice {
  readonly type: 'NotifyOfNewcomer';
}

/** Notify the creator of a poll that others removed or restored. Source: decisions N-18. */
export interface NotifyOfPoll extends Notice {
  readonly type: 'NotifyOfPoll';
  readonly communityId: string;
  readonly moderated: ModeratedNews;
  readonly userIds: readonly string[];
}

/** Notify of what was done about reports: those who made them, or whoever was warned. */
export interface NotifyOfReport extends Notice {
  readonly type: 'NotifyOfReport' | 'NotifyOfWarning';
  readonly thing: ThingKey;
  readonly placeId: string;
  readonly action: ReportAction;
  readonly text: string | null;
  readonly userIds: readonly string[];
}

/** The policy's commands; recipients are found when they are executed. */
export type NotifyOf =
  | NotifyOfAnswer
  | NotifyOfAcceptance
  | NotifyOfComment
  | NotifyOfMention
  | NotifyOfMentionInChat
  | NotifyOfFollower
  | NotifyOfInvitation
  | NotifyOfCommunity
  | NotifyOfModeration
  | NotifyOfRename
  | NotifyOfNewcomer
  | NotifyOfPoll
  | NotifyOfReport;

/** The resulting type of notification. */
export const aboutOf = {
  NotifyOfAnswer: 'answer',
  NotifyOfAcceptance: 'accepted',
  NotifyOfComment: 'comment',
  NotifyOfMention: 'mention',
  NotifyOfMentionInChat: 'mention',
  NotifyOfFollower: 'follower',
  NotifyOfInvitation: 'gameInvite',
  NotifyOfRequest: 'request',
  NotifyOfNewcomer: 'request',
  NotifyOfDecision: 'decision',
  NotifyOfOwnership: 'ownership',
  NotifyOfModeration: 'moderated',
  NotifyOfRename: 'moderated',
  NotifyOfPoll: 'moderated',
  NotifyOfWarning: 'moderated',
  NotifyOfReport: 'report',
} as const satisfies Record<NotifyOf['type'], NotificationType>;

/** The events that people are notified of. Source: decisions N-2, C-12. */
export const notifications: Policy<NotifyOf>['reactions'] = {
  identity: reactionsTo<IdentityEvent, NotifyOf>({
    UserFollowed: (event) => {
      const { followerId, followedId: userId } = event.data;
      return [{ type: 'NotifyOfFollower', ...noticeOf(event, followerId), userId }];
    },
    // Nobody is to know yet who it is.
    ApprovalRequested: (event) => [{ type: 'NotifyOfNewcomer', ...noticeOf(event, operator.id) }],
    UserRenamed: (event) => {
      const { userId } = event.data;
      return [{ type: 'NotifyOfRename', ...noticeOf(event, event.meta.actor ?? operator.id), userId }];
    },
  }),
  qa: reactionsTo<QaEvent, NotifyOf>({
    QuestionAsked: (event) => mentioned(event, event.data.askedBy, { commentId: null, answerId: null, ...event.data }),
    AnswerPosted: (event) => {
      const { questionId, answerId, answeredBy } = event.data;
      return [
        { type: 'NotifyOfAnswer', ...noticeOf(event, answeredBy), questionId, answerId },
        ...mentioned(event, answeredBy, { commentId: null, ...event.data }),
      ];
    },
    AnswerAccepted: (event) => {
      const { questionId, answerId, acceptedBy } = event.data;
      return [{ type: 'NotifyOfAcceptance', ...noticeOf(event, acceptedBy), questionId, answerId }];
    },
    CommentPosted: (event) => {
      const { questionId, answerId, commentId, commentedBy } = event.data;
      return [
        { type: 'NotifyOfComment', ...noticeOf(event, commentedBy), questionId, answerId, commentId },
        ...mentioned(event, commentedBy, event.data),
      ];
    },
    PostEdited: (event) => {
      const { kind, id, editedBy } = event.data;
      return mentioned(event, editedBy, { ...event.data, commentId: kind === 'comment' ? id : null });
    },
    PostDeleted: ofModeration,
    PostRestored: ofModeration,
  }),
  messaging: reactionsTo<MessagingEvent, NotifyOf>({
    MessagePosted: (event) => mentionedInChat(event, event.data.from, { chatId: null, ...event.data }),
    ChatMessagePosted: (event) => mentionedInChat(event, event.data.from, event.data),
    PostEdited: (event) => mentionedInChat(event, event.data.editedBy, event.data),
  }),
  communities: reactionsTo<CommunitiesEvent, NotifyOf>({
    StandingChanged: (event) => {
      const { communityId, userId, reason, by, name, leaders = [] } = event.data;
      if (name === undefined || by === null) return [];
      const news = { ...noticeOf(event, by), communityId, name };
      if (reason === 'requested') {
        return [{ type: 'NotifyOfRequest', ...news, what: reason, userIds: leaders }];
      }
      if (reason !== 'approved' && reason !== 'denied') return [];
      return [{ type: 'NotifyOfDecision', ...news, what: reason, userIds: [userId] }];
    },
    OwnershipOffered: (event) => {
      const { communityId, from, to, name } = event.data;
      const news = { ...noticeOf(event, from), communityId, name, what: 'offered' } as const;
      return [{ type: 'NotifyOfOwnership', ...news, userIds: [to] }];
    },
    OwnershipOfferEnded: (event) => {
      const { communityId, from, to, name, reason } = event.data;
      const news = { ...noticeOf(event, to), communityId, name, what: 'declined' } as const;
      return reason === 'declined' ? [{ type: 'NotifyOfOwnership', ...news, userIds: [from] }] : [];
    },
    OwnershipPassed: (event) => {
      const { communityId, from, to, accepted, name } = event.data;
      if (accepted) {
        const news = { ...noticeOf(event, to), communityId, name, what: 'accepted' } as const;
        return [{ type: 'NotifyOfOwnership', ...news, userIds: [from] }];
      }
      const news = { ...noticeOf(event, from), communityId, name, what: 'inherited' } as const;
      return [{ type: 'NotifyOfOwnership', ...news, userIds: [to] }];
    },
    PostDeleted: (event) => ofPoll(event, event.data.deletedBy, { act: 'removed', reason: event.data.reason }),
    PostRestored: (event) => ofPoll(event, event.data.restoredBy, { act: 'restored', reason: null }),
    ReportResolved: (event) => {
      const { thing, placeId, personId, action, text, by, reporters } = event.data;
      const news = { ...noticeOf(event, by), thing, placeId, action, text };
      const warned = { type: 'NotifyOfWarning', ...news, userIds: [personId] } as const;
      return [{ type: 'NotifyOfReport', ...news, userIds: reporters }, ...(action === 'warn' ? [warned] : [])];
    },
  }),
  games: reactionsTo<GamesEvent, NotifyOf>({
    GameCreated: (event) => {
      const { gameId, gameType, createdBy } = event.data;
      // A private game's rematch keeps its host, whoever requests it.
      const invitation = { gameId, gameType, ...noticeOf(event, event.meta.actor ?? createdBy) };
      const userIds = askedBy(event.data).filter((userId) => userId !== invitation.actorId);
      return userIds.length > 0 ? [{ type: 'NotifyOfInvitation', ...invitation, userIds }] : [];
    },
    PlayersInvited: (event) => {
      const { gameId, gameType, invitedBy, userIds } = event.data;
      return [{ type: 'NotifyOfInvitation', ...noticeOf(event, invitedBy), gameId, gameType, userIds }];
    },
  }),
};

function ofModeration(event: EnvelopeOf<PostDeletionEvent>): readonly NotifyOfModeration[] {
  const moderated = moderatedActOf(event);
  if (!moderated) return [];
  const { act, kind, reason, actorId, author, questionId, answerId } = moderated;
  const about = { questionId, answerId, moderated: { act, kind, reason }, userIds: [author] };
  return [{ type: 'NotifyOfModeration', ...noticeOf(event, actorId), ...about }];
}

function ofPoll(
  event: Envelope<PostDeleted<PollPlace> | PostRestored<PollPlace>>,
  by: string,
  news: Pick<ModeratedNews, 'act' | 'reason'>,
): readonly NotifyOfPoll[] {
  const { communityId, createdBy, moderated } = event.data;
  if (!moderated) return [];
  const about = { communityId, moderated: { kind: 'poll', ...news }, userIds: [createdBy] } as const;
  return [{ type: 'NotifyOfPoll', ...noticeOf(event, by), ...about }];
}

/** What follows from the names in a post's text. Source: decisions U-13. */
function mentioned(
  event: EnvelopeOf<QaEvent>,
  actorId: string,
  post: Pick<NotifyOfMention, 'questionId' | 'answerId' | 'commentId'> & { readonly text: string },
): NotifyOfMention[] {
  const { questionId, answerId, commentId } = post;
  const names = mentionsIn(post.text, 'post');
  if (names.length === 0) return [];
  return [{ type: 'NotifyOfMention', ...noticeOf(event, actorId), questionId, answerId, commentId, names }];
}

/** What follows from the names in a message, likewise. */
function mentionedInChat(
  event: EnvelopeOf<MessagingEvent>,
  actorId: string | null,
  { chatId, messageId, text }: { chatId: string | null; messageId: string; text: string },
): NotifyOfMentionInChat[] {
  const names = mentionsIn(text, 'message');
  if (names.length === 0 || actorId === null) return [];
  const place = { chatId: chatId ?? roomId, messageId };
  return [{ type: 'NotifyOfMentionInChat', ...noticeOf(event, actorId), ...place, names }];
}

/**
 * The people notified of a new game: its guests; of a rematch, whose guests know of it, the other
 * player.
 */
function askedBy({ rematchOf, invited, seats }: GameCreated['data']): readonly string[] {
  if (rematchOf === null) return invited;
  return seats.flatMap((userId) => (userId === null || userId === computerPlayer ? [] : [userId]));
}

function noticeOf({ eventId, source, position, occurredAt }: Envelope, actorId: string): Notice {
  return { eventId, source, position, occurredAt, actorId };
}
