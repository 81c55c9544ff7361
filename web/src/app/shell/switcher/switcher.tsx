import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { Dialog } from '../../../design/parts/overlay/dialog.tsx';
import { IconSearch } from '../../../design/parts/look/icons.tsx';
import { ChoiceList } from './choice-list.tsx';

/** Leads to any page, person, question, tag, community or chat by a few letters. */
export default function Switcher({ text: given, onClose }: { readonly text: string; readonly onClose: () => void }) {
  const [text, setText] = useState(given);
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog opened title="Jump to…" atTop onClose={onClose}>
      <TextInput
        ref={field}
        data-autofocus
        size="md"
        leftSection={<IconSearch size={20} aria-hidden />}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
        role="combobox"
        aria-label="Jump to"
        aria-autocomplete="list"
        aria-expanded={false}
        placeholder="A page, a person, a question, a tag, a community …"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        dir="auto"
      />
      <ChoiceList field={field} text={text} takesFirst onClose={onClose} />
    </Dialog>
  );
}
