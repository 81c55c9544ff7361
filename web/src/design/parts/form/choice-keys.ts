import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { canonicalName } from '@parlour/contracts/text/checks';
import { isComposing } from './is-composing.ts';
import { hasModifier } from '../page/keys.ts';

/**
 * Keys of a field that searches people, and of the list of them below it, for the element around
 * both: Enter takes the one whose name is typed, or else the first one, and nobody if that one
 * can't be chosen; Down and Up lead through the list. An Enter that is sooner than the list waits
 * for it, unless another key follows.
 * @param found what the list was searched for; undefined while it isn't there: nobody is taken who
 * was not found by what is typed now
 */
export function useChoiceKeys(found: string | undefined): {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
} {
  const ref = useRef<HTMLDivElement>(null);
  /** What was typed when Enter was pressed too soon. */
  const awaited = useRef('');

  useEffect(() => {
    const field = ref.current?.querySelector('input');
    if (!ref.current || !field || awaited.current === '' || awaited.current !== found) return;
    awaited.current = '';
    if (field === document.activeElement && field.value.trim() === found) takeTyped(ref.current, field);
  }, [found]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const { key, repeat, target, currentTarget: picker } = event;
    if (hasModifier(event) || isComposing(event.nativeEvent)) return;
    const field = picker.querySelector('input');
    const choices = [...picker.querySelectorAll<HTMLElement>('[data-choices] button:enabled')];
    const place = choices.findIndex((choice) => choice === target);
    if (place < 0 && target !== field) return;
    awaited.current = '';
    if (key === 'ArrowDown') choices[place + 1]?.focus();
    else if (key === 'ArrowUp') (choices[place - 1] ?? field)?.focus();
    else if (key === 'Enter' && field !== null && target === field) {
      const typed = field.value.trim();
      if (typed !== found) awaited.current = typed;
      else if (typed !== '' && !repeat) takeTyped(picker, field);
    } else return;
    event.preventDefault();
  }

  return { ref, onKeyDown };
}

/** A second Enter does not undo the first one; the next letters are the next name. */
function takeTyped(picker: HTMLElement, field: HTMLInputElement): void {
  const people = [...picker.querySelectorAll<HTMLElement>('[data-choices] [data-name]')];
  const meant = people.find(({ dataset }) => canonicalName(dataset.name ?? '') === canonicalName(field.value));
  const person = meant ?? people[0];
  if (person?.getAttribute('aria-pressed') !== 'true') person?.click();
  field.select();
}
