/** How long a mouse rests on a name before its card opens. */
const opensAfterMs = 400;

/** Long enough to cross the gap between a name and its card. */
const closesAfterMs = 200;

/** The card around an element, or the menu opened in it, which stands beside it in the page. */
export function cardAround(element: Element | null): Element | undefined {
  const card = element?.closest('[data-person-card]');
  if (card) return card;
  const hasMenu = document.querySelector('[data-person-card] [aria-haspopup="menu"][aria-expanded="true"]') !== null;
  return (hasMenu && element?.closest('[role="menu"]')) || undefined;
}

/**
 * Tells when a mouse rests on a person's name (`a[data-person]`), and when it has left both the
 * name and its card (`[data-person-card]`) with its menu, or Escape or anything else closes the
 * card. Returns what stops it.
 */
export function watchNames(soon: () => void, open: (link: HTMLElement) => void, close: () => void): () => void {
  let on: Element | undefined;
  let opened: Element | undefined;
  let opening: ReturnType<typeof setTimeout> | undefined;
  let closing: ReturnType<typeof setTimeout> | undefined;
  let pressed: { readonly x: number; readonly y: number } | undefined;

  const shut = () => {
    if (!opened) return;
    opened = undefined;
    close();
  };

  const stop = () => {
    clearTimeout(opening);
    clearTimeout(closing);
    on = undefined;
    shut();
  };

  const over = ({ pointerType, target, clientX, clientY }: PointerEvent) => {
    if (pointerType !== 'mouse' || !(target instanceof Element)) return;
    // After a click, a new page may come to lie below a mouse that nobody moves.
    if (pressed?.x === clientX && pressed.y === clientY) return;
    pressed = undefined;
    const link = target.closest<HTMLElement>('a[data-person]') ?? undefined;
    const now = link ?? cardAround(target);
    if (now === on) return;
    on = now;
    clearTimeout(opening);
    clearTimeout(closing);
    const stays = now !== undefined && (now === opened || now !== link);
    if (opened && !stays) closing = setTimeout(shut, closesAfterMs);
    if (!link || link === opened) return;
    soon();
    opening = setTimeout(() => {
      clearTimeout(closing);
      opened = link;
      open(link);
    }, opensAfterMs);
  };

  const press = ({ target, clientX, clientY }: PointerEvent) => {
    pressed = { x: clientX, y: clientY };
    if (!(target instanceof Element) || !cardAround(target)) stop();
  };

  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !opened) return;
    // Only the card: not the dialog below it.
    event.stopPropagation();
    stop();
  };

  const capture = { capture: true, passive: true };
  document.addEventListener('pointerover', over, capture);
  document.addEventListener('pointerdown', press, capture);
  document.addEventListener('keydown', key, capture);
  document.addEventListener('scroll', stop, capture);
  document.documentElement.addEventListener('pointerleave', stop);
  return () => {
    clearTimeout(opening);
    clearTimeout(closing);
    document.removeEventListener('pointerover', over, capture);
    document.removeEventListener('pointerdown', press, capture);
    document.removeEventListener('keydown', key, capture);
    document.removeEventListener('scroll', stop, capture);
    document.documentElement.removeEventListener('pointerleave', stop);
  };
}
