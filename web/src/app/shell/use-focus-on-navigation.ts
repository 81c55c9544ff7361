import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** How long to wait for a list to show the link that someone left by. */
const waitForLinkMs = 5_000;

/** A link on a page; the index distinguishes links to the same address. */
interface UsedLink {
  readonly href: string;
  readonly index: number;
  /** Where it stood in the window, in pixels. */
  readonly top: number;
}

function linksTo(href: string): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('a[href]')].filter((link) => link.getAttribute('href') === href);
}

function usedLinkOf(link: HTMLElement): UsedLink {
  const href = link.getAttribute('href') ?? '';
  return { href, index: linksTo(href).indexOf(link), top: link.getBoundingClientRect().top };
}

/** Focuses the link, where it stood, if it exists and is visible; returns whether it did. */
function focusLink({ href, index, top }: UsedLink): boolean {
  const found = linksTo(href);
  const link = found[index] ?? found.at(-1);
  link?.focus({ preventScroll: true });
  if (link === undefined || document.activeElement !== link) return false;
  // Rows above may have other heights than when the browser noted how far it was scrolled.
  const moved = link.getBoundingClientRect().top - top;
  if (moved !== 0) document.documentElement.scrollTop += moved;
  return true;
}

function focusPage(): void {
  const place = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  place?.focus({ preventScroll: true });
}

/**
 * Whether a field of the page has the focus: a form took it, or the address follows what someone
 * types.
 */
function isWriting(): boolean {
  return Boolean(document.activeElement?.closest('main form, main input'));
}

/**
 * Moves the focus on navigation, for keyboards and screen readers: to the page's heading, or, after
 * Back, to the link that the page was left by, if it still exists.
 */
export function useFocusOnNavigation(): void {
  const { key, pathname, search } = useLocation();
  const type = useNavigationType();
  const parameters = new URLSearchParams(search);
  const place = `${pathname} ${parameters.get('search') ?? ''} ${parameters.get('tag') ?? ''}`;
  // After a page load, keep the browser's own focus. A redirect (after login) is a navigation like
  // any other.
  const last = useRef(type === NavigationType.Pop ? place : undefined);
  const lastKey = useRef(type === NavigationType.Pop ? key : undefined);
  /** By the history keys of the pages that were left. */
  const used = useRef(new Map<string, UsedLink>());

  useEffect(() => {
    const remember = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest<HTMLElement>('a[href]') : null;
      if (link) used.current.set(key, usedLinkOf(link));
    };
    document.addEventListener('click', remember, { capture: true });
    return () => {
      document.removeEventListener('click', remember, { capture: true });
    };
  }, [key]);

  useEffect(() => {
    if (lastKey.current === key) return;
    lastKey.current = key;
    const isOther = last.current !== place;
    last.current = place;
    const link = type === NavigationType.Pop ? used.current.get(key) : undefined;
    if (link && focusLink(link)) return;
    if (isOther && !isWriting()) focusPage();
    return link && focusWhenThere(link);
  }, [key, place, type]);
}

/**
 * Lists may render after their page. Don't take the focus from people who have moved on by then.
 */
function focusWhenThere(link: UsedLink): () => void {
  const stood = document.activeElement;
  const observer = new MutationObserver(() => {
    const now = document.activeElement;
    if ((now !== stood && now !== document.body) || focusLink(link)) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(() => observer.disconnect(), waitForLinkMs);
  return () => {
    observer.disconnect();
    clearTimeout(timer);
  };
}
