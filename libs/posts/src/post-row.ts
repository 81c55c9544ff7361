import type { Deleter } from '@parlour/contracts/posts/editable';
import { messages } from '@parlour/contracts/messages';
import type { PlainText, PostChange, PostDeletion, PostErased } from '@parlour/contracts/posts/posts.events';
import { isoTime } from '@parlour/kernel/database/row-expressions';
import type { Changes } from '@parlour/kernel/view/projection';
import type { Columns, RowChange } from '@parlour/kernel/view/row-changes';
import { Column } from 'typeorm';

/** The columns of every post. */
export abstract class PostRow {
  @Column('int', { default: 1 }) version!: number;
  @Column('timestamptz', { nullable: true }) editedAt!: Date | null;
  @Column('text', { nullable: true }) deletedBy!: Deleter | null;
  @Column('text', { nullable: true }) deleteReason!: string | null;

  /** Since when it is deleted, as long as its text is to be erased. Whether it is: `deletedBy`. */
  @Column('timestamptz', { nullable: true }) deletedAt!: Date | null;
}

/** The columns of what was restored. */
export const restored = { deletedBy: null, deleteReason: null, deletedAt: null } as const;

/** The columns of something new. */
export const unedited = { version: 1, editedAt: null, ...restored } as const;

/** The columns of what was deleted like this. */
export function deletedLike({ by, reason, deletedAt }: Pick<PostDeletion, 'by' | 'reason' | 'deletedAt'>) {
  return { deletedBy: by, deleteReason: reason, deletedAt };
}

/**
 * The changes of the row of a post with one text, which `patched` patches. Once its text is erased,
 * nothing of it is due any more.
 */
export function plainPostChanges<Place extends object>(
  patched: (place: Place, set: Partial<Columns<PostRow & PlainText>>) => readonly RowChange[],
): Changes<PostChange<Place, PlainText> | PostErased<Place>> {
  return {
    PostEdited: ({ data, occurredAt: editedAt }) => patched(data, { text: data.text, version: data.version, editedAt }),
    PostDeleted: ({ data }) => patched(data, deletedLike(data)),
    PostRestored: ({ data }) => patched(data, restored),
    // Shown only if an operator blanked it: a deleted one shows no text.
    PostErased: ({ data }) => patched(data, { text: messages.removedByOperator, deletedAt: null }),
  };
}

/** SQL: the fields of `Editable` of the row `post`, as names and values for `json_build_object`. */
export function editableJson(post: string): string {
  return editableColumns(post)
    .map(([name, value]) => `'${name}', ${value}`)
    .join(', ');
}

/** SQL: the same as columns. */
export function editableFields(post: string): string {
  return editableColumns(post)
    .map(([name, value]) => `${value} as "${name}"`)
    .join(', ');
}

function editableColumns(post: string): (readonly [name: string, value: string])[] {
  return [
    ['version', `${post}.version`],
    ['editedAt', isoTime(`${post}.edited_at`)],
    [
      'deleted',
      `case when ${post}.deleted_by is not null
       then json_build_object('by', ${post}.deleted_by, 'reason', ${post}.delete_reason) end`,
    ],
  ];
}
