import type { EnvelopeOf } from '@parlour/contracts/envelope';
import { messages } from '@parlour/contracts/messages';
import type { MessageEdited } from '@parlour/contracts/messaging';
import { isoTime } from '@parlour/kernel/database/row-expressions';

/** The columns that an edit sets. */
export function editedBy({ data: { version, text }, occurredAt }: EnvelopeOf<MessageEdited>) {
  return { version, text, editedAt: occurredAt };
}

/** The columns of a message whose text was erased: nothing of it is due any more. */
export const blanked = { text: messages.removedByOperator, deletedAt: null } as const;

/** SQL: the fields of `Editable` of the message `m`, for `json_build_object`. */
export const editableJson = `'version', m.version, 'editedAt', ${isoTime('m.edited_at')},
  'deleted', case when m.deleted_by is not null then json_build_object('by', m.deleted_by, 'reason', m.delete_reason) end`;
