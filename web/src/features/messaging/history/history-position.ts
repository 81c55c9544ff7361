import { keptForReturn } from '../../../shared/http/endpoint.ts';

/** How far below the box's edge the first unread message or a linked one is shown. */
export const marginPixels = 64;

/** Where someone was in a history when they left it. */
export interface Position {
  /** The newest message that they had seen. */
  readonly newest: string | undefined;
  /** The message at the top of the box, and how far below its edge; undefined at the end. */
  readonly top: { readonly id: string; readonly offset: number } | undefined;
}

/** Positions of this visit, with the time when they were left, by viewer and place. */
const positions = new Map<string, Position & { readonly at: number }>();

export function rememberPosition(viewer: string, place: string, position: Position): void {
  positions.set(`${viewer} ${place}`, { ...position, at: Date.now() });
}

/** What was seen is known for the visit; the place itself for as long as its messages are kept. */
export function positionIn(viewer: string, place: string): Position | undefined {
  const known = positions.get(`${viewer} ${place}`);
  if (!known) return undefined;
  const { newest, top, at } = known;
  return { newest, top: Date.now() - at < keptForReturn.keepUnusedDataFor * 1_000 ? top : undefined };
}

function rowsIn(box: HTMLElement): readonly HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>('[data-id]')];
}

export function rowOf(box: HTMLElement, id: string | undefined): HTMLElement | undefined {
  return rowsIn(box).find((row) => row.dataset['id'] === id);
}

export function bottomOf(box: HTMLElement, id: string | undefined): number {
  return rowOf(box, id)?.getBoundingClientRect().bottom ?? 0;
}

/** How far a row is below the upper edge of its box. */
function offsetOf(box: HTMLElement, row: HTMLElement): number {
  return row.getBoundingClientRect().top - box.getBoundingClientRect().top;
}

/** The first message that is seen. */
export function topOf(box: HTMLElement): Position['top'] {
  const edge = box.getBoundingClientRect().top;
  const row = rowsIn(box).find((each) => each.getBoundingClientRect().bottom > edge);
  const id = row?.dataset['id'];
  return row && id !== undefined ? { id, offset: offsetOf(box, row) } : undefined;
}

/**
 * Scrolls so that a row is that far below the upper edge. Rows get their height when they come into
 * view, so this is repeated for two frames. Returns how to stop.
 */
export function holdAt(box: HTMLElement, row: HTMLElement, offset: number): () => void {
  const scroll = () => {
    box.scrollTop += offsetOf(box, row) - offset;
  };
  scroll();
  let frame = requestAnimationFrame(() => {
    scroll();
    frame = requestAnimationFrame(scroll);
  });
  return () => {
    cancelAnimationFrame(frame);
  };
}
