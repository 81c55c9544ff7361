import getCaretCoordinates from '@koddsson/textarea-caret';
import { mentionOf } from '@parlour/contracts/text/mentions';
import { useId, useState, type ReactNode, type RefObject } from 'react';
import { count } from '../../../shared/text/count.ts';
import { typedWord, type CompletedIn, type TypedWord } from './completed-word.ts';
import { isComposing } from '../form/is-composing.ts';
import { hasModifier } from '../page/keys.ts';
import { applyChange } from './markdown-edit.ts';
import { useAriaOfList, useCompletedField } from './use-completed-field.ts';
import { isWholeTag, useSuggestions } from './use-suggestions.tsx';
import classes from './completion.module.css';

const shownAtOnce = 6;

/**
 * Completes what is typed into a field, in a list at its caret: arrow keys, Enter or Tab, Escape.
 * The field stays a plain text field for everyone who does not care.
 */
export default function Completion({
  field,
  of,
}: {
  readonly field: RefObject<HTMLTextAreaElement | HTMLInputElement | null>;
  readonly of: CompletedIn;
}): ReactNode {
  const [typed, setTyped] = useState<TypedWord>();
  const [active, setActive] = useState(-1);
  const found = useSuggestions(typed);
  const suggestions = found.slice(0, shownAtOnce);
  const id = useId();
  const open = suggestions.length > 0;
  // The first suggestion is the one to take, but after a sign alone or a whole tag.
  const takesFirst = active === -1 && typed?.word !== '' && !isWholeTag(typed, found);
  const chosen = Math.min(takesFirst ? 0 : active, suggestions.length - 1);

  function close(): void {
    setTyped(undefined);
  }

  function look(): void {
    const { current } = field;
    if (!current || document.activeElement !== current || current.selectionStart !== current.selectionEnd)
      return close();
    setTyped(typedWord(current.value, current.selectionEnd ?? 0, of));
    setActive(-1);
  }

  function choose(name: string): void {
    if (!typed || !field.current) return;
    const by = `${of === 'tags' ? name : typed.kind === 'person' ? mentionOf(name) : `#${name}`} `;
    applyChange(field.current, { ...typed, by, select: [typed.from + by.length, typed.from + by.length] });
    close();
  }

  function onMove(): void {
    if (typed && (field.current?.selectionStart !== typed.to || field.current.selectionEnd !== typed.to)) close();
  }

  function onKey(event: KeyboardEvent): void {
    if (!open || isComposing(event)) return;
    const taken = suggestions[chosen];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    // In a form, Tab leads on unless somebody has chosen.
    const tabTakes = event.key === 'Tab' && (of === 'text' || active !== -1);
    // Up from none leads to the last one.
    const from = step === -1 ? Math.max(chosen, 0) : chosen;
    if (step !== undefined) setActive((from + step + suggestions.length) % suggestions.length);
    else if (event.key === 'Escape') close();
    else if ((event.key === 'Enter' || tabTakes) && taken && !hasModifier(event)) choose(taken.name);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  useCompletedField(field, { onInput: look, onKey, onLeave: close, onMove });
  useAriaOfList(field, open ? id : undefined, chosen >= 0 ? `${id}-${chosen}` : undefined);

  return (
    <>
      <span role="status" className="visually-hidden">
        {open && count(suggestions.length, 'suggestion')}
      </span>
      {open && typed && field.current && (
        <ul
          id={id}
          role="listbox"
          aria-label="Suggestions"
          className={classes.list}
          style={isInFlow(field.current) ? undefined : placeIn(field.current, typed, suggestions.length)}
        >
          {suggestions.map(({ name, view }, index) => (
            <li
              key={name}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === chosen}
              className={classes.suggestion}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(name)}
            >
              {view}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Whether the list has a row of its own, as in a chat: below its field the screen ends. */
function isInFlow(field: HTMLElement): boolean {
  return field.closest<HTMLElement>('[data-completed]')?.dataset['completed'] === 'above';
}

/** The most that one suggestion is high, and what is around all of them, in pixels. */
const high = { one: 44, around: 16 };

/**
 * Below the word, within the field's width; above it if there is more room for so many suggestions.
 */
function placeIn(field: HTMLTextAreaElement | HTMLInputElement, { from }: TypedWord, many: number) {
  const caret = getCaretCoordinates(field, from);
  const box = field.getBoundingClientRect();
  const top = caret.top - field.scrollTop + box.top;
  // Without a height if the line has none in pixels.
  const bottom = top + (caret.height || 0);
  const around = field.closest<HTMLElement>('[data-completed]');
  const place = around?.getBoundingClientRect() ?? new DOMRect();
  const space = place.width || field.clientWidth;
  const width = 256;
  const across = {
    left: Math.max(0, Math.min(caret.left + box.left - place.left, space - width)),
    width: Math.min(width, space || width),
  };
  // Above a phone's keyboard.
  const view = window.visualViewport;
  const room = (view ? view.offsetTop + view.height : window.innerHeight) - bottom;
  if (room < many * high.one + high.around && top > room) return { bottom: place.bottom - top + 4, ...across };
  return { top: bottom - place.top + 4, ...across };
}
