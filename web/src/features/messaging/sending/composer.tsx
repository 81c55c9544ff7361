import { Button, Textarea } from '@mantine/core';
import { checkTypedMessage, postedText } from '@parlour/contracts/text/checks';
import { useEffect, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { useDispatch } from 'react-redux';
import { LosableNote } from '../../../design/parts/draft/draft-note.tsx';
import { LateCompletion } from '../../../design/parts/editor/late-completion.tsx';
import { isComposing } from '../../../design/parts/form/is-composing.ts';
import { applyChange } from '../../../design/parts/editor/markdown-edit.ts';
import { useDraftedValues } from '../../../design/parts/draft/use-drafted-values.ts';
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
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
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
          rows={1}
          size="md"
          enterKeyHint={touch ? 'enter' : 'send'}
          classNames={{ root: classes.field ?? '', input: classes.input ?? '' }}
        />
        {text.includes('@') && <LateCompletion field={field} of="text" />}
        <Button type="submit" radius="xl" className={classes.send ?? ''} title="Send">
          <IconSend size={20} aria-hidden />
          <span className="visually-hidden">Send</span>
        </Button>
      </form>
    </>
  );
}
