import { Button, Textarea } from '@mantine/core';
import { checkTypedMessage, postedText } from '@parlour/contracts/text/checks';
import { useEffect, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { useDispatch } from 'react-redux';
import { LosableNote } from '../../../design/parts/draft/draft-note.tsx';
import { LateCompletion } from '../../../design/parts/editor/late-completion.tsx';
import { isComposing } from '../../../design/parts/form/is-composing.ts';
import { applyChange } from '../../../design/parts/editor/markdown-edit.ts';
import { FormDraft } from '../../../shared/drafts/form-draft.ts';
import { IconSend } from '../../../design/parts/look/icons.tsx';
import type { Dispatch } from '../../../shared/state/store.ts';
import { useTouch } from '../../../shared/state/hooks/use-media.ts';
import { useViewerId } from '../../../shared/state/hooks/use-viewer.ts';
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
  const viewerId = useViewerId();
  const dispatch = useDispatch<Dispatch>();
  const touch = useTouch();
  const [draft] = useState(() => new FormDraft(viewerId, `message:${nameOfPlace(place)}`));
  const [text, setText] = useState(draft.found?.values['text'] ?? '');
  const [fault, setFault] = useState<string>();
  const [isLosable, setLosable] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    if (focused) field.current?.focus();
  }, [focused]);

  useEffect(() => draft.show(() => setText('')), [draft]);

  function write(value: string): void {
    setText(value);
    setFault(undefined);
    const isBlank = value.trim() === '';
    if (isBlank) draft.forget();
    setLosable(!isBlank && !draft.keep({ values: { text: value } }));
  }

  useImperativeHandle(ref, () => ({
    quote: (quoted) => {
      const { current } = field;
      if (!current) return;
      const end = quoted.length + current.value.length;
      applyChange(current, { from: 0, to: 0, by: quoted, select: [end, end] });
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
    setLosable(false);
    setText('');
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
      {isLosable && (
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
            write(value);
          }}
          onKeyDown={onKeyDown}
          rows={1}
          size="md"
          enterKeyHint={touch ? 'enter' : 'send'}
          classNames={{ root: classes.field ?? '', input: classes.input ?? '' }}
        />
        {text.includes('@') && <LateCompletion field={field} of="text" />}
        <Button type="submit" className={classes.send ?? ''} rightSection={<IconSend size={17} aria-hidden />}>
          Send
        </Button>
      </form>
    </>
  );
}
