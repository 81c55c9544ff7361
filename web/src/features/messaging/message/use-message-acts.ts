import type { MessageWire } from '@parlour/contracts/messaging/messaging';
import { useCallback, useMemo, useRef, useState, type RefObject } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { reportWanted } from '../../../shared/state/reporting.slice.ts';
import { selectIsOperator } from '../../../shared/state/session.slice.ts';
import type { Dispatch, State } from '../../../shared/state/store.ts';
import { useViewer } from '../../../shared/state/hooks/use-viewer.ts';
import type { ComposerHandle } from '../sending/composer.tsx';
import type { Place } from '../message-cache.ts';
import { deletionIn, isEditable } from './message-changes.ts';
import type { EditorHandle } from './message-editor.tsx';
import { isSending } from '../sending/outbox.ts';
import { quoteOf } from './quote.ts';

/** The actions on a message, besides copying it. */
export interface MessageActs {
  readonly onQuote: (message: MessageWire) => void;
  readonly onEdit: (message: MessageWire) => void;
  /** Called when editing ends, saved or not, with whether its person has not moved on. */
  readonly onEdited: (isHere: boolean) => void;
  readonly onDelete: (message: MessageWire) => void;
  readonly onRestore: (message: MessageWire) => void;
  /** Asks for the reason, and removes what somebody else wrote; absent for those who may not. */
  readonly onRemove: ((message: MessageWire) => void) | undefined;
  readonly onReport: (message: MessageWire) => void;
  /** Called with the editor once it is open, and without one once it is gone. */
  readonly onEditor: (opened: EditorHandle | null) => void;
}

/** The actions on the messages of a place, and on the composer beside them. */
export function useMessageActs(
  place: Place,
  messages: readonly MessageWire[],
): {
  readonly composer: RefObject<ComposerHandle | null>;
  readonly acts: MessageActs;
  /** The message that is being edited. */
  readonly editing: string | undefined;
  /** Begins to edit the viewer's last message, if there is one and it has arrived. */
  readonly editLast: () => boolean;
  /** What the dialog for removing a message needs; undefined while there is none. */
  readonly removal:
    | { readonly onRemove: (reason: string) => Promise<string | undefined>; readonly onClose: () => void }
    | undefined;
} {
  const viewer = useViewer();
  const dispatch = useDispatch<Dispatch>();
  const composer = useRef<ComposerHandle>(null);
  const editor = useRef<EditorHandle>(null);
  const [editing, setEditing] = useState<string>();
  const [removing, setRemoving] = useState<string>();
  const isOperator = useSelector((state: State) => selectIsOperator(state));
  // Nobody removes what others write in a chat.
  const mayRemove = isOperator && place === 'room';
  const begin = useCallback(({ _id: id }: MessageWire) => {
    // Only one is open at a time: another one would discard what was changed in it.
    if (editor.current?.isChanged() === true) editor.current.focus();
    else setEditing(id);
  }, []);
  const acts = useMemo(
    (): MessageActs => ({
      onQuote: (message) => composer.current?.quote(quoteOf(message.msgFrom, message.msg)),
      onEdit: begin,
      onEdited: (isHere) => {
        setEditing(undefined);
        if (isHere) composer.current?.focus();
      },
      onDelete: (message) => deletionIn(dispatch, place, message._id).deleteOwn(),
      onRemove: mayRemove ? (message) => setRemoving(message._id) : undefined,
      onReport: ({ _id: id }) => dispatch(reportWanted({ type: 'message', id })),
      onRestore: (message) => deletionIn(dispatch, place, message._id).restore(),
      onEditor: (opened) => {
        editor.current = opened;
      },
    }),
    [begin, dispatch, mayRemove, place],
  );
  const editLast = useCallback(() => {
    // The one before it is not meant.
    if (dispatch(isSending(place))) return true;
    const last = messages.findLast((message) => message.msgFrom === viewer && isEditable(message));
    if (last && last._id === editing) editor.current?.focus();
    else if (last) begin(last);
    return last !== undefined;
  }, [begin, dispatch, editing, messages, place, viewer]);
  const onClose = () => {
    setRemoving(undefined);
    composer.current?.focus();
  };
  const removal =
    removing === undefined
      ? undefined
      : {
          onClose,
          onRemove: async (reason: string) => {
            const failed = await deletionIn(dispatch, place, removing).removeOfOther(reason);
            if (failed === undefined) onClose();
            return failed;
          },
        };
  return { composer, acts, editing, editLast, removal };
}
