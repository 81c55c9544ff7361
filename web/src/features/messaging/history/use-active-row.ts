import { type FocusEvent, type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';

/** The row that is focused or pointed at, by its `data-id`; arrow keys lead from row to row. */
export function useActiveRow() {
  const [hovered, setHovered] = useState<string>();
  const [focused, setFocused] = useState<string>();
  const byTouch = useRef(false);
  return {
    focused,
    isActive: (id: string) => id === hovered || id === focused,
    handlers: {
      onKeyDown: moveByArrow,
      onFocus: ({ target }: FocusEvent) => setFocused(idAt(target)),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) setFocused(undefined);
      },
      onPointerDown: ({ pointerType }: PointerEvent) => {
        byTouch.current = pointerType === 'touch';
      },
      onPointerOver: ({ pointerType, target }: PointerEvent) => {
        if (pointerType === 'mouse') setHovered(idAt(target));
      },
      onPointerLeave: () => setHovered(undefined),
      onClick: ({ target }: MouseEvent) => {
        // A finger can't hover: it taps.
        if (byTouch.current) setFocused(idAt(target));
      },
    },
  };
}

function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const { key, target: row } = event;
  if ((key !== 'ArrowUp' && key !== 'ArrowDown') || !(row instanceof HTMLElement)) return;
  if (row.dataset['id'] === undefined) return;
  event.preventDefault();
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-id]')];
  rows[rows.indexOf(row) + (key === 'ArrowUp' ? -1 : 1)]?.focus();
}

function idAt(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-id]')?.dataset['id'] : undefined;
}
