import { Button, Textarea } from '@mantine/core';
import { checkMessage } from '@parlour/contracts/checks';
import { messages } from '@parlour/contracts/messages';
import type { MessageWire } from '@parlour/contracts/messaging';
import { useEffect, useImperativeHandle, useRef, useState, type KeyboardEvent } from 'react';
import { useDispatch } from 'react-redux';
import { currentOf, serverText } from '../../shared/http/call-failure.ts';
import { Failure } from '../../design/parts/failure.tsx';
import { LateCompletion } from '../../design/parts/late-completion.tsx';
import { isComposing } from '../../design/parts/is-composing.ts';
import type { Dispatch } from '../../shared/state/store.ts';
import { useSubmission } from '../../shared/state/use-submission.ts';
import { showChanged, type Place } from './message-cache.ts';
import { useEditMessageMutation } from './messaging.api.ts';
import classes from './messaging.module.css';

/** The interface of the open editor to other parts of a chat. */
export interface EditorHandle {
  readonly isChanged: () => boolean;
  readonly focus: () => void;
}

/** Stands in place of a message's text while its author edits it. Enter saves, Escape cancels. */
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
  readonly onDone: () => void;
}) {
  const dispatch = useDispatch<Dispatch>();
  const [text, setText] = useState(message.msg);
  const [fault, setFault] = useState<string>();
  /** The text that the edit is based on: first the message's, then that of a change elsewhere. */
  const [base, setBase] = useState(message);
  const [editMessage, { isLoading, error }] = useEditMessageMutation();
  const submit = useSubmission();
  const field = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
    current?.scrollIntoView({ block: 'nearest' });
  }, []);

  useImperativeHandle(onEditor, () => ({
    isChanged: () => text.trim() !== base.msg,
    focus: () => field.current?.focus(),
  }));

  async function save(): Promise<void> {
    const written = text.trim();
    const wrong = checkMessage(written);
    setFault(wrong?.text);
    if (wrong) return;
    if (written === base.msg) {
      onDone();
      return;
    }
    const request = { mid: message._id, msg: written, version: base.version };
    const outcome = await submit(request, editMessage);
    if (outcome.data) {
      dispatch(showChanged(place, outcome.data));
      onDone();
      return;
    }
    const current = currentOf(outcome.error) as MessageWire | undefined; // what this call edits
    if (current) setBase(current);
  }

  function onKeyDown(event: KeyboardEvent): void {
    // During IME composition, these keys are for the word.
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onDone();
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      if (!isLoading) void save();
    }
  }

  const stale = currentOf(error) ? base : undefined;
  return (
    <form
      className={classes.editor}
      aria-label="Edit message"
      data-completed="above"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Textarea
        ref={field}
        aria-label="Edited message"
        value={text}
        error={fault}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          setFault(undefined);
        }}
        onKeyDown={onKeyDown}
        rows={1}
        size="md"
        dir="auto"
        enterKeyHint="done"
        classNames={{ input: classes.input ?? '' }}
      />
      {text.includes('@') && <LateCompletion field={field} of="text" />}
      {stale && (
        <div role="alert" className={classes.stale}>
          <p>{messages.editStale} It now says:</p>
          <blockquote dir="auto">{stale.msg}</blockquote>
          <p>Save to replace it by yours.</p>
        </div>
      )}
      {error && !currentOf(error) && <Failure title="The message could not be changed" detail={serverText(error)} />}
      <div className={classes.editorLine}>
        <Button type="submit" size="xs" loading={isLoading}>
          Save
        </Button>
        <Button variant="default" size="xs" onClick={onDone}>
          Cancel
        </Button>
        <span className={classes.editorHint}>Enter to save, Escape to cancel</span>
      </div>
    </form>
  );
}
