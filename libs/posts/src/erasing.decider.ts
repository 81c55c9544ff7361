import { isPastRestoring } from '@parlour/contracts/posts/editable';
import type { PostErased } from '@parlour/contracts/posts/posts.events';
import type { Guard } from '@parlour/kernel/log/commands';
import { type Decider, once } from '@parlour/kernel/log/decider';

/** Erase the texts of a post, whatever has become of it. */
export interface BlankPost<Place extends object> {
  readonly type: 'BlankPost';
  readonly place: Place;
}

/** Erase the texts of a deleted post that can no longer be restored. */
export interface EraseDeleted<Place extends object> {
  readonly type: 'EraseDeleted';
  readonly place: Place;
  /** When it was deleted, ISO-8601; null if it is not deleted. */
  readonly deletedAt: string | null;
  /** ISO-8601. */
  readonly now: string;
}

/** The stream of the erasing of one text, by an operator or after 30 days. */
export function blankingStream(id: string): string {
  return `blanked/${id}`;
}

/** The rules of erasing: a post is erased once. Source: decisions O-1, E-3, Q-31. */
export function erasingDecider<Place extends object>(): Decider<
  boolean,
  BlankPost<Place> | EraseDeleted<Place>,
  PostErased<Place>
> {
  return once((command) => {
    // It may have been restored meanwhile.
    if (command.type === 'EraseDeleted' && !(command.deletedAt && isPastRestoring(command.deletedAt, command.now))) {
      return [];
    }
    return [{ type: 'PostErased', data: command.place }];
  });
}

/**
 * Has a decision know whether a post is erased. If it is meanwhile, the decision is made again:
 * then it is too late to restore it.
 */
export function blankingGuard(postId: string): Guard<boolean> {
  return { streamId: blankingStream(postId), decider: { initial: false, evolve: () => true } };
}
