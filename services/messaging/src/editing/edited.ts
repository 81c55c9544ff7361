import type { Deleter } from '@parlour/contracts/editable';
import type { EnvelopeOf } from '@parlour/contracts/envelope';
import { messages } from '@parlour/contracts/messages';
import type { MessageDeleted, MessageEdited } from '@parlour/contracts/messaging';
import { isoTime } from '@parlour/kernel/database/row-expressions';

/** The columns that say what has become of a message. */
export interface EditedColumns {
  readonly version: number;
  readonly editedAt: string | null;
  readonly deletedBy: Deleter | null;
  readonly deleteReason: string | null;
  readonly deletedAt: string | null;
}

/** The columns of a new message, and of one that was restored. */
export const restored = { deletedBy: null, deleteReason: null, deletedAt: null } as const;
export const unedited: EditedColumns = { version: 1, editedAt: null, ...restored };

/** The columns that an edit sets. */
export function editedBy({ data: { version, text }, occurredAt }: EnvelopeOf<MessageEdited>) {
  return { version, text, editedAt: occurredAt };
}

/** The columns that a deletion sets. */
export function deletedBy({ data: { by, reason, deletedAt } }: EnvelopeOf<MessageDeleted>) {
  return { deletedBy: by, deleteReason: reason, deletedAt };
}

/** The columns of a message whose text was erased: nothing of it is due any more. */
export const blanked = { text: messages.removedByOperator, deletedAt: null } as const;

/** SQL: the fields of `Editable` of the message `m`, for `json_build_object`. */
export const editableJson = `'version', m.version, 'editedAt', ${isoTime('m.edited_at')},
  'deleted', case when m.deleted_by is not null then json_build_object('by', m.deleted_by, 'reason', m.delete_reason) end`;
