import type { Deleter } from '@parlour/contracts/editable';
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

/** The columns of what was restored. */
export const restored = { deletedBy: null, deleteReason: null, deletedAt: null } as const;

/** The columns of something new. */
export const unedited = { version: 1, editedAt: null, ...restored } as const;

/** How something was deleted. */
interface Deletion {
  readonly by: Deleter;
  readonly reason: string | null;
  /** ISO-8601. */
  readonly deletedAt: string;
}

/** The columns of what was deleted like this. */
export function deletedLike({ by, reason, deletedAt }: Deletion) {
  return { deletedBy: by, deleteReason: reason, deletedAt };
}
