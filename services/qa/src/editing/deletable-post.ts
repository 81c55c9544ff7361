import type { Deleter } from '@parlour/contracts/editable';
import { DomainError } from '@parlour/contracts/errors';
import { limits } from '@parlour/contracts/limits';
import { messages } from '@parlour/contracts/messages';

/** Who deleted a post, and when. */
export interface Deletion {
  readonly by: Deleter;
  readonly deletedBy: string;
  readonly reason: string | null;
  /** ISO-8601. */
  readonly deletedAt: string;
}

/** A post, as far as its deletion goes. */
export interface DeletablePost {
  readonly author: string;
  readonly deleted: Deletion | null;
}

/** Who deletes or restores a post, and when. */
export interface Deleting {
  readonly actorId: string;
  /** ISO-8601. */
  readonly now: string;
}

const dayMs = 24 * 60 * 60 * 1_000;

/**
 * The rules of deleting: authors delete their own posts. A repeated one changes nothing.
 * Source: decisions Q-20.
 * @throws {DomainError} `edit.notAuthor`
 * @returns null if it is deleted already
 */
export function deletionOf(post: DeletablePost, { actorId, now }: Deleting): Deletion | null {
  if (post.author !== actorId) throw new DomainError('edit.notAuthor', messages.deleteNotAllowed);
  if (post.deleted) return null;
  return { by: 'author', deletedBy: actorId, reason: null, deletedAt: now };
}

/**
 * Whether a post is to be restored: by whoever could delete it so, for 30 days.
 * Source: decisions Q-20.
 * @throws {DomainError} `edit.notAuthor`, `restore.late`
 */
export function isRestored(post: DeletablePost, { actorId, now }: Deleting): boolean {
  if (post.author !== actorId) throw new DomainError('edit.notAuthor', messages.restoreNotAllowed);
  if (!post.deleted) return false;
  const until = Date.parse(post.deleted.deletedAt) + limits.restorableDays * dayMs;
  if (Date.parse(now) >= until) throw new DomainError('restore.late', messages.restoreLate);
  return true;
}
