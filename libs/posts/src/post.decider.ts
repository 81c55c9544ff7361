import { postedText } from '@parlour/contracts/text/checks';
import { refuseFull, refuseStale } from '@parlour/contracts/posts/editable';
import { DomainError, type Fault, refuse } from '@parlour/contracts/errors';
import { messages } from '@parlour/contracts/messages';
import type {
  PlainText,
  PostChange,
  PostDeleted,
  PostEdited,
  PostRestored,
} from '@parlour/contracts/posts/posts.events';
import {
  type DeletablePost,
  type Deleting,
  type DeletionChange,
  deletionOf,
  restorationOf,
} from './deletion.decider.ts';

/** What has become of a post since it was written, as far as the events of its stream say. */
export interface PostChanges<Texts extends object> extends Pick<DeletablePost, 'deleted'> {
  /** Counts from 1. */
  readonly version: number;
  /** Absent until an event says it. */
  readonly author?: string;
  readonly texts?: Texts;
}

/** A post, as its changes are decided on. */
export interface Post<Texts extends object> extends PostChanges<Texts> {
  readonly author: string;
  readonly texts: Texts;
}

/** Whether a post is deleted; one that does not exist is not. */
export function isDeleted(post: Pick<DeletablePost, 'deleted'> | null | undefined): boolean {
  return (post?.deleted ?? null) !== null;
}

/** A post that nobody has changed. */
export const unchanged = { version: 1, deleted: null } as const;

/** Give a post other texts. */
export interface EditPost<Texts extends object> {
  readonly type: 'EditPost';
  readonly actorId: string;
  /** As they were typed. */
  readonly texts: Texts;
  /** The version that the edit is based on. */
  readonly version: number;
  readonly isErased: boolean;
}

/** Delete a post. */
export interface DeletePost extends Deleting {
  readonly type: 'DeletePost';
}

/** Undo the deletion of a post. */
export interface RestorePost extends Deleting {
  readonly type: 'RestorePost';
}

/** What people do with a post. */
export type PostCommand<Texts extends object> = EditPost<Texts> | DeletePost | RestorePost;

/** In what the posts of one kind differ from others. */
export interface PostKind<Texts extends object, Typed extends object = Texts> {
  /** Picks the texts from an event's data. */
  readonly textsOf: (data: Texts) => Texts;
  /**
   * The texts as they are stored.
   * @throws {DomainError} their fault
   */
  readonly checked: (typed: Typed) => Texts;
  readonly isEqual: (one: Texts, other: Texts) => boolean;
}

/** A kind of posts with one text, which this checks. */
export function plainKind(check: (text: string) => Fault | undefined): PostKind<PlainText> {
  return {
    textsOf: ({ text }) => ({ text }),
    checked(typed) {
      const text = postedText(typed.text);
      refuse(check(text));
      return { text };
    },
    isEqual: (one, other) => one.text === other.text,
  };
}

/**
 * The rules of changing a post. Only its author edits it, and only its latest version; equal texts
 * change nothing, whatever they are based on. Source: decisions, M-11, M-12.
 * @param refusal why it cannot show anything anew to others, if something stands against that
 * @throws {DomainError} `edit.notAuthor`, `edit.deleted`, `edit.stale`, `changes.full`, the fault
 *   of the texts, and those of `deletionOf` and `restorationOf`
 */
export function decideOnPost<Place extends object, Texts extends object, Typed extends object>(
  kind: PostKind<Texts, Typed>,
  place: Place,
  post: Post<Texts>,
  command: PostCommand<Typed>,
  refusal?: Fault,
): readonly PostChange<Place, Texts>[] {
  if (command.type === 'EditPost') return edit(kind, place, post, command, refusal);
  const isDeletion = command.type === 'DeletePost';
  const changes = (isDeletion ? deletionOf : restorationOf)(post, command);
  if (!isDeletion && changes.length > 0) refuse(refusal);
  return deletionEvents(place, changes);
}

/** The events of deleting and restoring. */
export function deletionEvents<Place extends object>(
  place: Place,
  changes: readonly DeletionChange[],
): readonly (PostDeleted<Place> | PostRestored<Place>)[] {
  return changes.map((change) =>
    'deletedBy' in change
      ? { type: 'PostDeleted', data: { ...place, ...change } }
      : { type: 'PostRestored', data: { ...place, ...change } },
  );
}

function edit<Place extends object, Texts extends object, Typed extends object>(
  { checked, isEqual }: PostKind<Texts, Typed>,
  place: Place,
  post: Post<Texts>,
  { actorId: editedBy, texts: typed, version, isErased }: EditPost<Typed>,
  refusal: Fault | undefined,
): readonly PostEdited<Place, Texts>[] {
  if (post.author !== editedBy) throw new DomainError('edit.notAuthor', messages.editNotAuthor);
  if (isErased || post.deleted) throw new DomainError('edit.deleted', messages.editDeleted);
  const texts = checked(typed);
  if (isEqual(texts, post.texts)) return [];
  refuse(refusal);
  refuseStale(version, post.version);
  refuseFull(post.version);
  return [{ type: 'PostEdited', data: { ...place, ...texts, editedBy, version: post.version + 1 } }];
}

/** A post after one more event; null before its first. */
export function evolvePost<State extends PostChanges<Texts> | null, Texts extends object>(
  { textsOf }: Pick<PostKind<Texts>, 'textsOf'>,
  state: State,
  event: PostChange<object, Texts>,
): State | Post<Texts> {
  switch (event.type) {
    case 'PostEdited': {
      const { editedBy: author, version } = event.data;
      // Only its author edits it, and not while it is deleted.
      return { ...state, author, version, texts: textsOf(event.data), deleted: null };
    }
    case 'PostDeleted':
      return state && { ...state, deleted: event.data };
    case 'PostRestored':
      return state && { ...state, deleted: null };
    default:
      event satisfies never;
      return state;
  }
}

/** For `always` of a decider: deletions and what operators do protect others. */
export function protects(command: PostCommand<object>): boolean {
  return command.type === 'DeletePost' || ('isOperator' in command && command.isOperator);
}
