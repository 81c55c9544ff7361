import type { Deleter } from '@parlour/contracts/editable';
import type { PostDeletion } from '@parlour/contracts/qa.events';
import { Column } from 'typeorm';

/** The columns of everything that its author can edit and delete. */
export abstract class EditableRow {
  @Column('int', { default: 1 })
  version!: number;

  @Column('timestamptz', { name: 'edited_at', nullable: true })
  editedAt!: Date | null;

  @Column('text', { name: 'deleted_by', nullable: true })
  deletedBy!: Deleter | null;

  @Column('text', { name: 'delete_reason', nullable: true })
  deleteReason!: string | null;

  /** Null also once the text is erased. */
  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt!: Date | null;
}

/** The columns of a new post. */
export const unedited = { version: 1, editedAt: null, deletedBy: null, deleteReason: null, deletedAt: null } as const;

/** The columns of a post that was deleted like this. */
export function deletedLike({ by, reason, deletedAt }: PostDeletion): {
  readonly deletedBy: Deleter;
  readonly deleteReason: string | null;
  readonly deletedAt: string;
} {
  return { deletedBy: by, deleteReason: reason, deletedAt };
}

/** The columns of a post that was restored. */
export const restored = { deletedBy: null, deleteReason: null, deletedAt: null } as const;
