import type { ModeratedPost, PostModerated } from '@parlour/contracts/communities/communities';
import type { EnvelopeOf } from '@parlour/contracts/envelope';
import { moderatedActOf, type PostDeletionEvent, type QaEvent } from '@parlour/contracts/qa/qa.events';
import { doneReply } from '@parlour/kernel/log/reply';
import { once } from '@parlour/kernel/log/decider';
import { type Policy, reactionsTo } from '@parlour/kernel/policy/policy';

/** Enter what qa's event says into the moderation log. */
export interface EnterModerated {
  readonly type: 'EnterModerated';
  readonly eventId: string;
  /** ISO-8601. */
  readonly occurredAt: string;
  readonly entry: PostModerated['data'];
}

/** Each event is entered once. */
export const moderatedDecider = once<EnterModerated, PostModerated>(({ entry }) => [
  { type: 'PostModerated', data: entry },
]);

function entered(event: EnvelopeOf<PostDeletionEvent>): readonly EnterModerated[] {
  const { eventId, occurredAt } = event;
  const moderated = moderatedActOf(event);
  if (!moderated || moderated.communityId === null) return [];
  const { communityId, kind, id, questionId, author, actorId: by, reason } = moderated;
  const post: ModeratedPost = { kind, id, questionId };
  const act = moderated.act === 'removed' ? 'postRemoved' : 'postRestored';
  return [{ type: 'EnterModerated', eventId, occurredAt, entry: { communityId, act, post, by, author, reason } }];
}

/**
 * Copies from qa's log what moderators and operators did with posts in communities: the moderation
 * log is a view of this service's own events. Source: decisions Q-30.
 */
export const moderatedPosts: Policy<EnterModerated> = {
  name: 'moderated posts',
  reactions: {
    qa: reactionsTo<QaEvent, EnterModerated>({
      PostDeleted: entered,
      PostRestored: entered,
    }),
  },
  execute: (command, origin, { commands }) =>
    commands.execute(
      // Dated by the event, not by when this service handled it.
      { ...origin, occurredAt: command.occurredAt },
      {
        streamId: `moderated/${command.eventId}`,
        orderingKey: command.entry.communityId,
        decider: moderatedDecider,
        command: () => command,
        reply: doneReply,
      },
    ),
};
