import { useEffect } from 'react';

/** What waits, by what it is: the tab names the sum before the page's own name. */
const waiting = new Map<string, number>();
let name = 'Parlour';

function show(): void {
  const sum = [...waiting.values()].reduce((total, number) => total + number, 0);
  document.title = sum > 0 ? `(${sum}) ${name}` : name;
}

/** Names the page in the browser's tab and history. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    name = title === 'Parlour' ? title : `${title} · Parlour`;
    show();
  }, [title]);
}

/** Adds to the number before the page's name, "(2) …", as long as it is shown. Each thing that is counted has a word of its own. */
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
