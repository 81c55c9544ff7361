import { useRef, useState } from 'react';
import { Dialog } from '../../../design/parts/overlay/dialog.tsx';
import { IconSearch } from '../../../design/parts/look/icons.tsx';
import { ChoiceList } from './choice-list.tsx';
import classes from './switcher.module.css';

/** Leads to any page, person, question, tag, community or chat by a few letters. */
export default function Switcher({ text: given, onClose }: { readonly text: string; readonly onClose: () => void }) {
  const [text, setText] = useState(given);
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog opened title="Jump to…" atTop onClose={onClose}>
      <div className={classes.box}>
        <IconSearch size={20} aria-hidden className={classes.icon} />
        <input
          ref={field}
          data-autofocus
          className={classes.input}
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
          role="combobox"
          aria-label="Jump to"
          aria-autocomplete="list"
          aria-expanded
          placeholder="A page, a person, a question, a tag, a community …"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          dir="auto"
        />
      </div>
      <ChoiceList field={field} text={text} takesFirst onClose={onClose} />
    </Dialog>
  );
}
