import { useSyncExternalStore } from 'react';
import { browserChoice } from '../../../shared/state/browser-choice.ts';

/** How much a row of a list shows: `comfortable` rows begin with the question's text. */
export type Density = 'comfortable' | 'compact';

const density = browserChoice<Density>('parlour.density', ['comfortable', 'compact']);

/** Changes all lists on the page; the browser keeps it. */
export const setDensity = density.choose;

/** The density of lists that this browser's reader chose. */
export function useDensity(): Density {
  return useSyncExternalStore(density.subscribe, density.read);
}
