import { useEffect, useEffectEvent, type RefObject } from 'react';

type Field = RefObject<HTMLTextAreaElement | HTMLInputElement | null>;

/** What happens at a plain text field whose words are completed. */
export function useCompletedField(
  field: Field,
  handlers: {
    readonly onInput: () => void;
    readonly onKey: (event: KeyboardEvent) => void;
    readonly onLeave: () => void;
    /** The caret may be elsewhere. */
    readonly onMove: () => void;
  },
): void {
  const onInput = useEffectEvent(handlers.onInput);
  const onKey = useEffectEvent(handlers.onKey);
  const onLeave = useEffectEvent(handlers.onLeave);
  const onMove = useEffectEvent(handlers.onMove);
  useEffect(() => {
    const { current } = field;
    if (!current) return;
    // Keys on the field itself, before the page's own handlers; what was typed after them, because
    // they may take a part of it away.
    const [input, key, leave] = [() => onInput(), (event: Event) => onKey(event as KeyboardEvent), () => onLeave()];
    document.addEventListener('input', input);
    current.addEventListener('keydown', key);
    current.addEventListener('blur', leave);
    current.setAttribute('aria-autocomplete', 'list');
    const move = (): void => onMove();
    document.addEventListener('selectionchange', move);
    // It was loaded for a word that is there already.
    const first = requestAnimationFrame(input);
    return () => {
      cancelAnimationFrame(first);
      document.removeEventListener('selectionchange', move);
      document.removeEventListener('input', input);
      current.removeEventListener('keydown', key);
      current.removeEventListener('blur', leave);
      current.removeAttribute('aria-autocomplete');
    };
  }, [field]);
}

/** Tells screen readers which open list completes the field, and what is chosen in it. */
export function useAriaOfList(field: Field, list: string | undefined, chosen: string | undefined): void {
  useEffect(() => {
    const { current } = field;
    if (list === undefined || !current) return;
    current.setAttribute('aria-controls', list);
    if (chosen !== undefined) current.setAttribute('aria-activedescendant', chosen);
    return () => {
      current.removeAttribute('aria-controls');
      current.removeAttribute('aria-activedescendant');
    };
  }, [chosen, field, list]);
}
