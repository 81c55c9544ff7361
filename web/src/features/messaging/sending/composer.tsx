import { Button, Textarea } from '@mantine/core';
import { checkTypedMessage, postedText } from '@parlour/contracts/text/checks';
import { useEffect, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { useDispatch } from 'react-redux';
import { LosableNote } from '../../../design/parts/draft/draft-note.tsx';
import { LateCompletion } from '../../../design/parts/editor/late-completion.tsx';
import { FilesOf } from '../../../design/parts/editor/files-of.tsx';
import { useFileIntake } from '../../../design/parts/editor/use-file-intake.tsx';
import { isComposing } from '../../../design/parts/form/is-composing.ts';
import { SubmitWords } from '../../../design/parts/form/submit-words.tsx';
import { useUploadGate } from '../../../design/parts/form/use-upload-gate.ts';
import { applyChange } from '../../../design/parts/editor/markdown-edit.ts';
import { useDraftedValues } from '../../../design/parts/draft/use-drafted-values.ts';
import { IconButton } from '../../../design/parts/look/icon-button.tsx';
import { IconPaperclip } from '../../../design/parts/look/icon-paperclip.tsx';
import { IconSend } from '../../../design/parts/look/icons.tsx';
import type { Dispatch } from '../../../shared/state/store.ts';
import { useTouch } from '../../../shared/state/hooks/use-media.ts';
import { nameOfPlace, type Place } from '../message-cache.ts';
import { sendMessage } from './outbox.ts';
import { isSendKey } from './send-key.ts';
import classes from '../messaging.module.css';

/** The interface of the composer to other parts of a chat. */
export interface ComposerHandle {
  /** Puts a quote before what is written, and the cursor at the end. */
  readonly quote: (quoted: string) => void;
  readonly focus: () => void;
}

function putBefore(field: HTMLTextAreaElement, quoted: string): void {
  const end = quoted.length + field.value.length;
  applyChange(field, { from: 0, to: 0, by: quoted, select: [end, end] });
}

const nothing = { text: '' };

/** Writes messages to a place. Keyed by place. Drafts are kept in the browser. */
export function Composer({
  place,
  focused = false,
  editLast,
  ref,
}: {
  readonly place: Place;
  /** Whether people come here to write. */
  readonly focused?: boolean;
  /** Begins to edit the viewer's last message, if there is one. */
  readonly editLast: () => boolean;
  readonly ref: Ref<ComposerHandle>;
}) {
  const dispatch = useDispatch<Dispatch>();
  const touch = useTouch();
  const draft = useDraftedValues({
    initial: nothing,
    place: `message:${nameOfPlace(place)}`,
    onPosted: () => draft.clear(nothing),
  });
  const { text } = draft.values;
  const [fault, setFault] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const uploads = useUploadGate();
  const files = useFileIntake(false, uploads.onUploads);

  useEffect(() => {
    if (focused) field.current?.focus();
  }, [focused]);

  useImperativeHandle(ref, () => ({
    quote: (quoted) => {
      if (field.current) putBefore(field.current, quoted);
    },
    focus: () => field.current?.focus(),
  }));

  function send(): void {
    if (uploads.holds(() => field.current?.form?.requestSubmit())) return;
    const written = postedText(text);
    const wrong = checkTypedMessage(written);
    setFault(wrong?.text);
    field.current?.focus();
    if (wrong) return;
    dispatch(sendMessage(place, written));
    draft.forget();
    draft.clear(nothing);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowUp' && text === '' && !isComposing(event.nativeEvent) && editLast()) {
      event.preventDefault();
      return;
    }
    if (!isSendKey(event, touch)) return;
    event.preventDefault();
    send();
  }

  return (
    <>
      {draft.isLosable && (
        <div className={classes.losable}>
          <LosableNote />
        </div>
      )}
      <form
        className={classes.composer}
        data-completed="above"
        noValidate
        {...files.dropTarget}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <FilesOf files={files} field={field} text={text} />
        {files.chooser}
        {files.isOn && <IconButton label="Add pictures or files" icon={IconPaperclip} onClick={files.onChoose} />}
        <Textarea
          ref={field}
          name="text"
          aria-label="Message"
          placeholder="Write a message"
          value={text}
          error={fault}
          onChange={({ currentTarget: { value } }) => {
            draft.show({ text: value });
            draft.keep();
            setFault(undefined);
          }}
          onKeyDown={onKeyDown}
          onPaste={files.onPaste}
          rows={1}
          size="md"
          enterKeyHint={touch ? 'enter' : 'send'}
          classNames={{ root: classes.field ?? '', input: classes.input ?? '' }}
        />
        {text.includes('@') && <LateCompletion field={field} of="text" />}
        <Button type="submit" radius="xl" className={classes.send ?? ''} title="Send" loading={uploads.isWaiting}>
          <IconSend size={20} aria-hidden />
          <span className="visually-hidden">
            <SubmitWords of={uploads}>Send</SubmitWords>
          </span>
        </Button>
      </form>
    </>
  );
}
