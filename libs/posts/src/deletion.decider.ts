import { checkDeleteReason } from '@parlour/contracts/text/checks';
import { type Deleter, isPastRestoring, isStronger, mayRestore, takenOver } from '@parlour/contracts/posts/editable';
import { DomainError, refuse } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { Moderatable, Moderation, PostDeletion } from '@parlour/contracts/posts/posts.events';

/** A post, as far as its deletion goes. */
export interface DeletablePost {
  readonly author: string;
  readonly deleted: Pick<PostDeletion, 'by' | 'deletedAt' | 'authorToo'> | null;
}

/** What decides whether somebody may delete and restore posts of others. */
export interface Moderating {
  /** The community of the post's question; null outside of communities. */
  readonly communityId: string | null;
  /** Whether they lead that community. */
  readonly leads: boolean;
  readonly isOperator: boolean;
}

/** Who deletes or restores a post, and when. */
export interface Deleting extends Moderating {
  readonly actorId: string;
  /** ISO-8601. */
  readonly now: string;
  /** Blank if they gave none, as authors do. */
  readonly reason: string;
  /** Whether its texts are erased: if given, nothing is left to delete or restore. */
  readonly isErased?: boolean;
  /** In which capacity they delete it, where that is decided otherwise than below. */
  readonly by?: Deleter;
  /** Whether a deletion that changes nothing needs no reason. */
  readonly repeatsWithoutReason?: boolean;
}

/** What deleting and restoring make of a post. */
export type DeletionChange = PostDeletion | ({ readonly restoredBy: string } & Moderatable);

/**
 * The rules of deleting: authors delete their own posts, and with a reason, those who lead a
 * community delete the others in it, and operators all others. A repeated one changes nothing, and
 * a stronger one takes the place of another: as if that were restored, for all that counts it.
 * Source: decisions, M-12.
 * @throws {DomainError} `edit.notAuthor`, `edit.deleted`, `delete.reason`
 */
export function deletionOf(post: DeletablePost, deleting: Deleting): readonly DeletionChange[] {
  const { deleted } = post;
  const { actorId: deletedBy, now } = deleting;
  const by = deleting.by ?? capacityOf(post, deleting);
  if (by === undefined) throw new DomainError('edit.notAuthor', messages.deleteNotAllowed);
  refuseErased(deleting);
  if (by === 'author') return deleted ? [] : [{ by, deletedBy, reason: null, deletedAt: now }];
  const isRepeated = deleted !== null && (!isStronger(by, deleted.by) || isOver(deleted, now));
  const reason = deleting.reason.trim();
  if (!(isRepeated && deleting.repeatsWithoutReason)) refuse(checkDeleteReason(reason));
  if (isRepeated) return [];
  const deletion = { by, deletedBy, reason, deletedAt: deleted?.deletedAt ?? now, ...moderatedBy(by, post, deleting) };
  if (!deleted) return [deletion];
  return [{ restoredBy: deletedBy }, { ...deletion, ...takenOver(deleted.by, deleted.authorToo) }];
}

/**
 * The rules of restoring: by whoever could delete it so, for 30 days. What its author had deleted
 * too is so again.
 * Source: decisions, M-12.
 * @throws {DomainError} `edit.notAuthor`, `restore.late`, `edit.deleted`
 */
export function restorationOf(post: DeletablePost, restoring: Deleting): readonly DeletionChange[] {
  const { actorId: restoredBy, now, leads, isOperator } = restoring;
  const { deleted } = post;
  const capacities = { author: post.author === restoredBy, moderator: leads, operator: isOperator };
  const isAllowed = deleted ? mayRestore(deleted.by, capacities) : Object.values(capacities).includes(true);
  if (!isAllowed) throw new DomainError('edit.notAuthor', messages.restoreNotAllowed);
  if (deleted && isOver(deleted, now)) throw new DomainError('restore.late', messages.restoreLate);
  refuseErased(restoring);
  if (!deleted) return [];
  if (deleted.by === 'author') return [{ restoredBy }];
  // What an operator removed, only as an operator: the site's log has both or neither.
  const by = leads && deleted.by !== 'operator' ? 'moderator' : 'operator';
  const restoration = { restoredBy, ...moderatedBy(by, post, restoring) };
  if (deleted.authorToo !== true) return [restoration];
  const { deletedAt } = deleted;
  return [restoration, { by: 'author', deletedBy: post.author, reason: null, deletedAt }];
}

/** Whether a deleted post can no longer be restored, so that its text is to be erased. */
export function isOver({ deletedAt }: Pick<PostDeletion, 'deletedAt'>, now: string): boolean {
  return isPastRestoring(deletedAt, now);
}

function refuseErased({ isErased = false }: Deleting): void {
  if (isErased) throw new DomainError('edit.deleted', messages.editDeleted);
}

function capacityOf({ author }: DeletablePost, { actorId, leads, isOperator }: Deleting): Deleter | undefined {
  if (author === actorId) return 'author';
  if (leads) return 'moderator';
  return isOperator ? 'operator' : undefined;
}

function moderatedBy(
  by: Moderation['by'],
  { author }: DeletablePost,
  { communityId }: Deleting,
): Required<Moderatable> {
  return { moderated: { by, author, communityId } };
}
