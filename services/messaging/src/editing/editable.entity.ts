import type { Deleter } from '@parlour/contracts/editable';
import { Column } from 'typeorm';

/** The columns that say what has become of a message. */
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
