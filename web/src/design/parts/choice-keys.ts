import type { KeyboardEvent } from 'react';
import { canonicalName } from '@parlour/contracts/checks';
import { isComposing } from './is-composing.ts';
import { hasModifier } from './keys.ts';

/**
 * Keys of a field that searches people, and of the list of them below it: Enter takes the one whose
 * name is typed, or else the first one, and nobody if that one can't be chosen; Down and Up lead
 * through the list.
 * @param found what the list was searched for; undefined while it isn't there: nobody is taken who
 * was not found by what is typed now
 */
export function onChoiceKey(event: KeyboardEvent<HTMLElement>, found: string | undefined): void {
  const { key, repeat, target, currentTarget: picker } = event;
  if (hasModifier(event) || isComposing(event.nativeEvent)) return;
  const field = picker.querySelector('input');
  const choices = [...picker.querySelectorAll<HTMLElement>('[data-choices] button:enabled')];
  const place = choices.findIndex((choice) => choice === target);
  if (place < 0 && target !== field) return;
  if (key === 'ArrowDown') choices[place + 1]?.focus();
  else if (key === 'ArrowUp') (choices[place - 1] ?? field)?.focus();
  else if (key === 'Enter' && target === field) {
    const people = [...picker.querySelectorAll<HTMLElement>('[data-choices] [data-name]')];
    const isTyped = field.value.trim() !== '' && field.value.trim() === found;
    const meant = people.find(({ dataset }) => canonicalName(dataset.name ?? '') === canonicalName(field.value));
    const person = meant ?? people[0];
    // A second Enter does not undo the first one.
    if (isTyped && !repeat && person?.getAttribute('aria-pressed') !== 'true') person?.click();
    // The next letters are the next name.
    if (isTyped) field.select();
  } else return;
  event.preventDefault();
}
