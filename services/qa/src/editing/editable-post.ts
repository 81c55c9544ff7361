import { refuseFull, refuseStale } from '@parlour/contracts/editable';
import { DomainError } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type { DeletablePost } from './deletable-post.ts';

/** The state of a post that decides whether it may be changed. */
export interface EditablePost<Content> extends DeletablePost {
  readonly content: Content;
  /** Counts from 1. */
  readonly version: number;
}

/** Whether a post is deleted; one that does not exist is not. */
export function isDeleted(post: DeletablePost | null | undefined): boolean {
  return (post?.deleted ?? null) !== null;
}

/** An edit, as far as it is the same for all kinds of posts. */
export interface Edit {
  readonly editedBy: string;
  /** The version that the edit is based on. */
  readonly version: number;
  /** Whether the operator has blanked the post. */
  readonly isBlanked: boolean;
}

/**
 * The rules of editing: only the author edits, and only the latest version. Equal content changes
 * nothing, whatever it is based on.
 * Source: decisions Q-18.
 * @throws {DomainError} `edit.notAuthor`, `edit.deleted`, `edit.stale`, `changes.full`, or the
 *   fault of the content
 * @returns the new content, or null if nothing changes
 */
export function editedContent<Content>(
  post: EditablePost<Content>,
  edit: Edit,
  checked: () => Content,
  isEqual: (one: Content, other: Content) => boolean,
): Content | null {
  if (post.author !== edit.editedBy) throw new DomainError('edit.notAuthor', messages.editNotAuthor);
  if (edit.isBlanked || post.deleted) throw new DomainError('edit.deleted', messages.editDeleted);
  const content = checked();
  if (isEqual(content, post.content)) return null;
  refuseStale(edit.version, post.version);
  refuseFull(post.version);
  return content;
}
