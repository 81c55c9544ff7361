import type { MessageWire } from '@parlour/contracts/messaging/messaging';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { showToast } from '../../../design/parts/feedback/toasts.ts';
import { noteLed } from '../../../shared/navigation/led-steps.ts';
import { holdAt, marginPixels, rowOf } from './history-position.ts';
import type { Older } from './use-history.ts';

/** How many pages to load to find a linked message. */
const mostPages = 25;

/** Scrolls to a linked message, once for each step of the tab's history; loads it if need be. */
export function useLinkedMessage(
  box: RefObject<HTMLElement | null>,
  messages: readonly MessageWire[],
  older: Older,
  linked: string | undefined,
): void {
  const { key } = useLocation();
  const found = linked !== undefined && messages.some(({ _id: id }) => id === linked);
  const search = useRef({ of: key, pages: 0, isOver: false });
  useEffect(() => {
    if (search.current.of !== key) search.current = { of: key, pages: 0, isOver: false };
    if (linked === undefined || found || older.pending || older.failed || search.current.isOver) return;
    if (older.there && search.current.pages++ < mostPages) {
      older.load();
      return;
    }
    search.current.isOver = true;
    noteLed(key);
    void showToast('info', 'This message is too old to show here, or was deleted.');
  }, [found, key, linked, older]);
  useLayoutEffect(() => {
    const row = found && box.current && rowOf(box.current, linked);
    if (!row || !box.current) return undefined;
    noteLed(key);
    return holdAt(box.current, row, marginPixels);
  }, [box, found, key, linked]);
}
