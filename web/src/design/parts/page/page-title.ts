import { useEffect } from 'react';
import { onSiteTexts, siteTexts } from '../../../shared/state/site.ts';

/** Counts by kind; the tab's title shows their sum before the page's name. */
const waiting = new Map<string, number>();
let title: string | undefined;

function show(): void {
  const sum = [...waiting.values()].reduce((total, number) => total + number, 0);
  const site = siteTexts().name;
  const name = title === undefined ? site : `${title} · ${site}`;
  document.title = sum > 0 ? `(${sum}) ${name}` : name;
}

/** Sets the page's title in the tab and the history. */
export function usePageTitle(wanted: string): void {
  useEffect(() => {
    title = wanted;
    show();
    return onSiteTexts(show);
  }, [wanted]);
}

/**
 * Adds to the number before the page's name, "(2) …", while mounted. Each kind of count has a key.
 */
export function useTitleCount(what: string, number: number): void {
  useEffect(() => {
    waiting.set(what, number);
    show();
    return () => {
      waiting.delete(what);
      show();
    };
  }, [what, number]);
}
