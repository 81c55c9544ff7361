import type { MessageWire } from '@parlour/contracts/messaging';
import { useCallback, useMemo, useRef, useState, type RefObject } from 'react';
import { useDispatch } from 'react-redux';
import type { Dispatch } from '../../shared/state/store.ts';
import { useViewer } from '../../shared/state/use-viewer.ts';
import type { ComposerHandle } from './composer.tsx';
import type { Place } from './message-cache.ts';
import { deleteMessage, isEditable, restoreMessage } from './message-changes.ts';
import type { EditorHandle } from './message-editor.tsx';
import { quoteOf } from './quote.ts';

/** The actions on a message, besides copying it. */
export interface MessageActs {
  readonly onQuote: (message: MessageWire) => void;
  readonly onEdit: (message: MessageWire) => void;
  /** Called when editing ends, saved or not. */
  readonly onEdited: () => void;
  readonly onDelete: (message: MessageWire) => void;
  readonly onRestore: (message: MessageWire) => void;
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
  /** Begins to edit the viewer's last message, if there is one. */
  readonly editLast: () => boolean;
} {
  const viewer = useViewer();
  const dispatch = useDispatch<Dispatch>();
  const composer = useRef<ComposerHandle>(null);
  const editor = useRef<EditorHandle>(null);
  const [editing, setEditing] = useState<string>();
  const begin = useCallback(({ _id: id }: MessageWire) => {
    // Only one is open at a time: another one would discard what was changed in it.
    if (editor.current?.isChanged() === true) editor.current.focus();
    else setEditing(id);
  }, []);
  const acts = useMemo(
    (): MessageActs => ({
      onQuote: (message) => composer.current?.quote(quoteOf(message.msgFrom, message.msg)),
      onEdit: begin,
      onEdited: () => {
        setEditing(undefined);
        composer.current?.focus();
      },
      onDelete: (message) => void dispatch(deleteMessage(place, message._id)),
      onRestore: (message) => void dispatch(restoreMessage(place, message._id)),
      onEditor: (opened) => {
        editor.current = opened;
      },
    }),
    [begin, dispatch, place],
  );
  const editLast = useCallback(() => {
    const last = messages.findLast((message) => message.msgFrom === viewer && isEditable(message));
    if (last) begin(last);
    return last !== undefined;
  }, [begin, messages, viewer]);
  return { composer, acts, editing, editLast };
}
