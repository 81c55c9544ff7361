import { Button, Textarea } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { checkMessage } from '@parlour/contracts/checks';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useDispatch } from 'react-redux';
import { FormDraft } from '../../shared/drafts/form-draft.ts';
import type { Dispatch } from '../../shared/state/store-types.ts';
import { useViewer } from '../../shared/state/use-viewer.ts';
import { nameOfPlace, type Place } from './message-cache.ts';
import { sendMessage } from './sending.ts';
import classes from './messaging.module.css';

/**
 * Writes messages to a place. Keyed by place. Drafts are kept in the browser. `focused`: people
 * come here to write.
 */
export function Composer({ place, focused = false }: { readonly place: Place; readonly focused?: boolean }) {
  const viewer = useViewer();
  const dispatch = useDispatch<Dispatch>();
  const [draft] = useState(() => new FormDraft(viewer, `message:${nameOfPlace(place)}`));
  const [text, setText] = useState(draft.found?.values['text'] ?? '');
  const [fault, setFault] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    if (focused) field.current?.focus();
  }, [focused]);

  useEffect(() => draft.show(() => setText('')), [draft]);

  function send(): void {
    const written = text.trim();
    const wrong = checkMessage(written);
    setFault(wrong?.text);
    field.current?.focus();
    if (wrong) return;
    dispatch(sendMessage(place, written));
    draft.forget();
    setText('');
  }

  function onKeyDown(event: KeyboardEvent): void {
    // During IME composition, Enter confirms the word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  return (
    <form
      className={classes.composer}
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
          setText(value);
          setFault(undefined);
          if (value.trim() === '') draft.forget();
          else draft.keep({ values: { text: value } });
        }}
        onKeyDown={onKeyDown}
        rows={1}
        size="md"
        classNames={{ root: classes.field ?? '', input: classes.input ?? '' }}
      />
      <Button type="submit" size="md" rightSection={<IconSend size={17} aria-hidden />}>
        Send
      </Button>
    </form>
  );
}
