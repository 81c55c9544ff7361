import { Button, Textarea } from '@mantine/core';
import { checkTypedMessage, postedText } from '@parlour/contracts/text/checks';
import { messages } from '@parlour/contracts/messages';
import type { MessageWire } from '@parlour/contracts/messaging/messaging';
import { useEffect, useImperativeHandle, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useDispatch } from 'react-redux';
import { currentOf, serverText } from '../../../shared/http/call-failure.ts';
import { useDiscarding } from '../../../design/parts/overlay/dialog.tsx';
import { DraftNote } from '../../../design/parts/draft/draft-note.tsx';
import { Failure } from '../../../design/parts/feedback/failure.tsx';
import { LateCompletion } from '../../../design/parts/editor/late-completion.tsx';
import { FilesOf } from '../../../design/parts/editor/files-of.tsx';
import { useFileIntake } from '../../../design/parts/editor/use-file-intake.tsx';
import { SubmitWords } from '../../../design/parts/form/submit-words.tsx';
import { IconButton } from '../../../design/parts/look/icon-button.tsx';
import { IconPaperclip } from '../../../design/parts/look/icon-paperclip.tsx';
import { isComposing } from '../../../design/parts/form/is-composing.ts';
import { useEdit } from '../../../design/parts/editing/use-edit.ts';
import { focusEnd, isFocusAt } from '../../../design/parts/page/move-focus.ts';
import { editPost } from '../../../shared/posts.api.ts';
import type { Dispatch } from '../../../shared/state/store.ts';
import { useTouch } from '../../../shared/state/hooks/use-media.ts';
import { showChanged, type Place } from '../message-cache.ts';
import { isSendKey } from '../sending/send-key.ts';
import classes from '../messaging.module.css';

/** The interface of the open editor to other parts of a chat. */
export interface EditorHandle {
  readonly isChanged: () => boolean;
  readonly focus: () => void;
}

/** An edit of a message; one that changes nothing is done without a call. */
function useMessageEdit(
  message: MessageWire,
  place: Place,
  field: RefObject<HTMLTextAreaElement | null>,
  onDone: (isHere: boolean) => void,
) {
  const dispatch = useDispatch<Dispatch>();
  const [first] = useState(message);
  const form = useEdit({
    post: message,
    valuesOf: ({ msg }) => ({ text: msg }),
    check: ({ text }) => ({ text: checkTypedMessage(postedText(text))?.text }),
    send: async ({ text }, edition) => {
      if (!isOther(text)) {
        onDone(true);
        return {};
      }
      return dispatch(editPost('message', message._id, edition, { msg: postedText(text) }));
    },
    onSaved: (saved: MessageWire) => {
      const isHere = isFocusAt(field.current?.form);
      dispatch(showChanged(place, saved));
      onDone(isHere);
    },
  });

  /** Compares with what the edit is based on: the message's text, or that of a change elsewhere. */
  function isOther(text: string): boolean {
    return postedText(text) !== (form.current ?? first).msg;
  }

  return { ...form, isChanged: isOther(form.values.text) };
}

/**
 * Stands in place of a message's text while its author edits it. Enter saves, on a touch screen
 * with Ctrl or Cmd; Escape cancels, and asks before it discards what was changed.
 */
export function MessageEditor({
  message,
  place,
  onEditor,
  onDone,
}: {
  readonly message: MessageWire;
  readonly place: Place;
  /** Called with its handle, and without one once it is gone. */
  readonly onEditor: (opened: EditorHandle | null) => void;
  /** Called when editing ends, saved or not, with whether its person has not moved on. */
  readonly onDone: (isHere: boolean) => void;
}) {
  const touch = useTouch();
  const field = useRef<HTMLTextAreaElement>(null);
  const { isChanged, ...form } = useMessageEdit(message, place, field, onDone);
  const { values, current, failure, pending, draft } = form;
  const files = useFileIntake(pending, form.onUploads);

  useEffect(() => {
    focusEnd(field.current);
    field.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  useImperativeHandle(onEditor, () => ({
    isChanged: () => isChanged,
    focus: () => field.current?.focus(),
  }));

  const { close, question } = useDiscarding({
    isChanged,
    pending,
    onClose: () => {
      draft.onDiscard();
      onDone(true);
    },
  });

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key === 'Escape' && !isComposing(event.nativeEvent)) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (isSendKey(event, touch)) {
      event.preventDefault();
      event.currentTarget.form?.requestSubmit();
    }
  }

  return (
    <>
      <form
        className={classes.editor}
        aria-label="Edit message"
        data-completed="above"
        noValidate
        {...files.dropTarget}
        onSubmit={form.form.onSubmit}
      >
        <FilesOf files={files} field={field} text={values.text} />
        {files.chooser}
        <Textarea
          ref={field}
          aria-label="Edited message"
          {...form.field('text')}
          onKeyDown={onKeyDown}
          onPaste={files.onPaste}
          rows={1}
          size="md"
          enterKeyHint={touch ? 'enter' : 'done'}
          classNames={{ input: classes.input ?? '' }}
        />
        {values.text.includes('@') && <LateCompletion field={field} of="text" />}
        <DraftNote {...draft} />
        {current && (
          <div role="alert" className={classes.stale}>
            <p>{messages.editStale} It now says:</p>
            <blockquote dir="auto">{current.msg}</blockquote>
            <p>Save to overwrite it with yours.</p>
          </div>
        )}
        {failure !== undefined && currentOf(failure) === undefined && (
          <Failure title="The message could not be changed" detail={serverText(failure)} />
        )}
        <div className={classes.editorLine}>
          <Button type="submit" size="xs" loading={pending}>
            <SubmitWords of={form}>Save</SubmitWords>
          </Button>
          <Button variant="default" size="xs" disabled={pending} onClick={close}>
            Cancel
          </Button>
          {files.isOn && <IconButton label="Add pictures or files" icon={IconPaperclip} onClick={files.onChoose} />}
          <span className={classes.editorHint}>Enter to save, Escape to cancel</span>
        </div>
      </form>
      {question}
    </>
  );
}
