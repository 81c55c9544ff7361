import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Combobox, useCombobox } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Dialog } from '../../../design/parts/overlay/dialog.tsx';
import { IconSearch } from '../../../design/parts/look/icons.tsx';
import { count } from '../../../shared/text/count.ts';
import { useChoices } from './switcher-choices.tsx';
import classes from './switcher.module.css';

/** Leads to any page, person, question, tag, community or chat by a few letters. */
export default function Switcher({ text, onClose }: { readonly text: string; readonly onClose: () => void }) {
  return (
    <Dialog opened title="Jump to…" atTop onClose={onClose}>
      <Places typed={text} onClose={onClose} />
    </Dialog>
  );
}

function Places({ typed, onClose }: { readonly typed: string; readonly onClose: () => void }) {
  const [text, setText] = useState(typed);
  const [, setFocused] = useState(false);
  const navigate = useNavigate();
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose });
  // Once somebody has stepped to a choice, later results don't move them.
  const stepped = useRef(false);
  const { groups, pending, failed } = useChoices(text.trim());
  const shown = groups.filter(({ choices }) => choices.length > 0);
  const choices = shown.flatMap((group) => group.choices);
  const known = choices.map(({ to }) => to).join('\n');
  const choose = useEffectEvent(() => {
    if (stepped.current) combobox.updateSelectedOptionIndex('selected');
    else combobox.selectFirstOption();
  });
  useEffect(() => {
    choose();
  }, [known]);
  return (
    <>
      <Combobox
        store={combobox}
        onOptionSubmit={(place) => {
          onClose();
          void navigate(place.slice(place.indexOf(' ') + 1));
        }}
      >
        <div className={classes.box}>
          <IconSearch size={20} aria-hidden className={classes.icon} />
          <Combobox.EventsTarget withExpandedAttribute>
            <input
              data-autofocus
              className={classes.input}
              value={text}
              onChange={({ currentTarget: { value } }) => {
                stepped.current = false;
                setText(value);
              }}
              // The store knows the list only by now; the next rendering tells the field.
              onFocus={() => setFocused(true)}
              onKeyDown={({ key }) => {
                if (key === 'ArrowDown' || key === 'ArrowUp') stepped.current = true;
              }}
              aria-label="Jump to"
              placeholder="A page, a person, a question, a tag, a community …"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="go"
              dir="auto"
            />
          </Combobox.EventsTarget>
        </div>
        <Combobox.Options className={classes.options ?? ''} aria-label="Places" aria-busy={pending}>
          {shown.map((group) => (
            <Combobox.Group key={group.title} label={group.title} classNames={{ groupLabel: classes.title ?? '' }}>
              {group.choices.map(({ to, label, note, picture }) => (
                <Combobox.Option
                  key={to}
                  // A chat may be where an action leads too.
                  value={`${group.title} ${to}`}
                  className={classes.option ?? ''}
                  onMouseMove={(event) => {
                    const all = event.currentTarget.closest('[role=listbox]')?.querySelectorAll('[role=option]');
                    stepped.current = true;
                    combobox.selectOption([...(all ?? [])].indexOf(event.currentTarget));
                  }}
                >
                  <span className={classes.picture}>{picture}</span>
                  <bdi className={classes.label}>{label}</bdi>
                  {note !== undefined && <span className={classes.note}>{note}</span>}
                  <span className={classes.enter} aria-hidden>
                    Enter
                  </span>
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
        </Combobox.Options>
      </Combobox>
      <p role="status" className={classes.status}>
        {failed
          ? 'Some results could not be loaded.'
          : pending
            ? 'Searching…'
            : text.trim() === ''
              ? ''
              : count(choices.length, 'result')}
      </p>
    </>
  );
}
