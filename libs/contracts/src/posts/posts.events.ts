import type { Deleter, TakenOver } from './editable.ts';
import type { IsoTime } from '../time.ts';

// What happens to a post after it was written. `Place` is the fields that say which post it is, and
// what readers of the log need to know of it.

/** A post got other texts. It tells the whole state of a post. Source: decisions Q-18, M-11. */
export interface PostEdited<Place extends object, Texts extends object> {
  readonly type: 'PostEdited';
  readonly data: Place & Texts & { readonly editedBy: string; readonly version: number };
}

/** What others need to know of a deletion or restoration by somebody else than the author. */
export interface Moderation {
  readonly by: Exclude<Deleter, 'author'>;
  readonly author: string;
  /** The community where the post is; null outside of communities. */
  readonly communityId: string | null;
}

/** In the events of deleting and restoring. */
export interface Moderatable {
  /**
   * Absent if the author did it, and where another deletion follows at once. Source: decisions
   *
   */
  readonly moderated?: Moderation;
}

/**
 * How somebody deleted a post. Where this takes the place of a weaker deletion, a restoration comes
 * first, in the same transaction, so that nothing is counted twice.
 */
export interface PostDeletion extends Moderatable, TakenOver {
  readonly by: Deleter;
  readonly deletedBy: string;
  readonly reason: string | null;
  /** When it was first, for the decision whether it can still be restored. */
  readonly deletedAt: IsoTime;
}

/** A post was deleted, and can be restored for a while: its texts are kept until then. */
export interface PostDeleted<Place extends object> {
  readonly type: 'PostDeleted';
  readonly data: Place & PostDeletion;
}

/** A deleted post was restored. */
export interface PostRestored<Place extends object> {
  readonly type: 'PostRestored';
  readonly data: Place & { readonly restoredBy: string } & Moderatable;
}

/**
 * The texts of a post were erased for good, from its other events too: because the operator blanked
 * it, or as it can no longer be restored. Stream `blanked/<id>`. Source: decisions O-1, E-3, Q-31,
 * P-14.
 */
export interface PostErased<Place extends object> {
  readonly type: 'PostErased';
  readonly data: Place;
}

/** What people do with the posts of one kind after they were written. */
export type PostChange<Place extends object, Texts extends object> =
  | PostEdited<Place, Texts>
  | PostDeleted<Place>
  | PostRestored<Place>;

/** The texts of most posts. */
export interface PlainText {
  readonly text: string;
}
